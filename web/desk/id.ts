/** An identifier as the service writes it, from a text that may have capitals; null for what is none. */
export function idOf(text: string): string | null {
  const id = text.toLowerCase();
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}
