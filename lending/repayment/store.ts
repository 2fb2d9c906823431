import { and, eq } from 'drizzle-orm';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { paymentReferences } from '#db/schema/repayment.ts';
import type { BookingContext } from '../ledger/loans.ts';
import type { PaymentReference } from './references.ts';

/** Keeps the codes of a loan; one that is taken already is an error, since each is made for one loan. */
export async function insertReferences(
  transaction: Transaction,
  loanId: string,
  purpose: PaymentPurpose,
  references: readonly PaymentReference[],
  { now, random }: BookingContext,
): Promise<void> {
  await transaction
    .insert(paymentReferences)
    .values(
      references.map((reference) => ({ id: random.id(), ...reference, loanId, purpose, createdAt: now })),
    );
}

/** The codes of a loan for one purpose, in the order they were made. */
export function referencesOf(
  database: Queryable,
  loanId: string,
  purpose: PaymentPurpose,
): Promise<PaymentReference[]> {
  return database
    .select({ channelKind: paymentReferences.channelKind, code: paymentReferences.code })
    .from(paymentReferences)
    .where(and(eq(paymentReferences.loanId, loanId), eq(paymentReferences.purpose, purpose)))
    .orderBy(paymentReferences.id);
}

/** The loan a code belongs to. */
export async function referenceOwner(
  database: Queryable,
  code: string,
): Promise<{ loanId: string; purpose: PaymentPurpose } | undefined> {
  const [row] = await database
    .select({ loanId: paymentReferences.loanId, purpose: paymentReferences.purpose })
    .from(paymentReferences)
    .where(eq(paymentReferences.code, code));
  return row;
}

/** All codes of a loan, each with what paying with it is for. */
export function codesOf(
  database: Queryable,
  loanId: string,
): Promise<{ readonly code: string; readonly purpose: PaymentPurpose }[]> {
  return database
    .select({ code: paymentReferences.code, purpose: paymentReferences.purpose })
    .from(paymentReferences)
    .where(eq(paymentReferences.loanId, loanId));
}
