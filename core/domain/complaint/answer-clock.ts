import { addBusinessDays, type BankCalendar } from '../business-day.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { dayIn, marketOf } from '../market.ts';

export interface AnswerClock {
  readonly dueAt: Date;
  /** Negative after the deadline. */
  readonly minutesLeft: number;
}

/** Last day for an answer by the lender's own office, by the market's rule. */
export function answerDueOn(calendar: BankCalendar, filedAt: Date): LocalDate {
  const { answerDays, countsBusinessDays } = marketOf[calendar.market].complaints;
  const filedOn = dayIn(calendar.market, filedAt);
  return countsBusinessDays ? addBusinessDays(calendar, filedOn, answerDays) : addDays(filedOn, answerDays);
}

const minuteMs = 60_000;

export function answerClock(filedAt: Date, hours: number, now: Date): AnswerClock {
  const dueAt = new Date(filedAt.getTime() + hours * 60 * minuteMs);
  return { dueAt, minutesLeft: Math.floor((dueAt.getTime() - now.getTime()) / minuteMs) };
}
