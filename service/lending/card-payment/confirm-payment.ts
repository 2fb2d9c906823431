import type { ConfirmOutcome, PaymentCode } from '#contract/calls/card-payment.ts';
import { inTransaction, lockThenRead, type Transaction, together } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import { CodedError } from '#domain/error-code.ts';
import { isCodeOpen } from '#domain/sms/sms-code.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { currentLoan } from '../ledger/loan-course.ts';
import { type GuessVerdict, guessCode } from '../sms/guess-code.ts';
import { findCode } from '../sms/store.ts';
import { chargeCard, refuseUncharged } from './charge.ts';
import { payableNow } from './payable-loan.ts';
import {
  type CardPaymentRecord,
  cardPaymentOf,
  chargeDetailsOf,
  hasDebtChanged,
  lockCardPayment,
  markCardConfirmed,
  moveCardPayment,
} from './store.ts';

/**
 * Confirms a committed payment with its code and charges the card (PAYWAY-3, PAYWAY-4). Every well-formed guess counts, also one whose
 * answer got lost. @throws CodedError 'not-found' for a payment that is not of this borrower and loan; 'submission-repeated' for one that
 * was confirmed before; 'status-conflict' for one that ended, or for an extension that has another price by now; 'sms-code-wrong',
 * 'sms-code-spent'; those of `refuseUncharged`.
 */
export async function confirmPayment(
  context: BorrowerContext,
  { orderId, repaymentId, code: guess }: PaymentCode,
): Promise<ConfirmOutcome> {
  const { database, borrower, clock } = context;
  if (!isId(repaymentId)) throw new CodedError('not-found');
  const [payment, details, code, current] = await together(
    () => cardPaymentOf(database, borrower.id, repaymentId),
    () => chargeDetailsOf(database, repaymentId),
    () => findCode(database, { purpose: 'card-payment', subject: repaymentId }),
    () => currentLoan(context, { productId: '', orderId }),
  );
  if (!payment || !details) throw new CodedError('not-found');
  if (payment.state === 'awaiting-code') {
    const { loan, owedMinor } = payableNow(context, current, payment);
    if (loan.id !== payment.loanId) throw new CodedError('not-found');
    if (hasDebtChanged(payment, owedMinor)) throw new CodedError('status-conflict');
  }
  // Read before the payment is locked, so that a flood of guesses does not queue up.
  const isOver = code !== undefined && code.usedAt === null && !isCodeOpen(code, clock.now());
  if (isOver) throw new CodedError('sms-code-spent');
  const { verdict, ...charged } = await inTransaction(database, (transaction) =>
    judge(transaction, context, payment, guess),
  );
  if (verdict === 'wrong' || verdict === 'malformed') throw new CodedError('sms-code-wrong');
  if (verdict !== 'accepted') throw new CodedError('sms-code-spent');
  const state = await chargeCard(context, payment.id, { ...details, ...charged });
  refuseUncharged(state);
  return { isPending: state === 'pending' };
}

/** Checks the guess. The transaction must be committed in any case, since the try counts. */
async function judge(
  transaction: Transaction,
  { clock, configuration, now: paidAt }: Omit<BorrowerContext, 'database'>,
  { id, borrowerId, loanId, amountMinor, cardId }: CardPaymentRecord,
  guess: string,
): Promise<{ readonly verdict: GuessVerdict; readonly chargedAt: Date; readonly paidAt: Date }> {
  const chargedAt = clock.now();
  const subject = {
    binding: { purpose: 'card-payment', loanId, amountMinor, cardId },
    subject: id,
  } as const;
  const [payment, verdict] = await lockThenRead(
    () => lockCardPayment(transaction, { id, borrowerId }),
    () => guessCode(transaction, subject, guess, { secrets: configuration.masterSecrets, now: chargedAt }),
  );
  if (payment?.state === 'pending' || payment?.state === 'succeeded') {
    throw new CodedError('submission-repeated');
  }
  if (payment?.state !== 'awaiting-code') throw new CodedError('status-conflict');
  if (verdict === 'accepted') {
    moveCardPayment(transaction, payment, 'pending', { chargedAt, paidAt });
    markCardConfirmed(transaction, { id: cardId, borrowerId }, chargedAt);
  }
  return { verdict, chargedAt, paidAt };
}
