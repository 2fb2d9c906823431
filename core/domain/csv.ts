/** Start of a spreadsheet formula, full-width signs included; a negative number is none (OWASP, CSV Injection). */
const formula = String.raw`[=+@＝＋＠－]|-(?!\d+(?:\.\d+)?(?:$|["';,|\t\r\n]))`;
const formulaAtStart = new RegExp(String.raw`^(?=\s*(?:${formula})|[\t\r])`);
/** A formula after any character that a spreadsheet may take for a separator. */
const formulaAfterSeparator = new RegExp(String.raw`(?<=[;,|\t\r\n][\s"']*)(?=${formula})`, 'g');

/**
 * A quoted field (RFC 4180). An apostrophe precedes what a spreadsheet would take for a formula, also after a possible separator: Spanish
 * Excel splits lines at `;` and ignores quotes in the middle of a field.
 */
export function csvField(text: string): string {
  const safe = text.replace(formulaAtStart, "'").replace(formulaAfterSeparator, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Numbers are unquoted; null is empty. */
export function csvRow(fields: readonly (string | number | null)[]): string {
  return `${fields.map((field) => (typeof field === 'string' ? csvField(field) : String(field ?? ''))).join(',')}\n`;
}
