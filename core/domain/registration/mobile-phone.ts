import type { Market } from '../market.ts';
import { digitsOf, plainText } from '../typed-text.ts';

/** Mobile numbers that a promotion template accepts. Digits are counted without the calling code. */
export interface PhoneRule {
  readonly country: 'CN' | Market;
  readonly callingCode: string;
  readonly digits: number;
  /** Of the digits. */
  readonly pattern: string;
  /** Trunk prefixes before a national number, former ones included. */
  readonly trunkPrefixes: readonly string[];
  /** Digits that once stood between calling code and number; empty for none. */
  readonly formerPrefix: string;
  readonly groups: readonly { readonly start: string; readonly lengths: readonly number[] }[];
}

/**
 * Digits of a number in any script, without calling code and trunk prefix if a complete number follows them. Other texts keep all their
 * digits.
 */
export function ownDigits(rule: PhoneRule, typed: string): string {
  const trunk = rule.trunkPrefixes.join('|');
  const afterCode = [rule.formerPrefix, ...rule.trunkPrefixes].join('|');
  const prefix = new RegExp(
    `^(?:(?:00)?${rule.callingCode}(?:${afterCode})?|${trunk})(?=\\d{${rule.digits}}$)`,
  );
  return digitsOf(typed).replace(prefix, '');
}

/** Ways to write a number: alone, after a trunk prefix, after the calling code. `digits` satisfy the rule. */
export function phoneSpellings(
  { callingCode, trunkPrefixes, formerPrefix }: PhoneRule,
  digits: string,
): string[] {
  const between = new Set(['', formerPrefix, ...trunkPrefixes]);
  return [
    ...['', ...trunkPrefixes],
    ...[callingCode, `00${callingCode}`].flatMap((code) => [...between].map((prefix) => code + prefix)),
  ].map((prefix) => prefix + digits);
}

export function isMobilePhone(rule: PhoneRule, digits: string): boolean {
  return new RegExp(rule.pattern).test(digits);
}

/** Text of the phone field: grouped if it is a number of the country or the beginning of one; otherwise as typed, for `readPhone`. */
export function shownPhone(rule: PhoneRule, typed: string): string {
  const text = plainText(typed).trim();
  const digits = ownDigits(rule, text);
  if (text.includes('+') && digits === digitsOf(text)) return typed;
  const isOwn = rule.country === 'CN' || (digits.length <= rule.digits && /^[\d\s()+.-]*$/.test(text));
  return isOwn ? groupedPhone(rule, digits) : typed;
}

/** Whether a text may be a mobile number; texts with more digits than the rule's pass too, for the server to read. */
export function mayBeMobilePhone(rule: PhoneRule, typed: string): boolean {
  const digits = ownDigits(rule, typed);
  return digits.length > rule.digits || isMobilePhone(rule, digits);
}

/** E.164; `digits` satisfy the rule. */
export function internationalPhone(rule: PhoneRule, digits: string): string {
  return `+${rule.callingCode}${digits}`;
}

/** Digits in the country's groups: `138 0013 8000`, `55 4821 7736`, `98455 01276` (PROMO-8). */
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

export function caretAfterDigits(grouped: string, digitsBefore: number): number {
  let position = 0;
  for (let seen = 0; seen < digitsBefore && position < grouped.length; position += 1) {
    if (grouped[position] !== ' ') seen += 1;
  }
  return position;
}
