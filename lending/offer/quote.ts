import { createHash } from 'node:crypto';
import type { Database } from '#db/database.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { dayIn, type Market, startOfDayIn } from '#domain/market.ts';
import { type ProductTerms, termDays } from '#domain/offer/product-terms.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import type { BookingContext } from '../ledger/loans.ts';
import {
  findUnusedQuote,
  hasSettledLoan,
  insertQuote,
  type OfferRecord,
  type ProductRecord,
  type QuoteRecord,
} from './store.ts';

/** How long a quote can be accepted. */
const quoteLifetimeMinutes = 30;

/** A quote is shown again only while this much of its life is left, so that there is time to read it. */
const reuseMinutes = 15;

/** The terms of a product, without what only names it. */
export function termsOf({
  name: _name,
  logo: _logo,
  isActive: _isActive,
  version: _version,
  ...terms
}: ProductRecord): ProductTerms {
  return terms;
}

/** JSON with sorted keys: one text for equal values, however a database orders them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** SHA-256 over everything a quote promises; two quotes with the same hash promise the same. */
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

/** The quote of an offer as of now: one issued lately if it promises the same, else a new one (DESIGN, Money). */
export async function issueQuote(
  database: Database,
  { offer, product }: OfferRecord,
  agreementVersion: string,
  { now, random }: BookingContext,
): Promise<QuoteRecord> {
  const terms = termsOf(product);
  const promised = {
    amountMinor: offer.amountMinor,
    termDays: termDays(terms),
    terms,
    schedule: buildSchedule(terms, offer.amountMinor, dayIn(terms.market, now)),
    agreementVersion,
    isRepeatBorrower: await hasSettledLoan(database, offer.borrowerId),
  };
  const { borrowerId, productId } = offer;
  const scheduleHash = quoteHash(promised);
  const validBeyond = new Date(now.getTime() + reuseMinutes * 60_000);
  return (
    (await findUnusedQuote(database, { borrowerId, productId, scheduleHash }, validBeyond)) ??
    insertQuote(database, {
      id: random.id(),
      ...promised,
      borrowerId,
      productId,
      scheduleHash,
      issuedAt: now,
      expiresAt: expiryOf(offer.validThrough, terms.market, now),
    })
  );
}

/** Half an hour from now, or the end of the offer's last day where that is sooner. */
function expiryOf(validThrough: LocalDate | null, market: Market, now: Date): Date {
  const usual = new Date(now.getTime() + quoteLifetimeMinutes * 60_000);
  if (validThrough === null) return usual;
  const offerEnd = startOfDayIn(market, addDays(validThrough, 1));
  return offerEnd < usual ? offerEnd : usual;
}
