import type { Market } from '../market.ts';

/** What a promotion template takes for a mobile number. Digits are counted without the country's calling code. */
export interface PhoneRule {
  /** ISO 3166 code of the country. */
  readonly country: 'CN' | Market;
  readonly callingCode: string;
  readonly digits: number;
  /** Of the digits. */
  readonly pattern: string;
  /** Pattern of what followed the calling code in numbers of former times. */
  readonly formerPrefix: string;
  readonly groups: readonly { readonly start: string; readonly lengths: readonly number[] }[];
}

/**
 * The digits of a number as typed or pasted, at most as many as the rule takes: longer input is ignored (PROMO-2, PROMO-8).
 * Where more digits stand, a calling code in front is dropped, and so are a trunk 0 and what followed the code in former times.
 */
export function phoneDigits(rule: PhoneRule, typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (digits.length <= rule.digits) return digits;
  const prefix = new RegExp(
    `^(?:(?:00)?${rule.callingCode}(?:${rule.formerPrefix})|0)(?=\\d{${rule.digits}}$)`,
  );
  return digits.replace(prefix, '').slice(0, rule.digits);
}

/** Whether digits are a mobile number under the rule (PROMO-3). */
export function isMobilePhone(rule: PhoneRule, digits: string): boolean {
  return new RegExp(rule.pattern).test(digits);
}

/** A number in E.164 form; `digits` satisfy the rule. */
export function internationalPhone(rule: PhoneRule, digits: string): string {
  return `+${rule.callingCode}${digits}`;
}

/** Digits in the groups of their country, as far as they reach: `138 0013 8000`, `55 4821 7736`, `98455 01276` (PROMO-8). */
export function groupedPhone(rule: PhoneRule, digits: string): string {
  const groups: string[] = [];
  let start = 0;
  const lengths = rule.groups.find((group) => new RegExp(group.start).test(digits))?.lengths ?? [];
  for (const length of lengths) {
    groups.push(digits.slice(start, start + length));
    start += length;
  }
  return groups.filter((group) => group !== '').join(' ');
}

/** Where the caret stands in a grouped number so that `digitsBefore` digits are before it, however it was regrouped. */
export function caretAfterDigits(grouped: string, digitsBefore: number): number {
  let position = 0;
  for (let seen = 0; seen < digitsBefore && position < grouped.length; position += 1) {
    if (grouped[position] !== ' ') seen += 1;
  }
  return position;
}
