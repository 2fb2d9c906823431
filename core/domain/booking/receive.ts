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
import { bookMissing, letRestGo, penaltiesStanding, takeBackPenaltiesAfter } from './penalties.ts';
import { prepay, tellOfPrepayment } from './prepayment.ts';
import { reallocationOf } from './reallocation.ts';
import { owedHere, settle } from './settlement.ts';
import type { BookedPayment, Circumstances, Claim, Loan, LoanState, Payment } from './state.ts';
import { followedStatus, followInstalments } from './status.ts';

/** Money that arrived for a loan, of an event that is locked. */
export interface Receive {
  readonly act: 'receive';
  readonly payment: Payment;
  /** The day it counts from; before the loan was paid out, that of the payout. */
  readonly creditedAt: Date;
  readonly purpose: 'repay' | 'extend';
  /** Why a person assigned it to the loan. */
  readonly reason?: string | undefined;
  /** The claim that a person says it answers; null for money that answers none. */
  readonly claimId?: string | null | undefined;
  /** Whether somebody says that it is another payment than any that it equals. */
  readonly isAnother?: boolean | undefined;
  /**
   * Whether staff moved it here or changed its day or amount: it counts from its day also where the loan was corrected since, and
   * lowers penalties of days up to that correction, never raises them.
   */
  readonly isCorrected?: boolean | undefined;
}

/** By what its payer and a person know a payment: the key on the slip, which most providers name it by. */
function slipKeyOf({ trackingKey, eventId }: Pick<Payment, 'trackingKey' | 'eventId'>): string {
  return trackingKeyOf(trackingKey ?? eventId);
}

/** A payment booked on a loan, as far as a claim can tell of it. @param channelOfCode how the code that it named is paid. */
export function arrivedAs(
  { market }: Pick<Loan, 'market'>,
  payment: Pick<Payment, 'provider' | 'eventId' | 'trackingKey' | 'amountMinor' | 'paidAt'>,
  channelOfCode: ClaimChannel | undefined,
): ArrivedPayment {
  return {
    ...{ amountMinor: payment.amountMinor, paidOn: dayIn(market, payment.paidAt) },
    trackingKey: slipKeyOf(payment),
    isKeyOfBank: payment.trackingKey !== null && !isKnownByIdAlone(payment),
    channel: channelOfPayment(payment.provider, channelOfCode),
  };
}

/**
 * The payment booked on a loan that another may be once more: of the same amount and day, where not both are known by what their
 * bank or provider calls them (`isIdentified`).
 */
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

/** What tells each booking of a payment apart: its id, and how often staff moved or changed it. */
export function bookingName({ id, round = 0 }: Pick<Payment, 'id' | 'round'>): string {
  return round === 0 ? id : `${id}:${round}`;
}

/** The ledger key of a payment, by its `bookingName`. */
export const paymentKey = (name: string): string => `payment:${name}`;

/** The id of the payment that a ledger key is of; undefined for any other key. */
export function paymentIdOf(key: string): string | undefined {
  return key.startsWith(paymentKey('')) ? key.split(':')[1] : undefined;
}

/**
 * Books a payment on a loan that was paid out: penalties up to the day it was paid, then the money, oldest instalment
 * first, the rest to suspense, then penalties up to today on what is left. Penalties of days after it was paid are taken
 * back before, so a report that comes late costs the borrower nothing; days up to the loan's last correction stay unchanged.
 * One that reaches what settles the loan on that day ends it (`settlementOn`), and what is not charged then comes off first; one that
 * brings more than what is asked for may pay back principal (`prepaymentOn`).
 * A payment of a settled or sold loan goes wholly to suspense (DESIGN, Money); one of a written-off loan recovers. The lender is told
 * of it as the loan then stands; the claim that it meets is answered.
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
    isBehind && isCorrected
      ? penaltiesStanding(state, { after: paidOn, throughDay: correctedOn })
      : undefined;
  const ordered = takesPaid && takenBack ? putInOrder(takenBack, name, circumstances) : takenBack;
  const due = bookMissing(ordered ?? begun, { through: paidOn, atMost }, circumstances);
  const money = { amountMinor, paidAt, paidOn, eventId: id };
  const ending = { day: paidOn, occurredAt: paidAt, amountMinor, key: paymentKey(name), reason };
  const { draft, allocation, finish } =
    purpose === 'extend'
      ? extendBy(due, money, circumstances)
      : repayBy(prepay(settleEarly(due, ending, circumstances), ending, circumstances), amountMinor);
  const movement = {
    ...{ kind: 'payment' as const, occurredAt: paidAt, key: paymentKey(name) },
    ...(reason === undefined ? {} : { reason }),
    postings: [
      { account: clearingOf(provider), amountMinor },
      ...settle(allocation, draft.after.instalments),
    ],
  };
  const extended = finish(book(draft, [movement], circumstances));
  // Of money for an extension, what it brings beyond that may settle the loan.
  const paid =
    purpose === 'extend'
      ? settleEarly(
          followDerecognition(extended, { cause: 'payment', key: name }, circumstances),
          { ...ending, amountMinor: zeroMinor },
          circumstances,
        )
      : extended;
  const correction = takenBack ? `after:${name}` : undefined;
  const since = letRestGo(
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

/** Spreads anew what was paid of penalties that are taken back. */
function putInOrder(draft: Draft, name: string, circumstances: Circumstances): Draft {
  const follows = reallocationOf(draft.after).map((follow) => ({
    ...{ ...follow, occurredAt: circumstances.now, key: `${follow.kind}:before:${name}` },
  }));
  return book(draft, follows, circumstances);
}

/** Has a payment settle what is owed. */
function repayBy(draft: Draft, amountMinor: MinorAmount) {
  const allocation = allocatePayment(amountMinor, owedHere(draft.after));
  return { draft, allocation, finish: (paid: Draft) => paid };
}

/**
 * Answers the claim that a payment meets: the one it is said to be, the one with its key, else the one that waits longest. One that
 * was not there when somebody looked is met where none waits for it.
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
