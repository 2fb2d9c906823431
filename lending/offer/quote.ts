import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#db/database.ts';
import { addDays, type LocalDate } from '#domain/calendar.ts';
import { dayIn, type Market, marketOf, startOfDayIn } from '#domain/market.ts';
import { type ProductTerms, termDays } from '#domain/offer/product-terms.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';
import type { LendingConfiguration } from '../dependencies.ts';
import type { BookingContext } from '../ledger/loans.ts';
import { insertQuote, type OfferRecord, type ProductRecord, type QuoteRecord } from './store.ts';

/** How long a quote can be accepted. */
const quoteLifetimeMinutes = 30;

/** A quote is shown again only while this much of its life is left, so that there is time to read it. */
const reuseMinutes = 15;

/** The terms of a product with what its market's tax is on, without what only names it. */
export function termsOf({
  name: _name,
  logo: _logo,
  isActive: _isActive,
  version: _version,
  ...terms
}: ProductRecord): ProductTerms {
  return { ...terms, taxOn: marketOf[terms.market].tax.on };
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

/** Until when a quote has to be good to be shown again. */
export function reusableBeyond(now: Date): Date {
  return new Date(now.getTime() + reuseMinutes * 60_000);
}

/** The quote of an offer as of now: the one issued last while it promises the same, else a new one (DESIGN, Money). */
export async function issueQuote(
  database: Database,
  { offer, product, quotes: [last], hasSettledLoan: isRepeatBorrower }: OfferRecord,
  agreementVersion: string,
  { now, random, configuration }: BookingContext & { readonly configuration: LendingConfiguration },
): Promise<QuoteRecord> {
  const { coolingOffDays } = configuration.companies[product.market];
  const terms = { ...termsOf(product), coolingOffDays };
  const today = dayIn(terms.market, now);
  const request = { amountMinor: offer.amountMinor, terms, agreementVersion, isRepeatBorrower };
  // What a quote promises follows from these and the day.
  if (last && last.schedule.startDate === today && isDeepStrictEqual(askedOf(last), request)) return last;
  const promised = {
    ...request,
    termDays: termDays(terms),
    schedule: buildSchedule(terms, offer.amountMinor, today),
  };
  const { borrowerId, productId } = offer;
  return insertQuote(database, {
    id: random.id(),
    ...promised,
    borrowerId,
    productId,
    scheduleHash: quoteHash(promised),
    issuedAt: now,
    expiresAt: expiryOf(offer.validThrough, terms.market, now),
  });
}

function askedOf({ amountMinor, terms, agreementVersion, isRepeatBorrower }: QuoteRecord) {
  return { amountMinor, terms, agreementVersion, isRepeatBorrower };
}

/** Half an hour from now, or the end of the offer's last day where that is sooner. */
function expiryOf(validThrough: LocalDate | null, market: Market, now: Date): Date {
  const usual = new Date(now.getTime() + quoteLifetimeMinutes * 60_000);
  if (validThrough === null) return usual;
  const offerEnd = startOfDayIn(market, addDays(validThrough, 1));
  return offerEnd < usual ? offerEnd : usual;
}
