import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorAmount } from '../money/money.ts';
import {
  backendCodeLengths,
  type CodeBinding,
  codeBindingText,
  codeLengths,
  codeOfNumber,
  isCode,
  isCodeOpen,
  judgeCode,
  resendWaitSeconds,
  typedCode,
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

test.each([
  ['Su código es 123456', '123456'],
  ['Llano: 123456 vence el 12-01-2026 a las 10:30', '123456'],
  ['<#> 071304 is your code', '071304'],
  ['123-456', '123456'],
  ['Code 123 456.', '123456'],
  ['१२३४५६', '123456'],
  ['１２３４５６', '123456'],
  ['\u200e123456\u200f', '123456'],
  ['1234567', '1234567'],
  ['12345', '12345'],
  [' 1 2 ', '12'],
])('of "%s" the code is %s', (typed, code) => {
  expect(typedCode(typed, codeLengths)).toBe(code);
});

test('a code of a backend’s own may be longer, and have letters', () => {
  expect(typedCode('Code: 12345678', backendCodeLengths)).toBe('12345678');
  expect(typedCode('AB12 CD', backendCodeLengths)).toBe('AB12CD');
});
