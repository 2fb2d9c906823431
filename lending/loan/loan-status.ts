import type { Database } from '#db/database.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { dueNow } from '#domain/loan/instalment-state.ts';
import { changeStatus, type InstalmentRecord, type LoanRecord } from '../ledger/loans.ts';

/** When a loan's status is looked at, and by what. */
export interface StatusMoment {
  readonly today: LocalDate;
  readonly now: Date;
  /** What is recorded as having changed the status. */
  readonly by: string;
  /** When the money came that settled the loan, if it did. */
  readonly paidAt?: Date;
}

/** Moves a locked loan that was paid out to overdue, to repay or settled, as its instalments stand on a day. */
export async function followInstalments(
  tx: Database,
  loan: LoanRecord,
  instalments: readonly InstalmentRecord[],
  { today, now, by, paidAt = now }: StatusMoment,
): Promise<void> {
  if (loan.status === 'settled') return;
  const due = dueNow(instalments, today);
  const status = due === null ? 'settled' : due.daysLate > 0 ? 'overdue' : 'to-repay';
  if (status === loan.status) return;
  await changeStatus(tx, loan, status, {
    at: now,
    by,
    facts: status === 'settled' ? { settledAt: paidAt } : {},
  });
}
