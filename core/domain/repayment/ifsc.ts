/** Form of an Indian bank branch code: four letters, a zero, six letters or digits (RBI, IFSC). */
export function isIfsc(text: string): boolean {
  return /^[A-Z]{4}0[A-Z0-9]{6}$/.test(text);
}
