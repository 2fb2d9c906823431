import { type MinorAmount, minorAmount } from './money.ts';
import { minorUnitsTyped } from './typed-amount.ts';

/**
 * The amount a person wrote, in minor units: `1422.81`, `1422,8`, and with grouping marks `1.422,81` or `$ 1,422.81`.
 * Null for anything that could be read in two ways, and for more than two digits after the decimal mark: no amount is
 * ever rounded (MONEY-3).
 */
export function amountFromText(text: string): MinorAmount | null {
  const minor = minorUnitsTyped(text);
  return minor === null ? null : minorAmount(minor);
}

/** An amount as it stands in a field at first: `1422.81`. */
export function amountInField(amountMinor: MinorAmount): string {
  const digits = String(amountMinor).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
