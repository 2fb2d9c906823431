import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { dueNow, remainingTotal } from '../loan/instalment-state.ts';
import { isRunning } from '../loan/loan-status.ts';
import { penaltyForDay } from '../loan/penalty.ts';
import { type PenaltyPause, penaltyBaseOn } from '../loan/penalty-pause.ts';
import { dayIn, startOfDayIn } from '../market.ts';
import { addMinor, type MinorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { lateFeeOf } from '../offer/product-terms.ts';
import { book, type Draft, moveDates } from './booking.ts';
import { automaticKinds, charge, chargedByInstalment, type NewMovement, reversalOf } from './movement.ts';
import type { Circumstances, InstalmentRecord, JournalEntry, Loan, LoanState } from './state.ts';
import { followInstalments } from './status.ts';

/** The first day whose penalty is not booked. */
function firstMissingDay({ accruedThrough, dueDate }: InstalmentRecord): LocalDate {
  return addDays(accruedThrough ?? dueDate, 1);
}

function isPenaltyMissing(instalment: InstalmentRecord, today: LocalDate): boolean {
  return firstMissingDay(instalment) <= today && remainingTotal([instalment]) > 0;
}

/** Whether booking up to `today` would change anything. */
export function isAccrualDue(records: readonly InstalmentRecord[], today: LocalDate): boolean {
  return records.some((instalment) => isPenaltyMissing(instalment, today));
}

/**
 * What the next day late adds to the penalties of what is asked for; before it is late, what its first one would. Nothing once the
 * loan was written off, or while it pauses.
 */
export function nextDayPenalty({
  loan: { terms, status },
  instalments: records,
  today,
  pauses,
}: {
  readonly loan: Pick<Loan, 'terms' | 'status'>;
  readonly instalments: readonly InstalmentRecord[];
  readonly today: LocalDate;
  readonly pauses: readonly PenaltyPause[];
}): MinorAmount {
  if (status === 'written-off') return zeroMinor;
  const dueInstalments = dueNow(records, today)?.instalmentSequences ?? [];
  const amounts = records
    .filter(({ sequence }) => dueInstalments.includes(sequence))
    .map((instalment) => {
      const daysLate = Math.max(0, daysBetween(instalment.dueDate, today));
      const unpaidMinor = penaltyBaseOn(instalment, pauses, addDays(today, 1));
      return penaltyForDay(unpaidMinor, daysLate + 1, terms.penaltyBands);
    });
  return addMinor(...amounts);
}

/** How far penalties are booked. */
export interface PenaltyBooking {
  /** The last day that is booked. */
  readonly through: LocalDate;
  /** Tells days that are booked anew from the bookings that were taken back. */
  readonly correction?: string | undefined;
}

/**
 * Books a loan's penalties through a day: each missing day's on what the instalment then leaves unpaid, and with the first day ever
 * the product's late fee (LEGAL-2, LEGAL-3), while the loan runs and no pause holds for all of it. Every day is booked once, and none
 * that the clock should not have come to yet.
 */
export function bookMissing(
  draft: Draft,
  { through: lastDay, correction }: PenaltyBooking,
  circumstances: Circumstances,
): Draft {
  const { bookableThrough } = circumstances;
  const { loan, instalments } = draft.after;
  const through = bookableThrough !== null && bookableThrough < lastDay ? bookableThrough : lastDay;
  if (!isRunning(loan.status)) return draft;
  const late = instalments.filter((instalment) => isPenaltyMissing(instalment, through));
  if (late.length === 0) return draft;
  const movements = late.flatMap((instalment) =>
    penaltyMovements(draft.after, instalment, { through, correction }),
  );
  const accrued = instalments.map((record) =>
    late.includes(record) ? { ...record, accruedThrough: through } : record,
  );
  return book(moveDates(draft, accrued), movements, circumstances);
}

/** Books a loan's penalties through today, then makes it overdue or current. */
export function accrue(draft: Draft, circumstances: Circumstances): Draft {
  const through = dayIn(draft.after.loan.market, circumstances.now);
  return followInstalments(bookMissing(draft, { through }, circumstances), 'accrual', circumstances);
}

/** A loan that runs with its penalties through today, which every correction begins with; any other unchanged. */
export function upToDate(draft: Draft, circumstances: Circumstances): Draft {
  return isRunning(draft.after.loan.status) ? accrue(draft, circumstances) : draft;
}

/** What a penalty is booked under but for what tells it from one that was taken back: its kind, its instalment and its day, no day for a late fee. */
function nameOf({ kind, key }: JournalEntry): string {
  return key.split(':', kind === 'late-fee' ? 2 : 3).join(':');
}

function penaltyMovements(
  { loan: { terms, market, isRepeatBorrower, nonAccrualSince }, pauses, journal }: LoanState,
  instalment: InstalmentRecord,
  { through, correction }: PenaltyBooking,
): NewMovement[] {
  const against = nonAccrualSince === null ? 'penalty-income' : 'suspended-income';
  const isAgain = instalment.penaltyRound > 0;
  const again = [
    ...(isAgain ? [`round-${instalment.penaltyRound}`] : []),
    ...(correction === undefined ? [] : [correction]),
  ];
  const bookedKeys = new Set(journal.map(({ key }) => key));
  // A late fee (LEGAL-2) and a day are charged once, also where others had to be booked anew, under new keys.
  const chargedNames = new Set(journal.filter(({ isStanding }) => isStanding).map(nameOf));
  const movementOf = (
    kind: 'accrual' | 'late-fee',
    name: string,
    day: LocalDate,
    amountMinor: MinorAmount,
  ): NewMovement[] => {
    const key = [name, ...again].join(':');
    // Booked already where the clock went back after it was, or a payment was extended after its late fee.
    if (amountMinor === 0 || bookedKeys.has(key) || chargedNames.has(name)) return [];
    const postings = charge(instalment.id, 'penalty', against, amountMinor);
    return [{ kind, occurredAt: startOfDayIn(market, day), key, postings }];
  };
  const movements: NewMovement[] = [];
  for (let day = firstMissingDay(instalment); day <= through; day = addDays(day, 1)) {
    const unpaidMinor = penaltyBaseOn(instalment, pauses, day);
    const daysLate = daysBetween(instalment.dueDate, day);
    if (daysLate === 1 && unpaidMinor > 0) {
      const feeMinor = lateFeeOf(terms, isRepeatBorrower);
      movements.push(...movementOf('late-fee', `late-fee:${instalment.id}`, day, feeMinor));
    }
    const dayMinor = penaltyForDay(unpaidMinor, daysLate, terms.penaltyBands);
    movements.push(...movementOf('accrual', `accrual:${instalment.id}:${day}`, day, dayMinor));
  }
  return movements;
}

/** A loan's penalties and late fees that stand, of some days, both included; `throughDay` null for no end. */
export function unreversedPenalties(
  { loan: { market }, journal }: LoanState,
  fromDay: LocalDate,
  throughDay: LocalDate | null,
): JournalEntry[] {
  return journal.filter(({ kind, isStanding, occurredAt }) => {
    if (!isStanding || !automaticKinds.includes(kind)) return false;
    const day = dayIn(market, occurredAt);
    return day >= fromDay && (throughDay === null || day <= throughDay);
  });
}

/**
 * Takes a loan's penalties back, all those of days after `day`, so that they can be booked anew once a payment of that day is counted.
 * @returns null when there are none, or part of them was paid by a later payment already.
 */
export function takeBackPenaltiesAfter(
  draft: Draft,
  day: LocalDate,
  circumstances: Circumstances,
): Draft | null {
  const penalties = unreversedPenalties(draft.after, addDays(day, 1), null);
  if (penalties.length === 0) return null;
  const takenBack = chargedByInstalment(penalties);
  const { loan, instalments } = draft.after;
  const isUnpaid = instalments.every(
    ({ id, charged, paid }) =>
      !takenBack.has(id) || paid.penalty <= subtractMinor(charged.penalty, takenBack.get(id) ?? zeroMinor),
  );
  if (!isUnpaid) return null;
  const today = dayIn(loan.market, circumstances.now);
  const moved = instalments.map((record) => {
    if (!takenBack.has(record.id)) return record;
    // Days that are not booked again at once, since a clock was ahead or the loan does not run, are booked under new names when they come.
    const isLater = (record.accruedThrough ?? today) > today || !isRunning(loan.status);
    const penaltyRound = record.penaltyRound + Number(isLater);
    return { ...record, penaltyRound, accruedThrough: day > record.dueDate ? day : null };
  });
  const movements = penalties.map((penalty) => reversalOf(penalty, circumstances.now));
  return book(moveDates(draft, moved), movements, circumstances);
}
