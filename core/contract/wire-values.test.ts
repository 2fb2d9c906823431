import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { anyAmountMaxMinor } from '#domain/money/amount-bound.ts';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { allCalls } from './all-calls.ts';
import { addressAnswer, amount, detailRows, idOrNull, requestAmount } from './wire-values.ts';

const refused = [
  1.5,
  '1.5',
  '1,5',
  '1.0',
  '1.',
  '1e3',
  ' 1',
  '0x10',
  '',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  -(2 ** 53),
  '9007199254740992',
  '-9007199254740992',
  '99999999999999999',
  null,
  true,
  [1],
  { amount: 1 },
];

test.each(refused)('[MONEY-3] %j is no amount', (value) => {
  expect(amount.safeParse(value).success).toBe(false);
  expect(requestAmount.safeParse(value).success).toBe(false);
});

test('[MONEY-3] every safe integer travels exactly, as a number and as text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.nat(anyAmountMaxMinor + 1)), (value) => {
      expect(amount.parse(value)).toBe(value === 0 ? 0 : value);
      expect(amount.parse(String(value))).toBe(value === 0 ? 0 : value);
      const isSent = value >= 0 && value <= anyAmountMaxMinor;
      expect(requestAmount.safeParse(value).success).toBe(isSent);
      expect(requestAmount.safeParse(String(value)).success).toBe(isSent);
    }),
  );
});

const sending = allCalls.flatMap((call) => {
  const sample = wireSamples[call.name as keyof typeof wireSamples]();
  return 'amount' in sample.request ? [{ name: call.name, call, request: sample.request }] : [];
});

test('[MONEY-3] four calls send an amount', () => {
  expect(sending.map(({ name }) => name)).toEqual([
    'payWithCard',
    'readPaymentPage',
    'readPaymentInstruction',
    'acceptOffer',
  ]);
});

test.each(sending)(
  '[MONEY-3] $name refuses an amount that is negative, fractional or huge',
  ({ call, request }) => {
    for (const value of [...refused, -1, '-1', Number.MIN_SAFE_INTEGER, anyAmountMaxMinor + 1]) {
      const read = z.safeDecode(call.request as z.core.$ZodType<unknown, unknown>, {
        ...request,
        amount: value,
      });
      expect(read.success, JSON.stringify(value)).toBe(false);
      expect(read.error?.issues[0]?.path, JSON.stringify(value)).toEqual(['amount']);
    }
    expect(z.decode(call.request, { ...request, amount: '331177' })).toMatchObject({ amountMinor: 331177 });
  },
);

const amountFields = allCalls.flatMap((call) => {
  const { response } = wireSamples[call.name as keyof typeof wireSamples]();
  const names = [
    'mount',
    'contractAmount',
    'commission',
    'Interest',
    'IVA',
    'giveAmount',
    'amount',
    'repayAmount',
  ];
  return Object.keys(response ?? {})
    .filter((field) => names.includes(field))
    .map((field) => ({ name: call.name, call, response: response as object, field }));
});

test.each(amountFields)(
  '[MONEY-3] $name refuses a backend whose $field is no exact amount',
  ({ call, response, field }) => {
    for (const value of refused) {
      const read = z.safeDecode(call.response as z.core.$ZodType<unknown, unknown>, {
        ...response,
        [field]: value,
      });
      expect(read.success, JSON.stringify(value)).toBe(false);
    }
  },
);

test('an unfilled identifier is none', () => {
  expect(['', null, undefined].map((value) => idOrNull.parse(value))).toEqual([null, null, null]);
  expect(['7', 7, 0].map((value) => idOrNull.parse(value))).toEqual(['7', '7', '0']);
});

test('a link is its field or the bare text', () => {
  expect(addressAnswer('link').parse({ url: 'https://a.example' })).toEqual({ link: 'https://a.example' });
  expect(addressAnswer('link').parse('https://a.example')).toEqual({ link: 'https://a.example' });
  for (const value of [null, {}, { url: null }, 'x'.repeat(2049)])
    expect(addressAnswer('link').safeParse(value).success).toBe(false);
});

test('rows keep their order, and those without a value are left out', () => {
  expect(
    detailRows.parse([{ text: 'a', value: 1 }, { text: null }, {}, { text: 'c' }, { text: '', value: 'b' }]),
  ).toEqual([
    { label: 'a', value: '1' },
    { label: '', value: 'b' },
  ]);
  expect(detailRows.parse(null)).toEqual([]);
});
