import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { type Database, inTransaction, type Transaction, together } from '#db/database.ts';
import { startOfDay } from '#domain/calendar.ts';
import { marketOf } from '#domain/market.ts';
import { bookExtensionPayment, readBeforePurpose } from '../ledger/extensions.ts';
import {
  type BookingContext,
  type LockedLoan,
  lockLoanByCode,
  lockLoanByOrderNumber,
} from '../ledger/loans.ts';
import {
  bookPayment,
  markPosted,
  type ProviderEvent,
  paymentByHand,
  unmatchedEvents,
  unmatchedEventsNaming,
} from '../ledger/payments.ts';
import { meetClaims } from '../payment-claim/meet-claims.ts';
import { claimsOf } from '../payment-claim/store.ts';
import { codesOf, referenceOwner } from './store.ts';

/** A loan that money is for, locked, and what for. */
export interface PaymentTarget {
  readonly loan: LockedLoan;
  readonly purpose: PaymentPurpose;
  /** Why a person assigned the money to it. */
  readonly reason?: string | undefined;
  /** The claim that a person says it answers. */
  readonly claimId?: string | undefined;
  /** Whether a person recorded the money on it by hand, where that was looked at under its lock. */
  readonly isByHand?: boolean;
}

/** The loan that a code or a loan's number names, locked, once it was paid out; undefined until then. */
export async function findPaidLoan(
  transaction: Transaction,
  named: { readonly reference: string } | { readonly orderNumber: string },
): Promise<PaymentTarget | undefined> {
  const [loan, owner] = await ('reference' in named
    ? together(
        () => lockLoanByCode(transaction, named.reference),
        () => referenceOwner(transaction, named.reference),
      )
    : together(() => lockLoanByOrderNumber(transaction, named.orderNumber)));
  if (!loan || loan.disbursedOn === null) return undefined;
  return { loan, purpose: owner?.purpose ?? 'repay' };
}

/**
 * Books the money of a kept event on a loan and marks the event as posted, once: whoever comes second finds it posted.
 * Money that came before the loan was paid out counts from the day it was.
 * @returns the loan as it then is; undefined where the event stays as it is, for a currency that is not the loan's, an
 * amount that cannot be held beside what is held already, or money that a person recorded on the loan by hand.
 */
export async function bookEvent(
  transaction: Transaction,
  { loan, purpose, reason, claimId, isByHand }: PaymentTarget,
  event: ProviderEvent,
  context: BookingContext,
): Promise<LockedLoan | undefined> {
  const { amountMinor, currency, paidAt } = event;
  if (loan.currency !== currency || amountMinor > Number.MAX_SAFE_INTEGER - loan.suspenseMinor)
    return undefined;
  if (isByHand ?? (await paymentByHand(transaction, loan, event)) !== undefined) return undefined;
  const disbursedAt =
    loan.disbursedOn === null ? paidAt : startOfDay(loan.disbursedOn, marketOf[loan.market].timeZone);
  const book = purpose === 'extend' ? bookExtensionPayment : bookPayment;
  const creditedAt = new Date(Math.max(paidAt.getTime(), disbursedAt.getTime()));
  const [isMarked, before, claims] = await together(
    () => markPosted(transaction, event, loan),
    () => readBeforePurpose(transaction, loan, { purpose, paidAt: creditedAt }),
    () => claimsOf(transaction, loan),
  );
  if (!isMarked) return undefined;
  const payment = { amountMinor, paidAt: creditedAt, event, before, reason };
  const booked = await book(transaction, loan, payment, context);
  meetClaims(transaction, loan, claims, { ...event, claimId }, context);
  return booked;
}

/** Books what arrived for a loan before it was paid out, by its number or one of its codes, in the order it was paid. */
export async function matchPaymentsOf(
  transaction: Transaction,
  loan: LockedLoan,
  context: BookingContext,
): Promise<LockedLoan> {
  const codes = await codesOf(transaction, loan);
  const purposes = new Map(codes.map(({ code, purpose }) => [code, purpose]));
  let current = loan;
  for (const event of await unmatchedEventsNaming(transaction, [loan.orderNumber, ...purposes.keys()])) {
    const purpose = purposes.get(event.reference) ?? 'repay';
    current = (await bookEvent(transaction, { loan: current, purpose }, event, context)) ?? current;
  }
  return current;
}

/** How many unmatched events one look goes through, newest first: those that fit no loan stay, and must not hide others. */
const matchingLimit = 1_000;

/**
 * Looks again whether kept money fits a loan by now; an event that fails leaves the others.
 * @returns how many were booked.
 */
export async function matchUnmatchedEvents(
  outer: Database | Transaction,
  context: BookingContext,
): Promise<number> {
  let matched = 0;
  for (const event of await unmatchedEvents(outer, matchingLimit)) {
    const booked = await inTransaction(outer, (transaction) => matchEvent(transaction, event, context));
    if (booked) matched += 1;
  }
  return matched;
}

/** Looks again whether one kept event fits a loan; undefined when it still does not. */
export async function matchEvent(
  transaction: Transaction,
  event: ProviderEvent,
  context: BookingContext,
): Promise<LockedLoan | undefined> {
  const target =
    (await findPaidLoan(transaction, { reference: event.reference })) ??
    (await findPaidLoan(transaction, { orderNumber: event.reference }));
  return target && bookEvent(transaction, target, event, context);
}
