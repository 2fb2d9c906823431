import type { Market } from '../market.ts';

/** What a promotion template takes for a mobile number. Digits are counted without the country's calling code. */
export interface PhoneRule {
  /** ISO 3166 code of the country. */
  readonly country: 'CN' | Market;
  readonly callingCode: '86' | '52' | '91';
  readonly digits: 10 | 11;
  readonly pattern: RegExp;
}

const phoneRules: Readonly<Record<PhoneRule['country'], PhoneRule>> = {
  CN: { country: 'CN', callingCode: '86', digits: 11, pattern: /^1[3-9]\d{9}$/ },
  MX: { country: 'MX', callingCode: '52', digits: 10, pattern: /^\d{10}$/ },
  IN: { country: 'IN', callingCode: '91', digits: 10, pattern: /^[6-9]\d{9}$/ },
};

/** The rule of a template's market; null is the specification's own rule of 11 digits (PROMO-3). */
export function phoneRuleOf(market: Market | null): PhoneRule {
  return phoneRules[market ?? 'CN'];
}

/**
 * The digits of a number as typed or pasted, at most as many as the rule takes: longer input is ignored (PROMO-2, PROMO-8).
 * Where more digits stand, a calling code in front is dropped, and so are a trunk 0 and Mexico's former 1 after the 52.
 */
export function phoneDigits(rule: PhoneRule, typed: string): string {
  const given = typed.replace(/\D/g, '');
  if (given.length <= rule.digits) return given;
  const former = rule.country === 'MX' ? '1?' : '';
  const prefix = new RegExp(`^(?:(?:00)?${rule.callingCode}${former}|0)(?=\\d{${rule.digits}}$)`);
  return given.replace(prefix, '').slice(0, rule.digits);
}

/** Whether digits are a mobile number under the rule (PROMO-3). */
export function isMobilePhone(rule: PhoneRule, digits: string): boolean {
  return rule.pattern.test(digits);
}

/** A number in E.164 form; `digits` satisfy the rule. */
export function internationalPhone(rule: PhoneRule, digits: string): string {
  return `+${rule.callingCode}${digits}`;
}

/** Mexico's area codes of two digits; all others have three. */
const shortAreaCodes = /^(?:33|5[56]|81)/;

/** Lengths of the groups a number is read in: 3-4-4 for 11 digits (PROMO-8), else as its country writes it. */
function groupsOf({ country }: PhoneRule, digits: string): readonly number[] {
  if (country === 'CN') return [3, 4, 4];
  if (country === 'IN') return [5, 5];
  return shortAreaCodes.test(digits) ? [2, 4, 4] : [3, 3, 4];
}

/** Digits in the groups of their country, as far as they reach: `138 0013 8000`, `55 4821 7736`, `98455 01276` (PROMO-8). */
export function groupedPhone(rule: PhoneRule, digits: string): string {
  const groups: string[] = [];
  let start = 0;
  for (const length of groupsOf(rule, digits)) {
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
