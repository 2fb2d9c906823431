import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { dueNow, firstDateToCount, outstandingOf, remainingTotal } from '../loan/instalment-state.ts';
import { isRunning } from '../loan/loan-status.ts';
import { penaltyForDay } from '../loan/penalty.ts';
import { type PenaltyRoom, penaltyRoom } from '../loan/penalty-cap.ts';
import { type PenaltyPause, penaltyBaseOn } from '../loan/penalty-pause.ts';
import { dayIn, startOfDayIn } from '../market.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { lateFeeOf, lateToleranceOf } from '../offer/product-terms.ts';
import { allocationOrder, inDueOrder } from '../repayment/allocation.ts';
import { book, type Draft, moveDates } from './booking.ts';
import type { Charged } from './charge-list.ts';
import { dayOf } from './loan-day.ts';
import {
  automaticKinds,
  charge,
  chargedByInstalment,
  type NewMovement,
  negated,
  relievingKinds,
  reversalOf,
  totalOn,
} from './movement.ts';
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
 * loan was written off, while it pauses, and beyond its cap (MONEY-6).
 */
export function nextDayPenalty(state: PenalisedLoan & { readonly today: LocalDate }): MinorAmount {
  const { loan, instalments: records, pauses, today } = state;
  if (loan.status === 'written-off') return zeroMinor;
  const toleranceMinor = lateToleranceOf(loan.terms);
  const { instalmentSequences = [] } = dueNow(records, today, toleranceMinor) ?? {};
  const firstDue = firstDateToCount(records, toleranceMinor);
  if (firstDue === null) return zeroMinor;
  const room = penaltyRoomOf(state);
  const amounts = records
    .filter(({ sequence }) => instalmentSequences.includes(sequence))
    .map((instalment) => {
      const daysLate = Math.max(0, daysBetween(laterOf(instalment.dueDate, firstDue), today));
      const unpaidMinor = penaltyBaseOn(instalment, pauses, addDays(today, 1));
      const dayMinor = penaltyForDay(unpaidMinor, daysLate + 1, loan.terms.penaltyBands);
      return room.take(instalment.sequence, dayMinor);
    });
  return addMinor(...amounts);
}

const laterOf = (one: LocalDate, other: LocalDate): LocalDate => (one > other ? one : other);

/** How far penalties are booked. */
export interface PenaltyBooking {
  /** The last day that is booked. */
  readonly through: LocalDate;
  /** Tells days that are booked anew from the bookings that were taken back. */
  readonly correction?: string | undefined;
  /** The most that each penalty of days up to one may be again, by its name: a correction never charges back in time. */
  readonly atMost?: PenaltyLimit | undefined;
}

/** What penalties of days up to one were when they were taken back, by their names. */
export interface PenaltyLimit {
  readonly throughDay: LocalDate;
  readonly amounts: ReadonlyMap<string, MinorAmount>;
}

/**
 * Books a loan's penalties through a day: each missing day's on what the instalment then leaves unpaid, and with the first day ever
 * the product's late fee, at most what is unpaid (LEGAL-2, LEGAL-3), up to its caps (MONEY-6), while the loan runs, is late and no pause
 * holds for all of it. Every day is booked once, and none that the clock should not have come to yet.
 */
export function bookMissing(
  draft: Draft,
  { through: lastDay, ...booking }: PenaltyBooking,
  circumstances: Circumstances,
): Draft {
  const { bookableThrough } = circumstances;
  const { loan, instalments } = draft.after;
  const through = bookableThrough !== null && bookableThrough < lastDay ? bookableThrough : lastDay;
  if (!isRunning(loan.status)) return draft;
  const late = inDueOrder(instalments).filter((instalment) => isPenaltyMissing(instalment, through));
  if (late.length === 0) return draft;
  const movements = penaltyMovements(draft.after, late, { ...booking, through });
  const accrued = instalments.map((record) =>
    late.includes(record) ? { ...record, accruedThrough: through } : record,
  );
  return book(moveDates(draft, accrued), movements, circumstances);
}

const restPrefix = 'rest:';

