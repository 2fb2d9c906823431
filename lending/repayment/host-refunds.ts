import { listRefunds, markRefundFailed, markRefundSent, requestRefund } from '#contract/host/repayment.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { lockLoanById, lockLoanByOrderNumber } from '../ledger/loans.ts';
import { hostRefundOf, refundPage } from '../ledger/payment-lists.ts';
import {
  markRefundFailed as fail,
  findRefund,
  type RefundRecord,
  requestRefund as request,
  markRefundSent as send,
} from '../ledger/refunds.ts';

const pageSize = 50;

const answeredRequest = answerHost(requestRefund, async (context, { orderNumber, ...wanted }) => {
  const loan = await lockLoanByOrderNumber(context.transaction, orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  const refund = await request(context.transaction, loan, wanted, context);
  return { data: hostRefundOf(refund, orderNumber) };
});

const answeredSent = answerHost(markRefundSent, async (context, { refundKey, reference }) => {
  const { refund, orderNumber } = await refundOf(context.transaction, refundKey);
  return { data: hostRefundOf(await send(context.transaction, refund, reference, context), orderNumber) };
});

const answeredFailed = answerHost(markRefundFailed, async (context, { refundKey, reason }) => {
  const { refund, orderNumber } = await refundOf(context.transaction, refundKey);
  return { data: hostRefundOf(await fail(context.transaction, refund, reason, context), orderNumber) };
});

const answeredList = answerHost(listRefunds, async ({ transaction }, { limit = pageSize, ...search }) => {
  const { rows, nextCursor } = await refundPage(transaction, { ...search, limit });
  const shown = rows.map(({ refund, orderNumber }) => hostRefundOf(refund, orderNumber));
  return { data: { refunds: shown, nextCursor } };
});

/** How money that is held for borrowers goes back to them. */
export const answeredRefunds: readonly AnsweredHostCall[] = [
  answeredRequest,
  answeredSent,
  answeredFailed,
  answeredList,
];

async function refundOf(
  transaction: Transaction,
  refundKey: string,
): Promise<{ readonly refund: RefundRecord; readonly orderNumber: string }> {
  const refund = await findRefund(transaction, refundKey);
  const loan = refund && (await lockLoanById(transaction, refund.loanId));
  if (!refund || !loan) throw new CodedError('not-found', 'refundKey');
  return { refund, orderNumber: loan.orderNumber };
}
