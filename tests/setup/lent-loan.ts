import { type Command, decide } from '#domain/booking/decide.ts';
import { type LoanState, nothingHappened } from '#domain/booking/state.ts';
import { type LocalDate, localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { startOfDayIn } from '#domain/market.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '#domain/money/money.ts';
import type { ProductTerms } from '#domain/offer/product-terms.ts';
import { buildSchedule } from '#domain/offer/schedule.ts';

/** Four payments of thirty days each; paid off early, the interest of days that were not used is not charged. */
export const usualTerms: ProductTerms = {
  ...{ productId: 'mx-120', market: 'MX', currency: 'MXN', instalmentCount: 4, instalmentDays: 30 },
  ...{ annualInterestPpm: 180_000, dailyInterestPpm: 493, feePpm: 60_000, vatPpm: 160_000 },
  ...{ taxOn: ['interest', 'fee', 'extension-fee'], allowsPrepayment: true },
  ...{ earlyRepayment: 'days-used', earlyRepaymentFee: 'kept' },
  deadlineZone: 'America/Mexico_City',
  ...{ penaltyMaxOfPaymentPpm: 1_000_000, penaltyMaxOfLoanPpm: 1_000_000 },
  ...{ pausesPenaltyOnClaim: true, pausesPenaltyOnDispute: true },
  penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }],
  ...{ lateFeeNewMinor: zeroMinor, lateFeeRepeatMinor: zeroMinor },
  ...{ extensionDailyPpm: 10_000, extensionMaxDays: 7, extensionCostMaxPpm: 300_000 },
  ...{ minimumMinor: minorAmount(1), maximumMinor: minorAmount(1_000_000), stepMinor: minorAmount(1) },
};

/** The day on which loans of `lend` are paid out. */
export const firstDay = localDate('2026-11-20');

export const noon = (day: LocalDate) => new Date(startOfDayIn('MX', day).getTime() + 12 * 3_600_000);

/** Money that arrived, of an amount above 0 in minor units. */
export function paymentOf(id: string, amount: number, day: LocalDate) {
  return {
    ...{ id, provider: 'spei', eventId: id, trackingKey: id, reference: 'LL-1' },
    ...{ amountMinor: minorAmount(amount), paidAt: noon(day), outcome: 'unmatched' as const },
  };
}

/** A loan that awaits its payout. */
export function approvedLoan(terms: ProductTerms, principalMinor = minorAmount(500_000)): LoanState {
  const { productId, instalmentCount, instalmentDays } = terms;
  return {
    ...nothingHappened,
    loan: {
      ...{ id: 'loan', borrowerId: 'borrower', serialNumber: 1, orderNumber: 'LL-1', productId },
      ...{ market: 'MX', currency: 'MXN', status: 'paying-out', principalMinor },
      ...{ termDays: instalmentCount * instalmentDays },
      ...{ balanceMinor: zeroMinor, suspenseMinor: zeroMinor, appliedAt: noon(firstDay) },
      ...{ isRepeatBorrower: false, terms, schedule: buildSchedule(terms, principalMinor, firstDay) },
      ...{ declineReason: null, reapplyOn: null, disbursedOn: null, disbursalReference: null },
      ...{ settledAt: null, writtenOffAt: null, soldAt: null, buyerName: null, buyerContact: null },
      ...{ reopenedAt: null, correctedOn: null, nonAccrualSince: null, earningSince: null },
    },
  };
}

/** A loan that was just paid out, and what may be decided on it, without a database. */
export function lend(terms: ProductTerms, principalMinor?: MinorAmount) {
  let count = 0;
  const nextId = () => {
    count += 1;
    return `id-${String(count).padStart(9, '0')}`;
  };
  const attempt = <Asked extends Command>(state: LoanState, command: Asked, day: LocalDate) =>
    decide(state, command, { now: noon(day), bookableThrough: null, closedThrough: null, nextId });
  const done = <Asked extends Command>(state: LoanState, command: Asked, day: LocalDate) => {
    const decision = attempt(state, command, day);
    if (decision instanceof CodedError) throw decision;
    return decision;
  };
  const lent = done(
    approvedLoan(terms, principalMinor),
    { act: 'disburse', reference: 'T1' },
    firstDay,
  ).after;
  /** The loan on a day, with its penalties. */
  const lookOn = (state: LoanState, day: LocalDate) => done(state, { act: 'look' }, day).after;
  /** @param today when it is reported. */
  const pay = (
    state: LoanState,
    id: string,
    amount: number,
    day: LocalDate,
    today = day,
    purpose: 'repay' | 'extend' = 'repay',
  ) => {
    const payment = paymentOf(id, amount, day);
    return done(state, { act: 'receive', payment, creditedAt: noon(day), purpose }, today);
  };
  const takeBack = (state: LoanState, id: string, amount: number, day: LocalDate, today = day) => {
    const payment = { ...paymentOf(id, amount, day), outcome: 'posted' as const };
    return done(state, { act: 'take-back', payment, reason: 'bounced' }, today).after;
  };
  return { lent, attempt, done, lookOn, pay, takeBack };
}
