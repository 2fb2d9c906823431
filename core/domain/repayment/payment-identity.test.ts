import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { bankCodeOf, tellApart } from './payment-identity.ts';

const anyIdentity = fc.record({
  amountMinor: fc.constantFrom(minorAmount(50_000), minorAmount(60_000)),
  payerBank: fc.constantFrom(null, '012', '072'),
  operatingDay: fc.constantFrom(null, localDate('2026-11-24'), localDate('2026-11-25')),
});

test('two reports under one key are compared alike in both orders', () => {
  fc.assert(
    fc.property(anyIdentity, anyIdentity, (one, other) => {
      expect(tellApart(one, other)).toBe(tellApart(other, one));
      expect(tellApart(one, one)).toBe('same');
    }),
  );
});

test('nothing but a bank or a day that both know makes two payments of one key', () => {
  fc.assert(
    fc.property(anyIdentity, anyIdentity, (one, other) => {
      const unknown = { ...other, payerBank: null, operatingDay: null };
      const isSameMoney = one.amountMinor === other.amountMinor;
      expect(tellApart(one, unknown)).toBe(isSameMoney ? 'same' : 'doubtful');
      const isOtherBank =
        one.payerBank !== null && other.payerBank !== null && one.payerBank !== other.payerBank;
      const isOtherDay =
        one.operatingDay !== null && other.operatingDay !== null && one.operatingDay !== other.operatingDay;
      expect(tellApart(one, other) === 'another').toBe(isOtherBank || isOtherDay);
    }),
  );
});

test.each([
  ['40012', null, '012'],
  ['90646', '072180000118359719', '646'],
  ['012', null, '012'],
  ['BBVA MEXICO', '012180001234567897', '012'],
  ['BBVA MEXICO', '4111111111111111', null],
  [null, '0', null],
])('the bank of institution %s and account %s is %s', (institution, account, bank) => {
  expect(bankCodeOf(institution, account)).toBe(bank);
});
