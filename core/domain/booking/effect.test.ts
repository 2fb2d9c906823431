import { expect, test } from 'vitest';
import { approvedLoan, firstDay, lend, noon, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import type { Effect } from '../desk/effect.ts';
import { minorAmount } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import type { Command } from './decide.ts';
import { effectOf } from './effect.ts';
import type { LoanState } from './state.ts';

const penaltyBands = [{ fromDay: 1, dailyPpm: 10_000 }];
const oneMonth = { instalmentCount: 1, annualInterestPpm: 0, feePpm: 100_000, penaltyBands } as const;
const terms: ProductTerms = { ...usualTerms, ...oneMonth, earlyRepayment: 'whole-plan' };
const { done } = lend(terms);

/** An application for 1,000.00. */
const awaiting = approvedLoan(terms, minorAmount(100_000));
const applied: LoanState = { ...awaiting, loan: { ...awaiting.loan, status: 'under-review' } };
const on = (days: number) => ({
  ...{ now: noon(addDays(firstDay, days)), bookableThrough: null, closedThrough: null },
  nextId: () => 'id',
});

/** What a command does on a day, and the loan after it. */
function shown(state: LoanState, command: Command, days: number): { effect: Effect; after: LoanState } {
  const decided = done(state, command, addDays(firstDay, days));
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
