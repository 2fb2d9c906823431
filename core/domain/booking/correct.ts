import { remainingTotal } from '../loan/instalment-state.ts';
import { isPayable } from '../loan/loan-status.ts';
import { addMinor, zeroMinor } from '../money/money.ts';
import { add, book, type Draft, moveDates } from './booking.ts';
import { type DerecognitionCause, followDerecognition } from './derecognition.ts';
import { settleEarly, tellOfSettlement } from './early-settlement.ts';
import { changedEvent } from './event.ts';
import { dayOf } from './loan-day.ts';
import type { NewMovement } from './movement.ts';
import { reallocationOf } from './reallocation.ts';
import type { Circumstances, InstalmentRecord } from './state.ts';
import { changeStatus, statusBy } from './status.ts';

export interface Correction extends Omit<DerecognitionCause, 'reason'> {
  readonly reason: string;
  readonly movements: readonly NewMovement[];
  /** Whether it concerns only days after today, so that late payment reports can still change earlier days. */
  readonly isOfDaysToCome?: boolean;
  readonly isOldestFirst?: boolean;
}

/**
 * Books a correction and its consequences (docs/decisions/052-corrections-of-money.md): reallocates what was paid, charges refunds beyond
 * what came in, keeps written-off and sold debt out of the assets, and moves the loan to the status of its instalments. Days up to today
 * stay as charged. A loan that is owed again by an erased borrower accrues no further penalty.
 * @param draft with penalties up to today (`upToDate`).
 */
export function correct(
  draft: Draft,
  { movements, isOfDaysToCome = false, isOldestFirst = false, ...cause }: Correction,
  circumstances: Circumstances,
): Draft {
  const { now } = circumstances;
  const { loan, instalments: before, isErased } = draft.after;
  const today = dayOf(loan, now);
  const corrected = book(draft, movements, circumstances);
  const follows = reallocationOf(corrected.after, isOldestFirst).map((follow) => {
    return { ...follow, occurredAt: now, key: `${follow.kind}:${cause.key}`, reason: cause.reason };
  });
  const ending = {
    day: today,
    occurredAt: now,
    amountMinor: zeroMinor,
    key: cause.key,
    reason: cause.reason,
  };
  const inOrder = followDerecognition(book(corrected, follows, circumstances), cause, circumstances);
  const booked = settleEarly(inOrder, ending, circumstances);
  const records = booked.after.instalments.map((record) => {
    const wasOwed = before.some((each) => each.id === record.id && isOwed(each));
    const isLate = record.dueDate < today && (record.accruedThrough ?? record.dueDate) < today;
    return wasOwed || !isLate || !isOwed(record) ? record : { ...record, accruedThrough: today };
  });
  const settled = moveDates(booked, records);
  const marked = isOfDaysToCome ? settled : add(settled, { facts: { correctedOn: today } });
  const followed = followCorrection(tellOfSettlement(marked), cause.reason, circumstances);
  const isOwedAgain = loan.status === 'settled' && isPayable(followed.after.loan.status);
  const pause = { causeId: loan.id, fromDay: today, throughDay: null, part: null };
  const paused = isOwedAgain && isErased ? add(followed, { pauses: [{ starts: pause }] }) : followed;
  return add(paused, { events: [changedEvent(paused.after, now)] });
}

/** Moves a loan to the status of its instalments after a correction; a settled loan may reopen. */
export function followCorrection(draft: Draft, reason: string, circumstances: Circumstances): Draft {
  const { loan, instalments } = draft.after;
  if (loan.disbursedOn === null || loan.status === 'sold') return draft;
  const { now, actor: by = 'correction' } = circumstances;
  const today = dayOf(loan, now);
  const isPaid = remainingTotal(instalments) === 0;
  const to = isPaid
    ? 'settled'
    : loan.writtenOffAt === null
      ? statusBy(loan, instalments, today)
      : 'written-off';
  if (to === loan.status) return draft;
  const isReopened = loan.status === 'settled' || loan.status === 'written-off';
  const facts = {
    settledAt: to === 'settled' ? now : null,
    ...(isReopened && !isPaid ? { reopenedAt: now } : {}),
  };
  return changeStatus(draft, { to, by, reason, facts }, circumstances);
}

function isOwed(record: InstalmentRecord): boolean {
  return addMinor(...Object.values(record.charged)) > addMinor(...Object.values(record.paid));
}
