import { and, between, desc, eq, inArray, or, sql } from 'drizzle-orm';
import type { DeskOutflow } from '#contract/desk-unmatched.ts';
import type { Queryable, Transaction } from '#db/database.ts';
import { deskPaymentHolds, deskPeople } from '#db/schema/desk.ts';
import { loanNumbers, loans } from '#db/schema/loan.ts';
import { instalments, paymentReferences, providerEvents, providerOutflows } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { type Currency, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { belongsToLoan } from '../../ledger/loans.ts';

/** Ids of loans with one of these order numbers or payment codes. */
export async function loansReferredTo(
  database: Queryable,
  references: readonly string[],
  limit: number,
): Promise<string[]> {
  if (references.length === 0) return [];
  const byCode = await database
    .select({ id: paymentReferences.loanId })
    .from(paymentReferences)
    .where(inArray(paymentReferences.code, [...references]))
    .limit(limit);
  const byNumber = await database
    .select({ id: loans.id })
    .from(loans)
    .where(inArray(loans.orderNumber, [...references]))
    .limit(limit);
  return [...byCode, ...byNumber].map(({ id }) => id);
}

const parts = ['penalty', 'fee', 'vat', 'interest', 'principal'];

// Literal condition, so that PostgreSQL can use the partial index.
const isUnpaid = sql.raw(
  `(${parts.map((part) => `instalments.${part}_charged_minor > instalments.${part}_paid_minor`).join(' or ')})`,
);

const owed = sql.raw(
  parts.map((part) => `instalments.${part}_charged_minor - instalments.${part}_paid_minor`).join(' + '),
);

/** Ids of loans with an instalment of exactly this unpaid amount due between two days. */
export async function loansOwing(
  database: Queryable,
  {
    amountMinor,
    currency,
    from,
    through,
  }: {
    readonly amountMinor: number;
    readonly currency: Currency;
    readonly from: LocalDate;
    readonly through: LocalDate;
  },
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: instalments.loanId })
    .from(instalments)
    .innerJoin(loans, belongsToLoan(instalments, loans))
    .where(
      and(
        isUnpaid,
        between(instalments.dueDate, from, through),
        sql`${owed} = ${amountMinor}`,
        eq(loans.currency, currency),
      ),
    )
    .orderBy(instalments.dueDate, instalments.loanId)
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function loansWithCodes(database: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      id: loans.id,
      borrowerId: loans.borrowerId,
      orderNumber: loans.orderNumber,
      market: loans.market,
      currency: loans.currency,
      status: loans.status,
    })
    .from(loans)
    .where(inArray(loans.id, [...ids]));
  const codes = await database
    .select({ loanId: paymentReferences.loanId, code: paymentReferences.code })
    .from(paymentReferences)
    .where(inArray(paymentReferences.loanId, [...ids]));
  const codesOf = Map.groupBy(codes, ({ loanId }) => loanId);
  return rows.map((loan) => ({ ...loan, codes: (codesOf.get(loan.id) ?? []).map(({ code }) => code) }));
}

/** Ids of loans of borrowers who paid from one of these accounts (keyed hashes), newest first. */
export async function loansPaidFrom(
  database: Queryable,
  payerHashes: readonly string[],
  limit: number,
): Promise<string[]> {
  if (payerHashes.length === 0) return [];
  const paid = await database
    .selectDistinct({ borrowerId: providerEvents.borrowerId })
    .from(providerEvents)
    .where(and(inArray(providerEvents.payerHash, [...payerHashes]), eq(providerEvents.outcome, 'posted')))
    .limit(limit);
  if (paid.length === 0) return [];
  const rows = await database
    .select({ id: loans.id })
    .from(loans)
    .where(
      inArray(
        loans.borrowerId,
        paid.flatMap(({ borrowerId }) => borrowerId ?? []),
      ),
    )
    .orderBy(desc(loans.serialNumber))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export function holdsOf(
  database: Queryable,
  payments: readonly { readonly provider: string; readonly eventId: string }[],
) {
  return database
    .select({
      provider: providerEvents.provider,
      eventId: providerEvents.eventId,
      untilDay: deskPaymentHolds.untilDay,
      reason: deskPaymentHolds.reason,
      name: deskPeople.name,
    })
    .from(deskPaymentHolds)
    .innerJoin(providerEvents, eq(providerEvents.id, deskPaymentHolds.eventId))
    .innerJoin(deskPeople, eq(deskPeople.id, deskPaymentHolds.personId))
    .where(
      or(
        ...payments.map(({ provider, eventId }) =>
          and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)),
        ),
      ),
    );
}

export async function putHold(
  transaction: Transaction,
  hold: typeof deskPaymentHolds.$inferInsert,
): Promise<void> {
  const { eventId: _eventId, ...facts } = hold;
  await transaction
    .insert(deskPaymentHolds)
    .values(hold)
    .onConflictDoUpdate({ target: deskPaymentHolds.eventId, set: facts });
}

export async function deleteHold(transaction: Transaction, eventId: string): Promise<void> {
  await transaction.delete(deskPaymentHolds).where(eq(deskPaymentHolds.eventId, eventId));
}

export async function findOutflow(database: Queryable, id: string): Promise<DeskOutflow | null> {
  const [row] = await database
    .select({ outflow: providerOutflows, orderNumber: loanNumbers.orderNumber })
    .from(providerOutflows)
    .leftJoin(
      providerEvents,
      and(
        eq(providerEvents.provider, providerOutflows.paymentProvider),
        eq(providerEvents.eventId, providerOutflows.paymentId),
      ),
    )
    .leftJoin(loanNumbers, eq(loanNumbers.loanId, providerEvents.loanId))
    .where(eq(providerOutflows.id, id));
  if (!row) return null;
  const { doubt, bookedMinor, ...found } = row.outflow;
  return {
    ...found,
    amountMinor: subtractMinor(found.amountMinor, bookedMinor ?? zeroMinor),
    doubt: doubt ?? 'no-payment',
    isOpen: found.state === 'waiting',
    orderNumber: row.orderNumber,
  };
}

/** Closes an outflow. @returns `before` if it was closed, `none` if unknown. */
export async function closeOutflow(transaction: Transaction, id: string): Promise<'now' | 'before' | 'none'> {
  const isIt = eq(providerOutflows.id, id);
  const closed = await transaction
    .update(providerOutflows)
    .set({ state: 'closed', doubt: null })
    .where(and(isIt, eq(providerOutflows.state, 'waiting')))
    .returning({ id: providerOutflows.id });
  if (closed.length > 0) return 'now';
  return (await transaction.$count(providerOutflows, isIt)) > 0 ? 'before' : 'none';
}
