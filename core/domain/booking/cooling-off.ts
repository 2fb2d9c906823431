import type { LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import type { Market } from '../market.ts';
import { addMinor, type MinorAmount } from '../money/money.ts';
import { begin, type Draft, type Refusal } from './booking.ts';
import { correct } from './correct.ts';
import { endingOf, takenOff } from './early-settlement.ts';
import { dayOf } from './loan-day.ts';
import { negated, totalOn } from './movement.ts';
import { upToDate } from './penalties.ts';
import { isWithinExit, type SettledLoan, settlementOn } from './settlement.ts';
import type { Circumstances, LoanState } from './state.ts';
import type { Owed } from './write-off.ts';

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
  const today = dayOf(loan, now);
  const day = returnedOn ?? today;
  if (day > today) return new CodedError('request-invalid', 'returnedOn');
  const exiting = withExit({ ...current.after, entries: journal }, coolingOffDays[loan.market] ?? 0);
  const ended = endingOf(current.after);
  const isGivenBack =
    ended?.kind === 'early-settlement' &&
    loan.status === 'settled' &&
    isWithinExit(exiting, dayOf(loan, ended.occurredAt));
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
