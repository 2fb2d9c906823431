/** How long there is to answer a complaint. */
export interface AnswerClock {
  readonly dueAt: Date;
  /** Whole minutes until then; below 0 once it is past. */
  readonly minutesLeft: number;
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
