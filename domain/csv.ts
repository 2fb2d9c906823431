/**
 * A field of RFC 4180; what a spreadsheet would take for a formula begins with an apostrophe. A negative number is
 * none (OWASP, CSV Injection).
 */
export function csvField(text: string): string {
  const isFormula = /^[=+@\t\r]|^-(?!\d+(?:\.\d+)?$)/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row of fields, ended. */
export function csvRow(fields: readonly (string | number | null)[]): string {
  return `${fields.map((field) => csvField(String(field ?? ''))).join(',')}\n`;
}
