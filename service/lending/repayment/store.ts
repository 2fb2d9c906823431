import { and, asc, count, desc, eq, gt, gte, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { ChannelKind, PaymentPurpose } from '#contract/calls/repayment.ts';
import { type Database, enqueue, type Queryable, type Transaction, together } from '#db/database.ts';
import { columnsOf, findRow, firstRow, hasRows, hasValues } from '#db/rows.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { loans } from '#db/schema/loan.ts';
import {
  loanPayments,
  paymentCodes,
  paymentReferences,
  providerEvents,
  providerOutflows,
  referenceRequests,
  refunds,
} from '#db/schema/repayment.ts';
import { addMinor, type MinorAmount } from '#domain/money/money.ts';
import { belongsToLoan, isRowWithId, type LoanOf } from '../ledger/loans.ts';
import type { ProviderEvent } from '../ledger/payments.ts';
import type { RefundRecord } from '../ledger/refunds.ts';

export type PaymentReference = typeof paymentReferences.$inferSelect;

export type ReferenceRequest = typeof referenceRequests.$inferSelect;

export interface ReferenceKey {
  readonly borrowerId: string;
  readonly loanId: string;
  readonly purpose: PaymentPurpose;
  readonly channelKind: ChannelKind;
}

export type NewReference = Pick<
  PaymentReference,
  'id' | 'borrowerId' | 'loanId' | 'purpose' | 'channelKind' | 'provider' | 'code' | 'createdAt'
> &
  Partial<PaymentReference>;

const isShownFor = ({ borrowerId, loanId, purpose, channelKind }: ReferenceKey) =>
  and(
    hasValues(paymentReferences, { borrowerId, loanId, purpose, channelKind }),
    isNull(paymentReferences.replacedAt),
  );

function codeOf({ id, borrowerId, code, provider, providerReference }: NewReference) {
  return { code, provider, providerReference: providerReference ?? null, borrowerId, referenceId: id };
}

/** Queues the insert of codes for loans; one that is taken fails the transaction. */
export function insertReferences(transaction: Transaction, references: readonly NewReference[]): void {
  if (references.length === 0) return;
  const codes = references.map(codeOf);
  enqueue(transaction, transaction.insert(paymentCodes).values(codes));
  enqueue(transaction, transaction.insert(paymentReferences).values([...references]));
}

/** Inserts a code unless it is taken or its channel has one. @returns false where it did not; the transaction must then be rolled back. */
export async function insertReferenceOnce(transaction: Transaction, reference: NewReference) {
  const free = await transaction
    .insert(paymentCodes)
    .values(codeOf(reference))
    .onConflictDoNothing()
    .returning({ code: paymentCodes.code });
  if (free.length === 0) return false;
  return hasRows(
    transaction
      .insert(paymentReferences)
      .values(reference)
      .onConflictDoNothing()
      .returning({ id: paymentReferences.id }),
  );
}

/** The shown codes of a loan for one purpose, in the order they were made. */
export function referencesOf(
  database: Queryable,
  loan: LoanOf,
  purpose: PaymentPurpose,
): Promise<PaymentReference[]> {
  return database
    .select()
    .from(paymentReferences)
    .where(
      and(
        belongsToLoan(paymentReferences, loan),
        eq(paymentReferences.purpose, purpose),
        isNull(paymentReferences.replacedAt),
      ),
    )
    .orderBy(paymentReferences.id);
}

export function newestReferencesOf(
  database: Queryable,
  loan: LoanOf,
  limit: number,
): Promise<PaymentReference[]> {
  return database
    .select()
    .from(paymentReferences)
    .where(belongsToLoan(paymentReferences, loan))
    .orderBy(desc(paymentReferences.id))
    .limit(limit);
}

export function shownReference(database: Queryable, key: ReferenceKey) {
  return findRow(database, paymentReferences, isShownFor(key));
}

/** Hides the reference of a channel; payments with it still count. */
export async function replaceShown(transaction: Transaction, key: ReferenceKey, at: Date): Promise<void> {
  await transaction.update(paymentReferences).set({ replacedAt: at }).where(isShownFor(key));
}

/** Shows an earlier reference of a channel again; undefined where there is none with that code. */
export function showAgain(
  transaction: Transaction,
  key: ReferenceKey,
  { provider, code }: Pick<PaymentReference, 'provider' | 'code'>,
) {
  return firstRow(
    transaction
      .update(paymentReferences)
      .set({ replacedAt: null })
      .where(
        hasValues(paymentReferences, {
          borrowerId: key.borrowerId,
          loanId: key.loanId,
          purpose: key.purpose,
          channelKind: key.channelKind,
          provider,
          code,
        }),
      )
      .returning(),
  );
}

export async function changeReference(
  database: Queryable,
  reference: Pick<PaymentReference, 'id' | 'borrowerId'>,
  change: Partial<PaymentReference>,
): Promise<void> {
  await database
    .update(paymentReferences)
    .set(change)
    .where(isRowWithId(paymentReferences, reference.id, reference));
}

export type CodePlace = Pick<typeof paymentCodes.$inferSelect, 'borrowerId' | 'referenceId'>;

export async function findCode(database: Queryable, code: string): Promise<CodePlace | undefined> {
  return codeWhere(database, eq(paymentCodes.code, code));
}

function codeWhere(database: Queryable, condition: SQL | undefined): Promise<CodePlace | undefined> {
  return firstRow(
    database
      .select({ borrowerId: paymentCodes.borrowerId, referenceId: paymentCodes.referenceId })
      .from(paymentCodes)
      .where(condition),
  );
}

export function referenceOfCode(database: Queryable, place: CodePlace) {
  return findRow(database, paymentReferences, isRowWithId(paymentReferences, place.referenceId, place));
}

export async function referenceByCode(database: Queryable, code: string) {
  const place = await findCode(database, code);
  return place && referenceOfCode(database, place);
}

/** The reference that a provider names: by our id, else by its own. */
export async function referenceOfProvider(
  database: Queryable,
  provider: string,
  named: { readonly id: string | null; readonly providerReference: string | null },
): Promise<PaymentReference | undefined> {
  const isNamed = or(
    ...(named.id === null ? [] : [eq(paymentCodes.referenceId, named.id)]),
    ...(named.providerReference === null
      ? []
      : [eq(paymentCodes.providerReference, named.providerReference)]),
  );
  if (!isNamed) return undefined;
  const place = await codeWhere(database, and(eq(paymentCodes.provider, provider), isNamed));
  return place && referenceOfCode(database, place);
}

export function codesOf(
  database: Queryable,
  loan: LoanOf,
): Promise<{ readonly code: string; readonly purpose: PaymentPurpose }[]> {
  return database
    .select({ code: paymentReferences.code, purpose: paymentReferences.purpose })
    .from(paymentReferences)
    .where(belongsToLoan(paymentReferences, loan));
}

export async function referenceCountSince(
  database: Queryable,
  key: ReferenceKey,
  since: Date,
): Promise<number> {
  const [row] = await database
    .select({ count: count() })
    .from(paymentReferences)
    .where(
      and(
        hasValues(paymentReferences, {
          borrowerId: key.borrowerId,
          loanId: key.loanId,
          purpose: key.purpose,
          channelKind: key.channelKind,
        }),
        gt(paymentReferences.createdAt, since),
      ),
    );
  return row?.count ?? 0;
}

/**
 * Inserts a request before its provider is called, one for each channel of a loan. Replaces one that was refused before `refusedBefore` or
 * is older than `staleBefore`. @returns the standing request, this or an older one; undefined for an older one that was answered just now.
 */
export async function openRequest(
  transaction: Transaction,
  request: ReferenceRequest,
  { refusedBefore, staleBefore }: { readonly refusedBefore: Date; readonly staleBefore: Date },
) {
  const isKey = hasValues(referenceRequests, {
    borrowerId: request.borrowerId,
    loanId: request.loanId,
    purpose: request.purpose,
    channelKind: request.channelKind,
  });
  await transaction
    .delete(referenceRequests)
    .where(
      and(
        isKey,
        or(
          lt(referenceRequests.refusedAt, refusedBefore),
          lt(referenceRequests.requestedAt, staleBefore),
          sql`${referenceRequests.refusedAt} is not null and ${referenceRequests.amountMinor} is distinct from ${request.amountMinor}`,
        ),
      ),
    );
  await transaction.insert(referenceRequests).values(request).onConflictDoNothing();
  return findRow(transaction, referenceRequests, isKey);
}

/** Claims a request to ask its provider again, unless somebody did since `before`. */
export function claimRequest(
  database: Queryable,
  request: Pick<ReferenceRequest, 'id' | 'borrowerId'>,
  { before, now }: { readonly before: Date; readonly now: Date },
) {
  return firstRow(
    database
      .update(referenceRequests)
      .set({ askedAt: now, failedAt: null, askCount: sql`${referenceRequests.askCount} + 1` })
      .where(
        and(
          isRowWithId(referenceRequests, request.id, request),
          isNull(referenceRequests.refusedAt),
          lt(referenceRequests.askedAt, before),
        ),
      )
      .returning(),
  );
}

/** Requests without a known answer that were not tried since `before`, oldest first. */
export function openRequests(
  database: Queryable,
  before: Date,
  requestedSince: Date,
  limit: number,
): Promise<ReferenceRequest[]> {
  return database
    .select()
    .from(referenceRequests)
    .where(
      and(
        isNull(referenceRequests.refusedAt),
        lt(referenceRequests.askedAt, before),
        gte(referenceRequests.requestedAt, requestedSince),
      ),
    )
    .orderBy(asc(referenceRequests.askedAt))
    .limit(limit);
}

/** Records that a try failed, so that no page waits for it, or that the provider refused for good. */
export async function noteRequest(
  database: Queryable,
  request: Pick<ReferenceRequest, 'id' | 'borrowerId'>,
  note: Partial<Pick<ReferenceRequest, 'failedAt' | 'refusedAt'>>,
): Promise<void> {
  await database
    .update(referenceRequests)
    .set(note)
    .where(isRowWithId(referenceRequests, request.id, request));
}

/** Deletes an answered request. @returns false when another process did. */
export function closeRequest(transaction: Transaction, request: Pick<ReferenceRequest, 'id' | 'borrowerId'>) {
  return hasRows(
    transaction
      .delete(referenceRequests)
      .where(isRowWithId(referenceRequests, request.id, request))
      .returning({ id: referenceRequests.id }),
  );
}

export async function referencedLoan(
  database: Queryable,
  { loanId, borrowerId }: Pick<ReferenceKey, 'loanId' | 'borrowerId'>,
) {
  const [row] = await database
    .select({
      ...columnsOf(loans, 'market', 'currency', 'orderNumber', 'serialNumber', 'status'),
      borrower: columnsOf(borrowers, 'id', 'name', 'mobilePhone'),
    })
    .from(loans)
    .innerJoin(borrowers, eq(borrowers.id, loans.borrowerId))
    .where(isRowWithId(loans, loanId, { borrowerId }));
  if (!row) throw new Error('There is no such loan.');
  return row;
}

/** Sum of a loan's payments since a reference was made, in minor units. */
export async function receivedSince(
  database: Queryable,
  { loanId, borrowerId, createdAt }: Pick<PaymentReference, 'loanId' | 'borrowerId' | 'createdAt'>,
): Promise<MinorAmount> {
  const rows = await database
    .select({ amountMinor: loanPayments.amountMinor })
    .from(loanPayments)
    .where(
      and(
        hasValues(loanPayments, { borrowerId, loanId, outcome: 'posted' }),
        gt(loanPayments.receivedAt, createdAt),
      ),
    );
  return addMinor(...rows.map(({ amountMinor }) => amountMinor));
}

/** Claims references for a look-up at their provider until `until`. */
export async function claimLookups(
  database: Database,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<PaymentReference[]> {
  const due = await database
    .select()
    .from(paymentReferences)
    .where(lte(paymentReferences.lookAt, now))
    .orderBy(asc(paymentReferences.lookAt))
    .limit(limit);
  const claimed = await together(
    ...due.map((reference) => async () => {
      const isDue = and(
        isRowWithId(paymentReferences, reference.id, reference),
        lte(paymentReferences.lookAt, now),
      );
      const rows = await database
        .update(paymentReferences)
        .set({ lookAt: until })
        .where(isDue)
        .returning({ id: paymentReferences.id });
      return rows.length > 0 ? [reference] : [];
    }),
  );
  return claimed.flat();
}

export type OutflowRecord = typeof providerOutflows.$inferSelect;

export type PaymentKey = Pick<OutflowRecord, 'paymentProvider' | 'paymentId'>;

const isOfPayment = ({ paymentProvider, paymentId }: PaymentKey) =>
  and(eq(providerOutflows.paymentProvider, paymentProvider), eq(providerOutflows.paymentId, paymentId));

/**
 * Inserts an outflow unless it is known; waits for a concurrent insert. A row about an object that its provider did not know gets its
 * payment.
 */
export function insertOutflow(transaction: Transaction, outflow: OutflowRecord): void {
  const { provider, outflowId, doubt } = providerOutflows;
  const { paymentProvider, paymentId } = outflow;
  const insert = transaction.insert(providerOutflows).values(outflow);
  const isKnownNow = eq(doubt, 'unknown-object');
  const onConflict =
    outflow.doubt === 'unknown-object'
      ? insert.onConflictDoNothing({ target: [provider, outflowId] })
      : insert.onConflictDoUpdate({
          target: [provider, outflowId],
          set: { paymentProvider, paymentId },
          setWhere: isKnownNow,
        });
  enqueue(transaction, onConflict);
}

/** All outflows of a payment, oldest first, locked until the transaction ends; the caller holds the loan's lock. */
export function lockOutflowsOfPayment(
  transaction: Transaction,
  payment: PaymentKey,
): Promise<OutflowRecord[]> {
  return transaction
    .select()
    .from(providerOutflows)
    .where(isOfPayment(payment))
    .orderBy(asc(providerOutflows.id))
    .for('update');
}

export function changeOutflow(
  transaction: Transaction,
  { id }: Pick<OutflowRecord, 'id'>,
  change: Pick<OutflowRecord, 'state' | 'doubt'> & Partial<OutflowRecord>,
): void {
  enqueue(transaction, transaction.update(providerOutflows).set(change).where(eq(providerOutflows.id, id)));
}

export function waitingOutflows(database: Queryable, limit: number): Promise<OutflowRecord[]> {
  return database
    .select()
    .from(providerOutflows)
    .where(eq(providerOutflows.state, 'waiting'))
    .orderBy(asc(providerOutflows.receivedAt), asc(providerOutflows.id))
    .limit(limit);
}

export function returnedId({ paymentId, outflowId }: Pick<OutflowRecord, 'paymentId' | 'outflowId'>): string {
  return `${paymentId}:${outflowId}`;
}

/** The id of the refunded part of a payment whose rest was reversed. */
export function refundedPartId(outflow: Pick<OutflowRecord, 'paymentId' | 'outflowId'>): string {
  return `${returnedId(outflow)}:refunded`;
}

/** The rows of a payment under all its ids: itself, what came back, and its refunded part. */
export function eventsOfPayment(transaction: Transaction, payment: PaymentKey): Promise<ProviderEvent[]> {
  const { paymentProvider, paymentId } = payment;
  const returned = sql`array(select ${providerOutflows.paymentId} || ':' || ${providerOutflows.outflowId} || part
    from ${providerOutflows}, unnest(array['', ':refunded']) as part where ${isOfPayment(payment)})`;
  const isNamed = sql`${providerEvents.eventId} = any(array_prepend(${paymentId}::text, ${returned}))`;
  return transaction
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, paymentProvider), isNamed))
    .orderBy(asc(providerEvents.id));
}

export function refundsOfLoan(transaction: Transaction, loan: LoanOf): Promise<RefundRecord[]> {
  return transaction.select().from(refunds).where(belongsToLoan(refunds, loan));
}

/** Whether a part of a payment was disputed, reversed or refunded, or its loan had a refund since. */
export async function hasMoneyLeft(
  database: Queryable,
  { id, provider, eventId, reference, receivedAt }: ProviderEvent,
  place: LoanOf,
): Promise<boolean> {
  const { paymentProvider, paymentId, state } = providerOutflows;
  const isOfIt = or(
    eq(providerOutflows.eventId, id),
    and(eq(paymentProvider, provider), eq(paymentId, eventId)),
  );
  if ((await database.$count(providerOutflows, and(isOfIt, ne(state, 'came-back')))) > 0) return true;
  const isBackToCard = provider === 'card' ? sql`${refunds.cardPaymentId}::text = ${reference}` : undefined;
  const isLater = or(gte(refunds.requestedAt, receivedAt), isBackToCard);
  return (
    (await database.$count(
      refunds,
      and(belongsToLoan(refunds, place), ne(refunds.state, 'failed'), isLater),
    )) > 0
  );
}
