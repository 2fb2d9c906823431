import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { HostPayment, HostRefund } from '#contract/host/repayment.ts';
import type { Queryable } from '#db/database.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loans } from '#db/schema/loan.ts';
import { instalments, providerEvents, type RefundState, refunds } from '#db/schema/repayment.ts';
import { CodedError } from '#domain/error-code.ts';

/** Which rows of a list are wanted, and from where on. */
export interface PageOf {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A page, and where the next begins. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

interface Place {
  readonly at: Date;
  readonly id: string;
}

function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f-]{36})$/.exec(cursor);
  if (!found?.[1] || !found[2]) throw new CodedError('request-invalid', 'cursor');
  return { at: new Date(found[1]), id: found[2] };
}

function pageOf<Row extends { readonly id: string }>(
  found: readonly Row[],
  limit: number,
  at: (row: Row) => Date,
): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: found.length > limit && last ? `${at(last).toISOString()}_${last.id}` : null };
}

function selectPayments(database: Queryable, condition: SQL | undefined) {
  return database
    .select({
      id: providerEvents.id,
      payerHash: providerEvents.payerHash,
      provider: providerEvents.provider,
      eventId: providerEvents.eventId,
      orderNumber: loans.orderNumber,
      reference: providerEvents.reference,
      amountMinor: providerEvents.amountMinor,
      currency: providerEvents.currency,
      paidAt: providerEvents.paidAt,
      receivedAt: providerEvents.receivedAt,
      outcome: providerEvents.outcome,
      reversedAt: providerEvents.reversedAt,
    })
    .from(providerEvents)
    .leftJoin(loans, eq(loans.id, providerEvents.loanId))
    .where(condition);
}

type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

/** Payments as they were reported, newest first. */
export async function paymentPage(
  database: Queryable,
  {
    receivedSince,
    receivedBefore,
    cursor,
    limit,
  }: PageOf & { readonly receivedSince?: string | undefined; readonly receivedBefore?: string | undefined },
): Promise<Page<PaymentRow>> {
  const before = placeOf(cursor);
  const { receivedAt, id } = providerEvents;
  const found = await selectPayments(
    database,
    and(
      receivedSince === undefined ? undefined : gte(receivedAt, new Date(receivedSince)),
      receivedBefore === undefined ? undefined : lt(receivedAt, new Date(receivedBefore)),
      before === null
        ? undefined
        : sql`(${receivedAt}, ${id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::uuid)`,
    ),
  )
    .orderBy(desc(receivedAt), desc(id))
    .limit(limit + 1);
  return pageOf(found, limit, (row) => row.receivedAt);
}

