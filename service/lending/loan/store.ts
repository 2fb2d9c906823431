import { and, desc, eq } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { loans, ratings } from '#db/schema/loan.ts';
import { offers } from '#db/schema/product.ts';
import type { Score } from '#domain/loan/rating.ts';
import { belongsToLoan } from '../ledger/loans.ts';

export function settledLoansOf(
  database: Queryable,
  borrowerId: string,
): Promise<{ id: string; score: number | null }[]> {
  return database
    .select({ id: loans.id, score: ratings.score })
    .from(loans)
    .leftJoin(ratings, belongsToLoan(ratings, loans))
    .where(and(eq(loans.borrowerId, borrowerId), eq(loans.status, 'settled')))
    .orderBy(desc(loans.settledAt), desc(loans.id));
}

/** The last digits of the account that a loan is paid out to; null where its offer is gone or has changed since. */
export async function accountEndingOf(
  database: Queryable,
  loan: { readonly borrowerId: string; readonly productId: string; readonly appliedAt: Date },
): Promise<string | null> {
  const [offer] = await database
    .select({ ending: offers.depositAccountEnding, changedAt: offers.changedAt })
    .from(offers)
    .where(and(eq(offers.borrowerId, loan.borrowerId), eq(offers.productId, loan.productId)));
  return offer && !(offer.changedAt && offer.changedAt > loan.appliedAt) ? offer.ending : null;
}

export async function insertRating(
  database: Queryable,
  { borrowerId, loanId }: { readonly borrowerId: string; readonly loanId: string },
  score: Score,
  now: Date,
): Promise<void> {
  await database.insert(ratings).values({ borrowerId, loanId, score, ratedAt: now }).onConflictDoNothing();
}
