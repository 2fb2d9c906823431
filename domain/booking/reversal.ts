import { CodedError } from '../error-code.ts';
import { dayIn } from '../market.ts';
import { minorAmount } from '../money/money.ts';
import { taxOf } from '../money/tax.ts';
import { add, begin, type Draft, type Refusal } from './booking.ts';
import { chargeOff } from './charge-list.ts';
import { chargedNow } from './charges.ts';
import { correct } from './correct.ts';
import { endingOf, endingWithout } from './early-settlement.ts';
import { eventOf } from './event.ts';
import { extensionFeeKey, lapseExtension } from './extension.ts';
import { afterMovements, clearingOf, isClearing, type NewMovement, reversalOf } from './movement.ts';
import { restsAfter, upToDate } from './penalties.ts';
import { prepaymentOf } from './prepayment.ts';
import { paymentKey } from './receive.ts';
import type { Circumstances, LoanState, Payment } from './state.ts';

/** A payment that bounced or was charged back. */
export interface TakeBack {
  readonly act: 'take-back';
  readonly payment: Payment;
  readonly reason: string;
}

/**
 * Takes a payment back, whatever else has happened on its loan since: what it paid is owed again, an extension it paid lapses, a
 * loan that it ended before its dates costs what it did, principal that it prepaid is due when it was, a rest that was let go after it
 * is owed again, what follows is put in order
 * (`correct`), and the lender is told. Refused: 'status-conflict' for one that was taken back before.
 */
export function takeBack(
  state: LoanState,
  { payment, reason }: TakeBack,
  circumstances: Circumstances,
): Draft | Refusal {
  if (payment.outcome === 'reversed') return new CodedError('status-conflict');
  const { now } = circumstances;
  const { id, provider, eventId, amountMinor } = payment;
  const current = upToDate(begin(state, circumstances), circumstances);
  const booked = current.after.journal.find(({ key, isStanding }) => key === paymentKey(id) && isStanding);
  if (!booked) throw new Error('A posted payment has no movement in the ledger.');
  const today = dayIn(state.loan.market, now);
  const lapsed = lapseExtension(current, id, today);
  const endings = endingWithout(current.after, booked, amountMinor).map((ending) =>
    reversalOf(ending, now, reason),
  );
  // Since it was booked, its provider may have reported what a person had recorded by hand.
  const paid = booked.postings.map((posting) =>
    isClearing(posting.account) ? { ...posting, account: clearingOf(provider) } : posting,
  );
  const reversal = reversalOf({ ...booked, postings: paid }, now, reason);
  const prepaid = prepaidBack(current.after, [reversal, ...endings], { paymentKey: booked.key, now, reason });
  // What the end of the loan took off is charged again before the fee of an extension is taken off.
  const instalments = afterMovements(current.after.instalments, [...endings, ...prepaid]);
  const fee = feeTakenBack({ ...current.after, instalments }, id, { now, reason });
  const rests = restsAfter(current.after, booked).map((rest) => reversalOf(rest, now, reason));
  const movements = [reversal, ...endings, ...prepaid, ...rests, ...fee];
  const correction = { cause: 'payment', key: `reversal:${booked.id}`, reason, movements } as const;
  const corrected = correct(lapsed, { ...correction, reversedEventId: id }, circumstances);
  const data = { provider, eventId, amountMinor, reason };
  return add(corrected, {
    payments: [{ payment, outcome: 'reversed', doubleOf: null }],
    events: [eventOf('payment.reversed', corrected.after.loan, data)],
  });
}

/**
 * What takes back what a payment that is taken back prepaid. What it saved stays saved on a loan that stays ended without it, and
 * where a new plan moved since what it had paid back.
 * @param others what goes with the payment.
 */
function prepaidBack(
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

/**
 * What takes the fee of an extension and its tax back that lapses: as much as stands of it, since a dispute may have taken some off, or the borrower
 * have been let off it.
 */
function feeTakenBack(
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
