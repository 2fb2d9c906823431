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

/** Charges of an instalment that are earned by days, and their tax; minor units. */
export interface DailyCharges {
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
}

/** An instalment with its charges. Its period starts at the end of the one before. */
export interface ChargedPeriod extends DailyCharges {
  readonly sequence: number;
  /** The original date: an extension has a fee of its own and no interest. */
  readonly dueDate: LocalDate;
  readonly saved?: readonly SavedInterest[];
}

export interface SavedInterest {
  readonly day: LocalDate;
  readonly interestMinor: MinorAmount;
}

/** Interest earned in equal parts a day, after one day through another. */
interface InterestSpan {
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
  readonly interestMinor: MinorAmount;
}

/**
 * Spans over which the interest of a period is earned: the whole period, or with prepayments the days before each and after it. Together
 * they equal the interest charged.
 * @param start the first day of the period.
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

export interface EarnedCharges extends DailyCharges {
  readonly sequence: number;
}

/**
 * Earned part of each instalment's charges through a day: interest and fee in equal parts a day, each rounded half-even, and the tax on
 * both. Nothing through the day of the payout, everything from the due date on; it never falls
 * (docs/decisions/009-interest-is-rounded-per-period.md).
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
      interestMinor,
      feeMinor,
      vatMinor: taxOnPart(terms, period, { interestMinor, feeMinor }),
    };
  });
}

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
 * Tax on a part of an instalment's charges: all its tax when the part is everything, else the tax on the part, at most what is charged,
 * since the last instalment bears rounding differences.
 */
export function taxOnPart(
  terms: TaxTerms,
  charged: DailyCharges,
  { interestMinor, feeMinor }: Pick<DailyCharges, 'interestMinor' | 'feeMinor'>,
): MinorAmount {
  if (interestMinor >= charged.interestMinor && feeMinor >= charged.feeMinor) return charged.vatMinor;
  return minorAmount(Math.min(charged.vatMinor, taxOf(terms, { interest: interestMinor, fee: feeMinor })));
}