/** Rests that were let go after a movement, and stand. */
export function restsAfter({ journal }: LoanState, { id }: Pick<JournalEntry, 'id'>): JournalEntry[] {
  return journal.filter((entry) => entry.isStanding && entry.key.startsWith(restPrefix) && entry.id > id);
}

/** Waives what a running loan leaves unpaid after its last due date, where that is below the tolerance. */
export function letRestGo(draft: Draft, circumstances: Circumstances): Draft {
  const { loan, instalments } = draft.after;
  const today = dayOf(loan, circumstances.now);
  const unpaid = instalments.filter((record) => remainingTotal([record]) > 0);
  const isOver = unpaid.length > 0 && unpaid.every(({ dueDate }) => dueDate < today);
  const isBelow = remainingTotal(unpaid) < lateToleranceOf(loan.terms);
  if (!isRunning(loan.status) || !isOver || !isBelow) return draft;
  const postings = unpaid.flatMap((record) =>
    allocationOrder.flatMap((component) => {
      const amountMinor = negated(outstandingOf(record)[`${component}Minor`]);
      return charge(
        record.id,
        component,
        component === 'vat' ? 'vat-payable' : 'waiver-expense',
        amountMinor,
      );
    }),
  );
  const { now, nextId } = circumstances;
  const movement = { kind: 'waiver' as const, occurredAt: now, key: `${restPrefix}${nextId()}`, postings };
  return book(draft, [movement], circumstances);
}

/** Books a loan's penalties through today, then makes it overdue or current. */
export function accrue(draft: Draft, circumstances: Circumstances): Draft {
  const through = dayOf(draft.after.loan, circumstances.now);
  const booked = letRestGo(bookMissing(draft, { through }, circumstances), circumstances);
  return followInstalments(booked, 'accrual', circumstances);
}

/** A loan that runs with its penalties through today, which every correction begins with; any other unchanged. */
export function upToDate(draft: Draft, circumstances: Circumstances): Draft {
  return isRunning(draft.after.loan.status) ? accrue(draft, circumstances) : draft;
}

/** What a penalty is booked under but for what tells it from one that was taken back: its kind, its instalment and its day, no day for a late fee. */
function nameOf({ kind, key }: Pick<JournalEntry, 'kind' | 'key'>): string {
  return key.split(':', kind === 'late-fee' ? 2 : 3).join(':');
}

/** What days and late fees charged to each payment of the plan, also where the borrower was let off it since. */
function accruedPenalties({
  instalments,
  entries,
}: Pick<PenalisedLoan, 'instalments' | 'entries'>): Map<number, MinorAmount> {
  const relieved = entries
    .filter(({ kind }) => relievingKinds.includes(kind))
    .flatMap(({ postings }) => postings);
  return new Map(
    instalments.map(({ id, sequence, charged }) => {
      const own = relieved.filter(
        ({ instalmentId, component }) => instalmentId === id && component === 'penalty',
      );
      return [sequence, subtractMinor(charged.penalty, totalOn('receivable', [{ postings: own }]))];
    }),
  );
}

/** What penalties of a loan may still come to (MONEY-6). */
export function penaltyRoomOf(state: Pick<PenalisedLoan, 'loan' | 'instalments' | 'entries'>): PenaltyRoom {
  return penaltyRoom(state.loan, accruedPenalties(state));
}

/** A loan as far as its penalties follow from it; of its movements those of `relievingKinds` count. */
interface PenalisedLoan {
  readonly loan: Pick<Loan, 'terms' | 'status' | 'principalMinor' | 'schedule'>;
  readonly instalments: readonly InstalmentRecord[];
  readonly pauses: readonly PenaltyPause[];
  readonly entries: Charged['entries'];
}

