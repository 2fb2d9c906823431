import type { MarketDefinition } from '#markets/definition.ts';
import { addBusinessDays, type BankCalendar } from '../business-day.ts';
import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { dayIn, type Market, marketOf, startOfDayIn } from '../market.ts';
import { type ProductTerms, termDays } from './product-terms.ts';

/** How long what is offered of a product holds, in business days of its market after the day of the proposal. */
export interface ProposalTerms {
  readonly proposalBusinessDays: number;
}

const mostBusinessDays = 30;

type ProposalProduct = Pick<ProductTerms, 'market' | 'instalmentCount' | 'instalmentDays'>;

/** The fewest business days that the law of its market has a proposal of a product hold; 0 for none (LEGAL-6). */
function leastBusinessDays(product: ProposalProduct): number {
  const rule: MarketDefinition['proposal']['leastBusinessDays'] =
    marketOf[product.market].proposal.leastBusinessDays;
  return rule.findLast(({ fromTermDays }) => termDays(product) >= fromTermDays)?.businessDays ?? 0;
}

/** What is wrong with how long a product's proposals hold, one English sentence; none when it may be so (LEGAL-6). */
export function proposalProblems(product: ProposalProduct & ProposalTerms): string[] {
  const { proposalBusinessDays: days } = product;
  const least = Math.max(1, leastBusinessDays(product));
  if (Number.isInteger(days) && days >= least && days <= mostBusinessDays) return [];
  return [`proposalBusinessDays must be a whole number from ${least} to ${mostBusinessDays}`];
}

/**
 * When a proposal ends: after the last of the business days that its product says, or after the offer's last day where that
 * is sooner, yet never before the days are over that the law of the market wants.
 * @param offerThrough the last day of the offer; null for none.
 */
export function endOfProposal(
  product: ProposalProduct & ProposalTerms,
  issuedAt: Date,
  offerThrough: LocalDate | null,
  calendar: BankCalendar,
): Date {
  const { market, proposalBusinessDays } = product;
  const issuedOn = dayIn(market, issuedAt);
  const [least, usual] = [leastBusinessDays(product), proposalBusinessDays].map((count) =>
    addBusinessDays(calendar, issuedOn, count),
  ) as [LocalDate, LocalDate];
  const isCut = offerThrough !== null && offerThrough < usual;
  const lastDay = isCut ? laterOf(offerThrough, least) : usual;
  return startOfDayIn(market, addDays(lastDay, 1));
}

function laterOf(one: LocalDate, other: LocalDate): LocalDate {
  return daysBetween(one, other) > 0 ? other : one;
}

/** The last day on which a proposal can be accepted that ends at an instant. */
export function lastDayBefore(market: Market, end: Date): LocalDate {
  return dayIn(market, new Date(end.getTime() - 1));
}
