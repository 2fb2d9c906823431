import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorAmount } from '../money/money.ts';
import {
  type CodeBinding,
  codeBindingText,
  codeOfNumber,
  isCode,
  isCodeOpen,
  judgeCode,
  resendWaitSeconds,
} from './sms-code.ts';

const issuedAt = new Date('2026-11-20T12:00:00Z');
const fresh = { issuedAt, guessCount: 0, usedAt: null };
const after = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);

test('every drawn number gives six digits, and no other text is a guess', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 999_999 }), (drawn) => isCode(codeOfNumber(drawn))));
  expect(codeOfNumber(42)).toBe('000042');
  for (const drawn of [-1, 1_000_000, 0.5, Number.NaN]) expect(() => codeOfNumber(drawn)).toThrow(RangeError);
  for (const text of ['', '12345', '1234567', '12345a', ' 12345', '12345\n', '１２３４５６', '-12345']) {
    expect(isCode(text)).toBe(false);
  }
});

test('a code bound to one order, amount or card is bound to no other', () => {
  const short = fc.string({ maxLength: 2 });
  const payment = fc.record({
    purpose: fc.constant('card-payment' as const),
    loanId: short,
    amountMinor: fc.nat(3).map(minorAmount),
    cardId: short,
  });
  const registration = fc.record({ purpose: fc.constant('registration' as const), mobilePhone: short });
  const binding: fc.Arbitrary<CodeBinding> = fc.oneof(payment, registration);
  const isSame = (one: CodeBinding, other: CodeBinding) => codeBindingText(one) === codeBindingText(other);
  fc.assert(
    fc.property(binding, binding, (one, other) => {
      expect(isSame(one, other)).toBe(JSON.stringify(one) === JSON.stringify(other));
    }),
  );
  fc.assert(
    fc.property(payment, (one) => {
      expect(isSame(one, { ...one, loanId: `${one.loanId}1` })).toBe(false);
      expect(isSame(one, { ...one, amountMinor: minorAmount(one.amountMinor + 1) })).toBe(false);
      expect(isSame(one, { ...one, cardId: `${one.cardId}1` })).toBe(false);
    }),
  );
});

test('a code takes five guesses, and the sixth is not compared even if it is right', () => {
  let state: Parameters<typeof judgeCode>[0] = fresh;
  for (let guess = 1; guess <= 5; guess += 1) {
    expect(isCodeOpen(state, after(guess))).toBe(true);
    const judgement = judgeCode(state, () => false, after(guess));
    expect(judgement.verdict).toBe('wrong');
    state = judgement.state;
  }
  expect(judgeCode(state, () => true, after(6)).verdict).toBe('exhausted');
  expect(isCodeOpen(state, after(6))).toBe(false);
  expect(isCodeOpen(fresh, after(300))).toBe(false);
});

test('[PAYWAY-2] the wait for another code counts down from 60 s, never below 0 and never above 60', () => {
  expect(resendWaitSeconds(null, issuedAt)).toBe(0);
  expect(resendWaitSeconds(issuedAt, issuedAt)).toBe(60);
  expect(resendWaitSeconds(issuedAt, after(17.2))).toBe(43);
  expect(resendWaitSeconds(issuedAt, after(59.999))).toBe(1);
  expect(resendWaitSeconds(issuedAt, after(60))).toBe(0);
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), (seconds) => {
      const wait = resendWaitSeconds(issuedAt, after(seconds));
      expect(wait).toBeGreaterThanOrEqual(0);
      expect(wait).toBeLessThanOrEqual(60);
    }),
  );
});
