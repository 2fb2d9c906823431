import type { ConfirmOutcome, PaymentCode } from '#contract/calls/card-payment.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { isCodeOpen } from '#domain/sms/sms-code.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { type GuessVerdict, guessCode } from '../sms/guess-code.ts';
import { findCode } from '../sms/store.ts';
import { chargeCard } from './charge.ts';
import { payableLoan } from './payable-loan.ts';
import {
  cardPaymentOf,
  chargeDetailsOf,
  lockCardPayment,
  markCardConfirmed,
  moveCardPayment,
} from './store.ts';

/**
 * Confirms a committed payment with its code and charges the card (PAYWAY-3, PAYWAY-4). Every well-formed guess counts,
 * also one whose answer got lost.
 * @throws CodedError 'not-found' for a payment that is not of this borrower and loan; 'submission-repeated' for one that
 * was confirmed before; 'status-conflict' for one that ended, or for an extension that has another price by now; 'sms-code-wrong', 'sms-code-spent', 'card-declined'.
 */
export async function confirmPayment(
  context: BorrowerContext,
  request: PaymentCode,
): Promise<ConfirmOutcome> {
  const { database, borrower } = context;
  const known = await cardPaymentOf(database, borrower.id, request.repaymentId);
  if (!known) throw new CodedError('not-found');
  const { loanId, amountMinor, purpose } = known;
  if (known.state === 'awaiting-code') {
    const { loan } = await payableLoan(context, { orderId: request.orderId, amountMinor, purpose });
    if (loan.id !== loanId) throw new CodedError('not-found');
  }
  const verdict = await inTransaction(database, (transaction) =>
    judge(transaction, context, loanId, request),
  );
  if (verdict === 'wrong' || verdict === 'malformed') throw new CodedError('sms-code-wrong');
  if (verdict !== 'accepted') throw new CodedError('sms-code-spent');
  const details = await chargeDetailsOf(database, known.id);
  if (!details) throw new Error('A payment that was confirmed is gone.');
  const state = await chargeCard(context, known.id, details);
  if (state === 'declined') throw new CodedError('card-declined');
  return { isPending: state === 'pending' };
}

/**
 * Judges the guess; the transaction must be committed whatever comes of it, since the try counts. What is over already is
 * seen before the payment is locked, so a flood of guesses does not queue up.
 */
async function judge(
  transaction: Transaction,
  { clock, configuration, now: paidAt }: Omit<BorrowerContext, 'database'>,
  loanId: string,
  { repaymentId, code: guess }: PaymentCode,
): Promise<GuessVerdict> {
  const now = clock.now();
  const code = await findCode(transaction, { purpose: 'card-payment', subject: repaymentId });
  const isOver = code !== undefined && code.usedAt === null && !isCodeOpen(code, now);
  if (isOver) return 'exhausted';
  const payment = await lockCardPayment(transaction, repaymentId);
  if (payment?.state === 'pending' || payment?.state === 'succeeded') {
    throw new CodedError('submission-repeated');
  }
  if (payment?.state !== 'awaiting-code') throw new CodedError('status-conflict');
  const { id, amountMinor, cardId } = payment;
  const verdict = await guessCode(
    transaction,
    { binding: { purpose: 'card-payment', loanId, amountMinor, cardId }, subject: id },
    guess,
    { secrets: configuration.masterSecrets, now },
  );
  if (verdict === 'accepted') {
    moveCardPayment(transaction, payment, 'pending', { chargedAt: now, paidAt });
    await markCardConfirmed(transaction, cardId, now);
  }
  return verdict;
}
