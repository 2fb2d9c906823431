import { and, asc, desc, eq } from 'drizzle-orm';
import { hostSandbox, type SandboxOverview } from '#contract/host/sandbox.ts';
import type { Database } from '#db/database.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { loans } from '#db/schema/loan.ts';
import { offers, products } from '#db/schema/product.ts';
import { localDateAt } from '#domain/calendar.ts';
import { dueNow } from '#domain/loan/instalment-state.ts';
import { marketOf } from '#domain/market.ts';
import { openOffer } from '../extension/store.ts';
import { answerHost } from '../http/host-gate.ts';
import { instalmentsOf } from '../ledger/loans.ts';
import { accrueOverdueLoans, todayOf } from '../ledger/penalties.ts';
import { referencesOf } from '../repayment/store.ts';

/** Most rows of each kind that the sandbox lists. */
const rowLimit = 50;

type ListedBorrower = SandboxOverview['borrowers'][number];

/** Lists borrowers with their offers and loans as they stand today, penalties booked. */
export const answeredSandbox = answerHost(hostSandbox, async ({ database, now }) => {
  await accrueOverdueLoans(database, now);
  const rows = await database
    .select({
      borrowerId: borrowers.id,
      name: borrowers.name,
      market: borrowers.market,
      mobilePhone: borrowers.mobilePhone,
    })
    .from(borrowers)
    .orderBy(desc(borrowers.market), asc(borrowers.name))
    .limit(rowLimit);
  const listed: ListedBorrower[] = [];
  for (const row of rows) {
    listed.push({
      ...row,
      products: await offeredProducts(database, row.borrowerId),
      loans: await newestLoans(database, row.borrowerId, now),
    });
  }
  return {
    data: {
      today: {
        MX: localDateAt(now, marketOf.MX.timeZone),
        IN: localDateAt(now, marketOf.IN.timeZone),
      },
      borrowers: listed,
    },
  };
});

function offeredProducts(database: Database, borrowerId: string): Promise<ListedBorrower['products']> {
  return database
    .select({ productId: products.productId, name: products.name })
    .from(offers)
    .innerJoin(products, eq(products.productId, offers.productId))
    .where(and(eq(offers.borrowerId, borrowerId), eq(products.isActive, true)))
    .orderBy(asc(products.productId))
    .limit(rowLimit);
}

async function newestLoans(
  database: Database,
  borrowerId: string,
  now: Date,
): Promise<ListedBorrower['loans']> {
  const rows = await database
    .select({
      loanId: loans.id,
      productId: loans.productId,
      orderNumber: loans.orderNumber,
      market: loans.market,
      currency: loans.currency,
      orderStatus: loans.status,
      remainingMinor: loans.balanceMinor,
    })
    .from(loans)
    .where(eq(loans.borrowerId, borrowerId))
    .orderBy(desc(loans.serialNumber))
    .limit(rowLimit);
  const listed: ListedBorrower['loans'] = [];
  for (const { market, ...row } of rows) {
    const instalments = await instalmentsOf(database, row.loanId);
    const due = dueNow(instalments, todayOf({ market }, now));
    listed.push({
      ...row,
      dueMinor: due?.amountMinor ?? 0,
      dueDate: due?.dueDate ?? '',
      extension: await askedExtension(database, row.loanId),
    });
  }
  return listed;
}

async function askedExtension(
  database: Database,
  loanId: string,
): Promise<ListedBorrower['loans'][number]['extension']> {
  const offer = await openOffer(database, loanId);
  const [reference] = await referencesOf(database, loanId, 'extend');
  return offer && reference ? { code: reference.code, amountMinor: offer.payTodayMinor } : null;
}
