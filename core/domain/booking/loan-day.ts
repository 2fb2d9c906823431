import { loanDay } from '../borrower-zone.ts';
import type { LocalDate } from '../calendar.ts';
import { dayIn } from '../market.ts';
import type { Loan } from './state.ts';

/** The loan's calendar day at an instant (`loanDay`), never before the day of its payout. */
export function dayOf({ terms, disbursedOn }: Pick<Loan, 'terms' | 'disbursedOn'>, instant: Date): LocalDate {
  const day = loanDay(terms, instant);
  const isPaidOut = disbursedOn !== null && disbursedOn <= dayIn(terms.market, instant);
  return isPaidOut && day < disbursedOn ? disbursedOn : day;
}
