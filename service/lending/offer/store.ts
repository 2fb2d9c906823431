import { and, asc, desc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { type Database, enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { jsonRow, jsonRows } from '#db/json-rows.ts';
import { isId } from '#db/new-id.ts';
import { prepareRow } from '#db/prepared-row.ts';
import { columnsOf, findRow, firstRow, hasRows, hasValues, lockRow } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { refersTo } from '#db/schema/columns.ts';
import {
  agreementVersions,
  burialPointEvents,
  loanAgreementsAccepted,
  loanFiles,
  loanNumbers,
  loans,
  quotes,
  statusChanges,
  termsEditions,
} from '#db/schema/loan.ts';
import { offers, products, productVersions } from '#db/schema/product.ts';
import { eventFacts } from '#domain/booking/event.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { openStatuses, payableStatuses } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import { zeroMinor } from '#domain/money/money.ts';
import { lateToleranceOf } from '#domain/offer/product-terms.ts';
import { recordEvent } from '../events/record-event.ts';
import type { HashedText } from '../hashed-text.ts';
import { isInTimePage, type TimePage } from '../http/store.ts';
import { type BookingContext, belongsToLoan, isRowWithId, type LoanOf } from '../ledger/loans.ts';
import type { AcceptedPaper } from './agreement-text.ts';

/** An offer with its product and everything that decides on it and its terms on a day; undefined when it was never made. */
export async function findOffer(
  database: Database,
  { borrowerId, productId }: { readonly borrowerId: string; readonly productId: string },
  { today, now }: { readonly today: LocalDate; readonly now: Date },
) {
  return database.prepared(prepareOffer)(database, {
    borrowerId,
    productId,
    today,
    now: now.toISOString(),
  });
}

function prepareOffer(database: Database) {
  const today = sql`${sql.placeholder('today')}::date`;
  const isOfBorrower = sql`${loans.borrowerId} = ${sql.placeholder('borrowerId')}`;
  const isOfProduct = sql`${loans.productId} = ${offers.productId}`;
  return prepareRow(database, {
    row: jsonRow({
      offer: jsonRow(getTableColumns(offers)),
      product: jsonRow(getTableColumns(products)),
      isOffered: sql<boolean>`${products.isActive} and ${offers.withdrawnAt} is null
        and coalesce(${offers.validFrom} <= ${today}, true) and coalesce(${offers.validThrough} >= ${today}, true)`,
      hasOpenLoan: sql<boolean>`exists (select from ${loans} where ${isOfBorrower} and ${isOfProduct} and ${isOpen})`,
      mustWait: sql<boolean>`exists (select from ${loans}
        where ${isOfBorrower} and ${isOfProduct} and ${loans.reapplyOn} > ${today})`,
      /** Whether the borrower has settled a loan before, which decides the late fee. */
      hasSettledLoan: sql<boolean>`exists (select from ${loans} where ${isOfBorrower} and ${loans.status} = 'settled')`,
      /** The lender's own agreement in force; null for the standing text. */
      agreementVersion: sql<string | null>`(select ${agreementVersions.version} from ${agreementVersions}
        where ${agreementVersions.market} = ${products.market} and ${agreementVersions.effectiveFrom} <= ${today}
        order by ${agreementVersions.effectiveFrom} desc, ${agreementVersions.madeAt} desc, ${agreementVersions.version} desc
        limit 1)`,
      quotes: jsonRows(
        {
          ...getTableColumns(quotes),
          hasLenderEdition: sql<boolean>`exists (select from ${agreementVersions}
            where ${agreementVersions.market} = ${products.market} and ${agreementVersions.version} = ${quotes.agreementVersion})`,
        },
        // Materialized, since the planner would rather scan all valid quotes of all borrowers.
        sql`(with theirs as materialized (select * from ${quotes}
              where ${quotes.borrowerId} = ${sql.placeholder('borrowerId')} and ${quotes.productId} = ${offers.productId})
              select * from theirs) as ${quotes}
            where ${quotes.expiresAt} > ${sql.placeholder('now')}::timestamptz and ${quotes.loanId} is null
            order by ${quotes.issuedAt} desc, ${quotes.id} desc limit 1`,
      ),
    }),
    from: (select) =>
      select
        .from(offers)
        .innerJoin(products, eq(products.productId, offers.productId))
        .where(
          and(
            eq(offers.borrowerId, sql.placeholder('borrowerId')),
            eq(offers.productId, sql.placeholder('productId')),
          ),
        ),
  });
}

const isOpen = inArray(loans.status, [...openStatuses, ...payableStatuses]);

export type OfferRecord = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** An unused, unexpired quote, and whether its edition of the lender's agreement exists. */
export type HeldQuote = OfferRecord['quotes'][number];

export type ProductRecord = typeof products.$inferSelect;

export function allProducts(database: Queryable): Promise<ProductRecord[]> {
  return database.select().from(products).orderBy(products.productId);
}

export function productsAfter(
  database: Queryable,
  productId: string | undefined,
  limit: number,
): Promise<ProductRecord[]> {
  return database
    .select()
    .from(products)
    .where(productId === undefined ? undefined : gt(products.productId, productId))
    .orderBy(asc(products.productId))
    .limit(limit);
}

/** Inserts checked products; existing ones stay. @returns those inserted. */
export function insertCheckedProducts(
  transaction: Transaction,
  rows: readonly ProductRecord[],
): Promise<ProductRecord[]> {
  return transaction
    .insert(products)
    .values([...rows])
    .onConflictDoNothing()
    .returning();
}

export async function updateCheckedProduct(transaction: Transaction, { productId, ...row }: ProductRecord) {
  await transaction.update(products).set(row).where(eq(products.productId, productId));
}

/** Locked until the transaction ends. */
export function lockProduct(transaction: Transaction, productId: string) {
  return lockRow(transaction, products, eq(products.productId, productId));
}

export function findProduct(database: Queryable, productId: string) {
  return findRow(database, products, eq(products.productId, productId));
}

export type ProductVersion = typeof productVersions.$inferSelect;

export async function insertProductVersions(transaction: Transaction, versions: readonly ProductVersion[]) {
  if (versions.length > 0) await transaction.insert(productVersions).values([...versions]);
}

export function versionsOf(database: Queryable, productId: string, limit: number): Promise<ProductVersion[]> {
  return database
    .select()
    .from(productVersions)
    .where(eq(productVersions.productId, productId))
    .orderBy(desc(productVersions.version))
    .limit(limit);
}

/** The market of a borrower, who is not erased before the transaction ends; undefined for none or an erased one. */
export async function marketOfBorrower(transaction: Transaction, borrowerId: string) {
  const [borrower] = await transaction
    .select({ market: borrowers.market })
    .from(borrowers)
    .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
    .for('share');
  return borrower?.market;
}

/** Whether a borrower is blocked; locks that until the transaction ends. */
export async function isBlocked(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const [borrower] = await transaction
    .select({ blockedAt: borrowers.blockedAt })
    .from(borrowers)
    .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
    .for('share');
  return borrower === undefined || borrower.blockedAt !== null;
}

export type OfferRow = typeof offers.$inferSelect;

/** An offer, live or not, locked until the transaction ends. */
export function lockOffer(transaction: Transaction, borrowerId: string, productId: string) {
  return lockRow(
    transaction,
    offers,
    and(eq(offers.borrowerId, borrowerId), eq(offers.productId, productId)),
  );
}

export async function putOfferRow(transaction: Transaction, offer: OfferRow): Promise<void> {
  const { borrowerId: _borrowerId, productId: _productId, ...facts } = offer;
  await transaction
    .insert(offers)
    .values(offer)
    .onConflictDoUpdate({ target: [offers.borrowerId, offers.productId], set: facts });
}

export interface OfferQuery {
  readonly borrowerId: string | undefined;
  readonly productId: string | undefined;
  readonly after: { readonly borrowerId: string; readonly productId: string } | undefined;
  readonly limit: number;
}

export function findOffers(
  database: Queryable,
  { borrowerId, productId, after, limit }: OfferQuery,
): Promise<(OfferRow & Pick<ProductRecord, 'currency'>)[]> {
  return database
    .select({
      ...getTableColumns(offers),
      // A subquery for each row: a join would read all offers first.
      currency: sql<ProductRecord['currency']>`(select product.currency from ${products} as product
        where product.id = offers.product_id)`,
    })
    .from(offers)
    .where(
      and(
        borrowerId === undefined ? undefined : eq(offers.borrowerId, borrowerId),
        productId === undefined ? undefined : eq(offers.productId, productId),
        after &&
          sql`(${offers.borrowerId}, ${offers.productId}) > (${after.borrowerId}::uuid, ${after.productId})`,
      ),
    )
    .orderBy(asc(offers.borrowerId), asc(offers.productId))
    .limit(limit);
}

export function newestQuote(database: Queryable, borrowerId: string, productId: string) {
  return firstRow(
    database
      .select()
      .from(quotes)
      .where(and(eq(quotes.borrowerId, borrowerId), eq(quotes.productId, productId)))
      .orderBy(desc(quotes.issuedAt), desc(quotes.id))
      .limit(1),
  );
}

/** A product's name; empty for none. */
export async function productNameOf(database: Queryable, productId: string): Promise<string> {
  const [product] = await database
    .select({ name: products.name })
    .from(products)
    .where(eq(products.productId, productId));
  return product?.name ?? '';
}

/** Records that the borrower has seen the adjusted amount (CONFIRM-3). */
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

/** Whether the borrower has an open loan of the product, and whether a decline makes them wait beyond a day. */
export async function blockingLoans(
  database: Queryable,
  { borrowerId, productId }: { readonly borrowerId: string; readonly productId: string },
  today: LocalDate,
): Promise<{ readonly isOpen: boolean; readonly mustWait: boolean }> {
  const [row] = await database
    .select({
      isOpen: sql<boolean>`coalesce(bool_or(${isOpen}), false)`,
      mustWait: sql<boolean>`coalesce(bool_or(${loans.reapplyOn} > ${today}::date), false)`,
    })
    .from(loans)
    .where(and(eq(loans.borrowerId, borrowerId), eq(loans.productId, productId)));
  return row ?? { isOpen: false, mustWait: false };
}

export type QuoteRecord = typeof quotes.$inferSelect;

export async function insertQuote(
  database: Queryable,
  quote: Omit<QuoteRecord, 'loanId' | 'proposalNumber'>,
  prefix: string,
): Promise<QuoteRecord> {
  const [issued] = await database
    .insert(quotes)
    .values({ ...quote, proposalNumber: sql`${prefix}::text || nextval('proposal_serial_numbers')` })
    .returning({ proposalNumber: quotes.proposalNumber });
  return { loanId: null, proposalNumber: issued?.proposalNumber ?? null, ...quote };
}

/** Locks a borrower's quote of a product: the named one, or the newest, used or not. */
export async function lockQuote(
  transaction: Transaction,
  borrowerId: string,
  productId: string,
  quoteId: string | null,
) {
  if (quoteId !== null && !isId(quoteId)) return undefined;
  return firstRow(
    transaction
      .select()
      .from(quotes)
      .where(
        and(
          hasValues(quotes, { borrowerId, productId }),
          quoteId === null ? undefined : eq(quotes.id, quoteId),
        ),
      )
      .orderBy(desc(quotes.issuedAt), desc(quotes.id))
      .limit(1)
      .for('update'),
  );
}

export async function findQuoteOf(database: Queryable, borrowerId: string, quoteId: string) {
  if (!isId(quoteId)) return undefined;
  return findRow(database, quotes, and(eq(quotes.borrowerId, borrowerId), eq(quotes.id, quoteId)));
}

export function findAcceptedAgreement(database: Queryable, loan: LoanOf) {
  return findRow(database, loanAgreementsAccepted, belongsToLoan(loanAgreementsAccepted, loan));
}

export function findTerms(database: Queryable, hash: string): Promise<HashedText | undefined> {
  return findRow(database, termsEditions, eq(termsEditions.hash, hash));
}

export type AgreementVersionRecord = typeof agreementVersions.$inferSelect;

export function findAgreementVersion(database: Queryable, market: Market, version: string) {
  return findRow(
    database,
    agreementVersions,
    and(eq(agreementVersions.market, market), eq(agreementVersions.version, version)),
  );
}

/** Inserts an edition; undefined when another of its version was inserted meanwhile. */
export function insertAgreementVersion(transaction: Transaction, edition: AgreementVersionRecord) {
  return firstRow(transaction.insert(agreementVersions).values(edition).onConflictDoNothing().returning());
}

export function agreementVersionsAfter(
  database: Queryable,
  after: { readonly market: string; readonly version: string } | undefined,
  limit: number,
): Promise<AgreementVersionRecord[]> {
  const { market, version } = agreementVersions;
  return database
    .select()
    .from(agreementVersions)
    .where(after && sql`(${market}, ${version}) > (${after.market}, ${after.version})`)
    .orderBy(asc(market), asc(version))
    .limit(limit);
}

export interface Acceptance {
  readonly quote: QuoteRecord;
  readonly agreement: HashedText;
  readonly terms: HashedText | null;
  /** Null where the market has none. */
  readonly paper: AcceptedPaper | null;
  readonly year: string;
}

/**
 * Makes the loan of a locked, unused quote, with its first status, the accepted agreement and the tracking point of the confirmation
 * (CONFIRM-4). @returns the loan's id; undefined when an open loan of the product was made meanwhile.
 */
export async function insertLoan(
  transaction: Transaction,
  { quote, agreement, terms: agreedTerms, paper, year }: Acceptance,
  { now, random }: BookingContext,
): Promise<string | undefined> {
  const [loan] = await transaction
    .insert(loans)
    .values({
      id: random.id(),
      serialNumber: sql`nextval('loan_serial_numbers')`,
      // The serial number that was just drawn.
      orderNumber: sql`${`LL-${year}-`}::text || currval('loan_serial_numbers')`,
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
      lateToleranceMinor: lateToleranceOf(quote.terms),
      appliedAt: now,
      changedAt: now,
    })
    .onConflictDoNothing()
    .returning(columnsOf(loans, 'id', 'serialNumber', 'orderNumber'));
  if (!loan) return undefined;
  const ofLoan = { borrowerId: quote.borrowerId, loanId: loan.id };
  const { serialNumber } = loan;
  const isTheQuote = isRowWithId(quotes, quote.id, quote);
  const written = [
    transaction.insert(loanNumbers).values({ ...ofLoan, serialNumber, orderNumber: loan.orderNumber }),
    transaction.update(quotes).set({ loanId: loan.id }).where(isTheQuote),
    transaction
      .insert(statusChanges)
      .values({ id: random.id(), ...ofLoan, from: null, to: 'under-review', at: now, by: 'borrower' }),
    transaction
      .insert(burialPointEvents)
      .values({ id: random.id(), event: 'loan-confirmed', ...ofLoan, productId: quote.productId, at: now }),
    transaction
      .insert(loanAgreementsAccepted)
      .values({ ...agreement, ...paper, ...ofLoan, termsHash: agreedTerms?.hash ?? null, acceptedAt: now }),
    ...(agreedTerms ? [transaction.insert(termsEditions).values(agreedTerms).onConflictDoNothing()] : []),
  ];
  for (const statement of written) enqueue(transaction, statement);
  const { productId, borrowerId, amountMinor: principalMinor, termDays, terms } = quote;
  const { orderNumber } = loan;
  const common = eventFacts({ orderNumber, borrowerId, productId, currency: terms.currency });
  const data = { ...common, principalMinor, termDays };
  const event = { type: 'application.submitted', subjectId: loan.id, data } as const;
  recordEvent(transaction, event, { now, random });
  return loan.id;
}

export function burialPointsAfter(database: Queryable, { since, after, limit }: TimePage) {
  return database
    .select({
      ...columnsOf(burialPointEvents, 'id', 'event', 'borrowerId', 'productId'),
      orderNumber: loans.orderNumber,
      occurredAt: burialPointEvents.at,
    })
    .from(burialPointEvents)
    .leftJoin(loans, refersTo(burialPointEvents.loanId, loans))
    .where(isInTimePage(burialPointEvents.at, burialPointEvents.id, { since, after }))
    .orderBy(asc(burialPointEvents.at), asc(burialPointEvents.id))
    .limit(limit);
}

export type LoanFileRecord = typeof loanFiles.$inferSelect;

export function acceptedWithoutFiles(database: Database, limit: number) {
  return database
    .select({
      ...getTableColumns(loanAgreementsAccepted),
      market: loans.market,
      orderNumber: loans.orderNumber,
    })
    .from(loanAgreementsAccepted)
    .innerJoin(loans, refersTo(loanAgreementsAccepted.loanId, loans))
    .where(and(isNull(loanAgreementsAccepted.filesMadeAt), isNotNull(loanAgreementsAccepted.paperText)))
    .orderBy(asc(loanAgreementsAccepted.acceptedAt))
    .limit(limit);
}

/**
 * Records when the lender is notified of a loan's files. @param toldBefore null for the first time; else the last notice was before it.
 * @returns false where another call recorded it, or the acceptance is erased.
 */
export async function markFilesMade(
  transaction: Transaction,
  { loanId: id, borrowerId }: { readonly loanId: string; readonly borrowerId: string },
  now: Date,
  toldBefore: Date | null = null,
) {
  const { filesMadeAt } = loanAgreementsAccepted;
  return hasRows(
    transaction
      .update(loanAgreementsAccepted)
      .set({ filesMadeAt: now })
      .where(
        and(
          belongsToLoan(loanAgreementsAccepted, { id, borrowerId }),
          toldBefore === null ? isNull(filesMadeAt) : lt(filesMadeAt, toldBefore),
          isNotNull(loanAgreementsAccepted.paperText),
        ),
      )
      .returning({ loanId: loanAgreementsAccepted.loanId }),
  );
}

export async function insertLoanFiles(transaction: Transaction, files: readonly LoanFileRecord[]) {
  await transaction.insert(loanFiles).values([...files]);
}

export function filesOfLoan(database: Queryable, loan: LoanOf): Promise<LoanFileRecord[]> {
  return database.select().from(loanFiles).where(belongsToLoan(loanFiles, loan)).orderBy(asc(loanFiles.kind));
}