/** Day by day, so that the cap of the loan holds for all of its payments together, the oldest first. */
function penaltyMovements(
  state: LoanState,
  late: readonly InstalmentRecord[],
  { through, correction, atMost }: PenaltyBooking,
): NewMovement[] {
  const { loan, pauses, journal } = state;
  const { terms, market, isRepeatBorrower } = loan;
  const against = loan.nonAccrualSince === null ? 'penalty-income' : 'suspended-income';
  const bookedKeys = new Set(journal.map(({ key }) => key));
  // A late fee (LEGAL-2) and a day are charged once, also where others had to be booked anew, under new keys.
  const chargedNames = new Set(journal.filter(({ isStanding }) => isStanding).map(nameOf));
  const room = penaltyRoomOf({ ...state, entries: journal });
  const movementOf = (
    kind: 'accrual' | 'late-fee',
    { id, sequence, penaltyRound }: InstalmentRecord,
    day: LocalDate,
    dayMinor: MinorAmount,
  ): NewMovement[] => {
    const name = kind === 'late-fee' ? `late-fee:${id}` : `accrual:${id}:${day}`;
    const isLimited = atMost !== undefined && day <= atMost.throughDay;
    const wantedMinor = isLimited
      ? minorAmount(Math.min(dayMinor, atMost.amounts.get(name) ?? zeroMinor))
      : dayMinor;
    const again = penaltyRound > 0 ? [`round-${penaltyRound}`] : [];
    const key = [name, ...again, ...(correction === undefined ? [] : [correction])].join(':');
    // Booked already where the clock went back after it was, or a payment was extended after its late fee.
    if (wantedMinor === 0 || bookedKeys.has(key) || chargedNames.has(name)) return [];
    const amountMinor = room.take(sequence, wantedMinor);
    const postings = charge(id, 'penalty', against, amountMinor);
    return postings.length === 0 ? [] : [{ kind, occurredAt: startOfDayIn(market, day), key, postings }];
  };
  const movements: NewMovement[] = [];
  const firstDay = late.map(firstMissingDay).sort()[0] ?? through;
  const since = firstDateToCount(state.instalments, lateToleranceOf(terms));
  if (since === null) return movements;
  for (let day = laterOf(firstDay, addDays(since, 1)); day <= through; day = addDays(day, 1)) {
    for (const instalment of late) {
      if (day < firstMissingDay(instalment)) continue;
      const unpaidMinor = penaltyBaseOn(instalment, pauses, day);
      if (daysBetween(instalment.dueDate, day) === 1) {
        const feeMinor = minorAmount(Math.min(lateFeeOf(terms, isRepeatBorrower), unpaidMinor));
        movements.push(...movementOf('late-fee', instalment, day, feeMinor));
      }
      // An older rest below the tolerance is as late as the payment that it is asked for with.
      const daysLate = daysBetween(laterOf(instalment.dueDate, since), day);
      const dayMinor = penaltyForDay(unpaidMinor, daysLate, terms.penaltyBands);
      movements.push(...movementOf('accrual', instalment, day, dayMinor));
    }
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

/** What penalties of days after one up to another come to by now, by their names. */
export function penaltiesStanding(
  state: LoanState,
  { after, throughDay }: { readonly after: LocalDate; readonly throughDay: LocalDate },
): PenaltyLimit {
  const penalties = unreversedPenalties(state, addDays(after, 1), throughDay);
  const amounts = penalties.map((penalty) => [nameOf(penalty), totalOn('receivable', [penalty])] as const);
  return { throughDay, amounts: new Map(amounts) };
}

/**
 * Takes a loan's penalties back, all those of days after `day`, so that they can be booked anew once a payment of that day is counted.
 * @param takesPaid also where part of them was paid by a later payment; the caller puts in order what is then paid too much.
 * @returns null when there are none, or part of them was paid by a later payment already.
 */
export function takeBackPenaltiesAfter(
  draft: Draft,
  day: LocalDate,
  circumstances: Circumstances,
  takesPaid = false,
): Draft | null {
  const penalties = unreversedPenalties(draft.after, addDays(day, 1), null);
  if (penalties.length === 0) return null;
  const takenBack = chargedByInstalment(penalties);
  const { loan, instalments } = draft.after;
  const isUnpaid = instalments.every(
    ({ id, charged, paid }) =>
      !takenBack.has(id) || paid.penalty <= subtractMinor(charged.penalty, takenBack.get(id) ?? zeroMinor),
  );
  if (!isUnpaid && !takesPaid) return null;
  const today = dayOf(loan, circumstances.now);
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
