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
import type { TakeBackWaiver, Waive } from '#domain/booking/waive.ts';
import { CodedError } from '#domain/error-code.ts';
import { remainingTotal } from '#domain/loan/instalment-state.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { act } from '../ledger/act.ts';
import { type LockedLoan, lockLoanByOrderNumber } from '../ledger/loans.ts';
import {
  hostPaymentOf,
  paymentEntries,
  paymentOf,
  paymentPage,
  unmatchedPage,
} from '../ledger/payment-lists.ts';
import {
  findProviderEvent,
  keepProviderEvent,
  lockProviderEvent,
  type ProviderEvent,
} from '../ledger/payments.ts';
import { isReceiptCode, paymentOfReceipt } from '../ledger/receipts.ts';
import { type LockedState, readState } from '../ledger/states.ts';
import { takeBackPayment } from '../ledger/take-back-payment.ts';
import { bookEvent, canBeHeld, earliestTimeOf } from './matching.ts';

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

const answeredAssign = answerHost(
  assignPayment,
  async (context, { orderNumber, reason, anotherPayment, ...named }) => {
    const { transaction } = context;
    const known = await eventOf(transaction, named);
    const [state, event = known] = await readState(
      transaction,
      { orderNumber },
      { since: earliestTimeOf(known) },
      () => lockProviderEvent(transaction, known),
    );
    if (!state) throw new CodedError('not-found', 'orderNumber');
    if (state.loan.currency !== event.currency) throw new CodedError('request-invalid', 'orderNumber');
    const isWaiting = event.outcome === 'unmatched';
    if (state.loan.disbursedOn === null || !isWaiting) throw new CodedError('status-conflict');
    if (!canBeHeld(state.loan, event.amountMinor)) throw new CodedError('request-invalid', 'amountMinor');
    const equalMoney = anotherPayment ? 'another' : 'refused';
    const target = { state, purpose: 'repay', reason, equalMoney } as const;
    const booked = bookEvent(transaction, target, event, context);
    if (!booked) throw new CodedError('status-conflict');
    return { data: changedPayment({ ...event, outcome: 'posted' }, booked) };
  },
);

const answeredReverse = answerHost(reversePayment, async (context, { reason, ...named }) => {
  const { transaction, now: reversedAt } = context;
  const event = await eventOf(transaction, named);
  const state = await takeBackPayment(transaction, event, reason, context);
  const owedMinor = state && remainingTotal(state.instalments);
  return { data: { ...changedPayment({ ...event, outcome: 'reversed', reversedAt }, state), owedMinor } };
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
  const paidAt = request.receivedAt === undefined ? now : new Date(request.receivedAt);
  if (paidAt > now) throw new CodedError('request-invalid', 'receivedAt');
  const [state] = await readState(transaction, { orderNumber }, { since: paidAt });
  if (!state) throw new CodedError('not-found', 'orderNumber');
  const { loan } = state;
  if (loan.currency !== currency) throw new CodedError('request-invalid', 'currency');
  const isEarly =
    loan.writtenOffAt !== null && dayIn(loan.market, paidAt) < dayIn(loan.market, loan.writtenOffAt);
  if (isEarly) throw new CodedError('request-invalid', 'receivedAt');
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
  const target = { state, purpose: 'repay', reason } as const;
  const booked = isNew ? bookEvent(transaction, target, event, context) : state;
  if (!booked) throw new CodedError('request-invalid', 'amountMinor');
  const orderStatus = borrowerStatuses[booked.loan.status];
  return {
    data: { orderNumber, orderStatus, isRepeated: !isNew, owedMinor: remainingTotal(booked.instalments) },
  };
});

const answeredWaiver = answerHost(waiveCharge, async (context, request) => {
  const { orderNumber, component, sequence, amountMinor, reversesId, reason } = request;
  const command: Waive | TakeBackWaiver =
    component === undefined
      ? { act: 'take-back-waiver', transactionId: reversesId ?? '', reason }
      : { act: 'waive', component, sequence, amountMinor, reason };
  const { state, answer } = await act(context.transaction, { orderNumber }, command, context);
  const orderStatus = borrowerStatuses[state.loan.status];
  return { data: { orderNumber, orderStatus, ...answer, owedMinor: remainingTotal(state.instalments) } };
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

/** A payment that was booked or taken back, and its loan; null for none. */
function changedPayment(event: ProviderEvent, state: LockedState | null) {
  const orderNumber = state?.loan.orderNumber ?? null;
  return {
    payment: hostPaymentOf({ ...event, orderNumber }),
    orderNumber,
    orderStatus: state ? borrowerStatuses[state.loan.status] : null,
  };
}
