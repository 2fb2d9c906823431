import { listRefunds, markRefundFailed, markRefundSent, requestRefund } from '#contract/host/repayment.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { type LockedLoan, lockLoanByOrderNumber } from '../ledger/loans.ts';
import { hostRefundOf, paymentById, refundPage } from '../ledger/payment-lists.ts';
import {
  markRefundFailed as fail,
  findRefund,
  type RefundRecord,
  requestRefund as request,
  requestReturn,
  markRefundSent as send,
} from '../ledger/refunds.ts';
import { findProviderEvent, loanOfEvent } from '../ledger/reverse-payment.ts';

const answeredRequest = answerHost(requestRefund, async (context, { orderNumber, payment, ...asked }) => {
  const { transaction } = context;
  if (payment) {
    const event = await findProviderEvent(transaction, payment);
    if (!event) throw new CodedError('not-found', 'payment');
    const refund = await requestReturn(transaction, event, asked, context);
    return { data: hostRefundOf(refund, { orderNumber: null, payment }) };
  }
  const wanted = { ...asked, cardPaymentId: asked.cardPaymentId ?? null };
  if (wanted.cardPaymentId !== null && !context.cards?.hosted) {
    throw new CodedError('status-conflict', 'cardPaymentId');
  }
  const loan = await lockLoanByOrderNumber(transaction, orderNumber ?? '');
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  const refund = await request(transaction, loan, wanted, context);
  return { data: hostRefundOf(refund, loanOnly(loan)) };
});

const answeredSent = answerHost(markRefundSent, async (context, { refundKey, reference }) => {
  const { transaction } = context;
  const { refund, names } = await refundOf(transaction, refundKey);
  requireOwnTransfer(refund);
  const sent = await send(transaction, refund, reference, context);
  return { data: hostRefundOf(sent, names) };
});

const answeredFailed = answerHost(markRefundFailed, async (context, { refundKey, reason }) => {
  const { refund, names } = await refundOf(context.transaction, refundKey);
  requireOwnTransfer(refund);
  const failed = await fail(context.transaction, refund, reason, context);
  return { data: hostRefundOf(failed, names) };
});

const answeredList = answerHost(
  listRefunds,
  async ({ transaction }, { limit = usualPageSize, ...search }) => {
    const { rows, nextCursor } = await refundPage(transaction, { ...search, limit });
    const shown = rows.map(({ refund, ...names }) => hostRefundOf(refund, names));
    return { data: { refunds: shown, nextCursor } };
  },
);

/** How money that is held for borrowers goes back to them. */
export const answeredRefunds: readonly AnsweredHostCall[] = [
  answeredRequest,
  answeredSent,
  answeredFailed,
  answeredList,
];

type Names = Parameters<typeof hostRefundOf>[1];

const loanOnly = ({ orderNumber }: LockedLoan): Names => ({ orderNumber, payment: null });

/** What became of one to a card is for the card's provider to say. */
function requireOwnTransfer({ cardPaymentId }: RefundRecord): void {
  if (cardPaymentId !== null) throw new CodedError('status-conflict', 'refundKey');
}

async function refundOf(
  transaction: Transaction,
  refundKey: string,
): Promise<{ readonly refund: RefundRecord; readonly names: Names }> {
  const refund = await findRefund(transaction, refundKey);
  if (!refund) throw new CodedError('not-found', 'refundKey');
  if (refund.eventId !== null) {
    const payment = await paymentById(transaction, refund.eventId);
    return { refund, names: { orderNumber: null, payment } };
  }
  const loan = await loanOfEvent(transaction, refund);
  if (!loan) throw new CodedError('not-found', 'refundKey');
  return { refund, names: loanOnly(loan) };
}
