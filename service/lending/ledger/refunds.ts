import { and, eq, inArray, ne, sum } from 'drizzle-orm';
import { enqueue, type Queryable, type Transaction } from '#db/database.ts';
import { columnsOf, findRow, nullsOf } from '#db/rows.ts';
import { cardPayments } from '#db/schema/card-payment.ts';
import { loanPayments, providerEvents, refunds } from '#db/schema/repayment.ts';
import { journalOf } from '#domain/booking/decide.ts';
import type { Loan } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { carryOutPlan, decideOn, type Plan } from './act.ts';
import { bookReturn } from './cash-movements.ts';
import { type BookingContext, belongsToLoan } from './loans.ts';
import { endUnmatched, type ProviderEvent } from './payments.ts';
import { type Reading, underLock } from './reading.ts';
import type { LoanSnapshot } from './states.ts';

export type RefundRecord = typeof refunds.$inferSelect;

/** A refund with the loan whose money it returns; null for a payment without one. */
export interface LoanRefund {
  readonly refund: RefundRecord;
  readonly loan: Loan | null;
}

export interface RefundRequest {
  readonly refundKey: string;
  readonly amountMinor: MinorAmount;
  readonly reason: string;
  /** The loan's card payment that it returns to; null where the lender sends it. */
  readonly cardPaymentId: string | null;
}

export type RefundPlan<State extends LoanSnapshot> = Plan<State> & LoanRefund;

/**
 * Plans a refund of money that is held for a borrower. Idempotent by key. @throws CodedError 'not-found' for no such loan;
 * 'submission-repeated' for a key of another refund, 'request-invalid' for more than is held or is left of the card payment, or for no card
 * payment of the loan; 'status-conflict' for one that was reversed.
 */
export async function planRefund<State extends LoanSnapshot>(
  reading: Reading<State>,
  orderNumber: string,
  { refundKey, amountMinor, reason, cardPaymentId }: RefundRequest,
  context: BookingContext,
): Promise<RefundPlan<State>> {
  const { database } = reading;
  const [state, refundRecord, card] = await reading.state(
    { orderNumber },
    {},
    () => findRefund(database, refundKey),
    async () => cardPaymentId && paidWithCard(database, cardPaymentId),
  );
  if (!state) throw new CodedError('not-found', 'orderNumber');
  const { loan } = state;
  if (refundRecord) {
    const isSame =
      refundRecord.loanId === loan.id &&
      refundRecord.amountMinor === amountMinor &&
      refundRecord.cardPaymentId === cardPaymentId;
    if (!isSame) throw new CodedError('submission-repeated', 'refundKey');
    return { decided: null, refund: refundRecord, loan };
  }
  if (cardPaymentId !== null) {
    if (!card || card.loanId !== loan.id) throw new CodedError('request-invalid', 'cardPaymentId');
    if (card.outcome !== 'posted') throw new CodedError('status-conflict', 'cardPaymentId');
    const max = card.amountMinor - card.refundedMinor;
    if (amountMinor > max) throw new CodedError('request-invalid', 'amountMinor', { max });
  }
  const { id: loanId, borrowerId, currency } = loan;
  const facts = { refundKey, amountMinor, currency, reason, cardPaymentId, borrowerId, loanId };
  const refund = newRefund(facts, context);
  const decided = decideOn(state, { act: 'request-refund', refund }, context);
  const beside = async (transaction: Transaction) => insertRefund(transaction, refund);
  return { decided, beside, refund, loan };
}

/**
 * Plans the return of a whole unmatched payment. Idempotent by key. @throws CodedError as `planRefund`; 'status-conflict' for a payment
 * that has a loan or was reversed.
 */
export async function planReturn<State extends LoanSnapshot>(
  reading: Reading<State>,
  { id: eventId }: ProviderEvent,
  { refundKey, amountMinor, reason }: Omit<RefundRequest, 'cardPaymentId'>,
  context: BookingContext,
): Promise<RefundPlan<State>> {
  const event = await reading.payment({ id: eventId });
  const refundRecord = await findRefund(reading.database, refundKey);
  const isWaiting = event?.outcome === 'unmatched';
  if (refundRecord) {
    const isSame = refundRecord.eventId === eventId && refundRecord.amountMinor === amountMinor && !isWaiting;
    if (!isSame) throw new CodedError('submission-repeated', 'refundKey');
    return { decided: null, refund: refundRecord, loan: null };
  }
  if (amountMinor !== event?.amountMinor) throw new CodedError('request-invalid', 'amountMinor');
  if (!isWaiting) throw new CodedError('status-conflict', 'payment-matched');
  const { currency } = event;
  const refund = newRefund({ refundKey, eventId, amountMinor, currency, reason }, context);
  const beside = async (transaction: Transaction) => {
    await endUnmatched(transaction, event, { refundId: refund.id }, context);
    insertRefund(transaction, refund);
  };
  return { decided: null, beside, refund, loan: null };
}

const noFacts = nullsOf(refunds);

export function newRefund(
  facts: Pick<RefundRecord, 'refundKey' | 'amountMinor' | 'currency' | 'reason'> & Partial<RefundRecord>,
  { now, random, actor }: BookingContext,
): RefundRecord {
  return {
    id: random.id(),
    state: 'requested',
    requestedAt: now,
    requestedBy: actor ?? 'host',
    ...noFacts,
    ...facts,
  };
}

