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
import { isInTimePage, type TimePage } from '../http/store.ts';
import type { KeptText } from '../kept-text.ts';
import { type BookingContext, isOfLoan, isRowOf, type LoanOf } from '../ledger/loans.ts';
import type { AcceptedPaper } from './agreed-text.ts';

/**
 * What a borrower may take of a product on a day, with the product and all that decides whether and on what terms; undefined
 * when it was never offered.
 */
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
      /** Whether it is offered that day: not withdrawn, nor its product, and on a day of the offer. */
      isOffered: sql<boolean>`${products.isActive} and ${offers.withdrawnAt} is null
        and coalesce(${offers.validFrom} <= ${today}, true) and coalesce(${offers.validThrough} >= ${today}, true)`,
      /** Whether the borrower has a loan of the product that still runs. */
      hasOpenLoan: sql<boolean>`exists (select from ${loans} where ${isOfBorrower} and ${isOfProduct} and ${isOpen})`,
      /** Whether a decline of the product tells the borrower to wait beyond the day. */
      mustWait: sql<boolean>`exists (select from ${loans}
        where ${isOfBorrower} and ${isOfProduct} and ${loans.reapplyOn} > ${today})`,
      /** Whether the borrower has settled a loan before, which decides the late fee. */
      hasSettledLoan: sql<boolean>`exists (select from ${loans} where ${isOfBorrower} and ${loans.status} = 'settled')`,
      /** The edition of the lender's own agreement in force; null while the standing text is. */
      agreementVersion: sql<string | null>`(select ${agreementVersions.version} from ${agreementVersions}
        where ${agreementVersions.market} = ${products.market} and ${agreementVersions.effectiveFrom} <= ${today}
        order by ${agreementVersions.effectiveFrom} desc, ${agreementVersions.madeAt} desc, ${agreementVersions.version} desc
        limit 1)`,
      /** The newest unused quote, if it still holds. */
      quotes: jsonRows(
        {
          ...getTableColumns(quotes),
          /** Whether the lender's own edition is there that it was issued with. */
          hasLenderEdition: sql<boolean>`exists (select from ${agreementVersions}
            where ${agreementVersions.market} = ${products.market} and ${agreementVersions.version} = ${quotes.agreementVersion})`,
        },
        // The borrower's first: the database would rather look through all quotes that are valid, whosoever they are.
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

/** An offer with its product and what decides on its terms. */
export type OfferRecord = NonNullable<Awaited<ReturnType<typeof findOffer>>>;

/** An unused quote that holds, with whether its agreement is an edition of the lender's that is there. */
export type HeldQuote = OfferRecord['quotes'][number];

/** A product as kept. */
export type ProductRecord = typeof products.$inferSelect;

/** Every product there is, in the order of their ids. */
export function allProducts(database: Queryable): Promise<ProductRecord[]> {
  return database.select().from(products).orderBy(products.productId);
}

/** Products after one of this id, in the order of their ids. */
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

/** Keeps products whose terms were checked, and gives those that were not there; one that is there stays unchanged. */
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

/** Gives a locked product what was checked. */
export async function updateCheckedProduct(transaction: Transaction, { productId, ...row }: ProductRecord) {
  await transaction.update(products).set(row).where(eq(products.productId, productId));
}

/** A product locked until the transaction ends. */
export function lockProduct(transaction: Transaction, productId: string) {
  return lockRow(transaction, products, eq(products.productId, productId));
}

/** A product in its current version. */
export function findProduct(database: Queryable, productId: string) {
  return findRow(database, products, eq(products.productId, productId));
}

/** A version of a product as kept. */
export type ProductVersion = typeof productVersions.$inferSelect;

/** Keeps versions of products. */
export async function insertProductVersions(transaction: Transaction, versions: readonly ProductVersion[]) {
  if (versions.length > 0) await transaction.insert(productVersions).values([...versions]);
}

/** The newest versions of a product, newest first. */
export function versionsOf(database: Queryable, productId: string, limit: number): Promise<ProductVersion[]> {
  return database
    .select()
    .from(productVersions)
    .where(eq(productVersions.productId, productId))
    .orderBy(desc(productVersions.version))
    .limit(limit);
}

/** The market of a borrower, who is not erased until the transaction ends; undefined when there is none or was erased. */
export async function marketOfBorrower(
  transaction: Transaction,
  borrowerId: string,
): Promise<Market | undefined> {
  const [borrower] = await transaction
    .select({ market: borrowers.market })
    .from(borrowers)
    .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
    .for('share');
  return borrower?.market;
}

/** Whether a borrower may take nothing new; their block is locked until the transaction ends. */
export async function isBlocked(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const [borrower] = await transaction
    .select({ blockedAt: borrowers.blockedAt })
    .from(borrowers)
    .where(and(eq(borrowers.id, borrowerId), isNull(borrowers.erasedAt)))
    .for('share');
  return borrower === undefined || borrower.blockedAt !== null;
}

/** An offer as kept. */
export type OfferRow = typeof offers.$inferSelect;

/** The offer of a product to a borrower, live or not, locked until the transaction ends. */
export function lockOffer(transaction: Transaction, borrowerId: string, productId: string) {
  return lockRow(
    transaction,
    offers,
    and(eq(offers.borrowerId, borrowerId), eq(offers.productId, productId)),
  );
}

/** Keeps an offer in the place of the one there is. */
export async function putOfferRow(transaction: Transaction, offer: OfferRow): Promise<void> {
  const { borrowerId: _borrowerId, productId: _productId, ...facts } = offer;
  await transaction
    .insert(offers)
    .values(offer)
    .onConflictDoUpdate({ target: [offers.borrowerId, offers.productId], set: facts });
}

/** Which offers a list shows, and after which pair of borrower and product it goes on. */
export interface OfferQuery {
  readonly borrowerId: string | undefined;
  readonly productId: string | undefined;
  readonly after: { readonly borrowerId: string; readonly productId: string } | undefined;
  readonly limit: number;
}

/** Offers in the order of borrower and product, each with its product's currency. */
export function findOffers(
  database: Queryable,
  { borrowerId, productId, after, limit }: OfferQuery,
): Promise<(OfferRow & Pick<ProductRecord, 'currency'>)[]> {
  return database
    .select({
      ...getTableColumns(offers),
      // For each row of the page: a join would have all offers read first.
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

/** The newest quote of a product that a borrower was issued, used or not. */
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

/** Whether the borrower has a loan of the product that still runs, and whether a decline tells them to wait beyond a day. */
export async function loansInTheWay(
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

/** A quote as it was issued. */
export type QuoteRecord = typeof quotes.$inferSelect;

/** Keeps a new quote under the next proposal number, which begins with a prefix. */
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

/** Locks a borrower's quote of a product: the one named, or the newest, whether used or not. */
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

/** A borrower's own quote. */
export async function findQuoteOf(database: Queryable, borrowerId: string, quoteId: string) {
  if (!isId(quoteId)) return undefined;
  return findRow(database, quotes, and(eq(quotes.borrowerId, borrowerId), eq(quotes.id, quoteId)));
}

/** The agreement that was accepted with a loan, as it was kept. */
export function findAcceptedAgreement(database: Queryable, loan: LoanOf) {
  return findRow(database, loanAgreementsAccepted, isOfLoan(loanAgreementsAccepted, loan));
}

/** Terms that were accepted, by the hash of their text. */
export function findTerms(database: Queryable, hash: string): Promise<KeptText | undefined> {
  return findRow(database, termsEditions, eq(termsEditions.hash, hash));
}

/** An edition of the lender's own agreement, as kept. */
export type AgreementVersionRecord = typeof agreementVersions.$inferSelect;

/** An edition of a market. */
export function findAgreementVersion(database: Queryable, market: Market, version: string) {
  return findRow(
    database,
    agreementVersions,
    and(eq(agreementVersions.market, market), eq(agreementVersions.version, version)),
  );
}

/** Keeps an edition; undefined when another of its name was kept meanwhile. */
export function insertAgreementVersion(transaction: Transaction, edition: AgreementVersionRecord) {
  return firstRow(transaction.insert(agreementVersions).values(edition).onConflictDoNothing().returning());
}

/** Editions by market and version, after one of them. */
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

/** How a borrower accepted a quote. */
export interface Acceptance {
  readonly quote: QuoteRecord;
  readonly agreement: KeptText;
  readonly terms: KeptText | null;
  /** The market's paper; null where there is none. */
  readonly paper: AcceptedPaper | null;
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
  { quote, agreement, terms: agreedTerms, paper, year }: Acceptance,
  { now, random }: BookingContext,
): Promise<string | undefined> {
  const [loan] = await transaction
    .insert(loans)
    .values({
      id: random.id(),
      serialNumber: sql`nextval('loan_serial_numbers')`,
      // The number that was just drawn.
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
  const isTheQuote = isRowOf(quotes, quote.id, quote);
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

/** A page of points of journeys, oldest first, from an instant and after a key on. */
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

/** A file of a loan as it is kept. */
export type LoanFileRecord = typeof loanFiles.$inferSelect;

/** What was accepted and has no files yet, the oldest first. */
export function acceptedWithoutFiles(database: Database, limit: number) {
  return database
    .select({
      ...getTableColumns(loanAgreementsAccepted),
      ...{ market: loans.market, orderNumber: loans.orderNumber },
    })
    .from(loanAgreementsAccepted)
    .innerJoin(loans, refersTo(loanAgreementsAccepted.loanId, loans))
    .where(and(isNull(loanAgreementsAccepted.filesMadeAt), isNotNull(loanAgreementsAccepted.paperText)))
    .orderBy(asc(loanAgreementsAccepted.acceptedAt))
    .limit(limit);
}

/**
 * Notes when the lender is told of the files of a loan.
 * @param toldBefore null as they are made; else they were told of before it.
 * @returns false where they were told of otherwise, or what was accepted is erased.
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
          isOfLoan(loanAgreementsAccepted, { id, borrowerId }),
          toldBefore === null ? isNull(filesMadeAt) : lt(filesMadeAt, toldBefore),
          isNotNull(loanAgreementsAccepted.paperText),
        ),
      )
      .returning({ loanId: loanAgreementsAccepted.loanId }),
  );
}

/** Keeps the files of a loan. */
export async function insertLoanFiles(transaction: Transaction, files: readonly LoanFileRecord[]) {
  await transaction.insert(loanFiles).values([...files]);
}

/** The files of a loan, by kind. */
export function filesOfLoan(database: Queryable, loan: LoanOf): Promise<LoanFileRecord[]> {
  return database.select().from(loanFiles).where(isOfLoan(loanFiles, loan)).orderBy(asc(loanFiles.kind));
}
