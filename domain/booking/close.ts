import type { LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { canTransition } from '../loan/loan-status.ts';
import { dayIn, type Market } from '../market.ts';
import { addMinor, type MinorAmount, subtractMinor } from '../money/money.ts';
import { add, begin, book, type Draft, moveDates, type Refusal } from './booking.ts';
import { correct, followCorrection } from './correct.ts';
import { endingOf, takenOff } from './early-settlement.ts';
import { changedEvent } from './event.ts';
import { clearDeferred, followIncome } from './income.ts';
import { negated, type Posting, totalOn } from './movement.ts';
import { upToDate } from './penalties.ts';
import { isWithinExit, type SettledLoan, settlementOn } from './settlement.ts';
import type { Circumstances, LoanState } from './state.ts';
import { changeStatus } from './status.ts';
import { bookReinstatement } from './write-off.ts';

/** A loan that the lender no longer expects to be paid, or takes that back. */
export interface WriteOff {
  readonly act: 'write-off' | 'reinstate';
  readonly reason: string;
}

/** What a loan owed when it was closed. */
export interface Owed {
  readonly owedMinor: MinorAmount;
}

type Closing = { readonly draft: Draft; readonly answer: Owed } | Refusal;

/** Notes that a loan was corrected today: its penalties of days up to it stay unchanged. */
function markCorrected(draft: Draft, { now }: Circumstances): Draft {
  return add(draft, { facts: { correctedOn: dayIn(draft.after.loan.market, now) } });
}

const totalOf = (postings: readonly Posting[]): MinorAmount =>
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
  const today = dayIn(loan.market, circumstances.now);
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

/** To whom and for how much a loan is sold. */
export interface Sell {
  readonly act: 'sell';
  /** Who bought it, where that is said, and how to reach them. */
  readonly buyer?: { readonly name: string; readonly contact?: string | undefined } | undefined;
  readonly priceMinor: MinorAmount;
  readonly reason: string;
}

/**
 * Sells a loan that is owed: it is no asset any more, and what of its income the price does not cover is the lender's loss; for one that was
 * written off before, the price is recovered. Money that still comes in is held. Refused: 'status-conflict' for a loan that is not
 * owed.
 */
export function sell(
  state: LoanState,
  { buyer, priceMinor, reason }: Sell,
  circumstances: Circumstances,
): Closing {
  const current = followIncome(state, upToDate(begin(state, circumstances), circumstances), circumstances);
  const { loan, instalments } = current.after;
  if (!canTransition(loan.status, 'sold')) return new CodedError('status-conflict');
  const owedMinor = remainingTotal(instalments);
  const { now, actor: by = 'host' } = circumstances;
  const facts = { soldAt: now, buyerName: buyer?.name ?? null, buyerContact: buyer?.contact ?? null };
  const sold = changeStatus(current, { to: 'sold', by, reason, priceMinor, facts }, circumstances);
  const cleared = clearDeferred(current.after, circumstances);
  const lostMinor = subtractMinor(subtractMinor(owedMinor, priceMinor), totalOf(cleared));
  const against: Posting[] =
    loan.writtenOffAt !== null
      ? [{ account: 'recovery-income', amountMinor: negated(priceMinor) }]
      : [
          ...cleared,
          { account: 'sale-loss', amountMinor: lostMinor },
          { account: 'derecognised-receivable', amountMinor: negated(owedMinor) },
        ];
  const postings = [{ account: 'cash' as const, amountMinor: priceMinor }, ...against].filter(
    ({ amountMinor }) => amountMinor !== 0,
  );
  const movement = { kind: 'sale' as const, occurredAt: now, key: `sale:${loan.id}`, reason, postings };
  const booked = book(sold, postings.length === 0 ? [] : [movement], circumstances);
  return { draft: markCorrected(booked, circumstances), answer: { owedMinor } };
}

/** That a borrower gave a loan back within its cooling-off period. */
export interface CoolOff {
  readonly act: 'cool-off';
  /** The day on which the money was returned, in the loan's market; today when absent. */
  readonly returnedOn?: LocalDate | undefined;
  /** Within how many days of the payout a loan of each market can be given back. */
  readonly coolingOffDays: Readonly<Partial<Record<Market, number>>>;
  readonly reason: string;
}

/** What gives a loan back on one day, in minor units: what was lent, the interest so far and the tax on that. */
export interface CoolingOffExit extends Owed {
  /** The last day on which it can be given back. */
  readonly until: LocalDate;
  readonly principalMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly amountMinor: MinorAmount;
}

/** A loan whose terms say within how many days it can be given back; what is configured, where they were quoted before they did. */
function withExit<Of extends SettledLoan>(state: Of, coolingOffDays: number): Of {
  const { loan } = state;
  return { ...state, loan: { ...loan, terms: { coolingOffDays, ...loan.terms } } };
}

/**
 * What gives a running loan back on a day, and what of that is not paid: what settles it on that day (`settlementOn`), at neither fee nor
 * penalty (Reserve Bank of India, Digital Lending Directions, 2025). Null once the days are over, and where there is no such exit.
 * @param coolingOffDays days after the payout within which a loan can be given back whose terms do not say; 0 for never.
 */
export function coolingOffExitOf(
  state: SettledLoan,
  coolingOffDays: number,
  day: LocalDate,
): CoolingOffExit | null {
  const { exitUntil, principalMinor, interestMinor, vatMinor, owedMinor } = settlementOn(
    withExit(state, coolingOffDays),
    day,
  );
  if (exitUntil === null) return null;
  const amountMinor = addMinor(principalMinor, interestMinor, vatMinor);
  return { until: exitUntil, principalMinor, interestMinor, vatMinor, amountMinor, owedMinor };
}

/**
 * Ends a loan that was given back: takes off every charge but the interest of the days it was used and the tax on that, so
 * that what was paid settles it; what was paid beyond is held for the borrower. A loan that a payment of those days ended so needs
 * nothing more. Refused: 'status-conflict' when the loan is not running, the days are over, or less was paid than gives it back;
 * 'request-invalid' for a day that is not over yet.
 */
export function coolOff(
  state: LoanState,
  { returnedOn, coolingOffDays, reason }: CoolOff,
  circumstances: Circumstances,
): { readonly draft: Draft; readonly answer: { readonly forgivenMinor: MinorAmount } } | Refusal {
  const { now, nextId } = circumstances;
  const current = upToDate(begin(state, circumstances), circumstances);
  const { loan, journal } = current.after;
  const today = dayIn(loan.market, now);
  const day = returnedOn ?? today;
  if (day > today) return new CodedError('request-invalid', 'returnedOn');
  const exiting = withExit({ ...current.after, entries: journal }, coolingOffDays[loan.market] ?? 0);
  const ended = endingOf(current.after);
  const isGivenBack =
    ended?.kind === 'early-settlement' &&
    loan.status === 'settled' &&
    isWithinExit(exiting, dayIn(loan.market, ended.occurredAt));
  if (isGivenBack)
    return { draft: current, answer: { forgivenMinor: negated(totalOn('receivable', [ended])) } };
  const settlement = settlementOn(exiting, day);
  if (settlement.exitUntil === null || settlement.owedMinor > 0) return new CodedError('status-conflict');
  const firstKey = `cooling-off-exit:${loan.id}`;
  // A loan is open again where what had been paid bounced, and may be charged penalties since.
  const isAgain = journal.some((entry) => entry.key === firstKey);
  const key = isAgain ? `${firstKey}:${nextId()}` : firstKey;
  const postings = takenOff(current.after, settlement);
  const movement = { kind: 'cooling-off-exit' as const, occurredAt: now, key, reason, postings };
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const forgivenMinor = negated(totalOn('receivable', [movement]));
  return { draft: correct(current, correction, circumstances), answer: { forgivenMinor } };
}
