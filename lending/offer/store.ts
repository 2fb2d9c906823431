import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';
import { isId, newId } from '#db/new-id.ts';
import { burialPointEvents, loanAgreementsAccepted, loans, quotes, statusChanges } from '#db/schema/loan.ts';
import { zeroMinor } from '#domain/money/money.ts';
import type { AgreedText } from './agreed-text.ts';

/** A quote as it was issued. */
export type QuoteRecord = typeof quotes.$inferSelect;

/** The newest unused quote of a borrower with a hash that stays valid beyond an instant. */
export async function findUnusedQuote(
  database: Database,
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
  database: Database,
  quote: Omit<QuoteRecord, 'id' | 'loanId'>,
): Promise<QuoteRecord> {
  const id = newId();
  await database.insert(quotes).values({ id, ...quote });
  return { id, loanId: null, ...quote };
}

/** Locks a borrower's quote of a product: the one named, or the newest, whether used or not. */
export async function lockQuote(
  tx: Database,
  borrowerId: string,
  productId: string,
  quoteId: string | null,
): Promise<QuoteRecord | undefined> {
  if (quoteId !== null && !isId(quoteId)) return undefined;
  const [quote] = await tx
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
  database: Database,
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
  database: Database,
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
  readonly orderYear: string;
  readonly now: Date;
}

/**
 * Makes the loan of a locked, unused quote, under review, with its first status, the agreement that was accepted and the
 * confirmation's burial point (CONFIRM-4).
 * @returns the loan's id; undefined when an open loan of the product was made meanwhile.
 */
export async function insertLoan(
  tx: Database,
  { quote, agreement, orderYear, now }: Acceptance,
): Promise<string | undefined> {
  const [serial] = await queryRows<{ next: string }>(
    tx,
    sql`select nextval('loan_serial_numbers')::text as next`,
  );
  const [loan] = await tx
    .insert(loans)
    .values({
      serialNumber: Number(serial?.next),
      orderNumber: `LL-${orderYear}-${serial?.next}`,
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
    .returning({ id: loans.id });
  if (!loan) return undefined;
  await tx.update(quotes).set({ loanId: loan.id }).where(eq(quotes.id, quote.id));
  await tx
    .insert(statusChanges)
    .values({ loanId: loan.id, from: null, to: 'under-review', at: now, by: 'borrower' });
  await tx.insert(loanAgreementsAccepted).values({ ...agreement, loanId: loan.id, acceptedAt: now });
  await tx.insert(burialPointEvents).values({
    event: 'loan-confirmed',
    borrowerId: quote.borrowerId,
    productId: quote.productId,
    loanId: loan.id,
    at: now,
  });
  return loan.id;
}
