import { isRunning } from '../loan/loan-status.ts';
import { dayIn } from '../market.ts';
import { type MinorAmount, zeroMinor } from '../money/money.ts';
import { allocatePayment } from '../repayment/allocation.ts';
import { channelOfPayment, isIdentified, isKnownByIdAlone } from '../repayment/payment-by-hand.ts';
import {
  type ArrivedPayment,
  type ClaimChannel,
  matchesClaim,
  trackingKeyOf,
} from '../repayment/payment-claim.ts';
import { add, begin, book, type Draft } from './booking.ts';
import { followDerecognition } from './derecognition.ts';
import { settleEarly, tellOfSettlement } from './early-settlement.ts';
import { eventOf, positionOf } from './event.ts';
import { extendBy, tellOfExtension } from './extension.ts';
import { dayOf } from './loan-day.ts';
import { clearingOf } from './movement.ts';
import { bookMissing, presentPenalties, takeBackPenaltiesAfter, waiveRemainder } from './penalties.ts';
import { prepay, tellOfPrepayment } from './prepayment.ts';
import { reallocationOf } from './reallocation.ts';
import { owedHere, settle } from './settlement.ts';
import type { BookedPayment, Circumstances, Claim, Loan, LoanState, Payment } from './state.ts';
import { followedStatus, followInstalments } from './status.ts';

/** A payment for a loan; its event is locked. */
export interface Receive {
  readonly act: 'receive';
  readonly payment: Payment;
  /** Time from which it counts; never before the payout. */
  readonly creditedAt: Date;
  readonly purpose: 'repay' | 'extend';
  readonly reason?: string | undefined;
  /** The claim that a person says it answers; null for none. */
  readonly claimId?: string | null | undefined;
  /** Whether a person confirmed that it is no duplicate of an equal payment. */
  readonly isAnother?: boolean | undefined;
  /**
   * Whether staff moved it here or changed its day or amount: it then counts from its day despite later corrections, and lowers past
   * penalties but never raises them.
   */
  readonly isCorrected?: boolean | undefined;
}

function slipKeyOf({ trackingKey, eventId }: Pick<Payment, 'trackingKey' | 'eventId'>): string {
  return trackingKeyOf(trackingKey ?? eventId);
}

/**
 * A booked payment, as claims are matched to it.
 * @param channelOfCode how the payment code that it named is paid.
 */
export function arrivedAs(
  { market }: Pick<Loan, 'market'>,
  payment: Pick<Payment, 'provider' | 'eventId' | 'trackingKey' | 'amountMinor' | 'paidAt'>,
  channelOfCode: ClaimChannel | undefined,
): ArrivedPayment {
  return {
    amountMinor: payment.amountMinor,
    paidOn: dayIn(market, payment.paidAt),
    trackingKey: slipKeyOf(payment),
    isKeyOfBank: payment.trackingKey !== null && !isKnownByIdAlone(payment),
    channel: channelOfPayment(payment.provider, channelOfCode),
  };
}

/** A booked payment that another may duplicate: same amount and day, and not both with a bank or provider id (`isIdentified`). */
export function equalPayment(
  { loan: { market }, payments }: Pick<LoanState, 'loan' | 'payments'>,
  payment: BookedPayment,
): BookedPayment | undefined {
  const paidOn = dayIn(market, payment.paidAt);
  return payments.find(
    (other) =>
      other.id !== payment.id &&
      other.amountMinor === payment.amountMinor &&
      dayIn(market, other.paidAt) === paidOn &&
      !(isIdentified(payment) && isIdentified(other)),
  );
}

/** Name of each booking of a payment: its id and how often staff moved or changed it. */
export function bookingName({ id, round = 0 }: Pick<Payment, 'id' | 'round'>): string {
  return round === 0 ? id : `${id}:${round}`;
}

export const paymentKey = (name: string): string => `payment:${name}`;

export function paymentIdOf(key: string): string | undefined {
  return key.startsWith(paymentKey('')) ? key.split(':')[1] : undefined;
}

/**
 * Books a payment on a loan that was paid out: penalties up to the day of payment, then the money, oldest instalment first, the rest to
 * suspense, then penalties up to today. Penalties of days after the payment are reversed first, so that a late report costs the borrower
 * nothing; days up to the last correction stay unchanged. A payment that reaches the settlement amount ends the loan (`settlementOn`);
 * one above the amount due may repay principal (`prepaymentOn`). On a settled or sold loan all goes to suspense; on a written-off loan it
 * is a recovery. Informs the lender and answers the matching claim.
 */
