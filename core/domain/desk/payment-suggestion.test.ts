import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import {
  plainReference,
  referenceDifference,
  referencesNear,
  type SuggestedLoan,
  suggestionsFor,
} from './payment-suggestion.ts';

const code = fc.stringMatching(/^\d{6,20}$/);

test.each([
  ['646180118204', '646180118204', 'same', [], []],
  ['646180118240', '646180118204', 'swapped', [10, 11], [10, 11]],
  ['846180116204', '646180118204', 'swapped', [0, 8], [0, 8]],
  ['646180118205', '646180118204', 'one-digit', [11], [11]],
  ['64618011820', '646180118204', 'one-missing', [], [11]],
  ['6461801182047', '646180118204', 'one-more', [12], []],
] as const)(
  '%s for %s: %s, with the differing digits marked',
  (typed, reference, way, typedMarks, givenMarks) => {
    expect(referenceDifference(typed, reference)).toEqual({ way, typedMarks, givenMarks });
  },
);

test.each([
  ['646180118240', '646180118299'],
  ['123456', '654321'],
  ['123456', '12345678'],
  ['', '12'],
])('%s for %s is more than a slip', (typed, reference) => {
  expect(referenceDifference(typed, reference)).toBeNull();
});

test('what is near by one slip is all that is looked up, both ways', () => {
  fc.assert(
    fc.property(code, fc.nat(), fc.nat(), fc.integer({ min: 0, max: 9 }), (reference, a, b, digit) => {
      const [i, j] = [a % reference.length, b % reference.length];
      const swapped = [...reference];
      [swapped[i], swapped[j]] = [reference[j] ?? '', reference[i] ?? ''];
      const slips = [
        swapped.join(''),
        reference.slice(0, i) + digit + reference.slice(i + 1),
        reference.slice(0, i) + reference.slice(i + 1),
        reference.slice(0, i) + digit + reference.slice(i),
      ];
      for (const typed of slips) {
        expect(referenceDifference(typed, reference), typed).not.toBeNull();
        if (typed.length <= 20) expect(referencesNear(typed), typed).toContain(reference);
      }
    }),
  );
});

test('nothing is looked up that is more than a slip away, and not more than some hundreds', () => {
  fc.assert(
    fc.property(code, (typed) => {
      const near = referencesNear(typed);
      expect(near.length).toBeLessThan(700);
      for (const reference of near) expect(referenceDifference(typed, reference), reference).not.toBeNull();
    }),
    { numRuns: 20 },
  );
  expect(referencesNear('1'.repeat(21))).toEqual([]);
  expect(referencesNear('')).toEqual([]);
});

const loan: SuggestedLoan = {
  orderNumber: 'LL118204',
  currency: 'MXN',
  owedMinor: minorAmount(420_408),
  dueMinor: minorAmount(152_748),
  instalments: [
    { sequence: 1, dueDate: localDate('2026-12-18'), owedMinor: minorAmount(0) },
    { sequence: 2, dueDate: localDate('2027-01-19'), owedMinor: minorAmount(140_136) },
  ],
  references: ['LL118204', '646180118204'],
  isPayersAccount: false,
};
const money = {
  reference: '6461 8011 8240',
  amountMinor: 140_136,
  currency: 'MXN',
  paidOn: localDate('2027-01-19'),
} as const;
const kindsOf = (reference: typeof money | object, of: Partial<SuggestedLoan> = {}) =>
  suggestionsFor({ ...money, ...reference }, [{ ...loan, ...of }])[0]?.reasons.map(({ kind }) => kind);

test.each([
  [{}, ['amount-of-instalment', 'due-that-day', 'reference']],
  [{ amountMinor: 152_748, paidOn: localDate('2027-01-20') }, ['amount-asked', 'reference']],
  [{ amountMinor: 420_408, reference: 'pago' }, ['amount-owed', 'due-that-day', 'reference-other']],
  [{ amountMinor: 5, reference: 'll-118204' }, ['amount-other', 'due-that-day', 'reference']],
  [{ amountMinor: 5, reference: 'pago' }, undefined],
  [{ amountMinor: 0, reference: 'pago' }, undefined],
  [{ currency: 'INR' }, undefined],
] as const)('%o is suggested for %o', (reference, kinds) => {
  expect(kindsOf(reference)).toEqual(kinds);
});

test('a loan that is paid is not suggested, and more reasons come first', () => {
  expect(kindsOf({}, { owedMinor: minorAmount(0) })).toBeUndefined();
  const other = { ...loan, orderNumber: 'LL100001', references: ['LL100001'] };
  const suggestions = suggestionsFor(money, [other, loan]);
  expect(suggestions.map(({ loan: { orderNumber } }) => orderNumber)).toEqual(['LL118204', 'LL100001']);
  expect(plainReference(' ll-118.204 ')).toBe('LL118204');
});

test('an account that was paid from before speaks for a loan that nothing else fits', () => {
  const money = { amountMinor: 5, reference: 'pago', paidOn: localDate('2027-01-20') };
  expect(kindsOf(money)).toBeUndefined();
  expect(kindsOf(money, { isPayersAccount: true })).toEqual([
    'amount-other',
    'same-account',
    'reference-other',
  ]);
});
