import { changePayment, movePayment, unmatchPayment } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { Queryable } from '#db/database.ts';
import { journalOf } from '#domain/booking/decide.ts';
import { settlementToday } from '#domain/booking/early-settlement.ts';
import { targetRefusal } from '#domain/booking/reversal.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { borrowerStatuses } from '#domain/loan/loan-status.ts';
import { dayIn, type Market, startOfDayIn } from '#domain/market.ts';
import { channelByHand, hourOfDay, isTimeUnknown } from '#domain/repayment/payment-by-hand.ts';
import { answerDecision, type CallPlan, type DecisionContext } from '../decision/answer-decision.ts';
import { recordEvent } from '../events/record-event.ts';
import { WordedError } from '../http/answer.ts';
import type { AnsweredHostCall } from '../http/host-gate.ts';
import { decideOn } from '../ledger/act.ts';
import { type LoanOf, placeOfLoan } from '../ledger/loans.ts';
import { hostPaymentOf } from '../ledger/payment-lists.ts';
import { findProviderEvent, type ProviderEvent } from '../ledger/payments.ts';
import type { LoanSnapshot } from '../ledger/states.ts';
import { decideOnEvent, earliestTimeOf, refuseUnheld } from './matching.ts';
import { hasMoneyLeft } from './store.ts';

interface OnLoan {
  readonly event: ProviderEvent;
  readonly place: LoanOf;
}

type PaymentName = Pick<ProviderEvent, 'provider' | 'eventId'>;

/** @throws CodedError 'not-found' for no such payment, 'status-conflict' for one that is on no loan. */
async function paymentOnLoan(database: Queryable, named: PaymentName): Promise<OnLoan> {
  const event = orNotFound(await findProviderEvent(database, named), 'eventId');
  const { loanId: id, borrowerId, outcome } = event;
  if (id === null || borrowerId === null || outcome !== 'posted')
    throw new CodedError('status-conflict', 'payment-off');
  return { event, place: { id, borrowerId } };
}

/**
 * Reads the loan of a payment with the history needed to take it off. @throws CodedError as `paymentOnLoan`; 'status-conflict' naming
 * `money-left`.
 */
async function readWithPayment<State extends LoanSnapshot>(
  { reading, ...context }: DecisionContext<State>,
  { event, place }: OnLoan,
  reason: string,
  since: Date = earliestTimeOf(event),
): Promise<{ readonly state: State; readonly payment: ProviderEvent }> {
  const part = { ...journalOf({ act: 'put-back', payment: event, reason }, context), since };
  const [state, payment, hasLeft] = await reading.state(
    place,
    part,
    () => reading.payment(event),
    () => hasMoneyLeft(reading.database, event, place),
  );
  if (!state || !payment) throw new Error('The loan of a payment is gone.');
  if (payment.loanId !== place.id || payment.outcome !== 'posted' || payment.round !== event.round)
    throw new CodedError('status-conflict', 'payment-off');
  if (hasLeft) throw new CodedError('status-conflict', 'money-left');
  return { state, payment };
}

function correctedPayment(event: ProviderEvent, state: LoanSnapshot | null) {
  const orderNumber = state?.loan.orderNumber ?? null;
  return {
    payment: hostPaymentOf({ ...event, orderNumber }),
    orderNumber,
    orderStatus: state ? borrowerStatuses[state.loan.status] : null,
  };
}

const refusalWords: Readonly<Record<string, string>> = {
  'money-left': 'Money of this payment was refunded or disputed since.',
  'loan-sold': 'The loan was sold.',
  'borrower-erased': 'The data of the borrower were erased.',
  'time-told': 'The provider of this payment told when it was paid.',
  'not-by-hand': 'Only the amount of a payment that was recorded by hand can be changed.',
  extension: 'The payment put an extension into effect.',
};

function answerCorrection<Request, Answer>(
  call: HostCall<Request, Answer>,
  plan: <State extends LoanSnapshot>(
    context: DecisionContext<State>,
    request: Request,
  ) => Promise<CallPlan<State, Answer>>,
): AnsweredHostCall {
  return answerDecision(call, async (context, request) => {
    try {
      return await plan(context, request);
    } catch (error) {
      const words = error instanceof CodedError && refusalWords[error.field ?? ''];
      throw words ? new WordedError(error, words) : error;
    }
  });
}

/** Whether only the day of a payment is known: staff recorded it by hand, or put it from a file of days. */
function isDayAlone(event: ProviderEvent, market: Market): boolean {
  return (
    isTimeUnknown(event, market) && (event.putBy !== null || channelByHand(event.provider) !== undefined)
  );
}

