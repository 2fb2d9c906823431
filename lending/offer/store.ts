import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { type Queryable, queryRows, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { burialPointEvents, loanAgreementsAccepted, loans, quotes, statusChanges } from '#db/schema/loan.ts';
import { offers, products } from '#db/schema/product.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { openStatuses } from '#domain/loan/loan-status.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { loanFacts, recordEvent } from '../events/record-event.ts';
import type { BookingContext } from '../ledger/loans.ts';
import type { AgreedText } from './agreed-text.ts';

/** What a borrower may take of an active product, with the product; undefined when nothing is offered. */
export async function findOffer(database: Queryable, borrowerId: string, productId: string) {
  const [row] = await database
    .select({ offer: offers, product: products })
    .from(offers)
    .innerJoin(products, eq(products.productId, offers.productId))
    .where(
      and(eq(offers.borrowerId, borrowerId), eq(offers.productId, productId), eq(products.isActive, true)),
    );
  return row;
}

/** An offer with its product. */
export type OfferRecord = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** A product as it is kept. */
export type ProductRecord = typeof products.$inferSelect;

/** Every product there is, in the order of their ids. */
export function allProducts(database: Queryable): Promise<ProductRecord[]> {
  return database.select().from(products).orderBy(products.productId);
}

/** Keeps products whose terms were checked; one that is there stays as it is. */
export async function insertCheckedProducts(
  transaction: Transaction,
  rows: readonly ProductRecord[],
): Promise<void> {
  await transaction
    .insert(products)
    .values([...rows])
    .onConflictDoNothing();
}

/** What a product is called; empty for one there is not. */
export async function productNameOf(database: Queryable, productId: string): Promise<string> {
  const [product] = await database
    .select({ name: products.name })
    .from(products)
    .where(eq(products.productId, productId));
  return product?.name ?? '';
}

/** Notes that the borrower has seen the adjusted amount (CONFIRM-3). */
export async function acknowledgeOffer(
  database: Queryable,
  { borrowerId, productId }: { readonly borrowerId: string; readonly productId: string },
  now: Date,
): Promise<void> {
  await database
    .update(offers)
    .set({ acknowledgedAt: now })
    .where(and(eq(offers.borrowerId, borrowerId), eq(offers.productId, productId)));
}

/** Whether the borrower has a loan of the product that still runs. */
export async function hasOpenLoan(
  database: Queryable,
  borrowerId: string,
  productId: string,
): Promise<boolean> {
  const isProduct = and(eq(loans.borrowerId, borrowerId), eq(loans.productId, productId));
  return (await database.$count(loans, and(isProduct, inArray(loans.status, [...openStatuses])))) > 0;
}

/** Whether the borrower has settled a loan before, which decides the late fee. */
export async function hasSettledLoan(database: Queryable, borrowerId: string): Promise<boolean> {
  const isSettled = and(eq(loans.borrowerId, borrowerId), eq(loans.status, 'settled'));
  return (await database.$count(loans, isSettled)) > 0;
}

/** Whether a decline of the product tells the borrower to wait beyond `today`. */
export async function mustWaitToReapply(
  database: Queryable,
  borrowerId: string,
  productId: string,
  today: LocalDate,
): Promise<boolean> {
  const isProduct = and(eq(loans.borrowerId, borrowerId), eq(loans.productId, productId));
  return (await database.$count(loans, and(isProduct, gt(loans.reapplyOn, today)))) > 0;
}

/** A quote as it was issued. */
export type QuoteRecord = typeof quotes.$inferSelect;

/** The newest unused quote of a borrower with a hash that stays valid beyond an instant. */
export async function findUnusedQuote(
  database: Queryable,
  { borrowerId, productId, scheduleHash }: Pick<QuoteRecord, 'borrowerId' | 'productId' | 'scheduleHash'>,
  validBeyond: Date,
): Promise<QuoteRecord | undefined> {
  const [quote] = await database
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.borrowerId, borrowerId),
        eq(quotes.productId, productId),
        eq(quotes.scheduleHash, scheduleHash),
        gt(quotes.expiresAt, validBeyond),
        isNull(quotes.loanId),
      ),
    )
    .orderBy(desc(quotes.issuedAt), desc(quotes.id))
    .limit(1);
  return quote;
}

