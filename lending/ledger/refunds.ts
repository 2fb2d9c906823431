import { and, eq, inArray, ne, sum } from 'drizzle-orm';
import { type Transaction, together, underLock } from '#db/database.ts';
import { cardPayments } from '#db/schema/card-payment.ts';
import { providerEvents, refunds } from '#db/schema/repayment.ts';
import { CodedError } from '#domain/error-code.ts';
import { type MinorAmount, subtractMinor, zeroMinor } from '#domain/money/money.ts';
import { loanFacts, recordEvent } from '../events/record-event.ts';
import { bookCorrection, upToDate } from './corrections.ts';
import { type BookingContext, type LockedLoan, lockLoanById, tellOfChange } from './loans.ts';
import type { ProviderEvent } from './payments.ts';
import { balancesAfter, type Movement, postNewMovements } from './post.ts';
import { reversalOf, standingMovement } from './standing.ts';

/** A refund as it is kept. */
export type RefundRecord = typeof refunds.$inferSelect;

/** What is asked to be given back, and the lender's own name for it. */
export interface RefundRequest {
  readonly refundKey: string;
  readonly amountMinor: MinorAmount;
  readonly reason: string;
  /** The loan's payment with a card that it goes back to; null where the lender sends it. */
  readonly cardPaymentId: string | null;
}

/**
 * Sets money aside, out of what is held for a borrower, that is to be given back, and tells the lender. The same key again has no effect.
 * @throws CodedError 'submission-repeated' for a key that stands for another refund, 'request-invalid' for more than is held
 * or than is left of the card payment it goes back to, or for no card payment of the loan; 'status-conflict' for one that was
 * taken back.
 */
export async function requestRefund(
  transaction: Transaction,
  loan: LockedLoan,
  { refundKey, amountMinor, reason, cardPaymentId }: RefundRequest,
  context: BookingContext,
): Promise<RefundRecord> {
  const known = await findRefund(transaction, refundKey);
  const same = (refund: RefundRecord) => sameRefund(refund, loan, { amountMinor, cardPaymentId });
  if (known) return same(known);
  if (cardPaymentId !== null) await requireLeftOnCard(transaction, loan, cardPaymentId, amountMinor);
  const [refund] = await transaction
    .insert(refunds)
    .values({
      ...{ id: context.random.id(), refundKey, amountMinor, currency: loan.currency },
      ...{ borrowerId: loan.borrowerId, loanId: loan.id },
      ...{ state: 'requested' as const, reason, cardPaymentId, requestedAt: context.now },
      requestedBy: context.actor ?? 'host',
    })
    .onConflictDoNothing({ target: refunds.refundKey })
    .returning();
  if (!refund) {
    const first = await findRefund(transaction, refundKey);
    if (!first) throw new Error('A refund is neither new nor known.');
    return same(first);
  }
  if (amountMinor > loan.suspenseMinor) throw new CodedError('request-invalid', 'amountMinor');
  const movement = movementOf(refund, 'requested', [
    { account: 'suspense', amountMinor },
    { account: 'refund-payable', amountMinor: subtractMinor(zeroMinor, amountMinor) },
  ]);
  const booked = [{ ...movement, occurredAt: context.now, reason }];
  postNewMovements(transaction, loan, booked, context);
  // Nothing is held while something is owed here, so no instalment needs to be read.
  const changed = { ...loan, ...balancesAfter(loan, booked) };
  tellOfChange(transaction, { loan: changed, instalments: [] }, context);
  return refund;
}

/**
 * Sets a payment that no loan was found for aside, to be sent back whole: it is on no loan, so nothing of it is in the
 * ledger. The same key again has no effect.
 * @throws CodedError as `requestRefund`; 'status-conflict' for a payment that has a loan or was taken back.
 */
