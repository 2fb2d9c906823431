import type { MarketDefinition } from '#markets/definition.ts';
import { addBusinessDays, type BankCalendar } from '../business-day.ts';
import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { dayIn, type Market, marketOf, startOfDayIn } from '../market.ts';
import { type ProductTerms, termDays } from './product-terms.ts';

/** How long a proposal is valid, in business days of the market after its day. */
export interface ProposalTerms {
  readonly proposalBusinessDays: number;
}

const mostBusinessDays = 30;

type ProposalProduct = Pick<ProductTerms, 'market' | 'instalmentCount' | 'instalmentDays'>;

/** Fewest business days that the law requires; 0 for none (LEGAL-6). */
function leastBusinessDays(product: ProposalProduct): number {
  const rule: MarketDefinition['proposal']['leastBusinessDays'] =
    marketOf[product.market].proposal.leastBusinessDays;
  return rule.findLast(({ fromTermDays }) => termDays(product) >= fromTermDays)?.businessDays ?? 0;
}

/** Why the validity of proposals is wrong, one English sentence (LEGAL-6). */
export function proposalProblems(product: ProposalProduct & ProposalTerms): string[] {
  const { proposalBusinessDays: days } = product;
  const least = Math.max(1, leastBusinessDays(product));
  if (Number.isInteger(days) && days >= least && days <= mostBusinessDays) return [];
  return [`proposalBusinessDays must be a whole number from ${least} to ${mostBusinessDays}`];
}

/**
 * End of a proposal: after the product's business days, or after the offer's last day if that is sooner, but never before the days that
 * the law requires.
 * @param offerThrough last day of the offer; null for none.
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

export function lastDayBefore(market: Market, end: Date): LocalDate {
  return dayIn(market, new Date(end.getTime() - 1));
}
