import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { HostPayment, HostRefund } from '#contract/host/repayment.ts';
import type { Queryable } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { columnsExcept, columnsOf, firstRow } from '#db/rows.ts';
import { refersTo } from '#db/schema/columns.ts';
import { ledgerPostings, ledgerTransactions } from '#db/schema/ledger.ts';
import { loanNumbers } from '#db/schema/loan.ts';
import { instalments, providerEvents, type RefundState, refunds } from '#db/schema/repayment.ts';
import { bookingName } from '#domain/booking/receive.ts';
import type { WithDates } from '../instants.ts';
import { cursorKey, isInstant, type Page, pageOf } from '../keyset.ts';
import { isPostingOfTransaction } from './loans.ts';
import type { ProviderEvent } from './payments.ts';

export interface PageOf {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

function placeOf(cursor: string | undefined): SQL | null {
  const [at, id] = cursorKey(cursor, [isInstant, isId]) ?? [];
  return at === undefined ? null : sql`(${at}::timestamptz, ${id}::uuid)`;
}

function selectPayments(database: Queryable, condition: SQL | undefined) {
  return database
    .select({
      ...columnsOf(
        providerEvents,
        'id',
        'payerHash',
        'putBy',
        'provider',
        'eventId',
        'reference',
        'amountMinor',
        'currency',
        'paidAt',
        'receivedAt',
        'outcome',
        'reversedAt',
        'round',
      ),
      orderNumber: loanNumbers.orderNumber,
    })
    .from(providerEvents)
    .leftJoin(loanNumbers, eq(loanNumbers.loanId, providerEvents.loanId))
    .where(condition);
}

type PaymentRow = Awaited<ReturnType<typeof selectPayments>>[number];

export async function paymentPage(
  database: Queryable,
  search: PageOf & {
    readonly receivedSince?: string | undefined;
    readonly receivedBefore?: string | undefined;
  },
): Promise<Page<PaymentRow>> {
  const { receivedSince, receivedBefore, cursor, limit } = search;
  const before = placeOf(cursor);
  const { receivedAt, id } = providerEvents;
  const rows = await selectPayments(
    database,
    and(
      receivedSince === undefined ? undefined : gte(receivedAt, new Date(receivedSince)),
      receivedBefore === undefined ? undefined : lt(receivedAt, new Date(receivedBefore)),
      before === null ? undefined : sql`(${receivedAt}, ${id}) < ${before}`,
    ),
  )
    .orderBy(desc(receivedAt), desc(id))
    .limit(limit + 1);
  return pageOf(rows, limit, (row) => [row.receivedAt, row.id]);
}

export async function unmatchedPage(database: Queryable, { cursor, limit }: PageOf) {
  const after = placeOf(cursor);
  const { receivedAt, id } = providerEvents;
  const rows = await selectPayments(
    database,
    and(
      // As a literal, so that the planner sees that the partial index serves.
      sql`${providerEvents.outcome} = 'unmatched'`,
      after === null ? undefined : sql`(${receivedAt}, ${id}) > ${after}`,
    ),
  )
    .orderBy(asc(receivedAt), asc(id))
    .limit(limit + 1);
  return pageOf(rows, limit, (row) => [row.receivedAt, row.id]);
}

export async function paymentOf(
  database: Queryable,
  { provider, eventId }: { readonly provider: string; readonly eventId: string },
) {
  const isNamed = and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId));
  return firstRow(selectPayments(database, isNamed));
}

export async function paymentById(database: Queryable, id: string) {
  const [row] = await database
    .select({ provider: providerEvents.provider, eventId: providerEvents.eventId })
    .from(providerEvents)
    .where(eq(providerEvents.id, id));
  return row ?? null;
}