export function receive(state: LoanState, command: Receive, circumstances: Circumstances): Draft {
  const { payment, creditedAt: paidAt, purpose, reason, isCorrected = false } = command;
  const { amountMinor, id, provider, eventId } = payment;
  const name = bookingName(payment);
  const { correctedOn } = state.loan;
  const today = dayOf(state.loan, circumstances.now);
  const paidOn = dayOf(state.loan, paidAt);
  const isBehind = correctedOn !== null && correctedOn > paidOn;
  const settledDay = isBehind && !isCorrected ? correctedOn : paidOn;
  const begun = begin(state, circumstances);
  const takesPaid = isCorrected && isRunning(state.loan.status);
  const takenBack = takeBackPenaltiesAfter(begun, settledDay, circumstances, takesPaid);
  const atMost =
    isBehind && isCorrected ? presentPenalties(state, { after: paidOn, throughDay: correctedOn }) : undefined;
  const ordered = takesPaid && takenBack ? reallocate(takenBack, name, circumstances) : takenBack;
  const due = bookMissing(ordered ?? begun, { through: paidOn, atMost }, circumstances);
  const money = { amountMinor, paidAt, paidOn, eventId: id };
  const ending = { day: paidOn, occurredAt: paidAt, amountMinor, key: paymentKey(name), reason };
  const { draft, allocation, finish } =
    purpose === 'extend'
      ? extendBy(due, money, circumstances)
      : repayBy(prepay(settleEarly(due, ending, circumstances), ending, circumstances), amountMinor);
  const movement = {
    kind: 'payment' as const,
    occurredAt: paidAt,
    key: paymentKey(name),
    ...(reason === undefined ? {} : { reason }),
    postings: [
      { account: clearingOf(provider), amountMinor },
      ...settle(allocation, draft.after.instalments),
    ],
  };
  const extended = finish(book(draft, [movement], circumstances));
  // Money beyond an extension may settle the loan.
  const paid =
    purpose === 'extend'
      ? settleEarly(
          followDerecognition(extended, { cause: 'payment', key: name }, circumstances),
          { ...ending, amountMinor: zeroMinor },
          circumstances,
        )
      : extended;
  const correction = takenBack ? `after:${name}` : undefined;
  const since = waiveRemainder(
    bookMissing(paid, { through: today, correction, atMost }, circumstances),
    circumstances,
  );
  const followed = followDerecognition(since, { cause: 'payment', key: name }, circumstances);
  const { loan, instalments } = followed.after;
  const stands = positionOf(
    { ...loan, status: followedStatus(loan, instalments, today) },
    instalments,
    today,
  );
  const data = { provider, eventId, amountMinor, paidAt: payment.paidAt.toISOString(), ...stands };
  const doubleOf = command.isAnother ? null : (equalPayment(state, payment)?.id ?? null);
  const posted = [{ payment, outcome: 'posted' as const, doubleOf }];
  const reported = add(followed, { events: [eventOf('payment.received', loan, data)], payments: posted });
  const settled = followInstalments(
    tellOfSettlement(tellOfPrepayment(tellOfExtension(reported))),
    'payment',
    circumstances,
    paidAt,
  );
  return answerClaim(settled, command, circumstances);
}

function reallocate(draft: Draft, name: string, circumstances: Circumstances): Draft {
  const follows = reallocationOf(draft.after).map((follow) => ({
    ...follow,
    occurredAt: circumstances.now,
    key: `${follow.kind}:before:${name}`,
  }));
  return book(draft, follows, circumstances);
}

function repayBy(draft: Draft, amountMinor: MinorAmount) {
  const allocation = allocatePayment(amountMinor, owedHere(draft.after));
  return { draft, allocation, finish: (paid: Draft) => paid };
}

/**
 * Answers the claim that a payment matches: the named one, else the one with its key, else the oldest waiting one; else one that staff
 * marked as not found.
 */
function answerClaim(draft: Draft, { payment, claimId }: Receive, { now }: Circumstances): Draft {
  if (claimId === null) return draft;
  const { claims, loan, references } = draft.after;
  const channelOfCode = references.find(({ code }) => code === payment.reference)?.channelKind;
  const paid = arrivedAs(loan, payment, channelOfCode);
  const oldestFirst = (state: Claim['state']) => claims.filter((claim) => claim.state === state).reverse();
  const metAmong = (some: readonly Claim[]) => {
    const meeting = some.filter((claim) => matchesClaim(claim, paid));
    return meeting.find((claim) => claim.trackingKey === paid.trackingKey) ?? meeting[0];
  };
  const waiting = oldestFirst('waiting');
  const met =
    waiting.find(({ id }) => id === claimId) ?? metAmong(waiting) ?? metAmong(oldestFirst('not-found'));
  if (!met) return draft;
  return add(draft, {
    claims: [{ id: met.id, paymentId: payment.id, answer: null }],
    pauses: [{ ends: { causeId: met.id, throughDay: dayOf(loan, now) } }],
  });
}
