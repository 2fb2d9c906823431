import { and, eq } from 'drizzle-orm';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';

/** The condition that a posting is a part of a transaction of the ledger. */
export const isPostingOfTransaction = and(
  eq(ledgerPostings.transactionId, ledgerTransactions.id),
  eq(ledgerPostings.borrowerId, ledgerTransactions.borrowerId),
);
