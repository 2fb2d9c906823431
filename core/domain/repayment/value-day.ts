import { addBusinessDays, type BankCalendar, businessDayBefore } from '../business-day.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { dayIn, marketOf } from '../market.ts';

/** How long after money is paid its provider confirms it at the latest: minutes, or business days. */
export type ConfirmationTime = { readonly minutes: number } | { readonly businessDays: number };

/** Money that a provider confirmed without saying when it was paid. */
export interface ConfirmedMoney {
  readonly calendar: BankCalendar;
  readonly confirmedAt: Date;
  /** What the provider promises. */
  readonly within: ConfirmationTime;
  /** When what it was paid with was made. */
  readonly issuedAt: Date;
}

/** The first day on which money may have been paid: within its provider's time, and not before what it was paid with was made. */
export function earliestPaidOn({ calendar, confirmedAt, within, issuedAt }: ConfirmedMoney): LocalDate {
  const { market } = calendar;
  const confirmedOn = dayIn(market, confirmedAt);
  // What was made after the confirmation, by another clock, was paid on that day.
  const [first = confirmedOn] = [dayIn(market, issuedAt), confirmedOn].sort();
  if ('minutes' in within) {
    const from = dayIn(market, new Date(confirmedAt.getTime() - within.minutes * 60_000));
    return [from, first].sort()[1] ?? first;
  }
  let day = confirmedOn;
  while (day > first && addBusinessDays(calendar, addDays(day, -1), within.businessDays) >= confirmedOn) {
    day = addDays(day, -1);
  }
  return day;
}

/**
 * The first day on which a bank transfer of an operating day may have been made: what is sent on Friday evening is of Monday. Null in
 * a market whose transfers are of the day on which they are made.
 */
export function earliestOfOperatingDay(calendar: BankCalendar, operatingDay: LocalDate): LocalDate | null {
  return marketOf[calendar.market].operatingDayBeginsBefore
    ? businessDayBefore(calendar, operatingDay)
    : null;
}

/**
 * The day that money counts on: the one it was confirmed on, unless something was due before that it may have been paid in time
 * for; then the first such day.
 * @param earliestOn null where the provider says when it was paid.
 * @param dueDates of what is unpaid.
 */
export function valueDay(
  paidOn: LocalDate,
  earliestOn: LocalDate | null,
  dueDates: readonly LocalDate[],
): LocalDate {
  if (earliestOn === null) return paidOn;
  return dueDates.filter((due) => due >= earliestOn && due < paidOn).sort()[0] ?? paidOn;
}
