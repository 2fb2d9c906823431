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

function firstMissingDay({ accruedThrough, dueDate }: InstalmentRecord): LocalDate {
  return addDays(accruedThrough ?? dueDate, 1);
}

function isPenaltyMissing(instalment: InstalmentRecord, today: LocalDate): boolean {
  return firstMissingDay(instalment) <= today && remainingTotal([instalment]) > 0;
}

export function isAccrualDue(records: readonly InstalmentRecord[], today: LocalDate): boolean {
  return records.some((instalment) => isPenaltyMissing(instalment, today));
}

/**
 * Penalty that the next day late adds, or the first day for a loan that is not late. 0 for a written-off loan, during a pause, and above
 * the cap (MONEY-6).
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

export interface PenaltyBooking {
  readonly through: LocalDate;
  /** Distinguishes days that are booked again from their reversed bookings. */
  readonly correction?: string | undefined;
  /** Upper limit for each penalty of past days, by its name: a correction never raises one. */
  readonly atMost?: PenaltyLimit | undefined;
}

/** Penalties of past days before their reversal, by their names. */
export interface PenaltyLimit {
  readonly throughDay: LocalDate;
  readonly amounts: ReadonlyMap<string, MinorAmount>;
}

/**
 * Books penalties through a day (LEGAL-2, LEGAL-3): for each missing day on the unpaid part of the instalment, and with the first day the
 * product's late fee, at most what is unpaid, up to the caps (MONEY-6), while the loan runs, is late and is not paused as a whole. Books
 * each day once, and no day in the future.
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

export function remainderWaiversAfter(
  { journal }: LoanState,
  { id }: Pick<JournalEntry, 'id'>,
): JournalEntry[] {
  return journal.filter((entry) => entry.isStanding && entry.key.startsWith(restPrefix) && entry.id > id);
}

/** Waives the unpaid remainder of a running loan after its last due date when it is below the tolerance. */
export function waiveRemainder(draft: Draft, circumstances: Circumstances): Draft {
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

/** Books penalties through today, then moves the loan to overdue or current. */
export function accrue(draft: Draft, circumstances: Circumstances): Draft {
  const through = dayOf(draft.after.loan, circumstances.now);
  const booked = waiveRemainder(bookMissing(draft, { through }, circumstances), circumstances);
  return followInstalments(booked, 'accrual', circumstances);
}

/** Books penalties through today for a running loan; every correction starts with it. */
export function upToDate(draft: Draft, circumstances: Circumstances): Draft {
  return isRunning(draft.after.loan.status) ? accrue(draft, circumstances) : draft;
}

/** Name of a penalty without what separates it from a reversed one: kind, instalment and day; no day for a late fee. */
function nameOf({ kind, key }: Pick<JournalEntry, 'kind' | 'key'>): string {
  return key.split(':', kind === 'late-fee' ? 2 : 3).join(':');
}

/** Penalties and late fees ever charged to each instalment, waived ones included. */
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

export function penaltyRoomOf(state: Pick<PenalisedLoan, 'loan' | 'instalments' | 'entries'>): PenaltyRoom {
  return penaltyRoom(state.loan, accruedPenalties(state));
}

/** The parts of a loan that penalties need; of its movements those of `relievingKinds`. */
interface PenalisedLoan {
  readonly loan: Pick<Loan, 'terms' | 'status' | 'principalMinor' | 'schedule'>;
  readonly instalments: readonly InstalmentRecord[];
  readonly pauses: readonly PenaltyPause[];
  readonly entries: Charged['entries'];
}

/** Goes day by day and oldest instalment first, so that the loan's cap covers all instalments together. */
function penaltyMovements(
  state: LoanState,
  late: readonly InstalmentRecord[],
  { through, correction, atMost }: PenaltyBooking,
): NewMovement[] {
  const { loan, pauses, journal } = state;
  const { terms, market, isRepeatBorrower } = loan;
  const against = loan.nonAccrualSince === null ? 'penalty-income' : 'suspended-income';
  const bookedKeys = new Set(journal.map(({ key }) => key));
  // Late fees (LEGAL-2) and days are charged once, even when others were booked again under new keys.
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
    // It exists already if the clock went back, or if the instalment was extended after its late fee.
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
      // An older remainder below the tolerance is as late as the instalment with which it is due.
      const daysLate = daysBetween(laterOf(instalment.dueDate, since), day);
      const dayMinor = penaltyForDay(unpaidMinor, daysLate, terms.penaltyBands);
      movements.push(...movementOf('accrual', instalment, day, dayMinor));
    }
  }
  return movements;
}

/** Penalties and late fees of a range of days, both included, that are not reversed; `throughDay` is null for no end. */
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

export function presentPenalties(
  state: LoanState,
  { after, throughDay }: { readonly after: LocalDate; readonly throughDay: LocalDate },
): PenaltyLimit {
  const penalties = unreversedPenalties(state, addDays(after, 1), throughDay);
  const amounts = penalties.map((penalty) => [nameOf(penalty), totalOn('receivable', [penalty])] as const);
  return { throughDay, amounts: new Map(amounts) };
}

/**
 * Reverses all penalties of days after `day`, so that they can be booked again once a payment of that day counts.
 * @param takesPaid also reverses penalties that a later payment paid in part; the caller then reallocates the surplus.
 * @returns null when there are none, or when a later payment paid part of them and `takesPaid` is false.
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
    // Days that are booked again only later (a clock was ahead, or the loan is not running) get new keys then.
    const isLater = (record.accruedThrough ?? today) > today || !isRunning(loan.status);
    const penaltyRound = record.penaltyRound + Number(isLater);
    return { ...record, penaltyRound, accruedThrough: day > record.dueDate ? day : null };
  });
  const movements = penalties.map((penalty) => reversalOf(penalty, circumstances.now));
  return book(moveDates(draft, moved), movements, circumstances);
}
