import { addDays, type LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { addMinor, type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import { begin, type Draft, moveDates, type Refusal } from './booking.ts';
import { isCorrectionOf } from './charge-list.ts';
import { correct } from './correct.ts';
import { endingAfter } from './early-settlement.ts';
import { dayOf } from './loan-day.ts';
import { afterMovements, chargedByInstalment, reversalOf } from './movement.ts';
import { unreversedPenalties, upToDate } from './penalties.ts';
import type { Circumstances, JournalEntry, LoanState } from './state.ts';

export interface TakeBackPenalties {
  readonly act: 'take-back-penalties';
  readonly fromDay: LocalDate;
  /** A day after today includes everything booked for later days. */
  readonly throughDay: LocalDate;
  readonly reason: string;
}

export interface ReversedPenalties {
  readonly reversedMinor: MinorAmount;
  /** The part that was paid: it settles other debt, and the rest is held for the borrower. */
  readonly returnedMinor: MinorAmount;
}

/**
 * Reverses penalties and late fees of a range of days, days not booked yet included. Days up to today are never booked again,
 * also not by a late payment report; later days are, when they come. Amounts that a dispute removed from a late fee are not removed
 * twice. Idempotent. Refused: 'status-conflict' after a cooling-off exit, which removed all penalties.
 */
export function takeBackPenalties(
  state: LoanState,
  { fromDay, throughDay, reason }: TakeBackPenalties,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: ReversedPenalties } | Refusal {
  const { now } = circumstances;
  const today = dayOf(state.loan, now);
  const tomorrow = addDays(today, 1);
  const isBeyondToday = throughDay > today;
  const first = isBeyondToday && fromDay > tomorrow ? tomorrow : fromDay;
  const current = upToDate(begin(state, circumstances), circumstances);
  const { instalments } = current.after;
  const penalties = unreversedPenalties(current.after, first, isBeyondToday ? null : throughDay);
  if (penalties.length === 0) {
    return { draft: current, answer: { reversedMinor: zeroMinor, returnedMinor: zeroMinor } };
  }
  const relieving = relievingMovements(current.after, penalties, now);
  const endings = endingAfter(current.after, relieving);
  const movements = [...penalties, ...relieving, ...endings].map((movement) =>
    reversalOf(movement, now, reason),
  );
  const after = afterMovements(instalments, movements);
  if (after.some(({ charged }) => charged.penalty < 0))
    return new CodedError('status-conflict', 'cooled-off');
  // Payments as of now: the early settlement that is reversed too may have paid part of these penalties.
  const returnedMinor = addMinor(
    ...instalments.map(({ paid }, index) =>
      minorAmount(Math.max(0, paid.penalty - (after[index]?.charged.penalty ?? 0))),
    ),
  );
  const key = `penalties:${penalties[0]?.id}`;
  const correction = { cause: 'correction', key, reason, movements, isOfDaysToCome: first > today } as const;
  const corrected = correct(current, correction, circumstances);
  const reversed = chargedByInstalment(penalties);
  const aheadOfToday = new Set(
    instalments.filter(({ accruedThrough }) => (accruedThrough ?? today) > today).map(({ id }) => id),
  );
  const anew = corrected.after.instalments.map((record) => {
    const isAhead = aheadOfToday.has(record.id);
    if (!isAhead && !reversed.has(record.id)) return record;
    const penaltyRound = record.penaltyRound + 1;
    if (!isBeyondToday || !isAhead) return { ...record, penaltyRound };
    return { ...record, penaltyRound, accruedThrough: today > record.dueDate ? today : null };
  });
  const answer = { reversedMinor: addMinor(...reversed.values()), returnedMinor };
  return { draft: moveDates(corrected, anew), answer };
}

/**
 * Waivers and corrections that are reversed together with the penalties: those that disputes made to their late fees, and, where more
 * would be reversed than is charged, all of the instalment's penalties.
 */
function relievingMovements(
  { instalments, journal }: LoanState,
  penalties: readonly JournalEntry[],
  now: Date,
): JournalEntry[] {
  const relieving = journal.filter(
    ({ kind, isStanding }) => isStanding && (kind === 'waiver' || kind === 'charge-correction'),
  );
  const relievesAny = (ids: readonly string[]) => (movement: JournalEntry) =>
    movement.postings.some(
      ({ component, instalmentId }) => component === 'penalty' && ids.includes(instalmentId ?? ''),
    );
  const withLateFee = [...chargedByInstalment(penalties.filter(({ kind }) => kind === 'late-fee')).keys()];
  const ofLateFees = relieving.filter(
    (movement) => isCorrectionOf('late-fee', movement.key) && relievesAny(withLateFee)(movement),
  );
  const reversals = [...penalties, ...ofLateFees].map((movement) => reversalOf(movement, now));
  const short = afterMovements(instalments, reversals).filter(({ charged }) => charged.penalty < 0);
  const isInTheWay = relievesAny(short.map(({ id }) => id));
  return relieving.filter((movement) => ofLateFees.includes(movement) || isInTheWay(movement));
}
