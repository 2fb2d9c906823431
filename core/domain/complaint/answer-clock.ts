import { addBusinessDays, type BankCalendar } from '../business-day.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { dayIn, marketOf } from '../market.ts';

/** How long there is to answer a complaint. */
export interface AnswerClock {
  readonly dueAt: Date;
  /** Whole minutes until then; below 0 once it is past. */
  readonly minutesLeft: number;
}

/** The last day on which the lender's own office may answer a complaint, by the rule of its market. */
export function answerDueOn(calendar: BankCalendar, filedAt: Date): LocalDate {
  const { answerDays, countsBusinessDays } = marketOf[calendar.market].complaints;
  const filedOn = dayIn(calendar.market, filedAt);
  return countsBusinessDays ? addBusinessDays(calendar, filedOn, answerDays) : addDays(filedOn, answerDays);
}

const minuteMs = 60_000;

/**
 * The clock of a complaint that waits for its answer.
 * @param hours in which it has to be answered, from when it was filed.
 */
export function answerClock(filedAt: Date, hours: number, now: Date): AnswerClock {
  const dueAt = new Date(filedAt.getTime() + hours * 60 * minuteMs);
  return { dueAt, minutesLeft: Math.floor((dueAt.getTime() - now.getTime()) / minuteMs) };
}
