import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { borrowerBlockChanges, borrowers } from '#db/schema/borrower.ts';
import { quotes } from '#db/schema/loan.ts';

/** A borrower as they are kept. */
export type BorrowerRecord = typeof borrowers.$inferSelect;

/** Keeps a new borrower unless the lender's id has one, and gives what was kept. */
export async function insertBorrower(
  transaction: Transaction,
  borrower: typeof borrowers.$inferInsert,
): Promise<BorrowerRecord | undefined> {
  const [kept] = await transaction
    .insert(borrowers)
    .values(borrower)
    .onConflictDoNothing({ target: borrowers.lenderBorrowerId })
    .returning();
  return kept;
}

/** Which borrower is meant: by our id or by the lender's. */
export type BorrowerKey = { readonly borrowerId: string } | { readonly lenderBorrowerId: string };

/** A borrower by either id. */
export async function findBorrower(
  database: Queryable,
  key: BorrowerKey,
): Promise<BorrowerRecord | undefined> {
  const [borrower] = await database.select().from(borrowers).where(isKeyOf(key));
  return borrower;
}

/** The same, whom nobody else changes until the transaction ends. */
export async function lockBorrower(
  transaction: Transaction,
  key: BorrowerKey,
): Promise<BorrowerRecord | undefined> {
  const [borrower] = await transaction.select().from(borrowers).where(isKeyOf(key)).for('update');
  return borrower;
}

function isKeyOf(key: BorrowerKey) {
  return 'borrowerId' in key
    ? eq(borrowers.id, key.borrowerId)
    : eq(borrowers.lenderBorrowerId, key.lenderBorrowerId);
}

/** Changes a locked borrower and gives them as they are then. */
export async function updateBorrower(
  transaction: Transaction,
  borrower: BorrowerRecord,
  change: Partial<Omit<BorrowerRecord, 'id' | 'createdAt'>>,
): Promise<BorrowerRecord> {
  await transaction.update(borrowers).set(change).where(eq(borrowers.id, borrower.id));
  return { ...borrower, ...change };
}

/** A time somebody was blocked or unblocked. */
export type BlockChange = typeof borrowerBlockChanges.$inferSelect;

/** Notes that somebody was blocked or unblocked. */
export async function insertBlockChange(transaction: Transaction, change: BlockChange): Promise<void> {
  await transaction.insert(borrowerBlockChanges).values(change);
}

/** Every time a borrower was blocked or unblocked, oldest first. */
export function blockChangesOf(database: Queryable, borrowerId: string): Promise<BlockChange[]> {
  return database
    .select()
    .from(borrowerBlockChanges)
    .where(eq(borrowerBlockChanges.borrowerId, borrowerId))
    .orderBy(asc(borrowerBlockChanges.id));
}

/** Whether something was quoted to a borrower, which fixes their market. */
export async function hasQuotes(transaction: Transaction, borrowerId: string): Promise<boolean> {
  const [quote] = await transaction
    .select({ id: quotes.id })
    .from(quotes)
    .where(eq(quotes.borrowerId, borrowerId))
    .limit(1);
  return quote !== undefined;
}

/** Which borrowers a list shows, and after which of them it goes on. */
export interface BorrowerQuery {
  /** As kept: ten digits. */
  readonly mobilePhone: string | undefined;
  readonly isBlocked: boolean;
  readonly afterId: string | undefined;
  readonly limit: number;
}

/** Borrowers in the order they were added. */
export function findBorrowers(
  database: Queryable,
  { mobilePhone, isBlocked, afterId, limit }: BorrowerQuery,
): Promise<BorrowerRecord[]> {
  return database
    .select()
    .from(borrowers)
    .where(
      and(
        mobilePhone === undefined ? undefined : eq(borrowers.mobilePhone, mobilePhone),
        isBlocked ? isNotNull(borrowers.blockedAt) : undefined,
        afterId === undefined ? undefined : gt(borrowers.id, afterId),
      ),
    )
    .orderBy(asc(borrowers.id))
    .limit(limit);
}
