import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#db/database.ts';
import { repayTokens } from '#db/schema/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';

/** Whose payment of which loan a token is good for. */
export interface TokenHolder {
  readonly borrowerId: string;
  readonly loanId: string;
}

/** A token as it is kept. */
export type RepayTokenRecord = typeof repayTokens.$inferSelect;

const tokenBytes = 24;
const lifetimeMinutes = 30;

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Payments booked on a loan so far. */
async function paymentCountOf(database: Database, loanId: string): Promise<number> {
  const [row] = await queryRows<{ payments: number }>(
    database,
    sql`select count(*)::integer as payments from ledger_transactions
      where loan_id = ${loanId}::uuid and kind = 'payment' and reverses_id is null`,
  );
  return row?.payments ?? 0;
}

/** Issues a token that lets its holder commit one payment within 30 minutes. */
export async function issueRepayToken(database: Database, holder: TokenHolder, now: Date): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await database.insert(repayTokens).values({
    tokenHash: hashOf(token),
    ...holder,
    paymentCount: await paymentCountOf(database, holder.loanId),
    issuedAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMinutes * 60_000),
  });
  return token;
}

/**
 * Locks a token of its holder until the transaction ends; whether it was used before is the caller's to judge.
 * @throws CodedError 'request-invalid' for a token that this service did not issue for this borrower and loan.
 */
export async function lockRepayToken(
  tx: Database,
  token: string,
  { borrowerId, loanId }: TokenHolder,
): Promise<RepayTokenRecord> {
  const [kept] = await tx
    .select()
    .from(repayTokens)
    .where(
      and(
        eq(repayTokens.tokenHash, hashOf(token)),
        eq(repayTokens.borrowerId, borrowerId),
        eq(repayTokens.loanId, loanId),
      ),
    )
    .for('update');
  if (!kept) throw new CodedError('request-invalid', 'repayToken');
  return kept;
}

/**
 * Refuses a token that is too old, or whose page shows figures from before another payment of the loan.
 * @throws CodedError 'status-conflict'.
 */
export async function requireFreshToken(tx: Database, token: RepayTokenRecord, now: Date): Promise<void> {
  const isFresh = token.expiresAt > now && token.paymentCount === (await paymentCountOf(tx, token.loanId));
  if (!isFresh) throw new CodedError('status-conflict');
}

/** Uses a token up, for a payment. */
export async function spendRepayToken(
  tx: Database,
  token: RepayTokenRecord,
  cardPaymentId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(repayTokens)
    .set({ usedAt: now, cardPaymentId })
    .where(eq(repayTokens.tokenHash, token.tokenHash));
}

/** Forgets tokens that expired before an instant. */
export async function forgetTokensBefore(database: Database, instant: Date): Promise<void> {
  await database.delete(repayTokens).where(lt(repayTokens.expiresAt, instant));
}
