import { and, eq, sum } from 'drizzle-orm';
import { type Transaction, together } from '#db/database.ts';
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerPostings,
  ledgerTransactions,
} from '#db/schema/ledger.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { type BookingContext, instalmentsOf, isOfLoan, type LockedLoan } from './loans.ts';
import { type Movement, type Posting, postMovements } from './post.ts';
import { isPostingOfTransaction } from './standing.ts';

/** What made a loan that the lender no longer holds as an asset owe more or less. */
export interface DerecognitionCause {
  /** `payment` for money that came in, or was taken back. */
  readonly cause: 'payment' | 'correction';
  /** What makes it the one it is. */
  readonly key: string;
  readonly reason?: string | undefined;
  /** The provider's event whose payment was taken back: what it had recovered is no longer recovered. */
  readonly reversedEventId?: string;
}

/**
 * Keeps what a written-off or sold loan owes out of the assets: `derecognised-receivable` is what it owes with the opposite
 * sign. What comes in afterwards is recovered; what is owed more was lost. Does nothing on other loans.
 */
export async function followDerecognition(
  transaction: Transaction,
  loan: LockedLoan,
  cause: DerecognitionCause,
  context: BookingContext,
): Promise<void> {
  if (!isDerecognised(loan)) return;
  const [{ standing, recoveredMinor }, records] = await together(
    () => readDerecognition(transaction, loan, cause),
    () => instalmentsOf(transaction, loan),
  );
  if (standing === null) return;
  const owedMinor = remainingTotal(records);
  const movements = derecognitionMovements(loan, cause, { owedMinor, standing, recoveredMinor }, context);
  await postMovements(transaction, loan, movements, context);
}

function isDerecognised({ status, writtenOffAt }: LockedLoan): boolean {
  return status === 'sold' || writtenOffAt !== null;
}

/** How the accounts of a loan stand that writing it off or selling it touches. */
type DerecognisedAccounts = ReadonlyMap<LedgerAccount, MinorAmount>;

/**
 * Works out what `followDerecognition` books.
 * @param figures what the loan owes, how its accounts stand, and what of a payment that was taken back was recovered.
 */
export function derecognitionMovements(
  loan: LockedLoan,
  { cause, key, reason }: DerecognitionCause,
  {
    owedMinor,
    standing,
    recoveredMinor: onceRecoveredMinor = zeroMinor,
  }: {
    readonly owedMinor: MinorAmount;
    readonly standing: DerecognisedAccounts;
    readonly recoveredMinor?: MinorAmount;
  },
  { now }: Pick<BookingContext, 'now'>,
): Movement[] {
  const changeMinor = addMinor(owedMinor, standing.get('derecognised-receivable') ?? zeroMinor);
  if (changeMinor === 0) return [];
  const parts: { kind: LedgerKind; account: LedgerAccount; amountMinor: MinorAmount }[] = [];
  if (loan.status === 'sold') {
    parts.push({ kind: 'sale', account: 'sale-loss', amountMinor: changeMinor });
  } else if (cause === 'payment' && changeMinor < 0) {
    parts.push({ kind: 'recovery', account: 'recovery-income', amountMinor: changeMinor });
  } else {
    const recoveredMinor = minorAmount(Math.min(onceRecoveredMinor, Math.max(0, changeMinor)));
    const lostMinor = subtractMinor(changeMinor, recoveredMinor);
    if (recoveredMinor !== 0) {
      parts.push({ kind: 'recovery', account: 'recovery-income', amountMinor: recoveredMinor });
    }
    if (lostMinor !== 0)
      parts.push({ kind: 'write-off', account: 'write-off-expense', amountMinor: lostMinor });
  }
  return parts.map(({ kind, account, amountMinor }) => ({
    kind,
    occurredAt: now,
    idempotencyKey: `${kind}:${key}`,
    ...(reason === undefined ? {} : { reason }),
    postings: [
      { account, amountMinor },
      { account: 'derecognised-receivable', amountMinor: subtractMinor(zeroMinor, amountMinor) },
    ],
  }));
}

/** What a payment recovered of a written-off loan. */
async function recoveredBy(
  transaction: Transaction,
  loan: LockedLoan,
  eventId: string,
): Promise<MinorAmount> {
  const [row] = await transaction
    .select({ totalMinor: sum(ledgerPostings.amountMinor) })
    .from(ledgerPostings)
    .innerJoin(ledgerTransactions, isPostingOfTransaction)
    .where(
      and(
        eq(ledgerTransactions.idempotencyKey, `recovery:${eventId}`),
        eq(ledgerTransactions.borrowerId, loan.borrowerId),
        eq(ledgerPostings.account, 'derecognised-receivable'),
      ),
    );
  return minorAmount(Number(row?.totalMinor ?? 0));
}

/** The accounts of a write-off, which sum to zero by themselves. */
const writeOffAccounts = ['derecognised-receivable', 'write-off-expense', 'recovery-income'] as const;

/** Reads what `derecognitionMovements` needs to know of a loan besides what it owes. */
export async function readDerecognition(
  transaction: Transaction,
  loan: LockedLoan,
  { reversedEventId }: Pick<DerecognitionCause, 'reversedEventId'>,
): Promise<{ readonly standing: DerecognisedAccounts | null; readonly recoveredMinor: MinorAmount }> {
  const isRecovery = isDerecognised(loan) && reversedEventId !== undefined;
  const [standing, recoveredMinor] = await together(
    () => derecognisedOf(transaction, loan),
    async () => (isRecovery ? recoveredBy(transaction, loan, reversedEventId) : zeroMinor),
  );
  return { standing, recoveredMinor };
}

/** Reads how the accounts stand of a loan that was written off or sold; null for any other. */
export async function derecognisedOf(
  transaction: Transaction,
  loan: LockedLoan,
): Promise<DerecognisedAccounts | null> {
  return isDerecognised(loan) ? accountsOf(transaction, loan) : null;
}

async function accountsOf(transaction: Transaction, loan: LockedLoan): Promise<DerecognisedAccounts> {
  const rows = await transaction
    .select({ account: ledgerPostings.account, totalMinor: sum(ledgerPostings.amountMinor) })
    .from(ledgerPostings)
    .where(isOfLoan(ledgerPostings, loan))
    .groupBy(ledgerPostings.account);
  return new Map(rows.map(({ account, totalMinor }) => [account, minorAmount(Number(totalMinor ?? 0))]));
}

/** Takes a loan's write-off back, with what was recovered since: it is an asset again and recovered nothing. */
export async function bookReinstatement(
  transaction: Transaction,
  loan: LockedLoan,
  { reason, key }: { readonly reason: string; readonly key: string },
  context: BookingContext,
): Promise<void> {
  const standing = await accountsOf(transaction, loan);
  const postings = writeOffAccounts.flatMap((account): Posting[] => {
    const amountMinor = standing.get(account) ?? zeroMinor;
    return amountMinor === 0 ? [] : [{ account, amountMinor: subtractMinor(zeroMinor, amountMinor) }];
  });
  if (postings.length === 0) return;
  const movement = {
    kind: 'write-off' as const,
    occurredAt: context.now,
    idempotencyKey: `reinstatement:${key}`,
    reason,
    postings,
  };
  await postMovements(transaction, loan, [movement], context);
}
