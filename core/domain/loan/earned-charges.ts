import { daysBetween, type LocalDate } from '../calendar.ts';
import {
  addMinor,
  type MinorAmount,
  minorAmount,
  multiplyRatio,
  subtractMinor,
  zeroMinor,
} from '../money/money.ts';
import { type TaxTerms, taxOf } from '../money/tax.ts';

/** What is charged for a payment of the plan by the passing of days, and the tax on that; minor units. */
export interface DailyCharges {
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
}

/** A payment of the plan with its charges. Its period begins where that of the one before ends. */
export interface ChargedPeriod extends DailyCharges {
  readonly sequence: number;
  /** The day agreed first: an extension has a fee of its own and no interest. */
  readonly dueDate: LocalDate;
  /** What prepayments took off its interest, of days after each; oldest first. */
  readonly saved?: readonly SavedInterest[];
}

/** Interest that is not charged for the days after a prepayment. */
export interface SavedInterest {
  readonly day: LocalDate;
  readonly interestMinor: MinorAmount;
}

/** Interest that is earned in equal parts a day, from the day after one through another. */
interface InterestSpan {
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
  readonly interestMinor: MinorAmount;
}

/**
 * The days over which the interest of a period is earned: all of them in equal parts, and where principal was prepaid, what had been
 * earned by that day before it and the rest after it. Together they are the interest that is charged.
 * @param start the day from which the period counts.
 */
export function interestSpans(
  { interestMinor, dueDate, saved = [] }: Pick<ChargedPeriod, 'interestMinor' | 'dueDate' | 'saved'>,
  start: LocalDate,
): InterestSpan[] {
  const spans: InterestSpan[] = [];
  let fromDay = start;
  let leftMinor = addMinor(interestMinor, ...saved.map((each) => each.interestMinor));
  let chargedMinor = interestMinor;
  for (const { day, interestMinor: savedMinor } of saved) {
    const earnedMinor = earnedOf(leftMinor, fromDay, dueDate, day);
    leftMinor = minorAmount(Math.max(0, leftMinor - earnedMinor - savedMinor));
    if (day <= fromDay || day >= dueDate) continue;
    const spanMinor = minorAmount(Math.min(earnedMinor, chargedMinor));
    spans.push({ fromDay, throughDay: day, interestMinor: spanMinor });
    chargedMinor = subtractMinor(chargedMinor, spanMinor);
    fromDay = day;
  }
  return [...spans, { fromDay, throughDay: dueDate, interestMinor: chargedMinor }];
}

/** What of the charges of a payment of the plan is earned. */
export interface EarnedCharges extends DailyCharges {
  readonly sequence: number;
}

/**
 * What of each payment's charges is earned through a day: interest and fee in equal parts a day of its period, each rounded
 * half-even, and the tax on both. Nothing on the day of the payout and before, all of it from the due date on; it never falls with
 * days (docs/decisions/009-interest-is-rounded-per-period.md).
 * @param periods oldest first.
 * @throws MoneyError for an amount below zero or beyond 2^53-1.
 */
export function earnedThrough(
  periods: readonly ChargedPeriod[],
  { disbursedOn, terms }: { readonly disbursedOn: LocalDate; readonly terms: TaxTerms },
  day: LocalDate,
): EarnedCharges[] {
  return periods.map((period, index) => {
    const start = periods[index - 1]?.dueDate ?? disbursedOn;
    const interestMinor = addMinor(
      ...interestSpans(period, start).map((span) =>
        earnedOf(span.interestMinor, span.fromDay, span.throughDay, day),
      ),
    );
    const feeMinor = earnedOf(period.feeMinor, start, period.dueDate, day);
    return {
      sequence: period.sequence,
      ...{ interestMinor, feeMinor },
      vatMinor: taxOnPart(terms, period, { interestMinor, feeMinor }),
    };
  });
}

/** What of a charge of one period is earned through a day. */
function earnedOf(
  chargedMinor: MinorAmount,
  start: LocalDate,
  dueDate: LocalDate,
  day: LocalDate,
): MinorAmount {
  if (day >= dueDate) return minorAmount(chargedMinor);
  const usedDays = daysBetween(start, day);
  if (usedDays <= 0) return zeroMinor;
  return multiplyRatio(chargedMinor, usedDays, daysBetween(start, dueDate));
}

/**
 * The tax on a part of a payment's charges: all that is charged where the part is all of them, else that on the part, never more
 * than is charged, since the last payment of a plan bears what rounding leaves.
 */
export function taxOnPart(
  terms: TaxTerms,
  charged: DailyCharges,
  { interestMinor, feeMinor }: Pick<DailyCharges, 'interestMinor' | 'feeMinor'>,
): MinorAmount {
  if (interestMinor >= charged.interestMinor && feeMinor >= charged.feeMinor) return charged.vatMinor;
  return minorAmount(Math.min(charged.vatMinor, taxOf(terms, { interest: interestMinor, fee: feeMinor })));
}
