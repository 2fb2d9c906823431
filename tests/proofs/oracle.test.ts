import process from 'node:process';
import { expect, test } from 'vitest';
import { type Decisions, walkLoans } from '#tests/oracle/loan-walk.ts';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';

// ORACLE_SEED=N repeats a failure, with ORACLE_COMMANDS=1 only the loan that failed. `npm run nightly` walks other loans.

const commands = Number(process.env.ORACLE_COMMANDS ?? 100_000);
const firstSeed = Number(process.env.ORACLE_SEED ?? shiftedSeed(1_000_000));

/** What is not seen often enough to say that it was tried. */
const seldom = (decisions: Decisions, expected: readonly string[]) =>
  expected.filter((what) => (decisions.get(what) ?? 0) < commands / 20_000);

test('whatever is decided on a loan is what a plain model decides, figure by figure', () => {
  const decisions = walkLoans(firstSeed, commands);
  const acts = [
    ...['accrue', 'look', 'approve', 'decline', 'cancel', 'disburse', 'receive', 'take-back', 'waive'],
    ...['take-back-waiver', 'request-refund', 'send-refund', 'fail-refund', 'take-back-penalties'],
    ...['dispute-charge', 'withdraw-dispute', 'answer-dispute', 'write-off', 'reinstate', 'sell', 'cool-off'],
    ...['propose-plan', 'accept-plan', 'decline-plan', 'expire-plan', 'undo-plan'],
    ...['receive: prepayment', 'take-back: prepayment', 'put-back'],
  ];
  const refusals = [
    ...['waive: status-conflict', 'waive: request-invalid', 'take-back-waiver: not-found'],
    ...[
      'put-back: status-conflict',
      'take-back: status-conflict',
      'request-refund: request-invalid',
      'send-refund: status-conflict',
    ],
    ...['dispute-charge: not-found', 'dispute-charge: status-conflict', 'answer-dispute: status-conflict'],
    ...['answer-dispute: request-invalid', 'withdraw-dispute: status-conflict', 'write-off: status-conflict'],
    ...['reinstate: status-conflict', 'sell: status-conflict', 'cool-off: status-conflict'],
    ...['cool-off: request-invalid', 'disburse: status-conflict', 'disburse: request-invalid'],
    ...['propose-plan: status-conflict', 'propose-plan: request-invalid', 'accept-plan: quote-expired'],
    ...['accept-plan: quote-mismatch', 'accept-plan: status-conflict', 'undo-plan: status-conflict'],
    ...['approve: status-conflict', 'decline: status-conflict', 'cancel: status-conflict'],
  ];
  if (commands >= 100_000) expect(seldom(decisions, [...acts, ...refusals])).toEqual([]);
}, 3_600_000);