/** Host calls that correct a payment's loan, day or amount (docs/decisions/133-a-payment-put-right.md). */
export const answeredPaymentCorrections: readonly AnsweredHostCall[] = [
  answerCorrection(movePayment, async (context, { orderNumber, reason, anotherPayment, ...named }) => {
    const { reading } = context;
    const from = await paymentOnLoan(reading.database, named);
    const to = orNotFound(await placeOfLoan(reading.database, orderNumber), 'orderNumber');
    if (to.id === from.place.id) throw new CodedError('request-invalid', 'orderNumber');
    const readTo = async () => (await reading.state(to, { since: earliestTimeOf(from.event) }))[0];
    // Two opposite moves lock the loans in the same order.
    const early = to.id < from.place.id ? await readTo() : undefined;
    const { state, payment } = await readWithPayment(context, from, reason);
    const target = orNotFound(early ?? (await readTo()), 'orderNumber');
    const { loan } = target;
    const { amountMinor, currency } = payment;
    if (loan.currency !== currency) throw new CodedError('request-invalid', 'orderNumber');
    if (loan.disbursedOn === null) throw new CodedError('status-conflict', 'not-paid-out');
    const refusal = targetRefusal(target);
    if (refusal) throw refusal;
    refuseUnheld(loan, amountMinor);
    const first = decideOn(state, { act: 'put-back', payment, reason }, context);
    const waiting = {
      ...payment,
      outcome: 'unmatched' as const,
      loanId: null,
      borrowerId: null,
      round: payment.round + 1,
    };
    const equalMoney = anotherPayment ? 'another' : 'refused';
    const decided = decideOnEvent({ state: target, purpose: 'repay', reason, equalMoney }, waiting, context);
    if (!decided) throw new CodedError('status-conflict', 'payment-by-hand');
    return {
      first,
      decided,
      money: { amountMinor, currency },
      data: {
        ...correctedPayment({ ...waiting, outcome: 'posted' }, decided.after),
        owedMinor: settlementToday(decided.after, context),
        fromOrderNumber: state.loan.orderNumber,
        fromOwedMinor: settlementToday(first.after, context),
      },
    };
  }),
  answerCorrection(
    changePayment,
    async (context, { paidOn: typedDay, amountMinor: typedAmount, reason, ...named }) => {
      const { reading, now } = context;
      const onLoan = await paymentOnLoan(reading.database, named);
      const day = typedDay === undefined ? undefined : localDate(typedDay);
      const since = day === undefined ? earliestTimeOf(onLoan.event) : new Date(`${day}T00:00:00Z`);
      const earliest = new Date(Math.min(since.getTime() - 14 * 3_600_000, onLoan.event.paidAt.getTime()));
      const { state, payment } = await readWithPayment(context, onLoan, reason, earliest);
      const { market, disbursedOn } = state.loan;
      const today = dayIn(market, now);
      if (day === undefined && channelByHand(payment.provider) === undefined)
        throw new CodedError('status-conflict', 'not-by-hand');
      if (day !== undefined && !isDayAlone(payment, market))
        throw new CodedError('status-conflict', 'time-told');
      const isOdd = day !== undefined && (day > today || (disbursedOn !== null && day < disbursedOn));
      if (isOdd)
        throw new CodedError('request-invalid', 'paidOn', { min: disbursedOn ?? undefined, max: today });
      if (day === dayIn(market, payment.paidAt)) throw new CodedError('request-invalid', 'paidOn');
      const amountMinor = typedAmount ?? payment.amountMinor;
      if (day === undefined && amountMinor === payment.amountMinor)
        throw new CodedError('request-invalid', 'amountMinor');
      refuseUnheld(state.loan, amountMinor);
      const paidAt = day === undefined ? payment.paidAt : hourOfDay(market, day, today);
      const paidOutAt = disbursedOn === null ? paidAt : startOfDayIn(market, disbursedOn);
      const creditedAt = new Date(Math.max(paidAt.getTime(), paidOutAt.getTime()));
      const command = { act: 'change-payment', payment, amountMinor, paidAt, creditedAt, reason } as const;
      const decided = decideOn(state, command, context);
      return {
        decided,
        data: {
          ...correctedPayment({ ...payment, amountMinor, paidAt, outcome: 'posted' }, decided.after),
          owedMinor: settlementToday(decided.after, context),
        },
      };
    },
  ),
  answerCorrection(unmatchPayment, async (context, { reason, ...named }) => {
    const onLoan = await paymentOnLoan(context.reading.database, named);
    const { state, payment } = await readWithPayment(context, onLoan, reason);
    const decided = decideOn(state, { act: 'put-back', payment, reason }, context);
    const { amountMinor, currency, reference, provider, eventId } = payment;
    const waiting = { ...payment, outcome: 'unmatched' as const, loanId: null, borrowerId: null };
    return {
      decided,
      async beside(transaction) {
        const paidAt = payment.paidAt.toISOString();
        const data = { provider, eventId, amountMinor, currency, reference, paidAt };
        recordEvent(transaction, { type: 'payment.unmatched', subjectId: payment.id, data }, context);
      },
      data: {
        ...correctedPayment(waiting, null),
        orderNumber: state.loan.orderNumber,
        orderStatus: borrowerStatuses[decided.after.loan.status],
        owedMinor: settlementToday(decided.after, context),
      },
    };
  }),
];
