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

export interface WriteOff {
  readonly act: 'write-off' | 'reinstate';
  readonly reason: string;
}

export interface Owed {
  readonly owedMinor: MinorAmount;
}

export type Closing = { readonly draft: Draft; readonly answer: Owed } | Refusal;

/** Marks the loan as corrected today: penalties of days up to today stay unchanged. */
export function markCorrected(draft: Draft, { now }: Circumstances): Draft {
  return add(draft, { facts: { correctedOn: dayOf(draft.after.loan, now) } });
}

export const totalOf = (postings: readonly Posting[]): MinorAmount =>
  addMinor(...postings.map(({ amountMinor }) => amountMinor));

/**
 * Writes off a running loan: its debt becomes an expense, except deferred income, and stops being an asset. The borrower still owes it,
 * without further penalties; later money is a recovery. Refused: 'status-conflict' for a loan that does not run.
 */
export function writeOff(state: LoanState, { reason }: WriteOff, circumstances: Circumstances): Closing {
  const current = followIncome(state, upToDate(begin(state, circumstances), circumstances), circumstances);
  const { loan, instalments } = current.after;
  if (!canTransition(loan.status, 'written-off') || loan.status === 'settled') {
    return new CodedError('status-conflict', 'not-running');
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
 * Reverses a write-off: the loan runs again by its instalments, and the time in between costs no penalty. Refused: 'status-conflict' for
 * a loan that is not written off.
 */
export function reinstate(state: LoanState, { reason }: WriteOff, circumstances: Circumstances): Closing {
  const { loan, instalments } = state;
  if (loan.status !== 'written-off') return new CodedError('status-conflict', 'not-written-off');
  const booked = bookReinstatement(begin(state, circumstances), reason, circumstances);
  const today = dayOf(loan, circumstances.now);
  const records = instalments.map((record) =>
    // Days booked while a clock was ahead stay charged.
    (record.accruedThrough ?? record.dueDate) < today ? { ...record, accruedThrough: today } : record,
  );
  const open = add(moveDates(booked, records), { facts: { writtenOffAt: null } });
  const reinstated = followCorrection(markCorrected(open, circumstances), reason, circumstances);
  return {
    draft: add(reinstated, { events: [changedEvent(reinstated.after, circumstances.now)] }),
    answer: { owedMinor: remainingTotal(instalments) },
  };
}
