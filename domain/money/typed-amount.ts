/** Digits before the decimal mark that an amount field takes. */
const wholeDigitsMax = 9;

/**
 * The number of minor units that a person wrote, as `amountFromText` reads it, for where only the typing is checked: the
 * browser needs no more of money than this. Digits after a lone mark that are too many for decimals are thousands. Null for what is no amount.
 * @param decimals of the currency, 0 or more. With three or more a lone point is the decimal mark, as the field writes it.
 */
export function minorUnitsTyped(text: string, decimals: number): number | null {
  const written = text.replace(/[\s\p{Sc}]/gu, '');
  const mark = decimals === 0 ? undefined : new RegExp(`[.,](?=\\d{0,${decimals}}$)`).exec(written)?.[0];
  const end = mark === undefined ? written.length : written.lastIndexOf(mark);
  const whole = written.slice(0, end);
  const fraction = written.slice(end + 1);
  const groupMark = mark === undefined ? /[.,]/.exec(whole)?.[0] : mark === ',' ? '.' : ',';
  const groups = groupMark === undefined ? [whole] : whole.split(groupMark);
  const isGrouped = groups.length > 1;
  const isWhole = groups.every((group, index) => {
    if (index === 0) return /^\d{1,9}$/.test(group);
    // Indian amounts are grouped in twos before the last three digits.
    return index === groups.length - 1 ? /^\d{3}$/.test(group) : /^\d{2,3}$/.test(group);
  });
  const isAmbiguous =
    (isGrouped && !/^[1-9]\d{0,2}$/.test(groups[0] ?? '')) ||
    (!isGrouped && mark === ',' && fraction.length === 3 && whole.length <= 3);
  if (!isWhole || isAmbiguous || groups.join('').length > wholeDigitsMax) return null;
  return Number(groups.join('') + fraction.padEnd(decimals, '0'));
}
