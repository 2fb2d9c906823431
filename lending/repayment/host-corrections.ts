import {
  assignPayment,
  listPayments,
  listUnmatchedPayments,
  readPayment,
  recordRecovery,
  reversePayment,
  verifyReceipt,
  waiveCharge,
} from '#contract/host/repayment.ts';
import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { toldStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { loanFacts, recordEvent } from '../events/record-event.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { instalmentsOf, type LockedLoan, lockLoanByOrderNumber } from '../ledger/loans.ts';
import {
  hostPaymentOf,
  paymentEntries,
  paymentOf,
  paymentPage,
  unmatchedPage,
} from '../ledger/payment-lists.ts';
import { keepProviderEvent, type ProviderEvent } from '../ledger/payments.ts';
import { isReceiptCode, paymentOfReceipt } from '../ledger/receipts.ts';
import { findProviderEvent, reversePayment as takeBack } from '../ledger/reverse-payment.ts';
import { bookWaiver, reverseWaiver } from '../ledger/waivers.ts';
import { bookEvent } from './matching.ts';

/** The provider that recoveries are kept under. */
export const recoveryProvider = 'recovery';

const answeredList = answerHost(
  listPayments,
  async ({ transaction }, { limit = usualPageSize, ...search }) => {
    const { rows, nextCursor } = await paymentPage(transaction, { ...search, limit });
    return { data: { payments: rows.map(hostPaymentOf), nextCursor } };
  },
);

const answeredUnmatched = answerHost(
  listUnmatchedPayments,
  async ({ transaction }, { limit = usualPageSize, cursor }) => {
    const { rows, nextCursor } = await unmatchedPage(transaction, { cursor, limit });
    return { data: { payments: rows.map(hostPaymentOf), nextCursor } };
  },
);

const answeredRead = answerHost(readPayment, async ({ transaction }, named) => {
  const payment = await paymentOf(transaction, named);
  if (!payment) throw new CodedError('not-found', 'eventId');
  const entries = await paymentEntries(transaction, payment.id);
  return {
    data: {
      payment: hostPaymentOf(payment),
      entries: entries.map(({ transactionId, kind, bookedAt, actor, reason, reversesId, postings }) => ({
        ...{ transactionId, kind, actor, reason, reversesId, postings: [...postings] },
        bookedAt: bookedAt.toISOString(),
      })),
    },
  };
});

const answeredAssign = answerHost(assignPayment, async (context, { orderNumber, reason, ...named }) => {
  const { transaction } = context;
  const event = await eventOf(transaction, named);
  const loan = await loanOf(transaction, orderNumber);
  if (loan.currency !== event.currency) throw new CodedError('request-invalid', 'orderNumber');
  if (loan.disbursedOn === null) throw new CodedError('status-conflict');
  const booked = await bookEvent(transaction, { loan, purpose: 'repay', reason }, event, context);
  if (!booked) throw new CodedError('status-conflict');
  return { data: await changedPayment(transaction, named, booked) };
});

const answeredReverse = answerHost(reversePayment, async (context, { reason, ...named }) => {
  const { transaction } = context;
  const event = await eventOf(transaction, named);
  const account = await takeBack(transaction, event, reason, context);
  const loan = account?.loan ?? null;
  if (loan) {
    const { provider, eventId, amountMinor } = event;
    const data = { ...loanFacts(loan), provider, eventId, amountMinor, reason };
    recordEvent(transaction, { type: 'payment.reversed', subjectId: loan.id, data }, context);
  }
  const owedMinor = account && remainingTotal(account.instalments);
  return { data: { ...(await changedPayment(transaction, named, loan)), owedMinor } };
});

const answeredReceipt = answerHost(verifyReceipt, async ({ transaction, configuration }, asked) => {
  const loan = await loanOf(transaction, asked.orderNumber);
  const found = await paymentOfReceipt(transaction, loan, asked.receiptNumber);
  if (!found) return { data: { isGenuine: false, payment: null } };
  const { amountMinor, currency, paidAt, isReversed } = found;
  return {
    data: {
      isGenuine: isReceiptCode(asked.checkCode, found, configuration.masterSecrets),
      payment: { amountMinor, currency, paidAt: paidAt.toISOString(), isReversed },
    },
  };
});

const answeredRecovery = answerHost(recordRecovery, async (context, request) => {
  const { transaction, now } = context;
  const { orderNumber, recoveryKey, amountMinor, currency, reason } = request;
  const loan = await loanOf(transaction, orderNumber);
  if (loan.currency !== currency) throw new CodedError('request-invalid', 'currency');
  const paidAt = request.receivedAt === undefined ? now : new Date(request.receivedAt);
  const isEarly =
    loan.writtenOffAt !== null && dayIn(loan.market, paidAt) < dayIn(loan.market, loan.writtenOffAt);
  if (paidAt > now || isEarly) throw new CodedError('request-invalid', 'receivedAt');
  const reported = {
    ...{ provider: recoveryProvider, eventId: recoveryKey, reference: orderNumber },
    ...{ borrowerId: null, loanId: null },
    ...{ amountMinor, currency, paidAt, receivedAt: now, outcome: 'unmatched' as const, reversedAt: null },
  };
  const { event, isNew } = await keepProviderEvent(transaction, reported, context);
  if (event.amountMinor !== amountMinor || event.reference !== orderNumber) {
    throw new CodedError('submission-repeated', 'recoveryKey');
  }
  if (isNew && loan.status !== 'written-off') throw new CodedError('status-conflict');
  const target = { loan, purpose: 'repay', reason } as const;
  const booked = isNew ? await bookEvent(transaction, target, event, context) : loan;
  if (!booked) throw new CodedError('request-invalid', 'amountMinor');
  const owedMinor = await owedOn(transaction, booked);
  return {
    data: { orderNumber, orderStatus: toldStatuses[booked.status], isRepeated: !isNew, owedMinor },
  };
});

const answeredWaiver = answerHost(waiveCharge, async (context, request) => {
  const { transaction } = context;
  const { orderNumber, component, sequence, amountMinor, reversesId, reason } = request;
  const loan = await loanOf(transaction, orderNumber);
  const waived =
    component === undefined
      ? await reverseWaiver(transaction, loan, { transactionId: reversesId ?? '', reason }, context)
      : await bookWaiver(transaction, loan, { component, sequence, amountMinor, reason }, context);
  const { transactionId, waivedMinor } = waived;
  const owedMinor = await owedOn(transaction, waived.loan);
  return {
    data: {
      orderNumber,
      orderStatus: toldStatuses[waived.loan.status],
      transactionId,
      waivedMinor,
      owedMinor,
    },
  };
});

/** How the lender's people put money right: lists, assignment, reversal, recovery, waiver. */
export const answeredCorrections: readonly AnsweredHostCall[] = [
  answeredList,
  answeredUnmatched,
  answeredRead,
  answeredAssign,
  answeredReverse,
  answeredReceipt,
  answeredRecovery,
  answeredWaiver,
];

interface PaymentName {
  readonly provider: string;
  readonly eventId: string;
}

async function eventOf(transaction: Transaction, { provider, eventId }: PaymentName): Promise<ProviderEvent> {
  const event = await findProviderEvent(transaction, { provider, eventId });
  if (!event) throw new CodedError('not-found', 'eventId');
  return event;
}

async function loanOf(transaction: Transaction, orderNumber: string): Promise<LockedLoan> {
  const loan = await lockLoanByOrderNumber(transaction, orderNumber);
  if (!loan) throw new CodedError('not-found', 'orderNumber');
  return loan;
}

async function owedOn(transaction: Transaction, loan: LockedLoan): Promise<number> {
  return remainingTotal(await instalmentsOf(transaction, loan));
}

async function changedPayment(
  transaction: Transaction,
  { provider, eventId }: PaymentName,
  loan: LockedLoan | null,
) {
  const payment = await paymentOf(transaction, { provider, eventId });
  if (!payment) throw new CodedError('not-found', 'eventId');
  return {
    payment: hostPaymentOf(payment),
    orderNumber: loan?.orderNumber ?? null,
    orderStatus: loan ? toldStatuses[loan.status] : null,
  };
}
