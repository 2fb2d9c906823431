import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { inTransaction, lockThenRead, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import {
  bankConfirmationMinutes,
  type CardPaymentState,
  stateAfterAnswer,
} from '#domain/card-payment/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';
import { type Language, languageParameter } from '#domain/language.ts';
import type { CardCharge, CardNotice, ChargeOutcome } from '#providers/ports/card-provider.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { carryOut } from '../ledger/act.ts';
import { type BookingContext, type LoanOf, lockLoanById } from '../ledger/loans.ts';
import { findProviderEvent, keepNewEvent, type ProviderEvent } from '../ledger/payments.ts';
import { type LockedState, readState } from '../ledger/states.ts';
import { inTime } from '../provider-in-time.ts';
import type { WebhookContext } from '../webhooks/answer-webhook.ts';
import {
  type ChargeDetails,
  chargeDetailsOf,
  claimPending,
  keepActionLink,
  type LockedCardPayment,
  lockCardPayment,
  moveCardPayment,
} from './store.ts';

const askAgainMs = 5_000;

/**
 * Sends a pending payment to the provider and records the answer. Without an answer, or with an error, it stays pending: the service does
 * not guess. @param details from `chargeDetailsOf`. @returns the state afterwards.
 */
export async function chargeCard(
  dependencies: LendingDependencies & { readonly language: Language },
  paymentId: string,
  details: ChargeDetails,
): Promise<CardPaymentState> {
  const { cards, logger } = dependencies;
  if (!cards) throw new Error('There is no provider to charge a card.');
  const returnLink = returnLinkOf(dependencies, { ...details, paymentId });
  const outcome = await inTime(cards.charge(chargeOf(paymentId, details), returnLink)).catch(
    (error: unknown): ChargeOutcome => {
      logger.warn('a provider did not answer a charge', { payment: paymentId, ...describeFailure(error) });
      return 'pending';
    },
  );
  return (await settle(dependencies, { paymentId, details, outcome })) ?? 'pending';
}

/** @throws CodedError 'card-declined', 'credit-card-refused' for a payment that was not charged, or was refunded whole. */
export function refuseUncharged(state: CardPaymentState): void {
  if (state === 'declined') throw new CodedError('card-declined');
  if (state === 'credit-refused') throw new CodedError('credit-card-refused');
}

export function chargeOf(
  reference: string,
  { cardToken, amountMinor, currency, chargedAt }: ChargeDetails,
): CardCharge {
  return { reference, cardToken, amountMinor, currency, askedAt: chargedAt };
}

/** The query parameter that names the purpose of a payment; none for repaying debt. */
export function purposeInAddress(purpose: PaymentPurpose | undefined): Readonly<Record<string, string>> {
  return purpose === 'extend' ? { requestType: '2' } : {};
}

/** The payment's own page without a session, which the browser adds. */
export function returnLinkOf(
  dependencies: Pick<LendingDependencies, 'configuration' | 'pagesOrigin'> & { readonly language: Language },
  details: Pick<ChargeDetails, 'productId' | 'loanId' | 'purpose'> & { readonly paymentId: string },
): string {
  const { configuration, pagesOrigin, language } = dependencies;
  const { productId, loanId, paymentId, purpose } = details;
  const address = { productId, orderId: loanId, repaymentId: paymentId, ...purposeInAddress(purpose) };
  const parameters = new URLSearchParams({ ...address, lang: languageParameter(language) });
  return `${pagesOrigin()}${configuration.paths.payWay}?${parameters}`;
}

/**
 * Records a provider's answer about a charge, in any order and however often: the first approval books the payment once, as of the moment
 * of the charge; anything else that is not new changes nothing. @returns the state afterwards; undefined when there is no such payment.
 */
export async function settleCharge(
  dependencies: LendingDependencies,
  paymentId: string,
  outcome: ChargeOutcome,
): Promise<CardPaymentState | undefined> {
  const details = await chargeDetailsOf(dependencies.database, paymentId);
  return details && settle(dependencies, { paymentId, details, outcome });
}

function settle(dependencies: LendingDependencies, outcome: ReportedOutcome) {
  return inTransaction(
    dependencies.database,
    async (transaction) => (await takeOutcome(transaction, dependencies, outcome))?.state,
  );
}

interface ReportedOutcome {
  readonly paymentId: string;
  readonly details: ChargeDetails;
  readonly outcome: ChargeOutcome;
}

interface TakenOutcome {
  readonly state: CardPaymentState;
  readonly isBooked: boolean;
}

async function takeOutcome(
  transaction: Transaction,
  dependencies: Omit<LendingDependencies, 'database' | 'hostDatabase'>,
  { paymentId, details, outcome }: ReportedOutcome,
): Promise<TakenOutcome | undefined> {
  const { borrowerId, loanId } = details;
  const loan = { id: loanId, borrowerId };
  const charged = { id: paymentId, borrowerId };
  // Only an approved charge is booked.
  const [state, payment, event] =
    outcome === 'approved'
      ? await readState(
          transaction,
          loan,
          { since: details.paidAt ?? new Date(0) },
          () => lockCardPayment(transaction, charged),
          () => findProviderEvent(transaction, { provider: 'card', eventId: paymentId }),
        )
      : await lockThenRead(
          () => lockLoanById(transaction, loan),
          () => lockCardPayment(transaction, charged),
        );
  if (!state || !payment) return undefined;
  const { state: before, chargedAt } = payment;
  if (typeof outcome === 'object') {
    if (before === 'pending') keepActionLink(transaction, payment, outcome.link);
    return { state: before, isBooked: false };
  }
  const now = dependencies.clock.now();
  const next = stateAfterAnswer(before, outcome, chargedAt ?? now, now);
  if (next === before) return { state: before, isBooked: false };
  moveCardPayment(transaction, payment, next, { finishedAt: now, actionLink: null });
  const isBooked = next === 'succeeded' && 'instalments' in state;
  if (isBooked) {
    const loanTime = await currentTime(dependencies, transaction);
    const context = { now: loanTime, random: dependencies.random };
    bookCardPayment(transaction, state, { ...payment, earlierEvent: event }, context);
  }
  return { state: next, isBooked };
}

/**
 * Records a provider's webhook about a charge, in the transaction of its message. Ignores a charge that is not ours: the account may serve
 * other systems. @returns whether it booked money. @throws CodedError 'request-invalid' for another amount or currency than was charged;
 * nothing is booked then.
 */
export async function takeChargeNotice(
  context: WebhookContext,
  { reference, outcome, amountMinor, currency }: Extract<CardNotice, { about: 'charge' }>,
): Promise<boolean> {
  const { transaction, logger } = context;
  const details = isId(reference) ? await chargeDetailsOf(transaction, reference) : undefined;
  if (!details) {
    logger.warn('a provider reported an unknown charge', {});
    return false;
  }
  if (details.amountMinor !== amountMinor || details.currency !== currency) {
    logger.warn('a provider reported another amount than was charged', { payment: reference });
    throw new CodedError('request-invalid', details.currency === currency ? 'amount' : 'currency');
  }
  const taken = await takeOutcome(transaction, context, { paymentId: reference, details, outcome });
  return taken?.isBooked === true;
}

function bookCardPayment(
  transaction: Transaction,
  state: LockedState,
  payment: LockedCardPayment & { readonly earlierEvent: ProviderEvent | undefined },
  context: BookingContext,
): void {
  const { id, amountMinor, currency, purpose, earlierEvent: eventRecord } = payment;
  const creditedAt = payment.paidAt ?? context.now;
  const reported = {
    provider: 'card',
    eventId: id,
    borrowerId: state.loan.borrowerId,
    loanId: state.loan.id,
    reference: id,
    amountMinor,
    currency,
    paidAt: creditedAt,
    receivedAt: context.now,
    reversedAt: null,
    outcome: 'posted' as const,
  };
  const event = eventRecord ?? keepNewEvent(transaction, state, reported, context);
  carryOut(transaction, state, { act: 'receive', payment: event, creditedAt, purpose }, context);
}

/**
 * Asks the provider about pending payments that it was not asked about recently, and records the answers. Several processes may run it at
 * once. A payment that fails is left for the next run. @param loan only that loan's; null for all.
 */
export async function settlePendingCharges(dependencies: LendingDependencies, loan: LoanOf | null) {
  const { database, cards, clock, logger } = dependencies;
  if (!cards) return;
  const now = clock.now();
  const before = new Date(now.getTime() - askAgainMs);
  for (const { id: paymentId, ...details } of await claimPending(database, { before, now, loan })) {
    try {
      const charge = chargeOf(paymentId, details);
      const outcome = await inTime(cards.query(paymentId, charge));
      const waitedMs = now.getTime() - (details.chargedAt ?? now).getTime();
      const isGivenUp = typeof outcome === 'object' && waitedMs > bankConfirmationMinutes * 60_000;
      const last = isGivenUp && cards.hosted ? await inTime(cards.hosted.cancel(charge)) : outcome;
      await settle(dependencies, { paymentId, details, outcome: last });
    } catch (error) {
      logger.warn('querying a charge failed', { payment: paymentId, ...describeFailure(error) });
    }
  }
}