export async function requestReturn(
  transaction: Transaction,
  event: ProviderEvent,
  { refundKey, amountMinor, reason }: Omit<RefundRequest, 'cardPaymentId'>,
  context: BookingContext,
): Promise<RefundRecord> {
  const marked = await transaction
    .update(providerEvents)
    .set({ outcome: 'reversed', reversedAt: context.now })
    .where(and(eq(providerEvents.id, event.id), eq(providerEvents.outcome, 'unmatched')))
    .returning({ id: providerEvents.id });
  const known = await findRefund(transaction, refundKey);
  if (known) {
    const isSame = known.eventId === event.id && known.amountMinor === amountMinor && marked.length === 0;
    if (!isSame) throw new CodedError('submission-repeated', 'refundKey');
    return known;
  }
  if (amountMinor !== event.amountMinor) throw new CodedError('request-invalid', 'amountMinor');
  if (marked.length === 0) throw new CodedError('status-conflict');
  const [refund] = await transaction
    .insert(refunds)
    .values({
      ...{ id: context.random.id(), refundKey, eventId: event.id, amountMinor, currency: event.currency },
      ...{ state: 'requested' as const, reason, requestedAt: context.now },
      requestedBy: context.actor ?? 'host',
    })
    .onConflictDoNothing({ target: refunds.refundKey })
    .returning();
  if (!refund) throw new CodedError('submission-repeated', 'refundKey');
  return refund;
}

/** The refund of a key. */
export async function findRefund(
  transaction: Transaction,
  refundKey: string,
): Promise<RefundRecord | undefined> {
  const [refund] = await transaction.select().from(refunds).where(eq(refunds.refundKey, refundKey));
  return refund;
}

/** A card gets back at most what it paid, of a payment that stands; the locked loan keeps two requests apart. */
async function requireLeftOnCard(
  transaction: Transaction,
  loan: LockedLoan,
  cardPaymentId: string,
  amountMinor: MinorAmount,
): Promise<void> {
  const [paid] = await transaction
    .select({ amountMinor: cardPayments.amountMinor, outcome: providerEvents.outcome })
    .from(cardPayments)
    .innerJoin(
      providerEvents,
      and(eq(providerEvents.provider, 'card'), eq(providerEvents.eventId, cardPaymentId)),
    )
    .where(and(eq(cardPayments.id, cardPaymentId), eq(cardPayments.loanId, loan.id)));
  if (!paid) throw new CodedError('request-invalid', 'cardPaymentId');
  if (paid.outcome !== 'posted') throw new CodedError('status-conflict', 'cardPaymentId');
  const [before] = await transaction
    .select({ sumMinor: sum(refunds.amountMinor).mapWith(Number) })
    .from(refunds)
    .where(and(eq(refunds.cardPaymentId, cardPaymentId), ne(refunds.state, 'failed')));
  if ((before?.sumMinor ?? 0) + amountMinor > paid.amountMinor) {
    throw new CodedError('request-invalid', 'amountMinor');
  }
}

function sameRefund(
  refund: RefundRecord,
  loan: LockedLoan,
  { amountMinor, cardPaymentId }: Pick<RefundRequest, 'amountMinor' | 'cardPaymentId'>,
): RefundRecord {
  const isSame =
    refund.loanId === loan.id && refund.amountMinor === amountMinor && refund.cardPaymentId === cardPaymentId;
  if (!isSame) throw new CodedError('submission-repeated', 'refundKey');
  return refund;
}

/**
 * Records that a refund left the lender's account, and tells the lender. Said again with the same transfer it has no effect.
 * @throws CodedError 'status-conflict' for one that failed or left with another transfer.
 */
