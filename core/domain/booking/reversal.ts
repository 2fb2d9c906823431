import { CodedError } from '../error-code.ts';
import { type MinorAmount, minorAmount } from '../money/money.ts';
import { taxOf } from '../money/tax.ts';
import { isSameClaim } from '../repayment/payment-claim.ts';
import { add, begin, type Draft, type Refusal } from './booking.ts';
import { chargeOff } from './charge-list.ts';
import { chargedNow } from './charges.ts';
import { correct } from './correct.ts';
import { endingOf, endingWithout } from './early-settlement.ts';
import { eventOf } from './event.ts';
import { extensionFeeKey, lapseExtension } from './extension.ts';
import { dayOf } from './loan-day.ts';
import { afterMovements, clearingOf, isClearing, type NewMovement, reversalOf } from './movement.ts';
import { remainderWaiversAfter, upToDate } from './penalties.ts';
import { prepaymentOf } from './prepayment.ts';
import { bookingName, paymentKey, receive } from './receive.ts';
import type { Circumstances, Claim, LoanState, Payment } from './state.ts';

export interface TakeBack {
  readonly act: 'take-back';
  readonly payment: Payment;
  readonly reason: string;
}

/**
 * Reverses a payment, whatever happened on the loan since: its debt is owed again, its extension lapses, an early settlement by it is
 * undone, prepaid principal and waived remainders are due again; the rest is corrected (`correct`), and the lender is informed. Refused:
 * 'status-conflict' for a payment that was reversed before.
 */
export function takeBack(
  state: LoanState,
  { payment, reason }: TakeBack,
  circumstances: Circumstances,
): Draft | Refusal {
  if (payment.outcome === 'reversed') return new CodedError('status-conflict', 'payment-off');
  return removePayment(state, { payment, reason, outcome: 'reversed' }, circumstances);
}

export interface PutBack {
  readonly act: 'put-back';
  readonly payment: Payment;
  readonly reason: string;
}

/**
 * Removes a payment from its loan and makes it unmatched. Unlike a bounced payment it never belonged to this loan: payments of newer
 * instalments settle older ones, and the claim that it answered reopens.
 * @returns 'status-conflict' for a payment that is not on the loan; naming `loan-sold` or `borrower-erased`.
 */
export function putBack(
  state: LoanState,
  { payment, reason }: PutBack,
  circumstances: Circumstances,
): Draft | Refusal {
  const refusal = correctionRefusal(state, payment);
  if (refusal) return refusal;
  return reopenClaim(removePayment(state, { payment, reason, outcome: 'unmatched' }, circumstances), payment);
}

export interface ChangePayment {
  readonly act: 'change-payment';
  readonly payment: Payment;
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly creditedAt: Date;
  readonly reason: string;
}

/**
 * Removes a payment and books it again with its right amount or day. Its claim stays answered.
 * @returns as `putBack`; 'status-conflict' naming `extension` for a payment of an extension.
 */
export function changePayment(
  state: LoanState,
  { payment, amountMinor, paidAt, creditedAt, reason }: ChangePayment,
  circumstances: Circumstances,
): Draft | Refusal {
  const refusal = correctionRefusal(state, payment);
  if (refusal) return refusal;
  if (state.extensions.some(({ paymentEventId }) => paymentEventId === payment.id))
    return new CodedError('status-conflict', 'extension');
  const without = reopenClaim(
    removePayment(state, { payment, reason, outcome: 'reversed', isMistake: true }, circumstances),
    payment,
  );
  const changed = { ...payment, amountMinor, paidAt, round: (payment.round ?? 0) + 1 };
  const claimId = claimOf(state, payment)?.id ?? null;
  const again = receive(
    without.after,
    {
      act: 'receive',
      payment: changed,
      creditedAt,
      purpose: 'repay',
      reason,
      claimId,
      isAnother: true,
      isCorrected: true,
    },
    circumstances,
  );
  const { loan: _loan, bookedAt: _bookedAt, actor: _actor, ...parts } = again.booking;
  const { booking } = add(without, parts);
  const payments = [{ payment: changed, outcome: 'changed' as const, doubleOf: null }];
  return { booking: { ...booking, payments }, after: again.after };
}

function correctionRefusal({ loan, isErased }: LoanState, { outcome }: Payment): Refusal | undefined {
  if (outcome !== 'posted') return new CodedError('status-conflict', 'payment-off');
  return targetRefusal({ loan, isErased });
}

/** Why payments cannot be moved to or from a loan: it was sold, or its borrower erased. */
export function targetRefusal({ loan, isErased }: Pick<LoanState, 'loan' | 'isErased'>): Refusal | undefined {
  if (loan.status === 'sold') return new CodedError('status-conflict', 'loan-sold');
  return isErased ? new CodedError('status-conflict', 'borrower-erased') : undefined;
}

function claimOf({ claims }: Pick<LoanState, 'claims'>, { id }: Pick<Payment, 'id'>): Claim | undefined {
  return claims.find(({ state, paymentId }) => state === 'received' && paymentId === id);
}

