import type { Market } from '../market.ts';
import { digitsOf, plainText } from '../typed-text.ts';

/** What a promotion template takes for a mobile number. Digits are counted without the country's calling code. */
export interface PhoneRule {
  /** ISO 3166 code of the country. */
  readonly country: 'CN' | Market;
  readonly callingCode: string;
  readonly digits: number;
  /** Of the digits. */
  readonly pattern: string;
  /** Digits that people write before a number inside the country: a trunk prefix, also of former times. */
  readonly trunkPrefixes: readonly string[];
  /** Digits that stood between calling code and number in former times; empty for none. */
  readonly formerPrefix: string;
  readonly groups: readonly { readonly start: string; readonly lengths: readonly number[] }[];
}

/**
 * The digits of a number in any script, without the country's calling code and trunk prefix where just a whole number follows them.
 * Never cut: what is no number of the country keeps all its digits.
 */
export function ownDigits(rule: PhoneRule, typed: string): string {
  const trunk = rule.trunkPrefixes.join('|');
  const afterCode = [rule.formerPrefix, ...rule.trunkPrefixes].join('|');
  const prefix = new RegExp(
    `^(?:(?:00)?${rule.callingCode}(?:${afterCode})?|${trunk})(?=\\d{${rule.digits}}$)`,
  );
  return digitsOf(typed).replace(prefix, '');
}

/** Every way in which people write a number's digits: alone, after a trunk prefix, after the calling code. `digits` satisfy the rule. */
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

/** Whether digits are a mobile number under the rule (PROMO-3). */
export function isMobilePhone(rule: PhoneRule, digits: string): boolean {
  return new RegExp(rule.pattern).test(digits);
}

/**
 * A number as its field shows it: in groups where the text is just one number of the country, or the beginning of one; anything else as it
 * was typed, for `readPhone` to judge.
 */
export function shownPhone(rule: PhoneRule, typed: string): string {
  const text = plainText(typed).trim();
  const digits = ownDigits(rule, text);
  if (text.includes('+') && digits === digitsOf(text)) return typed;
  const isOwn = rule.country === 'CN' || (digits.length <= rule.digits && /^[\d\s()+.-]*$/.test(text));
  return isOwn ? groupedPhone(rule, digits) : typed;
}

/** Whether a text may be a mobile number: of another form than the rule's only where it has more digits, which the server reads. */
export function mayBeMobilePhone(rule: PhoneRule, typed: string): boolean {
  const digits = ownDigits(rule, typed);
  return digits.length > rule.digits || isMobilePhone(rule, digits);
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
