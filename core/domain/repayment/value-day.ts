import { addBusinessDays, type BankCalendar, businessDayBefore } from '../business-day.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { dayIn, marketOf } from '../market.ts';

/** Longest time from payment to confirmation: minutes or business days. */
export type ConfirmationTime = { readonly minutes: number } | { readonly businessDays: number };

export interface ConfirmedMoney {
  readonly calendar: BankCalendar;
  readonly confirmedAt: Date;
  readonly within: ConfirmationTime;
  readonly issuedAt: Date;
}

/** First day on which it may have been paid: within the provider's time, and not before the code was issued. */
export function earliestPaidOn({ calendar, confirmedAt, within, issuedAt }: ConfirmedMoney): LocalDate {
  const { market } = calendar;
  const confirmedOn = dayIn(market, confirmedAt);
  // A code issued after the confirmation, by another clock, was paid on that day.
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
 * First day on which a bank transfer of an operating day may have been sent: Friday evening belongs to Monday. Null where transfers
 * belong to the day they are sent.
 */
export function earliestOfOperatingDay(calendar: BankCalendar, operatingDay: LocalDate): LocalDate | null {
  return marketOf[calendar.market].operatingDayBeginsBefore
    ? businessDayBefore(calendar, operatingDay)
    : null;
}

/**
 * The day a payment counts on: its confirmation, or the earliest due day before that which it may have met.
 * @param earliestOn null where the provider says when it was paid.
 * @param dueDates of unpaid instalments.
 */
export function valueDay(
  paidOn: LocalDate,
  earliestOn: LocalDate | null,
  dueDates: readonly LocalDate[],
): LocalDate {
  if (earliestOn === null) return paidOn;
  return dueDates.filter((due) => due >= earliestOn && due < paidOn).sort()[0] ?? paidOn;
}
