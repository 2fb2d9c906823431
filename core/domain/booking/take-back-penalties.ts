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

/** Which penalties a person has reversed, both days included, and why. */
export interface TakeBackPenalties {
  readonly act: 'take-back-penalties';
  readonly fromDay: LocalDate;
  /** A day after today stands for all that is booked after today. */
  readonly throughDay: LocalDate;
  readonly reason: string;
}

/** What a reversal came to, in minor units. */
export interface ReversedPenalties {
  readonly reversedMinor: MinorAmount;
  /** What of it was paid: it settles what else is owed, and the rest is held for the borrower. */
  readonly returnedMinor: MinorAmount;
}

/**
 * Reverses a loan's penalties and late fees for a range of days, those among them that were not booked yet. Days up to today are not
 * booked again, by a payment reported late neither; those after today are, when they come. What a dispute had taken off such a late
 * fee is not taken off twice. Done twice it has no second effect. Refused: 'status-conflict' when the borrower left the contract,
 * which took the penalties off already.
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
  if (after.some(({ charged }) => charged.penalty < 0)) return new CodedError('status-conflict');
  // Paid as of now: the early settlement that is reversed too may have paid part of these penalties.
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
 * What let the borrower off penalties that are reversed now, and is taken back with them: what disputes took off their late fees, and
 * where more would be reversed than is charged then, all waivers and corrections of the penalties of that payment of the plan.
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
