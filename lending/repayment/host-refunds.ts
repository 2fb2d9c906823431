import { listRefunds, markRefundFailed, markRefundSent, requestRefund } from '#contract/host/repayment.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { hostRefundOf, paymentById, refundPage } from '../ledger/payment-lists.ts';
import { findProviderEvent } from '../ledger/payments.ts';
import {
  markRefundFailed as fail,
  findRefund,
  type LoanRefund,
  type RefundRecord,
  requestRefund as request,
  requestReturn,
  markRefundSent as send,
} from '../ledger/refunds.ts';

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
  const { refund, loan } = await request(transaction, orderNumber ?? '', wanted, context);
  return { data: hostRefundOf(refund, { orderNumber: loan?.orderNumber ?? null, payment: null }) };
});

const answeredSent = answerHost(markRefundSent, async (context, { refundKey, reference }) => {
  const { transaction } = context;
  const refund = await refundOf(transaction, refundKey);
  return { data: await refundView(transaction, await send(transaction, refund, reference, context)) };
});

const answeredFailed = answerHost(markRefundFailed, async (context, { refundKey, reason }) => {
  const { transaction } = context;
  const refund = await refundOf(transaction, refundKey);
  return { data: await refundView(transaction, await fail(transaction, refund, reason, context)) };
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

/** The refund of a key; what became of one to a card is for the card's provider to say. */
async function refundOf(transaction: Transaction, refundKey: string): Promise<RefundRecord> {
  const refund = await findRefund(transaction, refundKey);
  if (!refund) throw new CodedError('not-found', 'refundKey');
  if (refund.cardPaymentId !== null) throw new CodedError('status-conflict', 'refundKey');
  return refund;
}

async function refundView(transaction: Transaction, { refund, loan }: LoanRefund) {
  const payment = refund.eventId === null ? null : await paymentById(transaction, refund.eventId);
  return hostRefundOf(refund, { orderNumber: loan?.orderNumber ?? null, payment });
}
