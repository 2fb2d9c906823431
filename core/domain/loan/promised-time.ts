import { addDays, type LocalDate } from '../calendar.ts';

/** Within how many hours an application is answered, as its borrower is told. */
const answerHours = 24;

/** Within how many days the money of an approved loan arrives, as its borrower is told. */
const transferDays = 3;

/** Whether an application waits for longer than its borrower was told. */
export function isAnswerLate(appliedAt: Date, now: Date): boolean {
  return now.getTime() - appliedAt.getTime() > answerHours * 3_600_000;
}

/** The day by which the money of a loan that was approved on a day is there, as its borrower is told. */
export function transferDueOn(approvedOn: LocalDate): LocalDate {
  return addDays(approvedOn, transferDays);
}

/** Whether the money of a loan that was approved on a day is on its way for longer than its borrower was told. */
export function isTransferLate(approvedOn: LocalDate, today: LocalDate): boolean {
  return today > transferDueOn(approvedOn);
}
