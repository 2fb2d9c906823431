/** Digits before the decimal point that an amount field takes. */
const wholeDigitsMax = 9;

/**
 * The number of minor units that a person wrote, as `amountFromText` reads it, for where only the typing is checked: the
 * browser needs no more of money than this. Three digits after a lone mark are thousands: they can be no cents. Null for what is no amount.
 */
export function minorUnitsTyped(text: string): number | null {
  const written = text.replace(/[\s\p{Sc}]/gu, '');
  const decimalMark = /[.,](?=\d{0,2}$)/.exec(written)?.[0];
  const grouped = decimalMark === undefined ? written : written.slice(0, written.lastIndexOf(decimalMark));
  const cents = decimalMark === undefined ? '' : written.slice(grouped.length + 1);
  const groupMark = decimalMark === undefined ? /[.,]/.exec(grouped)?.[0] : decimalMark === ',' ? '.' : ',';
  const groups = groupMark === undefined ? [grouped] : grouped.split(groupMark);
  const isGrouped = groups.length > 1;
  const isWhole = groups.every((group, index) => {
    if (index === 0) return /^\d{1,9}$/.test(group);
    // Indian amounts are grouped in twos before the last three digits.
    return index === groups.length - 1 ? /^\d{3}$/.test(group) : /^\d{2,3}$/.test(group);
  });
  const isAmbiguous = isGrouped && !/^[1-9]\d{0,2}$/.test(groups[0] ?? '');
  if (!isWhole || isAmbiguous || groups.join('').length > wholeDigitsMax) return null;
  return Number(groups.join('') + cents.padEnd(2, '0'));
}
