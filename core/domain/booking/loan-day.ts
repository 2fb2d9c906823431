import { loanDay } from '../borrower-zone.ts';
import type { LocalDate } from '../calendar.ts';
import { dayIn } from '../market.ts';
import type { Loan } from './state.ts';

/** The day that it is for a loan at an instant (`loanDay`); on the day of its payout that day, though the borrower's has not begun. */
export function dayOf({ terms, disbursedOn }: Pick<Loan, 'terms' | 'disbursedOn'>, instant: Date): LocalDate {
  const day = loanDay(terms, instant);
  const isPaidOut = disbursedOn !== null && disbursedOn <= dayIn(terms.market, instant);
  return isPaidOut && day < disbursedOn ? disbursedOn : day;
}