/** Payments that no loan was found for, those that wait longest first. */
export async function unmatchedPage(
  database: Queryable,
  { cursor, limit }: PageOf,
): Promise<Page<PaymentRow>> {
  const after = placeOf(cursor);
  const { receivedAt, id } = providerEvents;
  const found = await selectPayments(
    database,
    and(
      // Written out, so that the database sees that the partial index serves.
      sql`${providerEvents.outcome} = 'unmatched'`,
      after === null
        ? undefined
        : sql`(${receivedAt}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
    ),
  )
    .orderBy(asc(receivedAt), asc(id))
    .limit(limit + 1);
  return pageOf(found, limit, (row) => row.receivedAt);
}

/** One payment by its provider's name for it. */
export async function paymentOf(
  database: Queryable,
  { provider, eventId }: { readonly provider: string; readonly eventId: string },
): Promise<PaymentRow | undefined> {
  const isNamed = and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId));
  const [row] = await selectPayments(database, isNamed);
  return row;
}

/** A payment's names, by its id. */
export async function paymentById(
  database: Queryable,
  id: string,
): Promise<{ readonly provider: string; readonly eventId: string } | null> {
  const [row] = await database
    .select({ provider: providerEvents.provider, eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(eq(providerEvents.id, id));
  return row ?? null;
}

/** The ledger that was booked for a payment, and what took it back, in order. */
export async function paymentEntries(database: Queryable, eventId: string) {
  const booked = await database
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      inArray(
        ledgerTransactions.idempotencyKey,
        ['payment', 'extension-fee', 'recovery'].map((kind) => `${kind}:${eventId}`),
      ),
    );
  const ids = booked.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await database
    .select({
      entry: ledgerTransactions,
      posting: {
        account: ledgerPostings.account,
        component: ledgerPostings.component,
        sequence: instalments.sequence,
        amountMinor: ledgerPostings.amountMinor,
      },
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, eq(ledgerPostings.transactionId, ledgerTransactions.id))
    .leftJoin(instalments, eq(instalments.id, ledgerPostings.instalmentId))
    .where(
      or(
        inArray(ledgerTransactions.id, ids),
        inArray(ledgerTransactions.reversesId, ids),
        inArray(
          ledgerTransactions.idempotencyKey,
          ids.flatMap((id) =>
            ['reallocation', 'refund-recall', 'recovery', 'write-off', 'sale'].map(
              (kind) => `${kind}:reversal:${id}`,
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(ledgerTransactions.bookedAt), asc(ledgerTransactions.id), asc(ledgerPostings.id));
  return [...Map.groupBy(rows, ({ entry }) => entry.id).values()].flatMap((parts) => {
    const entry = parts[0]?.entry;
    return entry ? [{ ...entry, postings: parts.map(({ posting }) => posting) }] : [];
  });
}

/** A payment as the lender's systems see it. */
export function hostPaymentOf({
  id: _id,
  paidAt,
  receivedAt,
  reversedAt,
  ...facts
}: PaymentRow): HostPayment {
  return {
    ...facts,
    paidAt: paidAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    reversedAt: reversedAt?.toISOString() ?? null,
  };
}

function selectRefunds(database: Queryable, condition: SQL | undefined) {
  return database
    .select({
      refund: refunds,
      orderNumber: loans.orderNumber,
      payment: { provider: providerEvents.provider, eventId: providerEvents.eventId },
    })
    .from(refunds)
    .leftJoin(loans, eq(loans.id, refunds.loanId))
    .leftJoin(providerEvents, eq(providerEvents.id, refunds.eventId))
    .where(condition);
}

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

/** Refunds in a state, oldest first, or all, newest first. */
export async function refundPage(
  database: Queryable,
  { state, cursor, limit }: PageOf & { readonly state?: RefundState | undefined },
): Promise<Page<RefundRow & { readonly id: string }>> {
  const place = placeOf(cursor);
  const { requestedAt, id } = refunds;
  const isOldestFirst = state !== undefined;
  const beyond = place && sql`(${place.at.toISOString()}::timestamptz, ${place.id}::uuid)`;
  const found = await selectRefunds(
    database,
    and(
      state === undefined ? undefined : eq(refunds.state, state),
      beyond === null
        ? undefined
        : isOldestFirst
          ? sql`(${requestedAt}, ${id}) > ${beyond}`
          : sql`(${requestedAt}, ${id}) < ${beyond}`,
    ),
  )
    .orderBy(...(isOldestFirst ? [asc(requestedAt), asc(id)] : [desc(requestedAt), desc(id)]))
    .limit(limit + 1);
  const rows = found.map((row) => ({ ...row, id: row.refund.id }));
  return pageOf(rows, limit, ({ refund }) => refund.requestedAt);
}

/** A refund as the lender's systems see it. */
export function hostRefundOf(
  refund: typeof refunds.$inferSelect,
  { orderNumber, payment }: Pick<HostRefund, 'orderNumber' | 'payment'>,
): HostRefund {
  const { refundKey, amountMinor, currency, state, reason, requestedBy, reference } = refund;
  return {
    ...{ refundKey, orderNumber, payment, amountMinor, currency, state, reason, requestedBy, reference },
    requestedAt: refund.requestedAt.toISOString(),
    sentAt: refund.sentAt?.toISOString() ?? null,
    failedAt: refund.failedAt?.toISOString() ?? null,
  };
}