export async function markRefundSent(
  transaction: Transaction,
  refund: RefundRecord,
  reference: string,
  context: BookingContext,
): Promise<RefundRecord> {
  const facts = { reference, sentAt: context.now };
  const [loan, sent] = await underLock(
    () => loanOf(transaction, refund),
    () => moveRefund(transaction, refund, { state: 'sent', from: ['requested'] }, facts),
  );
  if (!sent) {
    const now = await findRefund(transaction, refund.refundKey);
    if (now?.state === 'sent' && now.reference === reference) return now;
    throw new CodedError('status-conflict');
  }
  if (!loan) return sent;
  const { amountMinor } = refund;
  const movement = movementOf(refund, 'sent', [
    { account: 'refund-payable', amountMinor },
    { account: 'cash', amountMinor: subtractMinor(zeroMinor, amountMinor) },
  ]);
  const sending = { ...movement, occurredAt: context.now, reason: refund.reason };
  postNewMovements(transaction, loan, [sending], context);
  const data = { ...loanFacts(loan), refundId: sent.id, amountMinor };
  recordEvent(transaction, { type: 'payment.refunded', subjectId: loan.id, data }, context);
  return sent;
}

/**
 * Records that a refund did not reach the borrower: its money is held again, or settles what is owed by now; a payment
 * without a loan waits for one again. The lender is told of that of a loan. Said again it has no effect.
 */
export async function markRefundFailed(
  transaction: Transaction,
  refund: RefundRecord,
  reason: string,
  context: BookingContext,
): Promise<RefundRecord> {
  const facts = { failedAt: context.now };
  const [loan, failed] = await underLock(
    () => loanOf(transaction, refund),
    () => moveRefund(transaction, refund, { state: 'failed', from: ['requested', 'sent'] }, facts),
  );
  if (!failed) return (await findRefund(transaction, refund.refundKey)) ?? refund;
  if (!loan) {
    await transaction
      .update(providerEvents)
      .set({ outcome: 'unmatched', reversedAt: null })
      .where(eq(providerEvents.id, refund.eventId ?? ''));
    return failed;
  }
  const [account, sent, requested] = await together(
    () => upToDate(transaction, loan, context),
    () => standingMovement(transaction, loan, { key: keyOf(refund, 'sent') }),
    () => standingMovement(transaction, loan, { key: keyOf(refund, 'requested') }),
  );
  const movements = [sent, requested].flatMap((booked) =>
    booked ? [reversalOf(booked, context.now, reason)] : [],
  );
  const correction = { cause: 'payment', key: `refund-failed:${refund.id}`, reason, movements } as const;
  await bookCorrection(transaction, account, correction, context);
  const told = { refundId: failed.id, amountMinor: refund.amountMinor, wasSent: sent !== undefined };
  const data = { ...loanFacts(loan), ...told };
  recordEvent(transaction, { type: 'payment.refund-failed', subjectId: loan.id, data }, context);
  return failed;
}

/** The loan whose money is given back, locked; null for a payment without one. */
async function loanOf(
  transaction: Transaction,
  { loanId, borrowerId }: RefundRecord,
): Promise<LockedLoan | null> {
  if (loanId === null || borrowerId === null) return null;
  const loan = await lockLoanById(transaction, { id: loanId, borrowerId });
  if (!loan) throw new Error('A refund has no loan.');
  return loan;
}

async function moveRefund(
  transaction: Transaction,
  { id }: RefundRecord,
  { state, from }: { readonly state: RefundRecord['state']; readonly from: readonly RefundRecord['state'][] },
  facts: Partial<RefundRecord>,
): Promise<RefundRecord | undefined> {
  const [moved] = await transaction
    .update(refunds)
    .set({ ...facts, state })
    .where(and(eq(refunds.id, id), inArray(refunds.state, [...from])))
    .returning();
  return moved;
}

function keyOf({ id }: RefundRecord, step: 'requested' | 'sent'): string {
  return `refund:${id}:${step}`;
}

function movementOf(
  refund: RefundRecord,
  step: 'requested' | 'sent',
  postings: Movement['postings'],
): Pick<Movement, 'kind' | 'idempotencyKey' | 'postings'> {
  return { kind: 'refund', idempotencyKey: keyOf(refund, step), postings };
}
