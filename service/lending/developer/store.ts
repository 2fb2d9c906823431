import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { columnsOf, hasRows } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { loans } from '#db/schema/loan.ts';
import { offers, products } from '#db/schema/product.ts';

const rowLimit = 50;

export async function someBorrowers(database: Queryable) {
  const newestFirst = await database
    .select({
      borrowerId: borrowers.id,
      ...columnsOf(borrowers, 'name', 'market', 'mobilePhone'),
    })
    .from(borrowers)
    .orderBy(desc(borrowers.id))
    .limit(rowLimit);
  return newestFirst.reverse();
}

export function offeredProductsOf(
  database: Queryable,
  borrowerId: string,
): Promise<{ productId: string; name: string }[]> {
  return database
    .select({ productId: products.productId, name: products.name })
    .from(offers)
    .innerJoin(products, eq(products.productId, offers.productId))
    .where(and(eq(offers.borrowerId, borrowerId), eq(products.isActive, true)))
    .orderBy(asc(products.productId))
    .limit(rowLimit);
}

export function hasSavedCard(database: Queryable, borrowerId: string): Promise<boolean> {
  return hasRows(
    database
      .select({ id: savedCards.id })
      .from(savedCards)
      .where(and(eq(savedCards.borrowerId, borrowerId), isNull(savedCards.removedAt)))
      .limit(1),
  );
}

export function newestLoansOf(database: Queryable, borrowerId: string) {
  return database
    .select({
      loanId: loans.id,
      ...columnsOf(loans, 'productId', 'orderNumber', 'market', 'currency'),
      orderStatus: loans.status,
    })
    .from(loans)
    .where(eq(loans.borrowerId, borrowerId))
    .orderBy(desc(loans.serialNumber))
    .limit(rowLimit);
}
