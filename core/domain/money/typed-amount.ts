import { plainText } from '../typed-text.ts';

const wholeDigitsMax = 9;

export interface AmountNotation {
  readonly decimals: number;
  /** Signs, codes and words before or after an amount, in any case. */
  readonly writings: readonly string[];
}

/** Minor digits of any length, with or without a minus sign, as a decimal number with a point: `1422.81`. */
export function textOfMinorUnits(
  minor: number | string,
  { decimals }: Pick<AmountNotation, 'decimals'>,
): string {
  const text = String(minor);
  if (decimals === 0) return text;
  const digits = text.replace('-', '').padStart(decimals + 1, '0');
  return `${text.startsWith('-') ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/**
 * Minor units typed by a person. Small, since browsers need nothing else of money. Reads `Rs. 1,000`, `₹ 500/-`, `1'000.00`, `1000
 * pesos`, digits of every script. Null for an ambiguous amount or another currency's sign or word. Too many digits for decimals after a
 * single mark are thousands; with three decimals or more a single point is the decimal mark, as the field writes it.
 */
export function minorUnitsTyped(text: string, { decimals, writings }: AmountNotation): number | null {
  const written = withoutWritings(marksUnified(plainText(text)), writings);
  const mark = decimals === 0 ? undefined : new RegExp(`[.,](?=\\d{0,${decimals}}$)`).exec(written)?.[0];
  const end = mark === undefined ? written.length : written.lastIndexOf(mark);
  const whole = written.slice(0, end);
  const fraction = written.slice(end + 1);
  const groupMark = /[.,' ]/.exec(whole)?.[0];
  const groups = groupMark === undefined ? [whole] : whole.split(groupMark);
  const isGrouped = groups.length > 1;
  const isWhole = groups.every((group, index) => {
    if (index === 0) return /^\d{1,9}$/.test(group);
    // Indian amounts are grouped in twos before the last three digits.
    return index === groups.length - 1 ? /^\d{3}$/.test(group) : /^\d{2,3}$/.test(group);
  });
  const isAmbiguous =
    (isGrouped && groupMark === mark) ||
    (isGrouped && !/^[1-9]\d{0,2}$/.test(groups[0] ?? '')) ||
    (!isGrouped && mark === ',' && fraction.length === 3 && whole.length <= 3);
  if (!isWhole || isAmbiguous || groups.join('').length > wholeDigitsMax) return null;
  return Number(groups.join('') + fraction.padEnd(decimals, '0'));
}

/** One character for each kind of mark: apostrophes, blanks of any width, Arabic marks. */
function marksUnified(text: string): string {
  return text
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutWritings(text: string, writings: readonly string[]): string {
  const lower = text.toLowerCase();
  for (const writing of writings.map((each) => each.toLowerCase())) {
    if (lower.startsWith(writing)) return withoutWritings(text.slice(writing.length).trim(), writings);
    if (lower.endsWith(writing)) return withoutWritings(text.slice(0, -writing.length).trim(), writings);
  }
  return text;
}
