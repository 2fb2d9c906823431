import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#db/database.ts';
import { borrowerZone } from '#domain/borrower-zone.ts';
import { dayIn, marketOf } from '#domain/market.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { quotedTermsOf } from '#domain/offer/product-term-table.ts';
import { hasDailyPenalty, type ProductTerms, termDays } from '#domain/offer/product-terms.ts';
import { endOfProposal } from '#domain/offer/proposal.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import type { Borrower } from '../http/session.ts';
import type { BookingContext } from '../ledger/loans.ts';
import {
  type HeldQuote,
  insertQuote,
  type OfferRecord,
  type ProductRecord,
  type QuoteRecord,
} from './store.ts';

/** The terms that a quote of a product keeps, with the base of its market's tax. */
export function termsOf(product: ProductRecord): ProductTerms {
  const { productId, market, currency } = product;
  return { productId, market, currency, ...quotedTermsOf(product), taxOn: marketOf[market].tax.on };
}

interface QuotingContext {
  readonly now: Date;
  readonly configuration: Pick<LendingConfiguration, 'companies' | 'bankCalendars'>;
  readonly borrower: Pick<Borrower, 'address' | 'mobilePhone'>;
}

/** The quoted terms of a product: with its cooling-off days, and without late fee where the lender charges none beside daily penalties. */
function quotedTerms(
  product: ProductRecord,
  { configuration, borrower }: Omit<QuotingContext, 'now'>,
): ProductTerms {
  const { coolingOffDays, lateFeeBesidePenalties } = configuration.companies[product.market];
  const deadlineZone = borrowerZone(product.market, borrower);
  const terms = { ...termsOf(product), coolingOffDays, deadlineZone };
  if (lateFeeBesidePenalties || !hasDailyPenalty(terms)) return terms;
  return { ...terms, lateFeeNewMinor: zeroMinor, lateFeeRepeatMinor: zeroMinor };
}

/** JSON with sorted keys: equal values give the same text, however a database orders them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** SHA-256 over everything that a quote promises. */
export function quoteHash(
  quote: Pick<
    QuoteRecord,
    'amountMinor' | 'termDays' | 'terms' | 'schedule' | 'agreementVersion' | 'isRepeatBorrower'
  >,
): string {
  const { amountMinor, termDays: days, terms, schedule, agreementVersion, isRepeatBorrower } = quote;
  const promised = { amountMinor, days, terms, schedule, agreementVersion, isRepeatBorrower };
  return createHash('sha256').update(canonicalJson(promised)).digest('hex');
}

/** A proposal with less time left is replaced by its like: the borrower needs time to read it. */
const readingMinutes = 15;

/**
 * The newest unexpired proposal of an offer, whatever became of its product (LEGAL-6): of the offered amount, or of any where nothing is
 * offered any more.
 */
export function bindingQuote(
  { offer, product, isOffered, quotes: [last], ...record }: OfferRecord,
  { now, configuration, borrower }: QuotingContext,
): HeldQuote | undefined {
  if (!last || (isOffered && last.amountMinor !== offer.amountMinor)) return undefined;
  const isOfNow =
    isOffered &&
    last.isRepeatBorrower === record.hasSettledLoan &&
    isDeepStrictEqual(last.terms, quotedTerms(product, { configuration, borrower }));
  const isEnding = last.expiresAt.getTime() - now.getTime() <= readingMinutes * 60_000;
  return isOfNow && isEnding ? undefined : last;
}

/**
 * The quote to show: the binding one, else a new one. One whose agreement or terms cannot be read any more is issued anew under those in
 * force, with its figures and expiry. @param binding from `bindingQuote`. @param standing the versions in force of the standing agreement
 * and its terms.
 */
export async function issueQuote(
  database: Database,
  { offer, product, hasSettledLoan, agreementVersion }: OfferRecord,
  options: {
    readonly binding: HeldQuote | undefined;
    readonly standing: { readonly agreement: string; readonly terms: string };
  },
  { now, random, configuration, borrower }: BookingContext & QuotingContext,
): Promise<QuoteRecord> {
  const { binding, standing } = options;
  const isStanding =
    binding?.agreementVersion === standing.agreement &&
    (binding.termsVersion === null || binding.termsVersion === standing.terms);
  if (binding && (binding.hasLenderEdition || isStanding)) return binding;
  const terms = binding?.terms ?? quotedTerms(product, { configuration, borrower });
  const amountMinor = binding?.amountMinor ?? offer.amountMinor;
  const today = dayIn(terms.market, now);
  const promised = {
    amountMinor,
    terms,
    termDays: termDays(terms),
    isRepeatBorrower: binding?.isRepeatBorrower ?? hasSettledLoan,
    agreementVersion: agreementVersion ?? standing.agreement,
    schedule: buildSchedule(terms, amountMinor, today),
  };
  const { borrowerId, productId } = offer;
  const quote = {
    id: random.id(),
    ...promised,
    borrowerId,
    productId,
    scheduleHash: quoteHash(promised),
    issuedAt: now,
    termsVersion: agreementVersion === null ? standing.terms : null,
    expiresAt:
      binding?.expiresAt ??
      endOfProposal(product, now, offer.validThrough, configuration.bankCalendars[terms.market]),
  };
  return insertQuote(database, quote, `${marketOf[terms.market].proposal.prefix}-${today.slice(0, 4)}-`);
}
