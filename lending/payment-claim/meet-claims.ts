import type { Transaction } from '#db/database.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn } from '#domain/market.ts';
import { meetsClaim, trackingKeyOf } from '#domain/repayment/payment-claim.ts';
import type { BookingContext, LockedLoan } from '../ledger/loans.ts';
import { type ProviderEvent, slipKeyOf } from '../ledger/payments.ts';
import { endPause } from '../ledger/penalty-pauses.ts';
import { type ClaimRecord, findClaim, hasArrived, updateClaim } from './store.ts';

/**
 * A claim that a person says is answered by a payment they record.
 * @throws CodedError 'request-invalid' for none of the loan's; 'status-conflict' for one that is answered, or where a payment with
 * that id stands on the loan or waits for one.
 */
export async function requireUnansweredClaim(
  transaction: Transaction,
  loan: LockedLoan | undefined,
  { claimId, eventId }: { readonly claimId: string; readonly eventId: string },
): Promise<void> {
  const claim = await findClaim(transaction, claimId);
  if (!loan || claim?.loanId !== loan.id) throw new CodedError('request-invalid', 'claimId');
  if (claim.state !== 'waiting') throw new CodedError('status-conflict', 'claimId');
  const key = trackingKeyOf(eventId);
  if (key !== '' && (await hasArrived(transaction, loan.id, key))) {
    throw new CodedError('status-conflict', 'eventId');
  }
}

/**
 * Answers the claim that a payment booked on a loan meets: the one it is said to be, the one with its key, else the one that waits longest. One that
 * was not there when somebody looked is met where none waits for it.
 * @param claims those of the loan, newest first.
 */
export function meetClaims(
  transaction: Transaction,
  loan: LockedLoan,
  claims: readonly ClaimRecord[],
  event: Pick<ProviderEvent, 'id' | 'eventId' | 'trackingKey' | 'amountMinor' | 'paidAt'> & {
    readonly claimId?: string | undefined;
  },
  context: BookingContext,
): void {
  const trackingKey = slipKeyOf(event);
  const payment = { amountMinor: event.amountMinor, paidOn: dayIn(loan.market, event.paidAt), trackingKey };
  const waiting = claims.filter(({ state }) => state === 'waiting').reverse();
  const missing = claims.filter(({ state }) => state === 'not-found').reverse();
  const metAmong = (some: readonly ClaimRecord[]) => {
    const meeting = some.filter((claim) => meetsClaim(claim, payment));
    return meeting.find((claim) => claim.trackingKey === trackingKey) ?? meeting[0];
  };
  const met = waiting.find(({ id }) => id === event.claimId) ?? metAmong(waiting) ?? metAmong(missing);
  if (met) receiveClaim(transaction, loan, met, { paymentId: event.id }, context);
}

/** Answers a claim with the payment that it was. */
export function receiveClaim(
  transaction: Transaction,
  loan: LockedLoan,
  claim: Pick<ClaimRecord, 'id' | 'borrowerId'>,
  found: { readonly paymentId: string; readonly answer?: string | null },
  { now, actor }: BookingContext,
): void {
  updateClaim(transaction, claim, {
    ...{ state: 'received', answeredAt: now, answeredBy: actor ?? null },
    ...{ providerEventId: found.paymentId, answer: found.answer ?? null },
  });
  endPause(transaction, loan, claim.id, dayIn(loan.market, now));
}
