import { and, eq, inArray, ne, sum } from 'drizzle-orm';
import { lockThenRead, type Transaction } from '#db/database.ts';
import { cardPayments } from '#db/schema/card-payment.ts';
import { providerEvents, refunds } from '#db/schema/repayment.ts';
import { journalOf } from '#domain/booking/decide.ts';
import type { Loan } from '#domain/booking/state.ts';
import { CodedError } from '#domain/error-code.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import { carryOut, decideOn } from './act.ts';
import { commit } from './commit.ts';
import { type BookingContext, lockLoanById, lockLoanByOrderNumber } from './loans.ts';
import type { ProviderEvent } from './payments.ts';
import { readState, stateOfLoan } from './states.ts';

/** A refund as it is kept. */
export type RefundRecord = typeof refunds.$inferSelect;

/** A refund with the loan whose money it gives back; null for a payment without one. */
export interface LoanRefund {
  readonly refund: RefundRecord;
  readonly loan: Loan | null;
}

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
 * @throws CodedError 'not-found' for no such loan; 'submission-repeated' for a key that stands for another refund, 'request-invalid'
 * for more than is held or than is left of the card payment it goes back to, or for no card payment of the loan; 'status-conflict' for
 * one that was taken back.
 */
export async function requestRefund(
  transaction: Transaction,
  orderNumber: string,
  { refundKey, amountMinor, reason, cardPaymentId }: RefundRequest,
  context: BookingContext,
): Promise<LoanRefund> {
  const [loan, known, card] = await lockThenRead(
    () => lockLoanByOrderNumber(transaction, orderNumber),
    () => findRefund(transaction, refundKey),
    async () => cardPaymentId && paidWithCard(transaction, cardPaymentId),
  );
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  const sameRefund = (refund: RefundRecord): LoanRefund => {
    const isSame =
      refund.loanId === loan.id &&
      refund.amountMinor === amountMinor &&
      refund.cardPaymentId === cardPaymentId;
    if (!isSame) throw new CodedError('submission-repeated', 'refundKey');
    return { refund, loan };
  };
  if (known) return sameRefund(known);
  if (cardPaymentId !== null) {
    if (!card || card.loanId !== loan.id) throw new CodedError('request-invalid', 'cardPaymentId');
    if (card.outcome !== 'posted') throw new CodedError('status-conflict', 'cardPaymentId');
    if (card.refundedMinor + amountMinor > card.amountMinor)
      throw new CodedError('request-invalid', 'amountMinor');
  }
  const refund = {
    ...{ id: context.random.id(), refundKey, amountMinor, currency: loan.currency, reason, reference: null },
    ...{ borrowerId: loan.borrowerId, loanId: loan.id, cardPaymentId, state: 'requested' as const },
    ...{ requestedAt: context.now, requestedBy: context.actor ?? 'host' },
  };
  const decision = decideOn(stateOfLoan(loan), { act: 'request-refund', refund }, context);
  const inserted = await insertRefund(transaction, refund);
  if (!inserted) {
    const first = await findRefund(transaction, refundKey);
    if (!first) throw new Error('A refund is neither new nor known.');
    return sameRefund(first);
  }
  commit(transaction, [decision], context);
  return { refund: inserted, loan };
}

async function insertRefund(
  transaction: Transaction,
  refund: typeof refunds.$inferInsert,
): Promise<RefundRecord | undefined> {
  const [inserted] = await transaction
    .insert(refunds)
    .values(refund)
    .onConflictDoNothing({ target: refunds.refundKey })
    .returning();
  return inserted;
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
  const refund = await insertRefund(transaction, {
    ...{ id: context.random.id(), refundKey, eventId: event.id, amountMinor, currency: event.currency },
    ...{ state: 'requested' as const, reason, requestedAt: context.now },
    requestedBy: context.actor ?? 'host',
  });
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

/** What a card paid, whether that stands, and what of it was given back; the locked loan keeps two requests apart. */
async function paidWithCard(transaction: Transaction, cardPaymentId: string) {
  const before = transaction
    .select({ sumMinor: sum(refunds.amountMinor).as('sum_minor') })
    .from(refunds)
    .where(and(eq(refunds.cardPaymentId, cardPaymentId), ne(refunds.state, 'failed')))
    .as('before');
  const [paid] = await transaction
    .select({
      loanId: cardPayments.loanId,
      amountMinor: cardPayments.amountMinor,
      outcome: providerEvents.outcome,
      refunded: before.sumMinor,
    })
    .from(cardPayments)
    .innerJoin(
      providerEvents,
      and(eq(providerEvents.provider, 'card'), eq(providerEvents.eventId, cardPaymentId)),
    )
    .crossJoin(before)
    .where(eq(cardPayments.id, cardPaymentId));
  return paid && { ...paid, refundedMinor: Number(paid.refunded ?? 0) };
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
): Promise<LoanRefund> {
  const sent = { state: 'sent' as const, reference, sentAt: context.now };
  if (refund.loanId === null || refund.borrowerId === null) {
    const moved = await moveReturn(transaction, refund, sent, ['requested']);
    if (moved) return { refund: moved, loan: null };
    const now = await findRefund(transaction, refund.refundKey);
    if (now?.state !== 'sent' || now.reference !== reference) throw new CodedError('status-conflict');
    return { refund: now, loan: null };
  }
  const name = { id: refund.loanId, borrowerId: refund.borrowerId };
  const [loan, known] = await lockThenRead(
    () => lockLoanById(transaction, name),
    () => findRefund(transaction, refund.refundKey),
  );
  if (!loan || !known) throw new Error('A refund has no loan.');
  const state = stateOfLoan(loan);
  const { booking } = carryOut(transaction, state, { act: 'send-refund', refund: known, reference }, context);
  return { refund: booking.refunds.length === 0 ? known : { ...known, ...sent }, loan };
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
): Promise<LoanRefund> {
  const failed = { state: 'failed' as const, failedAt: context.now };
  if (refund.loanId === null || refund.borrowerId === null) {
    const moved = await moveReturn(transaction, refund, failed, ['requested', 'sent']);
    if (!moved) return { refund: (await findRefund(transaction, refund.refundKey)) ?? refund, loan: null };
    await transaction
      .update(providerEvents)
      .set({ outcome: 'unmatched', reversedAt: null })
      .where(eq(providerEvents.id, refund.eventId ?? ''));
    return { refund: moved, loan: null };
  }
  const part = journalOf({ act: 'fail-refund', refund, reason }, context);
  const name = { id: refund.loanId, borrowerId: refund.borrowerId };
  const [state, known] = await readState(transaction, name, part, () =>
    findRefund(transaction, refund.refundKey),
  );
  if (!state || !known) throw new Error('A refund has no loan.');
  const { booking } = carryOut(transaction, state, { act: 'fail-refund', refund: known, reason }, context);
  return { refund: booking.refunds.length === 0 ? known : { ...known, ...failed }, loan: state.loan };
}

/** Moves a refund of a payment that is on no loan. */
async function moveReturn(
  transaction: Transaction,
  { id }: RefundRecord,
  facts: Partial<RefundRecord>,
  from: RefundRecord['state'][],
): Promise<RefundRecord | undefined> {
  const [moved] = await transaction
    .update(refunds)
    .set(facts)
    .where(and(eq(refunds.id, id), inArray(refunds.state, from)))
    .returning();
  return moved;
}
