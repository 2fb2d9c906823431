import {
  type HostRefund,
  listRefunds,
  markRefundFailed,
  markRefundSent,
  requestRefund,
} from '#contract/host/repayment.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { answerDecision, type CallPlan, type DecisionContext } from '../decision/answer-decision.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { hostRefundOf, paymentById, refundPage } from '../ledger/payment-lists.ts';
import { findProviderEvent } from '../ledger/payments.ts';
import { findRefund, planRefund, planRefundStep, planReturn, type RefundStep } from '../ledger/refunds.ts';
import type { LoanSnapshot } from '../ledger/states.ts';

export const answeredRefunds: readonly AnsweredHostCall[] = [
  /** Refunds held money, or returns a payment without a loan, which no loan's figures show. */
  answerDecision(requestRefund, async (context, { orderNumber, payment, ...request }) => {
    const { reading } = context;
    const event = payment && (await findProviderEvent(reading.database, payment));
    if (payment && !event) throw new CodedError('not-found', 'payment');
    const cardPaymentId = request.cardPaymentId ?? null;
    if (cardPaymentId !== null && !context.cards?.hosted) {
      throw new CodedError('status-conflict', 'cardPaymentId');
    }
    const { refund, loan, ...plan } = event
      ? await planReturn(reading, event, request, context)
      : await planRefund(reading, orderNumber ?? '', { ...request, cardPaymentId }, context);
    const names = { orderNumber: loan?.orderNumber ?? null, payment: payment ?? null };
    return { ...plan, data: hostRefundOf(refund, names), money: refund };
  }),
  answerDecision(markRefundSent, (context, { refundKey, reference }) =>
    planStep(context, refundKey, { act: 'send-refund', reference }),
  ),
  answerDecision(markRefundFailed, (context, { refundKey, reason }) =>
    planStep(context, refundKey, { act: 'fail-refund', reason }),
  ),
  answerHost(listRefunds, async ({ transaction }, { limit = usualPageSize, ...search }) => {
    const { rows, nextCursor } = await refundPage(transaction, { ...search, limit });
    const shown = rows.map(({ refund, ...names }) => hostRefundOf(refund, names));
    return { data: { refunds: shown, nextCursor } };
  }),
];

/** A step of a refund; the card provider alone reports those of a card refund. */
async function planStep<State extends LoanSnapshot>(
  context: DecisionContext<State>,
  refundKey: string,
  step: RefundStep,
): Promise<CallPlan<State, HostRefund>> {
  const { reading } = context;
  const refundRecord = orNotFound(await findRefund(reading.database, refundKey), 'refundKey');
  if (refundRecord.cardPaymentId !== null) throw new CodedError('status-conflict', 'refundKey');
  const { refund, loan, ...plan } = await planRefundStep(reading, refundRecord, step, context);
  const payment = refund.eventId === null ? null : await paymentById(reading.database, refund.eventId);
  return {
    ...plan,
    money: refund,
    data: hostRefundOf(refund, { orderNumber: loan?.orderNumber ?? null, payment }),
  };
}
