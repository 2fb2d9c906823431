import { expect, test } from 'vitest';
import { approvedLoan, firstDay, noon } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import type { Effect } from '../desk/effect.ts';
import { CodedError } from '../error-code.ts';
import { minorAmount, zeroMinor } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import { type Command, decide } from './decide.ts';
import { effectOf } from './effect.ts';
import type { LoanState } from './state.ts';

const terms: ProductTerms = {
  ...{ productId: 'mx-30', market: 'MX', currency: 'MXN', instalmentCount: 1, instalmentDays: 30 },
  ...{ annualInterestPpm: 0, dailyInterestPpm: 0, feePpm: 100_000, vatPpm: 160_000 },
  ...{ allowsPrepayment: true, pausesPenaltyOnClaim: true, pausesPenaltyOnDispute: true },
  ...{
    penaltyBands: [{ fromDay: 1, dailyPpm: 10_000 }],
    lateFeeNewMinor: zeroMinor,
    lateFeeRepeatMinor: zeroMinor,
  },
  ...{ extensionDailyPpm: 10_000, extensionMaxDays: 7, extensionCostMaxPpm: 300_000 },
  ...{ minimumMinor: minorAmount(100), maximumMinor: minorAmount(1_000_000), stepMinor: minorAmount(100) },
};
let idCount = 0;
const on = (days: number) => ({
  now: noon(addDays(firstDay, days)),
  bookableThrough: null,
  closedThrough: null,
  nextId() {
    idCount += 1;
    return `00000000-0000-7000-8000-${String(idCount).padStart(12, '0')}`;
  },
});

/** An application for 1,000.00. */
const awaiting = approvedLoan(terms, minorAmount(100_000));
const applied: LoanState = { ...awaiting, loan: { ...awaiting.loan, status: 'under-review' } };

/** What a command does on a day, and the loan after it. */
function shown(state: LoanState, command: Command, days: number): { effect: Effect; after: LoanState } {
  const decided = decide(state, command, on(days));
  if (decided instanceof CodedError) throw decided;
  return { effect: effectOf(decided, on(days)), after: decided.after };
}

const approved = shown(applied, { act: 'approve' }, 0);
const paidOut = shown(approved.after, { act: 'disburse', reference: 'T1' }, 0);
const reason = 'some reason';

test('an approval moves what is to be paid out, which the payout then owes', () => {
  expect(approved.effect).toMatchObject({
    ...{ currency: 'MXN', amountMinor: 100_000 },
    ...{
      before: { status: 'under-review', payoutMinor: 0 },
      after: { status: 'paying-out', payoutMinor: 100_000 },
    },
  });
  expect(paidOut.effect).toMatchObject({
    before: { payoutMinor: 100_000, owedMinor: 0, chargesMinor: 0 },
    after: { payoutMinor: 0, owedMinor: 111_600, chargesMinor: 10_000, status: 'to-repay' },
  });
  expect(shown(applied, { act: 'cancel', reason }, 0).effect.amountMinor).toBe(0);
});

test('both sides count penalties up to today, whoever looks first', () => {
  const { effect } = shown(
    paidOut.after,
    { act: 'waive', component: 'penalty', amountMinor: minorAmount(1_000), reason },
    32,
  );
  expect(effect).toMatchObject({
    ...{ amountMinor: 1_000, before: { owedMinor: 111_600 + 2 * 1_116, status: 'overdue' } },
    after: { owedMinor: 111_600 + 2 * 1_116 - 1_000, chargesMinor: 10_000 + 2 * 1_116 - 1_000 },
  });
  expect(effect.before?.dueMinor).toBe(effect.before?.owedMinor);
});

test('a payment beyond what is owed is held, and its refund moves that', () => {
  const { now } = on(1);
  const named = { id: 'p', provider: 'spei', eventId: 'p', trackingKey: null, reference: 'LL-1' };
  const payment = { ...named, amountMinor: minorAmount(112_000), paidAt: now, outcome: 'unmatched' } as const;
  const paid = shown(paidOut.after, { act: 'receive', payment, creditedAt: now, purpose: 'repay' }, 1);
  expect(paid.effect).toMatchObject({
    ...{ amountMinor: 112_000, before: { paidMinor: 0, heldMinor: 0 } },
    after: { status: 'settled', paidMinor: 111_600, heldMinor: 400, owedMinor: 0, dueMinor: 0 },
  });
  const refund = {
    id: 'r',
    amountMinor: minorAmount(300),
    state: 'requested',
    reason,
    reference: null,
  } as const;
  const request = shown(paid.after, { act: 'request-refund', refund }, 1);
  expect(request.effect).toMatchObject({
    amountMinor: 300,
    before: { heldMinor: 400 },
    after: { heldMinor: 100 },
  });
});

test('a write-off moves all that is owed', () => {
  const { effect } = shown(paidOut.after, { act: 'write-off', reason }, 32);
  expect(effect).toMatchObject({
    amountMinor: 113_832,
    after: { status: 'written-off', owedMinor: 113_832 },
  });
});
