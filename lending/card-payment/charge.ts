import { inTransaction, type Transaction } from '#db/database.ts';
import {
  type CardPaymentState,
  type ChargeAnswer,
  stateAfterAnswer,
} from '#domain/card-payment/card-payment.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { type BookingContext, type LockedLoan, lockLoanById } from '../ledger/loans.ts';
import { bookPayment, keepProviderEvent } from '../ledger/payments.ts';
import {
  chargeDetailsOf,
  claimPending,
  type LockedCardPayment,
  lockCardPayment,
  moveCardPayment,
} from './store.ts';

/** A charge that is not answered within this is left pending; the provider may still take the money. */
const chargeTimeoutMs = 20_000;

/** A pending payment is not asked about again before this has passed. */
const askAgainMs = 5_000;

/**
 * Hands a pending payment to the provider and takes in its answer. No answer, or an error, leaves it pending: nobody
 * guesses what became of the money.
 * @returns the state afterwards.
 */
export async function chargeCard(
  dependencies: LendingDependencies,
  paymentId: string,
): Promise<CardPaymentState> {
  const { database, cards, logger } = dependencies;
  const details = await chargeDetailsOf(database, paymentId);
  if (!cards || !details) throw new Error('There is no provider or no payment to charge.');
  const { cardToken, amountMinor, currency } = details;
  const answer = await withTimeout(
    cards.charge({ reference: paymentId, cardToken, amountMinor, currency }),
  ).catch((error: unknown): ChargeAnswer => {
    logger.warn('a charge was not answered', { payment: paymentId, ...describeFailure(error) });
    return 'pending';
  });
  return (await settleCharge(dependencies, paymentId, answer)) ?? 'pending';
}

/**
 * Takes in what the provider says of a charge, in any order and however often: a first approval books the payment once,
 * as of the moment it was charged, and everything else that is not news changes nothing.
 * @returns the state afterwards; undefined when there is no such payment.
 */
export async function settleCharge(
  dependencies: LendingDependencies,
  paymentId: string,
  answer: ChargeAnswer,
): Promise<CardPaymentState | undefined> {
  const { database, clock } = dependencies;
  const details = await chargeDetailsOf(database, paymentId);
  if (!details) return undefined;
  return inTransaction(database, async (transaction) => {
    const loan = await lockLoanById(transaction, details.loanId);
    const payment = await lockCardPayment(transaction, paymentId);
    if (!loan || !payment) return undefined;
    const { state, chargedAt } = payment;
    const now = clock.now();
    const next = stateAfterAnswer(state, answer, chargedAt ?? now, now);
    if (next === state) return state;
    await moveCardPayment(transaction, payment, next, { finishedAt: now });
    if (next === 'succeeded') {
      const loanTime = await currentTime(dependencies, transaction);
      await bookCardPayment(transaction, loan, payment, { now: loanTime, random: dependencies.random });
    }
    return next;
  });
}

async function bookCardPayment(
  transaction: Transaction,
  loan: LockedLoan,
  { id, amountMinor, currency, paidAt: chargedFor }: LockedCardPayment,
  context: BookingContext,
): Promise<void> {
  const paidAt = chargedFor ?? context.now;
  const reported = {
    provider: 'card',
    eventId: id,
    loanId: loan.id,
    reference: id,
    amountMinor,
    currency,
    paidAt,
    receivedAt: context.now,
    reversedAt: null,
    outcome: 'posted' as const,
  };
  const { event } = await keepProviderEvent(transaction, reported, context);
  await bookPayment(transaction, loan, { amountMinor, paidAt, eventId: event.id }, context);
}

/**
 * Asks the provider about pending payments that it has not been asked about for a while, and takes in the answers.
 * Several processes may run it at once. A payment that fails is left for the next run.
 * @param loanId only that loan's; null for all.
 */
export async function settlePendingCharges(
  dependencies: LendingDependencies,
  loanId: string | null,
): Promise<void> {
  const { database, cards, clock, logger } = dependencies;
  if (!cards) return;
  const now = clock.now();
  const before = new Date(now.getTime() - askAgainMs);
  for (const paymentId of await claimPending(database, { before, now, loanId })) {
    try {
      await settleCharge(dependencies, paymentId, await withTimeout(cards.query(paymentId)));
    } catch (error) {
      logger.warn('asking about a charge failed', { payment: paymentId, ...describeFailure(error) });
    }
  }
}

async function withTimeout<Answer>(asked: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The payment provider did not answer.')), chargeTimeoutMs);
  });
  try {
    return await Promise.race([asked, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
