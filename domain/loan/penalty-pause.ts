import type { LocalDate } from '../calendar.ts';

/** Days on which no penalty is charged, both included, while something the borrower said is looked into. */
export interface PenaltyPause {
  /** The instalment it is for; null for all of the loan. */
  readonly instalmentId: string | null;
  readonly fromDay: LocalDate;
  /** Null while it lasts. */
  readonly throughDay: LocalDate | null;
}

/** Whether an instalment is charged no penalty on a day. */
export function isPausedOn(pauses: readonly PenaltyPause[], instalmentId: string, day: LocalDate): boolean {
  return pauses.some(
    (pause) =>
      (pause.instalmentId === null || pause.instalmentId === instalmentId) &&
      day >= pause.fromDay &&
      (pause.throughDay === null || day <= pause.throughDay),
  );
}
