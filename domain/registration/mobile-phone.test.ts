import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  caretAfterDigits,
  groupedPhone,
  internationalPhone,
  isMobilePhone,
  phoneDigits,
} from './mobile-phone.ts';
import { phoneRuleOf } from './phone-rule.ts';

const own = phoneRuleOf(null);
const mexico = phoneRuleOf('MX');
const india = phoneRuleOf('IN');
const rules = fc.constantFrom(own, mexico, india);

test('[PROMO-3] 11 digits, 1 and 3 to 9 first, unless the template says another market', () => {
  for (const digits of ['13000000000', '19999999999', '13800138000'])
    expect(isMobilePhone(own, digits)).toBe(true);
  for (const digits of ['12000000000', '1380013800', '138001380000', '23800138000', '', '1380013800a']) {
    expect(isMobilePhone(own, digits)).toBe(false);
  }
  expect(isMobilePhone(mexico, '5548217736')).toBe(true);
  for (const digits of ['554821773', '55482177360']) expect(isMobilePhone(mexico, digits)).toBe(false);
  for (const digits of ['6000000000', '9845501276']) expect(isMobilePhone(india, digits)).toBe(true);
  for (const digits of ['5845501276', '984550127', '98455012760'])
    expect(isMobilePhone(india, digits)).toBe(false);
});

test('[PROMO-2] [PROMO-8] only digits stay, and no more than the rule takes', () => {
  fc.assert(
    fc.property(rules, fc.string({ unit: 'grapheme', maxLength: 40 }), (rule, typed) => {
      const digits = phoneDigits(rule, typed);
      expect(digits).toMatch(/^\d*$/);
      expect(digits.length).toBeLessThanOrEqual(rule.digits);
      expect(phoneDigits(rule, groupedPhone(rule, digits))).toBe(digits);
    }),
  );
  expect(phoneDigits(own, '138 0013 8000 99')).toBe('13800138000');
});

test('a pasted number loses its calling code, and a typed one never loses a digit', () => {
  for (const pasted of ['+52 55 4821 7736', '0052 5548217736', '+52 1 55 4821 7736', '5548217736']) {
    expect(phoneDigits(mexico, pasted)).toBe('5548217736');
  }
  for (const pasted of ['+91 98455-01276', '098455 01276', '919845501276']) {
    expect(phoneDigits(india, pasted)).toBe('9845501276');
  }
  expect(phoneDigits(own, '+86 138 0013 8000')).toBe('13800138000');
  expect(phoneDigits(mexico, '5212345678')).toBe('5212345678');
  expect(phoneDigits(mexico, '52123456789')).toBe('5212345678');
});

test('[PROMO-8] 11 digits are grouped 3-4-4 as they are typed, others as their country writes them', () => {
  const typed = ['1', '138', '1380', '1380013', '13800138', '13800138000'];
  expect(typed.map((digits) => groupedPhone(own, digits))).toEqual([
    '1',
    '138',
    '138 0',
    '138 0013',
    '138 0013 8',
    '138 0013 8000',
  ]);
  expect(groupedPhone(mexico, '5548217736')).toBe('55 4821 7736');
  expect(groupedPhone(mexico, '4421550134')).toBe('442 155 0134');
  expect(groupedPhone(india, '9845501276')).toBe('98455 01276');
  expect(groupedPhone(own, '')).toBe('');
});

test('[PROMO-8] the caret stays behind the digit it was behind', () => {
  fc.assert(
    fc.property(rules, fc.stringMatching(/^\d{0,11}$/), fc.nat(11), (rule, typed, position) => {
      const digits = typed.slice(0, rule.digits);
      const before = Math.min(position, digits.length);
      const grouped = groupedPhone(rule, digits);
      const caret = caretAfterDigits(grouped, before);
      expect(grouped.slice(0, caret).replaceAll(' ', '')).toBe(digits.slice(0, before));
      expect(grouped[caret - 1]).not.toBe(' ');
    }),
  );
});

test('a number leaves in E.164 form', () => {
  expect(internationalPhone(mexico, '5548217736')).toBe('+525548217736');
  expect(internationalPhone(own, '13800138000')).toBe('+8613800138000');
});
