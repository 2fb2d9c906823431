import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minorAmount } from '../money/money.ts';
import {
  type CardPaymentState,
  type ChargeAnswer,
  canMoveCardPayment,
  cardPaymentStates,
  needsCode,
  stateAfterAnswer,
} from './card-payment.ts';

const startedAt = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);

test('a card payment moves only along its life: code, provider, outcome', () => {
  const allowed = cardPaymentStates.flatMap((from) =>
    cardPaymentStates.filter((to) => canMoveCardPayment(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    'awaiting-code → pending',
    'awaiting-code → cancelled',
    'pending → succeeded',
    'pending → declined',
    'pending → credit-refused',
    'declined → succeeded',
  ]);
});

test('whatever the answers and their order, success is never taken back and never comes without an approval', () => {
  const answer = fc.constantFrom<ChargeAnswer>('approved', 'declined', 'credit', 'pending', 'unknown');
  fc.assert(
    fc.property(fc.array(fc.tuple(answer, fc.nat(2_000)), { maxLength: 12 }), (answers) => {
      let state: CardPaymentState = 'pending';
      let isApproved = false;
      for (const [said, seconds] of answers) {
        // What a credit card paid went back: nothing that comes after that pays.
        isApproved ||= said === 'approved' && state !== 'credit-refused';
        state = stateAfterAnswer(state, said, startedAt, after(seconds));
        expect(state === 'succeeded').toBe(isApproved);
      }
    }),
  );
});

test('a pending payment stays pending until the provider says what became of it', () => {
  expect(stateAfterAnswer('pending', 'pending', startedAt, after(1e7))).toBe('pending');
  expect(stateAfterAnswer('pending', 'unknown', startedAt, after(899))).toBe('pending');
  expect(stateAfterAnswer('pending', 'unknown', startedAt, after(900))).toBe('declined');
  expect(stateAfterAnswer('pending', 'declined', startedAt, after(1))).toBe('declined');
});

test('an answer about a payment that never went to the provider changes nothing', () => {
  for (const state of ['awaiting-code', 'cancelled'] as const) {
    expect(stateAfterAnswer(state, 'approved', startedAt, after(1))).toBe(state);
  }
});

test('[PAYWAY-2] a code is needed for a new card, a large amount, and a card not confirmed for 30 days', () => {
  const small = { amountMinor: minorAmount(100_000), currency: 'MXN' as const, cardConfirmedAt: startedAt };
  expect(needsCode(small, after(60))).toBe(false);
  expect(needsCode({ ...small, cardConfirmedAt: null }, after(60))).toBe(true);
  expect(needsCode({ ...small, amountMinor: minorAmount(100_001) }, after(60))).toBe(true);
  expect(needsCode({ ...small, amountMinor: minorAmount(500_000), currency: 'INR' }, after(60))).toBe(false);
  expect(needsCode(small, after(30 * 86_400))).toBe(false);
  expect(needsCode(small, after(30 * 86_400 + 1))).toBe(true);
});
