import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf } from '../typed-text.ts';
import {
  caretAfterDigits,
  groupedPhone,
  internationalPhone,
  isMobilePhone,
  ownDigits,
  phoneSpellings,
  shownPhone,
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

test('[PROMO-2] [PROMO-8] no digit is lost, but for the calling code and trunk prefix of a whole number', () => {
  fc.assert(
    fc.property(rules, fc.string({ unit: 'grapheme', maxLength: 40 }), (rule, typed) => {
      const digits = ownDigits(rule, typed);
      expect(digitsOf(typed).endsWith(digits)).toBe(true);
      if (digits !== digitsOf(typed)) expect(digits).toHaveLength(rule.digits);
    }),
  );
  expect(ownDigits(own, '138 0013 8000 99')).toBe('1380013800099');
  expect(ownDigits(mexico, '5212345678')).toBe('5212345678');
});

test('every spelling of a number is read as it', () => {
  for (const [rule, digits] of [
    [mexico, '5548217736'],
    [india, '9845501276'],
  ] as const) {
    for (const spelling of phoneSpellings(rule, digits)) expect(ownDigits(rule, spelling)).toBe(digits);
  }
  expect(phoneSpellings(mexico, '5548217736')).toContain('0445548217736');
  expect(phoneSpellings(india, '9845501276')).not.toContain('9779845501276');
});

test.each([
  [mexico, '5548217736', '55 4821 7736'],
  [mexico, '+52 (55) 4821-7736', '55 4821 7736'],
  [india, '९८४५५०१२७६', '98455 01276'],
  [india, '98-455', '98455'],
  [mexico, '+91 98455 01276', '+91 98455 01276'],
  [india, '+9841234567', '+9841234567'],
  [india, '9845501276 / 9845501277', '9845501276 / 9845501277'],
  [own, '1380013800099x', '138 0013 8000'],
  [own, '+1 380 013 8000', '+1 380 013 8000'],
])(
  '[PROMO-8] the field shows a number of its country in groups, all else as it was typed: %#',
  (rule, typed, shown) => {
    expect(shownPhone(rule, typed)).toBe(shown);
  },
);

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