export async function paymentEntries(
  database: Queryable,
  { id, round }: Pick<ProviderEvent, 'id' | 'round'>,
) {
  // Each booking of a payment has its own key.
  const names = Array.from({ length: round + 1 }, (_, index) => bookingName({ id, round: index }));
  const booked = await database
    .select({ id: ledgerTransactions.id })
    .from(ledgerTransactions)
    .where(
      inArray(
        ledgerTransactions.idempotencyKey,
        names.flatMap((name) => ['payment', 'extension-fee', 'recovery'].map((kind) => `${kind}:${name}`)),
      ),
    );
  const ids = booked.map(({ id }) => id);
  if (ids.length === 0) return [];
  const followed = ['reallocation', 'refund-recall', 'recovery', 'write-off', 'sale'];
  return ledgerEntries(
    database,
    or(
      inArray(ledgerTransactions.id, ids),
      inArray(ledgerTransactions.reversesId, ids),
      inArray(
        ledgerTransactions.idempotencyKey,
        ids.flatMap((id) => followed.map((kind) => `${kind}:reversal:${id}`)),
      ),
    ),
  );
}

async function ledgerEntries(database: Queryable, which: SQL | undefined) {
  const rows = await database
    .select({
      entry: {
        transactionId: ledgerTransactions.id,
        ...columnsExcept(ledgerTransactions, 'id', 'borrowerId', 'loanId', 'currency', 'idempotencyKey'),
        key: ledgerTransactions.idempotencyKey,
      },
      posting: {
        ...columnsOf(ledgerPostings, 'account', 'component', 'amountMinor'),
        sequence: instalments.sequence,
      },
    })
    .from(ledgerTransactions)
    .innerJoin(ledgerPostings, isPostingOfTransaction)
    .leftJoin(instalments, refersTo(ledgerPostings.instalmentId, instalments))
    .where(which)
    .orderBy(asc(ledgerTransactions.bookedAt), asc(ledgerTransactions.id), asc(ledgerPostings.id));
  return [...Map.groupBy(rows, ({ entry }) => entry.transactionId).values()].flatMap((parts) => {
    const [first] = parts;
    return first ? [{ ...first.entry, postings: parts.map(({ posting }) => posting) }] : [];
  });
}

export function hostPaymentOf(payment: PaymentRow): HostPayment {
  const { provider, eventId, orderNumber, reference, amountMinor, currency, outcome } = payment;
  const { paidAt, receivedAt, reversedAt } = payment;
  return {
    provider,
    eventId,
    orderNumber,
    reference,
    amountMinor,
    currency,
    outcome,
    paidAt: paidAt.toISOString(),
    receivedAt: receivedAt.toISOString(),
    reversedAt: reversedAt?.toISOString() ?? null,
  };
}

function selectRefunds(database: Queryable, condition: SQL | undefined) {
  return database
    .select({
      refund: refunds,
      orderNumber: loanNumbers.orderNumber,
      payment: { provider: providerEvents.provider, eventId: providerEvents.eventId },
    })
    .from(refunds)
    .leftJoin(loanNumbers, eq(loanNumbers.loanId, refunds.loanId))
    .leftJoin(providerEvents, eq(providerEvents.id, refunds.eventId))
    .where(condition);
}

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number];

export async function refundPage(
  database: Queryable,
  search: PageOf & { readonly state?: RefundState | undefined; readonly refundKey?: string | undefined },
): Promise<Page<RefundRow>> {
  const { state, refundKey, cursor, limit } = search;
  const beyond = placeOf(cursor);
  const { requestedAt, id } = refunds;
  const isOldestFirst = state !== undefined;
  const rows = await selectRefunds(
    database,
    and(
      state === undefined ? undefined : eq(refunds.state, state),
      refundKey === undefined ? undefined : eq(refunds.refundKey, refundKey),
      beyond === null
        ? undefined
        : isOldestFirst
          ? sql`(${requestedAt}, ${id}) > ${beyond}`
          : sql`(${requestedAt}, ${id}) < ${beyond}`,
    ),
  )
    .orderBy(...(isOldestFirst ? [asc(requestedAt), asc(id)] : [desc(requestedAt), desc(id)]))
    .limit(limit + 1);
  return pageOf(rows, limit, ({ refund }) => [refund.requestedAt, refund.id]);
}

export function hostRefundOf(
  refund: typeof refunds.$inferSelect,
  { orderNumber, payment }: Pick<HostRefund, 'orderNumber' | 'payment'>,
): WithDates<HostRefund> {
  return { ...refund, orderNumber, payment };
}
