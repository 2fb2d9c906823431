/** What begins a formula, full-width signs included. A negative number is none (OWASP, CSV Injection). */
const formula = String.raw`[=+@＝＋＠－]|-(?!\d+(?:\.\d+)?(?:$|["';,|\t\r\n]))`;
const formulaAtStart = new RegExp(String.raw`^(?=\s*(?:${formula})|[\t\r])`);
/** After what a spreadsheet may take for the end of a field, whatever it has for a separator. */
const formulaAfterSeparator = new RegExp(String.raw`(?<=[;,|\t\r\n][\s"']*)(?=${formula})`, 'g');

/**
 * A text as a field of RFC 4180, quoted. An apostrophe stands before what a spreadsheet would take for a formula, also after a
 * character by which it may separate: Excel in Spanish splits lines at `;` and knows no quotes in the middle of a field.
 */
export function csvField(text: string): string {
  const safe = text.replace(formulaAtStart, "'").replace(formulaAfterSeparator, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A row of fields, ended. Numbers stand without quotes; null is empty. */
export function csvRow(fields: readonly (string | number | null)[]): string {
  return `${fields.map((field) => (typeof field === 'string' ? csvField(field) : String(field ?? ''))).join(',')}\n`;
}
