import { addBusinessDays, type BankCalendar } from '../business-day.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { dayIn, marketOf } from '../market.ts';

export interface AnswerClock {
  readonly dueAt: Date;
  /** Negative after the deadline. */
  readonly minutesLeft: number;
}

/** Last day for an answer by the lender's own office, by the market's rule for complaints unless another is given. */
export function answerDueOn(
  calendar: BankCalendar,
  filedAt: Date,
  {
    answerDays,
    countsBusinessDays,
  }: Readonly<{ answerDays: number; countsBusinessDays: boolean }> = marketOf[calendar.market].complaints,
): LocalDate {
  const filedOn = dayIn(calendar.market, filedAt);
  return countsBusinessDays ? addBusinessDays(calendar, filedOn, answerDays) : addDays(filedOn, answerDays);
}

const minuteMs = 60_000;

export function answerClock(filedAt: Date, hours: number, now: Date): AnswerClock {
  return clockUntil(new Date(filedAt.getTime() + hours * 60 * minuteMs), now);
}

export function clockUntil(dueAt: Date, now: Date): AnswerClock {
  return { dueAt, minutesLeft: Math.floor((dueAt.getTime() - now.getTime()) / minuteMs) };
}
