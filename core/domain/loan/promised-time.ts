import { addDays, type LocalDate } from '../calendar.ts';

const answerHours = 24;

const transferDays = 3;

export function isAnswerLate(appliedAt: Date, now: Date): boolean {
  return now.getTime() - appliedAt.getTime() > answerHours * 3_600_000;
}

export function transferDueOn(approvedOn: LocalDate): LocalDate {
  return addDays(approvedOn, transferDays);
}

export function isTransferLate(approvedOn: LocalDate, today: LocalDate): boolean {
  return today > transferDueOn(approvedOn);
}
