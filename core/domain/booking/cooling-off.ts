import type { LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import type { Market } from '../market.ts';
import { addMinor, type MinorAmount } from '../money/money.ts';
import { begin, type Draft, type Refusal } from './booking.ts';
import { correct } from './correct.ts';
import { endingOf, removedCharges } from './early-settlement.ts';
import { dayOf } from './loan-day.ts';
import { negated, totalOn } from './movement.ts';
import { upToDate } from './penalties.ts';
import { isWithinExit, type SettledLoan, settlementOn } from './settlement.ts';
import type { Circumstances, LoanState } from './state.ts';
import type { Owed } from './write-off.ts';

export interface CoolOff {
  readonly act: 'cool-off';
  /** The day on which the borrower returned the money, in the loan's market; today when absent. */
  readonly returnedOn?: LocalDate | undefined;
  readonly coolingOffDays: Readonly<Partial<Record<Market, number>>>;
  readonly reason: string;
}

/** What returning a loan costs on one day, in minor units: principal, interest so far and its tax. */
export interface CoolingOffExit extends Owed {
  /** Last day of the cooling-off period. */
  readonly until: LocalDate;
  readonly principalMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly amountMinor: MinorAmount;
}

/** Adds the configured cooling-off days to terms that were quoted before they named them. */
function withExit<Of extends SettledLoan>(state: Of, coolingOffDays: number): Of {
  const { loan } = state;
  return { ...state, loan: { ...loan, terms: { coolingOffDays, ...loan.terms } } };
}

/**
 * Amount that returns a running loan on a day, and how much of it is unpaid (`settlementOn`), without fee and penalty (Reserve Bank of
 * India, Digital Lending Directions, 2025). Null after the cooling-off period, or where there is none.
 * @param coolingOffDays days after the payout, for loans whose terms do not name them; 0 for none.
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
 * Ends a returned loan: removes every charge except interest for the days used and its tax, so that the money paid settles it; the rest
 * is held for the borrower. Does nothing when a payment in those days already ended it. Refused: 'status-conflict' when the loan is not
 * running, the period is over, or too little was paid; 'request-invalid' for a day that is not over yet.
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
  // After a bounced payment the loan is open again and may have new penalties.
  const isAgain = journal.some((entry) => entry.key === firstKey);
  const key = isAgain ? `${firstKey}:${nextId()}` : firstKey;
  const postings = removedCharges(current.after, settlement);
  const movement = { kind: 'cooling-off-exit' as const, occurredAt: now, key, reason, postings };
  const correction = { cause: 'correction', key, reason, movements: [movement] } as const;
  const forgivenMinor = negated(totalOn('receivable', [movement]));
  return { draft: correct(current, correction, circumstances), answer: { forgivenMinor } };
}
