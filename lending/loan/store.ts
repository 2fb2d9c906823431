import { and, count, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { loans, ratings } from '#db/schema/loan.ts';
import { offers, products } from '#db/schema/product.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { openStatuses } from '#domain/loan/loan-status.ts';
import type { Score } from '#domain/loan/rating.ts';
import { type LoanRecord, selectLoans } from '../ledger/loans.ts';

/** What a borrower may take of an active product, with the product; undefined when nothing is offered. */
export async function findOffer(database: Database, borrowerId: string, productId: string) {
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

/** What a product is called; empty for one there is not. */
export async function productNameOf(database: Database, productId: string): Promise<string> {
  const [product] = await database
    .select({ name: products.name })
    .from(products)
    .where(eq(products.productId, productId));
  return product?.name ?? '';
}

/** Notes that the borrower has seen the adjusted amount (CONFIRM-3). */
export async function acknowledgeOffer(
  database: Database,
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
  database: Database,
  borrowerId: string,
  productId: string,
): Promise<boolean> {
  const [row] = await database
    .select({ open: count() })
    .from(loans)
    .where(
      and(
        eq(loans.borrowerId, borrowerId),
        eq(loans.productId, productId),
        inArray(loans.status, [...openStatuses]),
      ),
    );
  return (row?.open ?? 0) > 0;
}

/** Whether the borrower has settled a loan before, which decides the late fee. */
export async function hasSettledLoan(database: Database, borrowerId: string): Promise<boolean> {
  const [row] = await database
    .select({ settled: count() })
    .from(loans)
    .where(and(eq(loans.borrowerId, borrowerId), eq(loans.status, 'settled')));
  return (row?.settled ?? 0) > 0;
}

/** Whether a decline of the product tells the borrower to wait beyond `today`. */
export async function mustWaitToReapply(
  database: Database,
  borrowerId: string,
  productId: string,
  today: LocalDate,
): Promise<boolean> {
  const [row] = await database
    .select({ waiting: count() })
    .from(loans)
    .where(and(eq(loans.borrowerId, borrowerId), eq(loans.productId, productId), gt(loans.reapplyOn, today)));
  return (row?.waiting ?? 0) > 0;
}

/** A borrower's own loan by its id or order number; another's is as if it did not exist (SESS-4). */
export async function findLoanOf(
  database: Database,
  borrowerId: string,
  idOrNumber: string,
): Promise<LoanRecord | undefined> {
  const isNamed = or(
    eq(loans.orderNumber, idOrNumber),
    isId(idOrNumber) ? eq(loans.id, idOrNumber) : undefined,
  );
  const [loan] = await selectLoans(database, and(eq(loans.borrowerId, borrowerId), isNamed));
  return loan;
}

/** A borrower's settled loans, newest first, and whether each is rated. */
export function settledLoansOf(
  database: Database,
  borrowerId: string,
): Promise<{ id: string; score: number | null }[]> {
  return database
    .select({ id: loans.id, score: ratings.score })
    .from(loans)
    .leftJoin(ratings, eq(ratings.loanId, loans.id))
    .where(and(eq(loans.borrowerId, borrowerId), eq(loans.status, 'settled')))
    .orderBy(desc(loans.settledAt), desc(loans.id));
}

/** Whether a loan is rated. */
export async function isRated(database: Database, loanId: string): Promise<boolean> {
  const rows = await database
    .select({ loanId: ratings.loanId })
    .from(ratings)
    .where(eq(ratings.loanId, loanId));
  return rows.length > 0;
}

/** Keeps the first rating of a loan; a later one changes nothing (ORDER-6). */
export async function insertRating(
  database: Database,
  loanId: string,
  score: Score,
  now: Date,
): Promise<void> {
  await database.insert(ratings).values({ loanId, score, ratedAt: now }).onConflictDoNothing();
}
