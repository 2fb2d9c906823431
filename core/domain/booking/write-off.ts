import { CodedError } from '../error-code.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { canTransition } from '../loan/loan-status.ts';
import { addMinor, type MinorAmount, subtractMinor } from '../money/money.ts';
import { add, begin, book, type Draft, moveDates, type Refusal } from './booking.ts';
import { followCorrection } from './correct.ts';
import { bookReinstatement } from './derecognition.ts';
import { changedEvent } from './event.ts';
import { clearDeferred, followIncome } from './income.ts';
import { dayOf } from './loan-day.ts';
import { negated, type Posting } from './movement.ts';
import { upToDate } from './penalties.ts';
import type { Circumstances, LoanState } from './state.ts';
import { changeStatus } from './status.ts';

/** A loan that the lender no longer expects to be paid, or takes that back. */
export interface WriteOff {
  readonly act: 'write-off' | 'reinstate';
  readonly reason: string;
}

/** What a loan owed when it was closed. */
export interface Owed {
  readonly owedMinor: MinorAmount;
}

/** A loan that was closed as far as its books go, and what it owed. */
export type Closing = { readonly draft: Draft; readonly answer: Owed } | Refusal;

/** Notes that a loan was corrected today: its penalties of days up to it stay unchanged. */
export function markCorrected(draft: Draft, { now }: Circumstances): Draft {
  return add(draft, { facts: { correctedOn: dayOf(draft.after.loan, now) } });
}

/** What postings sum to, in minor units. */
export const totalOf = (postings: readonly Posting[]): MinorAmount =>
  addMinor(...postings.map(({ amountMinor }) => amountMinor));

/**
 * Writes a running loan off: what it owes is the lender's expense but for what was no income yet, and no asset any more. The borrower owes it all the same, at no
 * further penalty; what comes in is recovered. Refused: 'status-conflict' for a loan that does not run.
 */
export function writeOff(state: LoanState, { reason }: WriteOff, circumstances: Circumstances): Closing {
  const current = followIncome(state, upToDate(begin(state, circumstances), circumstances), circumstances);
  const { loan, instalments } = current.after;
  if (!canTransition(loan.status, 'written-off') || loan.status === 'settled') {
    return new CodedError('status-conflict');
  }
  const { now: writtenOffAt, actor: by = 'host', nextId } = circumstances;
  const closed = changeStatus(
    current,
    { to: 'written-off', by, reason, facts: { writtenOffAt } },
    circumstances,
  );
  const owedMinor = remainingTotal(instalments);
  const cleared = clearDeferred(current.after, circumstances);
  const lostMinor = subtractMinor(owedMinor, totalOf(cleared));
  const postings = [
    ...cleared,
    { account: 'write-off-expense' as const, amountMinor: lostMinor },
    { account: 'derecognised-receivable' as const, amountMinor: negated(owedMinor) },
  ].filter(({ amountMinor }) => amountMinor !== 0);
  const key = `write-off:${loan.id}:${nextId()}`;
  const movement = { kind: 'write-off' as const, occurredAt: writtenOffAt, key, reason, postings };
  const booked = book(closed, postings.length === 0 ? [] : [movement], circumstances);
  return { draft: markCorrected(booked, circumstances), answer: { owedMinor } };
}

/**
 * Takes a write-off back: the loan runs again as its instalments stand, and the time it was written off cost no penalty.
 * Refused: 'status-conflict' for a loan that is not written off.
 */
export function reinstate(state: LoanState, { reason }: WriteOff, circumstances: Circumstances): Closing {
  const { loan, instalments } = state;
  if (loan.status !== 'written-off') return new CodedError('status-conflict');
  const booked = bookReinstatement(begin(state, circumstances), reason, circumstances);
  const today = dayOf(loan, circumstances.now);
  const records = instalments.map((record) =>
    // Days that a clock was ahead stay charged.
    (record.accruedThrough ?? record.dueDate) < today ? { ...record, accruedThrough: today } : record,
  );
  const open = add(moveDates(booked, records), { facts: { writtenOffAt: null } });
  const reinstated = followCorrection(markCorrected(open, circumstances), reason, circumstances);
  return {
    draft: add(reinstated, { events: [changedEvent(reinstated.after, circumstances.now)] }),
    answer: { owedMinor: remainingTotal(instalments) },
  };
}
