import type { LocalDate } from '../calendar.ts';
import { dueNow } from '../loan/instalment-state.ts';
import { canTransition, isPayable, type LoanStatus } from '../loan/loan-status.ts';
import type { MinorAmount } from '../money/money.ts';
import { lateToleranceOf } from '../offer/product-terms.ts';
import { redate } from '../offer/schedule.ts';
import { add, type BookingParts, type Draft } from './booking.ts';
import { changedEvent, eventOf, type LoanEvent } from './event.ts';
import { dayOf } from './loan-day.ts';
import type { Circumstances, InstalmentRecord, Loan } from './state.ts';

export interface StatusMove {
  readonly to: LoanStatus;
  readonly by: string;
  readonly reason?: string | undefined;
  readonly priceMinor?: MinorAmount | undefined;
  readonly facts?: BookingParts['facts'];
}

/**
 * Changes a loan's status and informs the lender.
 * @throws Error for a forbidden transition; rules refuse those before.
 */
export function changeStatus(draft: Draft, move: StatusMove, { now, nextId }: Circumstances): Draft {
  const { to, by, reason = null, facts = {} } = move;
  const from = draft.after.loan.status;
  if (!canTransition(from, to)) throw new Error(`A loan cannot go from ${from} to ${to}.`);
  const changed = add(draft, { facts, statuses: [{ id: nextId(), from, to, by, reason }] });
  const event = eventOfStatus(from, changed, move, now);
  return event ? add(changed, { events: [event] }) : changed;
}

/** The event of a status change; undefined for changes that `loan.changed` reports. */
function eventOfStatus(
  from: LoanStatus,
  { after: { loan, instalments } }: Draft,
  { reason, priceMinor, facts = {} }: StatusMove,
  now: Date,
): LoanEvent | undefined {
  const { principalMinor, status, disbursedOn, settledAt, balanceMinor: amountMinor } = loan;
  if (status === 'paying-out') return eventOf('loan.approved', loan, { principalMinor });
  if (status === 'declined') {
    const { declineReason = null, reapplyOn = null } = facts;
    return eventOf('loan.declined', loan, { reason: declineReason, reapplyOn });
  }
  if (status === 'to-repay' && from === 'paying-out' && disbursedOn !== null) {
    return eventOf('loan.disbursed', loan, {
      principalMinor,
      totalMinor: loan.schedule.totalMinor,
      disbursedOn,
      reference: loan.disbursalReference ?? '',
      dueDate: redate(loan.schedule, disbursedOn).instalments[0]?.dueDate ?? null,
    });
  }
  if (status === 'written-off' && reason !== undefined) {
    return eventOf('loan.written-off', loan, { amountMinor, reason });
  }
  if (status === 'sold' && reason !== undefined && priceMinor !== undefined) {
    return eventOf('loan.sold', loan, { amountMinor, priceMinor, reason });
  }
  if (status === 'cancelled' && reason !== undefined) return eventOf('loan.cancelled', loan, { reason });
  if (status === 'overdue' && reason === undefined) {
    const due = dueNow(instalments, dayOf(loan, now), lateToleranceOf(loan.terms));
    return due ? eventOf('loan.overdue', loan, { dueDate: due.dueDate, daysLate: due.daysLate }) : undefined;
  }
  if (status === 'settled' && settledAt !== null) {
    return eventOf('loan.settled', loan, { settledAt: settledAt.toISOString() });
  }
  return undefined;
}

export function statusBy(
  { terms }: Pick<Loan, 'terms'>,
  records: readonly InstalmentRecord[],
  today: LocalDate,
): LoanStatus {
  const due = dueNow(records, today, lateToleranceOf(terms));
  return due === null ? 'settled' : due.daysLate > 0 ? 'overdue' : 'to-repay';
}

/** Status of a loan by its instalments on a day; a written-off loan can only become settled. */
export function followedStatus(
  { status, terms }: Pick<Loan, 'status' | 'terms'>,
  records: readonly InstalmentRecord[],
  today: LocalDate,
): LoanStatus {
  if (!isPayable(status)) return status;
  const to = statusBy({ terms }, records, today);
  return status === 'written-off' && to !== 'settled' ? status : to;
}

/**
 * Moves a paid-out loan to overdue, to repay or settled, by its instalments today.
 * @param settledAt when the money came that may have settled it.
 */
export function followInstalments(
  draft: Draft,
  by: 'accrual' | 'payment',
  circumstances: Circumstances,
  settledAt = circumstances.now,
): Draft {
  const { loan, instalments } = draft.after;
  const { now } = circumstances;
  const to = followedStatus(loan, instalments, dayOf(loan, now));
  if (to === loan.status) return draft;
  const changed = changeStatus(
    draft,
    { to, by, facts: to === 'settled' ? { settledAt } : {} },
    circumstances,
  );
  return to === 'to-repay' ? add(changed, { events: [changedEvent(changed.after, now)] }) : changed;
}
