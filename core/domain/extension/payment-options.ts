import { daysBetween, type LocalDate } from '../calendar.ts';
import {
  type InstalmentBalance,
  outstandingOf,
  remainingTotal,
  unpaidBaseMinor,
} from '../loan/instalment-state.ts';
import { type PenaltyBand, penaltyForDay } from '../loan/penalty.ts';
import type { PenaltyRoom } from '../loan/penalty-cap.ts';
import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import { allocatePayment } from '../repayment/allocation.ts';
import type { ExtensionOffer } from './extension-price.ts';

/** One option with its full cost in minor units (DELAY-1, ORDER-7). */
export interface PaymentOption {
  readonly kind: 'extend' | 'pay-part' | 'pay-all';
  readonly payTodayMinor: MinorAmount;
  /** The part of the present amount due that is still owed on `owedOn`. */
  readonly owedAfterMinor: MinorAmount;
  readonly owedOn: LocalDate;
  readonly totalMinor: MinorAmount;
}

export interface LatenessTerms {
  readonly penaltyBands: readonly PenaltyBand[];
  /** Charged once for an overdue instalment, at most its unpaid part; 0 for none. */
  readonly lateFeeMinor: MinorAmount;
  /** Penalties that may still be charged before a cap is reached. */
  readonly room: PenaltyRoom;
}

/**
 * Three options for the amount due: extend; pay the cost of extending today and the rest on the day the extension would end; pay
 * everything today. The second adds the penalties of the days between, so that all three show what the same money today leads to by the
 * same day.
 * @param due balances of the instalments due now.
 * @param allMinor pays everything today: less than their sum where it settles the loan.
 */
export function paymentOptions(
  due: readonly InstalmentBalance[],
  offer: ExtensionOffer,
  terms: LatenessTerms,
  today: LocalDate,
  allMinor: MinorAmount = remainingTotal(due),
): PaymentOption[] {
  const dueMinor = remainingTotal(due);
  const partMinor = minorAmount(Math.min(offer.payTodayMinor, dueMinor));
  const restMinor = restOn(due, partMinor, terms, today, offer.newDueDate);
  return [
    {
      kind: 'extend',
      payTodayMinor: offer.payTodayMinor,
      owedAfterMinor: offer.payLaterMinor,
      owedOn: offer.newDueDate,
      totalMinor: offer.totalMinor,
    },
    {
      kind: 'pay-part',
      payTodayMinor: partMinor,
      owedAfterMinor: restMinor,
      owedOn: offer.newDueDate,
      totalMinor: addMinor(partMinor, restMinor),
    },
    {
      kind: 'pay-all',
      payTodayMinor: allMinor,
      owedAfterMinor: zeroMinor,
      owedOn: today,
      totalMinor: allMinor,
    },
  ];
}

/** Debt on a later day when `paidMinor` is paid today and nothing until then. */
function restOn(
  due: readonly InstalmentBalance[],
  paidMinor: MinorAmount,
  terms: LatenessTerms,
  today: LocalDate,
  day: LocalDate,
): MinorAmount {
  const lines = paidMinor > 0 ? allocatePayment(paidMinor, due.map(outstandingOf)).lines : [];
  const owed = due.map((balance) => {
    const settled = lines.filter(({ sequence }) => sequence === balance.sequence);
    const penaltyPaid = settled.filter(({ component }) => component === 'penalty');
    const settledMinor = addMinor(...settled.map((line) => line.amountMinor));
    const penaltyPaidMinor = addMinor(...penaltyPaid.map((line) => line.amountMinor));
    const baseMinor = subtractMinor(unpaidBaseMinor(balance), subtractMinor(settledMinor, penaltyPaidMinor));
    const restMinor = subtractMinor(remainingTotal([balance]), settledMinor);
    return addMinor(restMinor, latenessBetween(baseMinor, balance, terms, today, day));
  });
  return addMinor(...owed);
}

/** Penalties of the days after `from` through `to` on an unchanged unpaid amount. */
function latenessBetween(
  baseMinor: MinorAmount,
  { sequence, dueDate }: InstalmentBalance,
  { penaltyBands, lateFeeMinor, room }: LatenessTerms,
  from: LocalDate,
  to: LocalDate,
): MinorAmount {
  if (baseMinor <= 0) return zeroMinor;
  let sumMinor = zeroMinor;
  const lateAlready = daysBetween(dueDate, from);
  const lateThen = daysBetween(dueDate, to);
  for (let daysLate = lateAlready + 1; daysLate <= lateThen; daysLate += 1) {
    const feeMinor = daysLate === 1 ? minorAmount(Math.min(lateFeeMinor, baseMinor)) : zeroMinor;
    const dayMinor = addMinor(feeMinor, penaltyForDay(baseMinor, daysLate, penaltyBands));
    sumMinor = addMinor(sumMinor, room.take(sequence, dayMinor));
  }
  return sumMinor;
}