/** Reopens the claim that a payment answered, and its pause, unless the borrower filed the same claim again. */
function reopenClaim(draft: Draft, payment: Payment): Draft {
  const { claims } = draft.after;
  const claim = claimOf(draft.after, payment);
  const isToldAgain = claims.some((each) => claim && each.state === 'waiting' && isSameClaim(each, claim));
  if (!claim || isToldAgain) return draft;
  return add(draft, {
    claims: [{ id: claim.id, paymentId: null, answer: null }],
    pauses: [{ resumes: { causeId: claim.id } }],
  });
}

/**
 * Removes a payment from its loan.
 * @param outcome `unmatched` for a payment that was never this loan's.
 */
function removePayment(
  state: LoanState,
  {
    payment,
    reason,
    outcome,
    isMistake = outcome === 'unmatched',
  }: {
    readonly payment: Payment;
    readonly reason: string;
    readonly outcome: 'reversed' | 'unmatched';
    readonly isMistake?: boolean;
  },
  circumstances: Circumstances,
): Draft {
  const { now } = circumstances;
  const { id, provider, eventId, amountMinor } = payment;
  const name = bookingName(payment);
  const current = upToDate(begin(state, circumstances), circumstances);
  const booked = current.after.journal.find(({ key, isStanding }) => key === paymentKey(name) && isStanding);
  if (!booked) throw new Error('A posted payment has no movement in the ledger.');
  const today = dayOf(state.loan, now);
  const lapsed = lapseExtension(current, id, today);
  const endings = endingWithout(current.after, booked, amountMinor).map((ending) =>
    reversalOf(ending, now, reason),
  );
  // A payment recorded by hand may have become its provider's since.
  const paid = booked.postings.map((posting) =>
    isClearing(posting.account) ? { ...posting, account: clearingOf(provider) } : posting,
  );
  const reversal = reversalOf({ ...booked, postings: paid }, now, reason);
  const prepaid = reversedPrepayment(current.after, [reversal, ...endings], {
    paymentKey: booked.key,
    now,
    reason,
  });
  const rests = remainderWaiversAfter(current.after, booked).map((rest) => reversalOf(rest, now, reason));
  // An early settlement or a waived remainder may have removed the extension fee: charge it again before reversing it.
  const instalments = afterMovements(current.after.instalments, [...endings, ...prepaid, ...rests]);
  const fee = reversedExtensionFee({ ...current.after, instalments }, name, { now, reason });
  const movements = [reversal, ...endings, ...prepaid, ...rests, ...fee];
  const correction = { cause: 'payment', key: `reversal:${booked.id}`, reason, movements } as const;
  const of = { ...correction, reversedEventId: name, isOldestFirst: isMistake };
  const corrected = correct(lapsed, of, circumstances);
  const data = { provider, eventId, amountMinor, reason };
  return add(corrected, {
    payments: [{ payment, outcome, doubleOf: null }],
    events: [eventOf('payment.reversed', corrected.after.loan, data)],
  });
}

/**
 * Movements that reverse the prepayment of a reversed payment. Saved interest stays saved on a loan that stays ended without it, and
 * after a rescheduling.
 * @param others movements that are reversed with the payment.
 */
function reversedPrepayment(
  state: LoanState,
  others: readonly NewMovement[],
  {
    paymentKey: key,
    now,
    reason,
  }: { readonly paymentKey: string; readonly now: Date; readonly reason: string },
): NewMovement[] {
  const isEndedStill = endingOf(state) !== undefined && others.length === 1;
  const movements = isEndedStill
    ? []
    : prepaymentOf(state, key).map((movement) => reversalOf(movement, now, reason));
  const after = afterMovements(state.instalments, [...others, ...movements]);
  const isShort = after.some(({ charged }) => Object.values(charged).some((amountMinor) => amountMinor < 0));
  return isShort ? [] : movements;
}

/** Movements that reverse the fee of a lapsed extension and its tax, as far as no dispute or waiver removed them. */
function reversedExtensionFee(
  state: LoanState,
  eventId: string,
  { now, reason }: { readonly now: Date; readonly reason: string },
): NewMovement[] {
  const fee = state.journal.find(({ key, isStanding }) => key === extensionFeeKey(eventId) && isStanding);
  const record = state.instalments.find(({ id }) =>
    fee?.postings.some(({ instalmentId }) => instalmentId === id),
  );
  if (!fee || !record) return [];
  const chargedMinor = chargedNow(state, { sequence: record.sequence, kind: 'extension-fee' });
  if (chargedMinor === 0) return [];
  const taxMinor = taxOf(state.loan.terms, { 'extension-fee': chargedMinor });
  const vatMinor = minorAmount(Math.min(record.charged.vat, taxMinor));
  const postings = [...chargeOff(record.id, 'fee', chargedMinor), ...chargeOff(record.id, 'vat', vatMinor)];
  return [{ ...reversalOf(fee, now, reason), postings }];
}
