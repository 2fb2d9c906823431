export const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The text as a lower-case UUID; null for any other text. */
export function idOf(text: string): string | null {
  return idPattern.test(text) ? text.toLowerCase() : null;
}
