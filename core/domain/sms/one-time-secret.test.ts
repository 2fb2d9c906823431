import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgeSecret, type SecretLimits, type SecretState, secretExpiresAt } from './one-time-secret.ts';

const limits: SecretLimits = { guessesMax: 5, lifetimeSeconds: 300 };
const issuedAt = new Date('2026-11-20T12:00:00Z');
const fresh: SecretState = { issuedAt, guessCount: 0, usedAt: null };
const after = (seconds: number) => new Date(issuedAt.getTime() + seconds * 1000);

/** One guess after another: whether it is right, and how many seconds after the one before. */
const guesses = fc.array(
  fc.record({ isRight: fc.boolean(), waitSeconds: fc.integer({ min: 0, max: 200 }) }),
  { maxLength: 40 },
);

test('however many guesses come, at most 5 are compared, none after 5 minutes and none after a right one', () => {
  fc.assert(
    fc.property(guesses, (sequence) => {
      let state = fresh;
      let seconds = 0;
      let compared = 0;
      let accepted = 0;
      for (const { isRight, waitSeconds } of sequence) {
        seconds += waitSeconds;
        const before = state;
        const judgement = judgeSecret(
          limits,
          state,
          () => {
            compared += 1;
            expect(seconds).toBeLessThan(300);
            expect(accepted).toBe(0);
            return isRight;
          },
          after(seconds),
        );
        state = judgement.state;
        if (judgement.verdict === 'accepted') accepted += 1;
        const wasCompared = judgement.verdict === 'accepted' || judgement.verdict === 'wrong';
        expect(state.guessCount).toBe(before.guessCount + (wasCompared ? 1 : 0));
      }
      expect(compared).toBeLessThanOrEqual(5);
      expect(accepted).toBeLessThanOrEqual(1);
    }),
  );
});

test('a used, an expired and an exhausted secret answer the same to a right and a wrong guess', () => {
  const closed = [
    { state: { ...fresh, usedAt: after(10) }, now: after(20), verdict: 'used' },
    { state: fresh, now: after(300), verdict: 'expired' },
    { state: { ...fresh, guessCount: 5 }, now: after(20), verdict: 'exhausted' },
  ];
  for (const { state, now, verdict } of closed) {
    for (const isRight of [true, false]) {
      expect(judgeSecret(limits, state, () => isRight, now)).toEqual({ verdict, state });
    }
  }
});

test('a secret serves until the last second of its life and keeps when it was used', () => {
  expect(secretExpiresAt(limits, issuedAt)).toEqual(after(300));
  expect(judgeSecret(limits, fresh, () => true, after(299))).toEqual({
    verdict: 'accepted',
    state: { issuedAt, guessCount: 1, usedAt: after(299) },
  });
});
