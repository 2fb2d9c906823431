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
import type { Queryable } from '#db/database.ts';
import { settlementToday } from '#domain/booking/early-settlement.ts';
import type { TakeBackWaiver, Waive } from '#domain/booking/waive.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { dayIn } from '#domain/market.ts';
import { answerDecision } from '../decision/answer-decision.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { usualPageSize } from '../keyset.ts';
import { decideOf } from '../ledger/act.ts';
import { readLoan } from '../ledger/loan-course.ts';
import { findLoan } from '../ledger/loans.ts';
import {
  hostPaymentOf,
  paymentEntries,
  paymentOf,
  paymentPage,
  unmatchedPage,
} from '../ledger/payment-lists.ts';
import { planTakeBack } from '../ledger/payment-reversal.ts';
import { findProviderEvent, type ProviderEvent } from '../ledger/payments.ts';
import { isReceiptCode, paymentOfReceipt } from '../ledger/receipts.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { decideOnEvent, earliestTimeOf, refuseUnheld } from './matching.ts';

export const recoveryProvider = 'recovery';

export const answeredCorrections: readonly AnsweredHostCall[] = [
  answerHost(listPayments, async ({ transaction }, { limit = usualPageSize, ...search }) => {
    const { rows, nextCursor } = await paymentPage(transaction, { ...search, limit });
    return { data: { payments: rows.map(hostPaymentOf), nextCursor } };
  }),
  answerHost(listUnmatchedPayments, async ({ transaction }, { limit = usualPageSize, cursor }) => {
    const { rows, nextCursor } = await unmatchedPage(transaction, { cursor, limit });
    return { data: { payments: rows.map(hostPaymentOf), nextCursor } };
  }),
  answerHost(readPayment, async ({ transaction }, named) => {
    const payment = orNotFound(await paymentOf(transaction, named), 'eventId');
    const entries = await paymentEntries(transaction, payment);
    return {
      data: {
        payment: hostPaymentOf(payment),
        entries,
      },
    };
  }),
  answerDecision(assignPayment, async (context, { orderNumber, reason, anotherPayment, ...named }) => {
    const { reading } = context;
    const eventRecord = await eventOf(reading.database, named);
    const part = { since: earliestTimeOf(eventRecord) };
    const [state, event = eventRecord] = await reading.state({ orderNumber }, part, () =>
      reading.payment(eventRecord),
    );
    if (!state) throw new CodedError('not-found', 'orderNumber');
    if (state.loan.currency !== event.currency) throw new CodedError('request-invalid', 'orderNumber');
    const isWaiting = event.outcome === 'unmatched';
    if (state.loan.disbursedOn === null) throw new CodedError('status-conflict', 'not-paid-out');
    if (!isWaiting) throw new CodedError('status-conflict', 'payment-matched');
    refuseUnheld(state.loan, event.amountMinor);
    const equalMoney = anotherPayment ? 'another' : 'refused';
    const decided = decideOnEvent({ state, purpose: 'repay', reason, equalMoney }, event, context);
    if (!decided) throw new CodedError('status-conflict', 'payment-by-hand');
    return { decided, data: changedPayment({ ...event, outcome: 'posted' }, decided.after) };
  }),
  /** Reverses a payment of a loan, or one without a loan, which no loan's figures show. */
  answerDecision(reversePayment, async (context, { reason, ...named }) => {
    const event = await eventOf(context.reading.database, named);
    const plan = await planTakeBack(context.reading, event, reason, context);
    const after = plan.decided?.after ?? null;
    const owedMinor = after && settlementToday(after, context);
    const reversed = { ...event, outcome: 'reversed' as const, reversedAt: context.now };
    return { ...plan, data: { ...changedPayment(reversed, after), owedMinor }, money: event };
  }),
  answerHost(verifyReceipt, async ({ transaction, configuration }, request) => {
    const loan = await findLoan(transaction, request.orderNumber);
    const course = orNotFound(loan && (await readLoan(transaction, loan)), 'orderNumber');
    const payment = paymentOfReceipt(course, request.receiptNumber);
    if (!payment) return { data: { isGenuine: false, payment: null } };
    const { amountMinor, currency, paidAt, isReversed } = payment;
    return {
      data: {
        isGenuine: isReceiptCode(request.checkCode, payment, configuration.masterSecrets),
        payment: { amountMinor, currency, paidAt, isReversed },
      },
    };
  }),
  answerDecision(recordRecovery, async (context, request) => {
    const { reading, now } = context;
    const { orderNumber, recoveryKey, amountMinor, currency, reason } = request;
    const paidAt = request.receivedAt === undefined ? now : new Date(request.receivedAt);
    if (paidAt > now) throw new CodedError('request-invalid', 'receivedAt', { max: now });
    const [state] = await reading.state({ orderNumber }, { since: paidAt });
    if (!state) throw new CodedError('not-found', 'orderNumber');
    const { loan } = state;
    if (loan.currency !== currency) throw new CodedError('request-invalid', 'currency');
    const isEarly =
      loan.writtenOffAt !== null && dayIn(loan.market, paidAt) < dayIn(loan.market, loan.writtenOffAt);
    if (isEarly)
      throw new CodedError('request-invalid', 'receivedAt', { min: loan.writtenOffAt ?? undefined });
    const reported = {
      provider: recoveryProvider,
      eventId: recoveryKey,
      reference: orderNumber,
      borrowerId: null,
      loanId: null,
      amountMinor,
      currency,
      paidAt,
      receivedAt: now,
      outcome: 'unmatched' as const,
      reversedAt: null,
    };
    const { event, isNew } = await reading.keep(reported, context);
    if (event.amountMinor !== amountMinor || event.reference !== orderNumber) {
      throw new CodedError('submission-repeated', 'recoveryKey');
    }
    if (isNew && loan.status !== 'written-off') throw new CodedError('status-conflict', 'not-written-off');
    const decided = isNew ? decideOnEvent({ state, purpose: 'repay', reason }, event, context) : null;
    if (decided === undefined) throw new CodedError('request-invalid', 'amountMinor');
    const booked = decided?.after ?? state;
    const orderStatus = borrowerStatuses[booked.loan.status];
    const data = {
      orderNumber,
      orderStatus,
      isRepeated: !isNew,
      owedMinor: settlementToday(booked, context),
    };
    return { decided, data, money: event };
  }),
  answerDecision(waiveCharge, async (context, request) => {
    const { orderNumber, component, sequence, amountMinor, reversesId, reason } = request;
    const command: Waive | TakeBackWaiver =
      component === undefined
        ? { act: 'take-back-waiver', transactionId: reversesId ?? '', reason }
        : { act: 'waive', component, sequence, amountMinor, reason };
    const decided = await decideOf(context.reading, { orderNumber }, command, context);
    const { answer, after } = decided;
    const orderStatus = borrowerStatuses[after.loan.status];
    return {
      decided,
      data: { orderNumber, orderStatus, ...answer, owedMinor: settlementToday(after, context) },
    };
  }),
];

interface PaymentName {
  readonly provider: string;
  readonly eventId: string;
}

async function eventOf(database: Queryable, { provider, eventId }: PaymentName): Promise<ProviderEvent> {
  const event = orNotFound(await findProviderEvent(database, { provider, eventId }), 'eventId');
  return event;
}

function changedPayment(event: ProviderEvent, state: LoanSnapshot | null) {
  const orderNumber = state?.loan.orderNumber ?? null;
  return {
    payment: hostPaymentOf({ ...event, orderNumber }),
    orderNumber,
    orderStatus: state ? borrowerStatuses[state.loan.status] : null,
  };
}
