import { and, eq, isNull, notExists, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { isOfLoan, type LoanOf, type LockedLoan } from './loans.ts';
import type { Movement, Posting } from './post.ts';

/** A transaction of the ledger with its postings, as it is taken back. */
export interface BookedMovement {
  readonly id: string;
  readonly kind: Movement['kind'];
  readonly key: string;
  readonly occurredAt: Date;
  readonly postings: readonly Posting[];
}

/** The condition that a posting is a part of a transaction of the ledger. */
export const isPostingOfTransaction = and(
  eq(ledgerPostings.transactionId, ledgerTransactions.id),
  eq(ledgerPostings.borrowerId, ledgerTransactions.borrowerId),
);

/** The condition that a transaction of the ledger was not taken back and takes none back. */
function isStanding(transaction: Transaction): SQL | undefined {
  const reversal = alias(ledgerTransactions, 'reversal');
  const isTakenBack = transaction
    .select({ id: reversal.id })
    .from(reversal)
    .where(
      and(
        eq(reversal.reversesId, ledgerTransactions.id),
        eq(reversal.borrowerId, ledgerTransactions.borrowerId),
      ),
    );
  return and(isNull(ledgerTransactions.reversesId), notExists(isTakenBack));
}

/** A loan's transactions that stand and that `which` is true of. */
export async function standingMovements(
  transaction: Transaction,
  loan: LoanOf,
  which: SQL | undefined,
): Promise<BookedMovement[]> {
  const rows = await transaction
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      key: ledgerTransactions.idempotencyKey,
      occurredAt: ledgerTransactions.occurredAt,
      account: ledgerPostings.account,
      component: ledgerPostings.component,
      instalmentId: ledgerPostings.instalmentId,
      amountMinor: ledgerPostings.amountMinor,
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, isPostingOfTransaction)
    .where(and(isOfLoan(ledgerTransactions, loan), which, isStanding(transaction)));
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const postings = parts.map(({ account, component, instalmentId, amountMinor }) => ({
      account,
      ...(component === null ? {} : { component }),
      ...(instalmentId === null ? {} : { instalmentId }),
      amountMinor,
    }));
    const { id, kind, key, occurredAt } = first;
    return [{ id, kind, key, occurredAt, postings }];
  });
}

/** A loan's transaction by its key or id, unless it was taken back or takes another back. */
export async function standingMovement(
  transaction: Transaction,
  loan: LockedLoan,
  named: { readonly key: string } | { readonly id: string },
): Promise<BookedMovement | undefined> {
  const isNamed =
    'key' in named ? eq(ledgerTransactions.idempotencyKey, named.key) : eq(ledgerTransactions.id, named.id);
  const [movement] = await standingMovements(transaction, loan, isNamed);
  return movement;
}

/** The movement that takes another back, and why where a person has it done. */
export function reversalOf({ id, kind, postings }: BookedMovement, now: Date, reason?: string): Movement {
  return {
    kind,
    occurredAt: now,
    idempotencyKey: `reversal:${id}`,
    reversesId: id,
    ...(reason === undefined ? {} : { reason }),
    postings: postings.map((posting) => ({
      ...posting,
      amountMinor: subtractMinor(zeroMinor, posting.amountMinor),
    })),
  };
}