/** Keeps a new quote. */
export async function insertQuote(
  database: Queryable,
  quote: Omit<QuoteRecord, 'loanId'>,
): Promise<QuoteRecord> {
  await database.insert(quotes).values(quote);
  return { loanId: null, ...quote };
}

/** Locks a borrower's quote of a product: the one named, or the newest, whether used or not. */
export async function lockQuote(
  transaction: Transaction,
  borrowerId: string,
  productId: string,
  quoteId: string | null,
): Promise<QuoteRecord | undefined> {
  if (quoteId !== null && !isId(quoteId)) return undefined;
  const [quote] = await transaction
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.borrowerId, borrowerId),
        eq(quotes.productId, productId),
        quoteId === null ? undefined : eq(quotes.id, quoteId),
      ),
    )
    .orderBy(desc(quotes.issuedAt), desc(quotes.id))
    .limit(1)
    .for('update');
  return quote;
}

/** A borrower's own quote. */
export async function findQuoteOf(
  database: Queryable,
  borrowerId: string,
  quoteId: string,
): Promise<QuoteRecord | undefined> {
  if (!isId(quoteId)) return undefined;
  const [quote] = await database
    .select()
    .from(quotes)
    .where(and(eq(quotes.borrowerId, borrowerId), eq(quotes.id, quoteId)));
  return quote;
}

/** The agreement that was accepted with a loan, as it was kept. */
export async function findAcceptedAgreement(
  database: Queryable,
  loanId: string,
): Promise<typeof loanAgreementsAccepted.$inferSelect | undefined> {
  const [accepted] = await database
    .select()
    .from(loanAgreementsAccepted)
    .where(eq(loanAgreementsAccepted.loanId, loanId));
  return accepted;
}

/** How a borrower accepted a quote. */
export interface Acceptance {
  readonly quote: QuoteRecord;
  readonly agreement: AgreedText;
  /** The year that the loan's number names. */
  readonly year: string;
}

/**
 * Makes the loan of a locked, unused quote, under review, with its first status, the agreement that was accepted and the
 * confirmation's burial point (CONFIRM-4).
 * @returns the loan's id; undefined when an open loan of the product was made meanwhile.
 */
export async function insertLoan(
  transaction: Transaction,
  { quote, agreement, year }: Acceptance,
  { now, random }: BookingContext,
): Promise<string | undefined> {
  const [serial] = await queryRows<{ next: string }>(
    transaction,
    sql`select nextval('loan_serial_numbers')::text as next`,
  );
  const [loan] = await transaction
    .insert(loans)
    .values({
      id: random.id(),
      serialNumber: Number(serial?.next),
      orderNumber: `LL-${year}-${serial?.next}`,
      borrowerId: quote.borrowerId,
      productId: quote.productId,
      quoteId: quote.id,
      market: quote.terms.market,
      currency: quote.terms.currency,
      status: 'under-review',
      principalMinor: quote.amountMinor,
      termDays: quote.termDays,
      balanceMinor: zeroMinor,
      suspenseMinor: zeroMinor,
      appliedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: loans.id, orderNumber: loans.orderNumber });
  if (!loan) return undefined;
  await transaction.update(quotes).set({ loanId: loan.id }).where(eq(quotes.id, quote.id));
  await transaction
    .insert(statusChanges)
    .values({ id: random.id(), loanId: loan.id, from: null, to: 'under-review', at: now, by: 'borrower' });
  await transaction.insert(loanAgreementsAccepted).values({ ...agreement, loanId: loan.id, acceptedAt: now });
  await transaction.insert(burialPointEvents).values({
    id: random.id(),
    event: 'loan-confirmed',
    borrowerId: quote.borrowerId,
    productId: quote.productId,
    loanId: loan.id,
    at: now,
  });
  const { productId, borrowerId, amountMinor: principalMinor, termDays, terms } = quote;
  const { orderNumber } = loan;
  const common = loanFacts({ orderNumber, borrowerId, productId, currency: terms.currency });
  const data = { ...common, principalMinor, termDays };
  const event = { type: 'application.submitted', subjectId: loan.id, data } as const;
  await recordEvent(transaction, event, { now, random });
  return loan.id;
}
