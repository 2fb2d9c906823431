import { type Database, inTransaction, lockThenRead, type Transaction } from '#db/database.ts';
import { journalOf } from '#domain/booking/decide.ts';
import { addMinor, type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import {
  decideOutflow,
  type OutflowCase,
  type OutflowDecision,
  type OutflowDoubt,
} from '#domain/repayment/outflow.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { carryOut } from '../ledger/act.ts';
import { bookReceipt } from '../ledger/cash-movements.ts';
import type { BookingContext, LoanOf } from '../ledger/loans.ts';
import { endUnmatched, insertEvent, namedEvent, type ProviderEvent } from '../ledger/payments.ts';
import { insertRefund, newRefund, type RefundRecord, stepRefund } from '../ledger/refunds.ts';
import { type LockedState, readState } from '../ledger/states.ts';
import { knownCurrency } from './deposits.ts';
import { clockSkewMs } from './receive-payment.ts';
import {
  changeOutflow,
  eventsOfPayment,
  insertOutflow,
  lockOutflowsOfPayment,
  type OutflowRecord,
  type PaymentKey,
  refundedPartId,
  refundsOfLoan,
  returnedId,
  waitingOutflows,
} from './store.ts';

type OutflowContext = BookingContext & Pick<LendingDependencies, 'logger'>;

/** A payment with its refunds and outflows (money that left it), read while its loan and outflows are locked. */
interface PaymentState {
  readonly events: readonly ProviderEvent[];
  readonly loan: LockedState | undefined;
  readonly outflows: readonly OutflowRecord[];
  readonly refunds: readonly RefundRecord[];
}

/**
 * Records a provider's report that money of a payment left or came back. Idempotent, and reports may arrive in any order: one that is older
 * than the last changes nothing. Books what is certain; the rest waits for staff, with an error in the log. @param toldAt when the provider
 * reported it. @returns whether the outflow was new. @throws CodedError 'request-invalid' for an unknown currency.
 */
export async function takeOutflow(
  transaction: Transaction,
  provider: string,
  { id: outflowId, payment, cause, outcome, amountMinor, currency, reason, isPaymentUnknown }: Outflow,
  context: OutflowContext,
  toldAt = context.now,
): Promise<boolean> {
  const record: OutflowRecord = {
    id: context.random.id(),
    provider,
    outflowId,
    cause,
    reason: reason.slice(0, 200),
    amountMinor: minorAmount(amountMinor),
    currency: knownCurrency({ currency }),
    ...('charge' in payment
      ? { paymentProvider: 'card', paymentId: payment.charge }
      : { paymentProvider: provider, paymentId: payment.deposit }),
    receivedAt: context.now,
    toldAt,
    state: 'waiting',
    doubt: isPaymentUnknown ? 'unknown-object' : 'no-payment',
    eventId: null,
    bookedMinor: null,
  };
  const first = outcome === 'left' ? record : { ...record, state: 'came-back' as const, doubt: null };
  const state = await lockPayment(transaction, record, context, first);
  const outflowRecord = state.outflows.find(
    (each) => each.provider === provider && each.outflowId === outflowId,
  );
  const isNews = outflowRecord?.id === record.id;
  if (isNews && outcome === 'came-back') await takeUnannounced(transaction, outflowRecord, state, context);
  // The id belongs to another payment.
  if (!outflowRecord) return false;
  const isBack = outflowRecord.state === 'came-back';
  const knownMs = outflowRecord.toldAt?.getTime();
  const laterMs = knownMs === undefined ? undefined : toldAt.getTime() - knownMs;
  const isOld = laterMs !== undefined && laterMs < -clockSkewMs;
  if (isOld || isBack === (outcome === 'came-back')) {
    if (!isOld && outflowRecord.state === 'waiting')
      await settle(transaction, outflowRecord, state, context, isNews);
    return isNews;
  }
  if (outcome === 'came-back') await takeComingBack(transaction, outflowRecord, state, context, toldAt);
  // Of two reports with the same time, the one that money came back counts as the later.
  else if (laterMs === undefined || laterMs > clockSkewMs)
    await takeLeavingAgain(transaction, outflowRecord, state, context, toldAt);
  return isNews;
}

/**
 * Locks a payment's loan and outflows, and reads what reversing or rebooking the payment needs. @param first an outflow to insert under
 * these locks if it is new.
 */
async function lockPayment(
  transaction: Transaction,
  key: PaymentKey,
  context: OutflowContext,
  first?: OutflowRecord,
): Promise<PaymentState> {
  const seen = await eventsOfPayment(transaction, key);
  const named = loanOf(seen);
  const readOutflows = () =>
    lockThenRead(
      async () => first && insertOutflow(transaction, first),
      () => lockOutflowsOfPayment(transaction, key),
      () => eventsOfPayment(transaction, key),
      async () => (named ? refundsOfLoan(transaction, named) : []),
    );
  const keys = seen.flatMap(
    (payment) => journalOf({ act: 'take-back', payment, reason: '' }, context).keys ?? [],
  );
  const part = { since: context.now, keys };
  const [loan, [, outflows, events, refunds]] = named
    ? await readState(transaction, named, part, readOutflows)
    : [undefined, await readOutflows()];
  // Another transaction matched the payment to a loan meanwhile.
  if (!named && loanOf(events)) return lockPayment(transaction, key, context);
  return { events, loan, outflows, refunds };
}

function loanOf(events: readonly ProviderEvent[]): LoanOf | undefined {
  const [{ loanId: id = null, borrowerId = null } = {}] = events;
  return id === null || borrowerId === null ? undefined : { id, borrowerId };
}

function refundKeyOf({ provider, outflowId }: Pick<OutflowRecord, 'provider' | 'outflowId'>): string {
  return `${provider}:${outflowId}`;
}

const by = ({ provider }: OutflowRecord, context: OutflowContext): OutflowContext => ({
  ...context,
  actor: `host:${provider}`,
});

/**
 * Books money that left, together with waiting outflows of the same payment where they are complete, or records why it waits. @returns
 * whether it is booked.
 */
async function settle(
  transaction: Transaction,
  outflow: OutflowRecord,
  state: PaymentState,
  context: OutflowContext,
  isNews: boolean,
): Promise<boolean> {
  // Staff settle the rest of an outflow that is booked in part.
  if (outflow.bookedMinor !== null) return false;
  const event = standingEvent(state.events, outflow);
  const others = state.outflows.filter(({ id, state: where }) => id !== outflow.id && where !== 'came-back');
  const decision = decide({ outflow, event, otherOutflows: others }, state);
  if (decision.act === 'wait') {
    const isUnknown = decision.doubt === 'no-payment' && outflow.doubt === 'unknown-object';
    const doubt = isUnknown ? 'unknown-object' : decision.doubt;
    if (doubt !== outflow.doubt) changeOutflow(transaction, outflow, { state: 'waiting', doubt });
    if (isNews) reportWaiting(outflow, doubt, context);
    return false;
  }
  if (!event) throw new Error('Money that left is booked without its payment.');
  const ours = by(outflow, context);
  if (decision.act === 'refund') refundHeld(transaction, outflow, event, state, ours);
  if (decision.act === 'take-back') await takeBack(transaction, outflow, state, ours);
  const isTakenBack = decision.act === 'take-back' || decision.act === 'is-taken-back';
  const isWaiting = ({ state: where }: OutflowRecord) => where === 'waiting';
  for (const each of isTakenBack ? others.filter(isWaiting) : []) {
    changeOutflow(transaction, each, { state: 'booked', doubt: null, eventId: event.id });
  }
  const beyondMinor = decision.act === 'take-back' ? decision.beyondMinor : zeroMinor;
  if (beyondMinor > 0) {
    const bookedMinor = minorAmount(outflow.amountMinor - beyondMinor);
    const doubt = 'more-than-paid';
    changeOutflow(transaction, outflow, { state: 'waiting', doubt, eventId: event.id, bookedMinor });
    if (isNews) reportWaiting(outflow, doubt, context);
  } else changeOutflow(transaction, outflow, { state: 'booked', doubt: null, eventId: event.id });
  return true;
}

function reportWaiting(
  { id: outflow, provider, paymentId: payment, cause }: OutflowRecord,
  doubt: OutflowDoubt,
  { logger }: OutflowContext,
): void {
  logger.error('outgoing money is not booked', { outflow, provider, payment, cause, doubt });
}

/** Reverses all of a payment that is still booked. Books the refunded part again as a payment, since its refunds are booked from it. */
async function takeBack(
  transaction: Transaction,
  outflow: OutflowRecord,
  state: PaymentState,
  context: OutflowContext,
): Promise<void> {
  const standing = state.events.filter(({ outcome }) => outcome !== 'reversed');
  let { loan } = state;
  for (const payment of standing) {
    if (loan)
      loan = carryOut(
        transaction,
        loan,
        { act: 'take-back', payment, reason: reasonOf(outflow) },
        context,
      ).after;
    else await endUnmatched(transaction, payment, 'provider', context);
  }
  const keptMinor = refundedOf(outflow, state);
  const [event] = standing;
  if (event && keptMinor > 0)
    takeIn(transaction, event, { eventId: refundedPartId(outflow), amountMinor: keptMinor }, loan, context);
}

/** The part of a payment that is not reversed; the original payment if all is reversed. */
function standingEvent(events: readonly ProviderEvent[], { paymentId }: Pick<OutflowRecord, 'paymentId'>) {
  const payment = events.find(({ outcome }) => outcome !== 'reversed');
  return payment ?? events.find(({ eventId }) => eventId === paymentId);
}

function decide(
  options: {
    readonly outflow: OutflowRecord;
    readonly event: ProviderEvent | undefined;
    readonly otherOutflows: readonly OutflowRecord[];
  },
  { events, loan, outflows, refunds }: PaymentState,
): OutflowDecision {
  const { outflow, event, otherOutflows } = options;
  const { cause, amountMinor, currency, paymentId, outflowId } = outflow;
  const bookedKeys = new Set(outflows.map(refundKeyOf));
  const ours = refunds.filter(({ refundKey, state }) => state !== 'failed' && !bookedKeys.has(refundKey));
  const elsewhere = new Set(otherOutflows.map((other) => other.outflowId));
  const byHand = ours.filter(
    (refund) =>
      refund.cardPaymentId === null &&
      refund.amountMinor === amountMinor &&
      !elsewhere.has(refund.reference ?? ''),
  );
  const refundByHand: OutflowCase['refundByHand'] = byHand.some(({ reference }) => reference === outflowId)
    ? 'same'
    : byHand.length > 0
      ? 'perhaps'
      : 'none';
  return decideOutflow({
    cause,
    amountMinor,
    currency,
    otherOutflows,
    refundByHand,
    // Less came back where only a part had left.
    payment: event
      ? {
          ...event,
          amountMinor: events.find(({ eventId }) => eventId === paymentId)?.amountMinor ?? event.amountMinor,
        }
      : null,
    refundedMinor: addMinor(...ofCard(ours, outflow).map((refund) => refund.amountMinor)),
    heldMinor: loan?.loan.suspenseMinor ?? zeroMinor,
  });
}

function ofCard(refunds: readonly RefundRecord[], { paymentProvider, paymentId }: PaymentKey) {
  return refunds.filter(({ cardPaymentId }) => paymentProvider === 'card' && cardPaymentId === paymentId);
}

/** The refunded amount of a payment: to its card, or as its provider reported. */
function refundedOf(payment: PaymentKey, state: PaymentState): MinorAmount {
  const told = state.outflows.flatMap((each) =>
    each.state === 'booked' ? (refundOf(each, state) ?? []) : [],
  );
  const all = new Set([...ofCard(state.refunds, payment), ...told]);
  return addMinor(
    ...[...all].flatMap(({ state: where, amountMinor }) => (where === 'failed' ? [] : [amountMinor])),
  );
}

function reasonOf({ cause, reason, outflowId }: OutflowRecord): string {
  const words = { refund: 'refunded', dispute: 'chargeback', reversal: 'reversed' } as const;
  return `${words[cause]}: ${reason === '' ? outflowId : reason}`.slice(0, 200);
}

/** Books a refund that was paid out of money held for the borrower. */
function refundHeld(
  transaction: Transaction,
  outflow: OutflowRecord,
  event: ProviderEvent,
  { loan, refunds }: PaymentState,
  context: OutflowContext,
): void {
  if (!loan) throw new Error('Money that is held has no loan.');
  const { amountMinor, outflowId, paymentProvider } = outflow;
  const { provider } = event;
  const { id: loanId, borrowerId, currency } = loan.loan;
  const refundKey = refundKeyOf(outflow);
  const cardPaymentId = paymentProvider === 'card' ? event.reference : null;
  const facts = { refundKey, amountMinor, currency, cardPaymentId, borrowerId, loanId };
  const outflowRecord = refunds.find((each) => each.refundKey === refundKey);
  const refund = outflowRecord ?? newRefund({ ...facts, reason: reasonOf(outflow) }, context);
  if (!outflowRecord) insertRefund(transaction, refund);
  const requested = outflowRecord
    ? loan
    : carryOut(transaction, loan, { act: 'request-refund', refund }, context).after;
  carryOut(transaction, requested, { act: 'send-refund', refund, reference: outflowId, provider }, context);
}

/** Records that money came back: undoes the booking of its outflow. An outflow that staff settled waits for them again. */
async function takeComingBack(
  transaction: Transaction,
  outflow: OutflowRecord,
  state: PaymentState,
  context: OutflowContext,
  toldAt: Date,
): Promise<void> {
  const { events } = state;
  const isBooked = outflow.state === 'booked' || outflow.bookedMinor !== null;
  const refund = isBooked ? refundOf(outflow, state) : undefined;
  const isBackBefore = isBooked && !refund && events.some(({ eventId }) => eventId === returnedId(outflow));
  if (outflow.state === 'closed' || isBackBefore) {
    const { id, provider } = outflow;
    context.logger.error('money came back: staff must book it', { outflow: id, provider });
    return changeOutflow(transaction, outflow, { state: 'waiting', doubt: 'came-back', toldAt });
  }
  const event = events.find(({ id }) => id === outflow.eventId);
  const failed = { act: 'fail-refund', reason: `came back: ${outflow.outflowId}` } as const;
  if (refund) await stepRefund(transaction, refund, failed, by(outflow, context));
  else if (event && isBooked) takeAgain(transaction, outflow, event, state, context);
  changeOutflow(transaction, outflow, { state: 'came-back', doubt: null, bookedMinor: null, toldAt });
}

/** Records that money left again after it came back. Books a newer report; any other waits for staff. */
async function takeLeavingAgain(
  transaction: Transaction,
  outflow: OutflowRecord,
  state: PaymentState,
  context: OutflowContext,
  toldAt: Date,
): Promise<void> {
  const again = { state: 'waiting', doubt: 'left-again', toldAt } as const;
  changeOutflow(transaction, outflow, again);
  const isRefund = refundOf(outflow, state) !== undefined;
  const isTwice = state.events.some(({ eventId }) => eventId === refundedPartId(outflow));
  if (outflow.toldAt === null || isRefund || isTwice) return reportWaiting(outflow, 'left-again', context);
  await settle(transaction, { ...outflow, ...again }, state, context, true);
}

/** Records that money came back although no report said that it left. Books it only if staff had reversed the whole payment. */
function takeUnannounced(
  transaction: Transaction,
  outflow: OutflowRecord,
  state: PaymentState,
  context: OutflowContext,
): void {
  const event = standingEvent(state.events, outflow);
  const isTakenBack = event?.outcome === 'reversed' && event.amountMinor === outflow.amountMinor;
  const isOfAnother = state.outflows.some((each) => each.id !== outflow.id && each.state !== 'came-back');
  if (isTakenBack && !isOfAnother) takeAgain(transaction, outflow, event, state, context);
}

function refundOf(outflow: OutflowRecord, { refunds }: PaymentState): RefundRecord | undefined {
  const own = refunds.find(({ refundKey }) => refundKey === refundKeyOf(outflow));
  if (own || outflow.cause !== 'refund') return own;
  return refunds.find(({ reference, state }) => state !== 'failed' && reference === outflow.outflowId);
}

/** Books returned money as a payment of the day of its return, on the same loan. */
function takeAgain(
  transaction: Transaction,
  outflow: OutflowRecord,
  event: ProviderEvent,
  { events, loan }: PaymentState,
  context: OutflowContext,
): void {
  const eventId = returnedId(outflow);
  if (events.some((outflowRecord) => outflowRecord.eventId === eventId)) return;
  const amountMinor = outflow.bookedMinor ?? outflow.amountMinor;
  takeIn(transaction, event, { eventId, amountMinor }, loan, context);
}

/** Books money that came back, or the refunded part of a reversed payment, as a payment of today. */
function takeIn(
  transaction: Transaction,
  { provider, borrowerId, loanId, reference, currency, payerHash }: ProviderEvent,
  part: Pick<ProviderEvent, 'eventId' | 'amountMinor'>,
  loan: LockedState | undefined,
  context: OutflowContext,
): void {
  const { now } = context;
  const payment = namedEvent(
    {
      provider,
      borrowerId,
      loanId,
      reference,
      currency,
      payerHash,
      ...part,
      paidAt: now,
      receivedAt: now,
      reversedAt: null,
      outcome: loan ? ('posted' as const) : ('unmatched' as const),
    },
    context,
  );
  insertEvent(transaction, payment);
  if (!loan) bookReceipt(transaction, payment, context);
  const received = { act: 'receive', payment, creditedAt: now, purpose: 'repay', claimId: null } as const;
  if (loan) carryOut(transaction, loan, received, context);
}

const settlingLimit = 1_000;

/**
 * Tries to book waiting outflows: their payment may be booked now, more may be held, or staff named the refund. A failure leaves the
 * others. @returns how many were booked.
 */
export async function settleWaitingOutflows(database: Database, { logger, ...context }: OutflowContext) {
  let settled = 0;
  for (const outflow of await waitingOutflows(database, settlingLimit)) {
    if (outflow.doubt === 'came-back' || outflow.doubt === 'left-again') continue;
    try {
      const isSettled = await inTransaction(database, async (transaction) => {
        const state = await lockPayment(transaction, outflow, { ...context, logger });
        const outflowRecord = state.outflows.find(({ id }) => id === outflow.id);
        if (outflowRecord?.state !== 'waiting') return false;
        return settle(transaction, outflowRecord, state, { ...context, logger }, false);
      });
      if (isSettled) settled += 1;
    } catch (error) {
      logger.warn('outgoing money was not checked', { outflow: outflow.id, ...describeFailure(error) });
    }
  }
  return settled;
}
