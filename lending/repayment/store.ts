import { and, desc, eq } from 'drizzle-orm';
import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import type { Database } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { paymentReferences, providerEvents } from '#db/schema/repayment.ts';
import type { PaymentReference } from './references.ts';

/** Keeps the codes of a loan; one that is taken already is an error, since each is made for one loan. */
export async function insertReferences(
  tx: Database,
  loanId: string,
  purpose: PaymentPurpose,
  references: readonly PaymentReference[],
  now: Date,
): Promise<void> {
  await tx
    .insert(paymentReferences)
    .values(references.map((reference) => ({ ...reference, loanId, purpose, createdAt: now })));
}

/** The codes of a loan for one purpose, in the order they were made. */
export function referencesOf(
  database: Database,
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
  database: Database,
  code: string,
): Promise<{ loanId: string; purpose: PaymentPurpose } | undefined> {
  const [row] = await database
    .select({ loanId: paymentReferences.loanId, purpose: paymentReferences.purpose })
    .from(paymentReferences)
    .where(eq(paymentReferences.code, code));
  return row;
}

/** A provider's report, as it is kept. */
export type ProviderEvent = typeof providerEvents.$inferSelect;

/**
 * Keeps a provider's event unless it is known. A second delivery waits for the first and then gets its row.
 * @returns the row, and whether this call made it.
 */
export async function keepProviderEvent(
  tx: Database,
  event: Omit<typeof providerEvents.$inferInsert, 'id'>,
): Promise<{ readonly event: ProviderEvent; readonly isNew: boolean }> {
  const [inserted] = await tx
    .insert(providerEvents)
    .values(event)
    .onConflictDoNothing({ target: [providerEvents.provider, providerEvents.eventId] })
    .returning();
  if (inserted) return { event: inserted, isNew: true };
  const [known] = await tx
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, event.provider), eq(providerEvents.eventId, event.eventId)));
  if (!known) throw new Error('A provider event is neither new nor known.');
  return { event: known, isNew: false };
}

/** When each instalment of a loan last received a payment. */
export async function lastPaymentsOf(database: Database, loanId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await database
    .select({ instalmentId: ledgerPostings.instalmentId, paidAt: ledgerTransactions.occurredAt })
    .from(ledgerPostings)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerPostings.transactionId))
    .where(
      and(
        eq(ledgerPostings.loanId, loanId),
        eq(ledgerPostings.account, 'receivable'),
        eq(ledgerTransactions.kind, 'payment'),
      ),
    )
    .orderBy(desc(ledgerTransactions.occurredAt));
  const latest = new Map<string, Date>();
  for (const { instalmentId, paidAt } of rows) {
    if (instalmentId !== null && !latest.has(instalmentId)) latest.set(instalmentId, paidAt);
  }
  return latest;
}
