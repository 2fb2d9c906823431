import type { LocalDate } from '../calendar.ts';

/** Days on which no penalty is charged on a loan, both included, while a payment that the borrower told of is looked for. */
export interface PenaltyPause {
  readonly fromDay: LocalDate;
  /** Null while it lasts. */
  readonly throughDay: LocalDate | null;
}

/** Whether no penalty is charged on a day. */
export function isPausedOn(pauses: readonly PenaltyPause[], day: LocalDate): boolean {
  return pauses.some(
    (pause) => day >= pause.fromDay && (pause.throughDay === null || day <= pause.throughDay),
  );
}
