import { type MinorAmount, minorAmount } from './money.ts';

/** Digits before the decimal point that an amount field takes. */
const wholeDigitsMax = 9;

/**
 * The amount a person wrote, in minor units: `1422.81`, `1422,8`, and with grouping marks `1.422,81` or `$ 1,422.81`.
 * Null for anything that could be read in two ways, and for more than two digits after the decimal mark: no amount is
 * ever rounded (MONEY-3).
 */
export function amountFromText(text: string): MinorAmount | null {
  const written = text.replace(/[\s$₹]/g, '');
  const decimalMark = /[.,](?=\d{0,2}$)/.exec(written)?.[0];
  const grouped = decimalMark === undefined ? written : written.slice(0, written.lastIndexOf(decimalMark));
  const cents = decimalMark === undefined ? '' : written.slice(grouped.length + 1);
  const groups = grouped.split(decimalMark === ',' ? '.' : ',');
  const isGrouped = groups.length > 1;
  const isWhole = groups.every((group, index) => {
    if (index === 0) return /^\d{1,9}$/.test(group);
    // Indian amounts are grouped in twos before the last three digits.
    return index === groups.length - 1 ? /^\d{3}$/.test(group) : /^\d{2,3}$/.test(group);
  });
  const isAmbiguous = isGrouped && (decimalMark === undefined || (groups[0]?.length ?? 0) > 3);
  if (!isWhole || isAmbiguous || groups.join('').length > wholeDigitsMax) return null;
  return minorAmount(Number(groups.join('') + cents.padEnd(2, '0')));
}

/** An amount as it stands in a field at first: `1422.81`. */
export function amountInField(amountMinor: MinorAmount): string {
  const digits = String(amountMinor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
