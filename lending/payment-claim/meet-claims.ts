import type { Transaction } from '#db/database.ts';
import { dayIn } from '#domain/market.ts';
import { meetsClaim, trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import type { BookingContext, LockedLoan } from '../ledger/loans.ts';
import type { ProviderEvent } from '../ledger/payments.ts';
import { endPause } from '../ledger/penalty-pauses.ts';
import { type ClaimRecord, updateClaim } from './store.ts';

/**
 * Answers the claim that a payment booked on a loan meets: the one with its key, else the one that waits longest.
 * @param claims those of the loan, newest first.
 */
export async function meetClaims(
  transaction: Transaction,
  loan: LockedLoan,
  claims: readonly ClaimRecord[],
  event: Pick<ProviderEvent, 'id' | 'eventId' | 'amountMinor' | 'paidAt'>,
  context: BookingContext,
): Promise<void> {
  const trackingKey = trackingKeyOf(event.eventId);
  const payment = { amountMinor: event.amountMinor, paidOn: dayIn(loan.market, event.paidAt), trackingKey };
  const waiting = claims.filter((claim) => claim.state === 'waiting' && meetsClaim(claim, payment)).reverse();
  const met = waiting.find((claim) => claim.trackingKey === trackingKey) ?? waiting[0];
  if (met) await receiveClaim(transaction, loan, met, { paymentId: event.id }, context);
}

/** Answers a claim with the payment that it was. */
export async function receiveClaim(
  transaction: Transaction,
  loan: LockedLoan,
  claim: Pick<ClaimRecord, 'id'>,
  found: { readonly paymentId: string; readonly answer?: string | null },
  { now, actor }: BookingContext,
): Promise<void> {
  await updateClaim(transaction, claim.id, {
    ...{ state: 'received', answeredAt: now, answeredBy: actor ?? null },
    ...{ providerEventId: found.paymentId, answer: found.answer ?? null },
  });
  await endPause(transaction, claim.id, dayIn(loan.market, now));
}
