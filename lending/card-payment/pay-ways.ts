import type { OpenPayment, PayWays } from '#contract/calls/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';
import { isRunning } from '#domain/loan/loan-status.ts';
import { isCodeOpen, resendWaitSeconds } from '#domain/sms/sms-code.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { currentLoan } from '../ledger/current-loan.ts';
import { codeStateOf } from '../sms/guess-code.ts';
import { cardsOf, codePhoneOf } from './card-store.ts';
import { settlePendingCharges } from './charge.ts';
import { issueRepayToken } from './repay-token.ts';
import { openCardPayment } from './store.ts';

/**
 * The borrower's saved cards, a token to commit one payment of the loan with, and the payment that is under way if there
 * is one (PAYWAY-1). A pending one is asked about first.
 * @throws CodedError 'not-found', or 'status-conflict' for a loan that awaits no payment.
 */
export async function payWays(
  context: BorrowerContext,
  { orderId }: { readonly orderId: string },
): Promise<PayWays> {
  const { database, borrower, clock, configuration } = context;
  const { loan: known } = await currentLoan(context, { productId: '', orderId });
  await settlePendingCharges(context, known.id);
  const { loan } = await currentLoan(context, { productId: '', orderId });
  if (!isRunning(loan.status)) throw new CodedError('status-conflict');
  const holder = { borrowerId: borrower.id, loanId: loan.id };
  return {
    offersPaymentPage: configuration.paymentPage.address !== '',
    repayToken: await issueRepayToken(database, holder, clock.now()),
    cards: context.cards === null ? [] : await cardsOf(database, borrower.id),
    openPayment: await openPaymentView(context, loan.id),
    tellsOpenPayment: true,
  };
}

async function openPaymentView(
  { database, borrower, clock }: BorrowerContext,
  loanId: string,
): Promise<OpenPayment | null> {
  const now = clock.now();
  const payment = await openCardPayment(database, loanId, now);
  if (!payment || payment.borrowerId !== borrower.id) return null;
  const { id, cardId, amountMinor, state } = payment;
  const shown = { repaymentId: id, cardId, amountMinor };
  if (state !== 'awaiting-code') {
    return { ...shown, state: 'pending', phoneEnding: '', resendWaitSeconds: 0, isCodeOpen: false };
  }
  const code = await codeStateOf(database, 'card-payment', id);
  return {
    ...shown,
    state,
    phoneEnding: code === null ? '' : (await codePhoneOf(database, borrower)).ending,
    resendWaitSeconds: resendWaitSeconds(code?.issuedAt ?? null, now),
    isCodeOpen: code !== null && isCodeOpen(code, now),
  };
}
