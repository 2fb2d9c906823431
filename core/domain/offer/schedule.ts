import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import {
  addMinor,
  applyPpm,
  type Currency,
  distributeMinor,
  type MinorAmount,
  MoneyError,
  minorAmount,
  multiplyRatio,
  subtractMinor,
  zeroMinor,
} from '../money/money.ts';
import { taxOf } from '../money/tax.ts';
import type { ProductTerms } from './product-terms.ts';

/** One payment of a schedule, in minor units; the total is the sum of the other four. */
export interface Instalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
  readonly principalMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly totalMinor: MinorAmount;
}

/** Cost and dates of a loan, in minor units; every figure is the sum of its instalments' figures. */
export interface Schedule {
  readonly currency: Currency;
  readonly principalMinor: MinorAmount;
  readonly startDate: LocalDate;
  readonly instalments: readonly Instalment[];
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly costMinor: MinorAmount;
  readonly totalMinor: MinorAmount;
}

export type ScheduleTerms = Pick<
  ProductTerms,
  'currency' | 'instalmentCount' | 'instalmentDays' | 'annualInterestPpm' | 'feePpm' | 'vatPpm' | 'taxOn'
>;

const daysPerYear = 365;
const ppmPerUnit = 1_000_000;

/**
 * Each share in turn, at most what the total still holds; the last takes the rest. Shares rounded up one by one can exceed the total
 * rounded once, and no instalment may be negative.
 */
function settleShares(sharesMinor: readonly MinorAmount[], totalMinor: MinorAmount): MinorAmount[] {
  let leftMinor = totalMinor;
  return sharesMinor.map((shareMinor, index) => {
    const isLast = index === sharesMinor.length - 1;
    const takenMinor = isLast || shareMinor > leftMinor ? leftMinor : shareMinor;
    leftMinor = subtractMinor(leftMinor, takenMinor);
    return takenMinor;
  });
}

function outstandingByPeriod(
  principalSharesMinor: readonly MinorAmount[],
  principalMinor: MinorAmount,
): MinorAmount[] {
  let outstandingMinor = principalMinor;
  return principalSharesMinor.map((shareMinor) => {
    const duringPeriodMinor = outstandingMinor;
    outstandingMinor = subtractMinor(outstandingMinor, shareMinor);
    return duringPeriodMinor;
  });
}

function interestShares(outstandingMinor: readonly MinorAmount[], terms: ScheduleTerms): MinorAmount[] {
  const numerator = BigInt(terms.annualInterestPpm) * BigInt(terms.instalmentDays);
  return outstandingMinor.map((amountMinor) =>
    multiplyRatio(amountMinor, numerator, daysPerYear * ppmPerUnit),
  );
}

/**
 * The schedule of a loan: equal principal; interest on the outstanding principal in years of 365 days; the fee in equal shares; tax on
 * what the terms name (LEGAL-3; DESIGN, Money). Interest is rounded half-even for each period; total fee and total tax once, with the
 * remainder in the last instalment. No component is negative.
 * @param principalMinor above 0, in minor units of the product's currency.
 * @param startDate day of the payout; the first payment is `instalmentDays` later.
 * @throws MoneyError for a principal or terms below their range, or when an amount leaves 2^53-1.
 */
export function buildSchedule(
  terms: ScheduleTerms,
  principalMinor: MinorAmount,
  startDate: LocalDate,
): Schedule {
  const { instalmentCount, instalmentDays, annualInterestPpm, feePpm, vatPpm } = terms;
  const smallest = Math.min(minorAmount(annualInterestPpm), minorAmount(feePpm), minorAmount(vatPpm));
  if (minorAmount(principalMinor) <= 0 || minorAmount(instalmentDays) <= 0 || smallest < 0) {
    throw new MoneyError('out-of-range');
  }
  const principalShares = distributeMinor(principalMinor, instalmentCount);
  const interest = interestShares(outstandingByPeriod(principalShares, principalMinor), terms);
  const interestMinor = addMinor(...interest);
  const feeMinor = applyPpm(principalMinor, feePpm);
  const fees = distributeMinor(feeMinor, instalmentCount);
  const vatMinor = taxOf(terms, { interest: interestMinor, fee: feeMinor });
  const vat = settleShares(
    fees.map((fee, index) => taxOf(terms, { fee, interest: interest[index] ?? zeroMinor })),
    vatMinor,
  );
  const instalments = principalShares.map((share, index): Instalment => {
    const parts = {
      principalMinor: share,
      interestMinor: interest[index] ?? zeroMinor,
      feeMinor: fees[index] ?? zeroMinor,
      vatMinor: vat[index] ?? zeroMinor,
    };
    return {
      sequence: index + 1,
      dueDate: addDays(startDate, (index + 1) * instalmentDays),
      ...parts,
      totalMinor: addMinor(...Object.values(parts)),
    };
  });
  const costMinor = addMinor(interestMinor, feeMinor, vatMinor);
  return {
    currency: terms.currency,
    principalMinor,
    startDate,
    instalments,
    interestMinor,
    feeMinor,
    vatMinor,
    costMinor,
    totalMinor: addMinor(principalMinor, costMinor),
  };
}

export function redate(schedule: Schedule, startDate: LocalDate): Schedule {
  const instalments = schedule.instalments.map((instalment) => ({
    ...instalment,
    dueDate: addDays(startDate, daysBetween(schedule.startDate, instalment.dueDate)),
  }));
  return { ...schedule, startDate, instalments };
}
