/** An id of the service, also one with capitals. */
export const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id that a text is, as the service writes it; null for any other text. */
export function idOf(text: string): string | null {
  return idPattern.test(text) ? text.toLowerCase() : null;
}
