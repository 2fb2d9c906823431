import { addBusinessDays, type BankCalendar } from '../business-day.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { dayIn, marketOf, startOfDayIn } from '../market.ts';
import { answerDueOn } from './answer-clock.ts';
import type { ComplaintState } from './complaint.ts';

/** The dates of a data request that decide its deadline. */
export interface RequestDates {
  readonly state: ComplaintState;
  readonly dueAt: Date;
  readonly answeredAt: Date | null;
  readonly extendedAt: Date | null;
}

const minuteMs = 60_000;

/** The last minute of a day in the market. */
function endOf({ market }: BankCalendar, day: LocalDate): Date {
  return new Date(startOfDayIn(market, addDays(day, 1)).getTime() - minuteMs);
}

/** Deadline of the answer, by the market's law. */
export function requestDueAt(calendar: BankCalendar, filedAt: Date): Date {
  return endOf(calendar, answerDueOn(calendar, filedAt, marketOf[calendar.market].dataRequests));
}

/** Deadline to carry out what the answer grants; the deadline of the answer where the law gives no further time. */
export function effectDueAt(calendar: BankCalendar, answeredAt: Date, dueAt: Date): Date {
  const days = marketOf[calendar.market].dataRequests.effectBusinessDays;
  return days === null
    ? dueAt
    : endOf(calendar, addBusinessDays(calendar, dayIn(calendar.market, answeredAt), days));
}

/** The extended deadline; null where the law allows none, a second time in a period, and after its end. */
export function extendedDueAt(
  calendar: BankCalendar,
  { state, dueAt, answeredAt, extendedAt }: RequestDates,
  now: Date,
): Date | null {
  const rule = marketOf[calendar.market].dataRequests;
  const isExtended = extendedAt !== null && (answeredAt === null || extendedAt >= answeredAt);
  if (!rule.canExtend || isExtended || now > dueAt || state === 'closed') return null;
  if (state !== 'answered') return endOf(calendar, answerDueOn(calendar, dueAt, rule));
  return rule.effectBusinessDays === null ? null : effectDueAt(calendar, dueAt, dueAt);
}