/** Queues the insert of a refund with a free key; the transaction fails if the key was used meanwhile. */
export function insertRefund(transaction: Transaction, refund: RefundRecord): void {
  enqueue(transaction, transaction.insert(refunds).values(refund));
}

export function findRefund(database: Queryable, refundKey: string): Promise<RefundRecord | undefined> {
  return findRow(database, refunds, eq(refunds.refundKey, refundKey));
}

/** A card payment's amount, outcome and refunded sum; the loan's lock keeps concurrent requests apart. */
async function paidWithCard(database: Queryable, cardPaymentId: string) {
  const before = database
    .select({ sumMinor: sum(refunds.amountMinor).as('sum_minor') })
    .from(refunds)
    .where(and(eq(refunds.cardPaymentId, cardPaymentId), ne(refunds.state, 'failed')))
    .as('before');
  const [paid] = await database
    .select({
      ...columnsOf(cardPayments, 'loanId', 'amountMinor'),
      outcome: loanPayments.outcome,
      refunded: before.sumMinor,
    })
    .from(cardPayments)
    .innerJoin(
      loanPayments,
      and(
        belongsToLoan(loanPayments, { id: cardPayments.loanId, borrowerId: cardPayments.borrowerId }),
        ...[eq(loanPayments.provider, 'card'), eq(loanPayments.eventId, cardPaymentId)],
      ),
    )
    .crossJoin(before)
    .where(eq(cardPayments.id, cardPaymentId));
  return paid && { ...paid, refundedMinor: Number(paid.refunded ?? 0) };
}

/** The result of a refund: it was sent with a transfer, or did not reach the borrower. */
export type RefundStep =
  | { readonly act: 'send-refund'; readonly reference: string }
  | { readonly act: 'fail-refund'; readonly reason: string };

/**
 * Records the result of a refund (`send-refund`, `fail-refund`); a failed return of an unmatched payment makes it unmatched again.
 * Idempotent. @throws CodedError 'status-conflict' for sending a failed one, or one that was sent with another transfer.
 */
export async function stepRefund(
  transaction: Transaction,
  refund: RefundRecord,
  step: RefundStep,
  context: BookingContext,
): Promise<LoanRefund> {
  const plan = await planRefundStep(underLock(transaction), refund, step, context);
  await carryOutPlan(transaction, plan, context);
  return plan;
}

/** Plans `stepRefund`; nothing is written. @throws CodedError as it. */
export async function planRefundStep<State extends LoanSnapshot>(
  reading: Reading<State>,
  refund: RefundRecord,
  step: RefundStep,
  context: BookingContext,
): Promise<RefundPlan<State>> {
  const { now } = context;
  const moved =
    step.act === 'send-refund'
      ? { state: 'sent' as const, reference: step.reference, sentAt: now }
      : { state: 'failed' as const, failedAt: now };
  const { loanId: id, borrowerId } = refund;
  if (id === null || borrowerId === null) return planReturnStep(refund, moved, context);
  const part = journalOf({ ...step, refund }, context);
  const [state, refundRecord] = await reading.state({ id, borrowerId }, part, () =>
    findRefund(reading.database, refund.refundKey),
  );
  if (!state || !refundRecord) throw new Error('A refund has no loan.');
  const command = { ...step, ...paidBy(refundRecord), refund: refundRecord };
  const decided = decideOn(state, command, context);
  return {
    decided,
    refund: decided.booking.refunds.length === 0 ? refundRecord : { ...refundRecord, ...moved },
    loan: state.loan,
  };
}

/** The provider that refunds from what it holds; the lender's bank sends others. */
function paidBy({ cardPaymentId }: RefundRecord): { readonly provider?: string } {
  return cardPaymentId === null ? {} : { provider: 'card' };
}

function planReturnStep(
  refund: RefundRecord,
  step: Partial<RefundRecord> & { readonly state: 'sent' | 'failed' },
  context: BookingContext,
): RefundPlan<never> {
  const { id, eventId } = refund;
  const isSent = step.state === 'sent';
  const from: RefundRecord['state'][] = isSent ? ['requested'] : ['requested', 'sent'];
  if (!from.includes(refund.state)) {
    const isOther = isSent && (refund.state !== 'sent' || refund.reference !== step.reference);
    if (isOther) throw new CodedError('status-conflict', 'refund-ended');
    return { decided: null, refund, loan: null };
  }
  const beside = async (transaction: Transaction) => {
    const [moved] = await transaction
      .update(refunds)
      .set(step)
      .where(and(eq(refunds.id, id), inArray(refunds.state, from)))
      .returning();
    if (!moved) throw new CodedError('status-conflict', 'refund-ended');
    const isReturned = eq(providerEvents.id, eventId ?? '');
    const back = { outcome: 'unmatched', reversedAt: null, putBy: context.actor ?? 'host' } as const;
    const [event] = isSent
      ? await transaction.select().from(providerEvents).where(isReturned)
      : await transaction.update(providerEvents).set(back).where(isReturned).returning();
    if (!event) throw new Error('A refund has no payment.');
    const kind = isSent ? 'return-sent' : 'return-failed';
    bookReturn(transaction, event, { kind, refundId: id, wasSent: moved.sentAt !== null }, context);
  };
  return { decided: null, beside, refund: { ...refund, ...step }, loan: null };
}
