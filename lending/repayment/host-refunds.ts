import { listRefunds, markRefundFailed, markRefundSent, requestRefund } from '#contract/host/repayment.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { type LockedLoan, lockLoanById, lockLoanByOrderNumber } from '../ledger/loans.ts';
import { hostRefundOf, refundPage } from '../ledger/payment-lists.ts';
import {
  markRefundFailed as fail,
  findRefund,
  type RefundRecord,
  requestRefund as request,
  markRefundSent as send,
} from '../ledger/refunds.ts';

const answeredRequest = answerHost(requestRefund, async (context, { orderNumber, ...asked }) => {
  const wanted = { ...asked, cardPaymentId: asked.cardPaymentId ?? null };
  if (wanted.cardPaymentId !== null && !context.cards?.hosted) {
    throw new CodedError('status-conflict', 'cardPaymentId');
  }
  const loan = await lockLoanByOrderNumber(context.transaction, orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  const refund = await request(context.transaction, loan, wanted, context);
  return { data: hostRefundOf(refund, orderNumber) };
});

const answeredSent = answerHost(markRefundSent, async (context, { refundKey, reference }) => {
  const { transaction } = context;
  const { refund, loan } = await refundOf(transaction, refundKey);
  requireOwnTransfer(refund);
  const sent = await send(transaction, refund, reference, context);
  return { data: hostRefundOf(sent, loan.orderNumber) };
});

const answeredFailed = answerHost(markRefundFailed, async (context, { refundKey, reason }) => {
  const { refund, loan } = await refundOf(context.transaction, refundKey);
  requireOwnTransfer(refund);
  const failed = await fail(context.transaction, refund, reason, context);
  return { data: hostRefundOf(failed, loan.orderNumber) };
});

const answeredList = answerHost(
  listRefunds,
  async ({ transaction }, { limit = usualPageSize, ...search }) => {
    const { rows, nextCursor } = await refundPage(transaction, { ...search, limit });
    const shown = rows.map(({ refund, orderNumber }) => hostRefundOf(refund, orderNumber));
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

/** What became of one to a card is for the card's provider to say. */
function requireOwnTransfer({ cardPaymentId }: RefundRecord): void {
  if (cardPaymentId !== null) throw new CodedError('status-conflict', 'refundKey');
}

async function refundOf(
  transaction: Transaction,
  refundKey: string,
): Promise<{ readonly refund: RefundRecord; readonly loan: LockedLoan }> {
  const refund = await findRefund(transaction, refundKey);
  const loan = refund && (await lockLoanById(transaction, refund.loanId));
  if (!refund || !loan) throw new CodedError('not-found', 'refundKey');
  return { refund, loan };
}
