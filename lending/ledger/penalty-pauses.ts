import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '#db/database.ts';
import { penaltyPauses } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { PenaltyPause } from '#domain/loan/penalty-pause.ts';
import type { LoanRecord, LockedLoan } from './loans.ts';

/** The pauses of loans, by the loan's id; those whose terms know of none are not asked for. */
export async function pausesByLoan(
  database: Queryable,
  loans: readonly Pick<LoanRecord, 'id' | 'terms'>[],
): Promise<ReadonlyMap<string, readonly PenaltyPause[]>> {
  const ids = loans
    .filter(({ terms }) => terms.pausesPenaltyOnClaim || terms.pausesPenaltyOnDispute)
    .map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await database.select().from(penaltyPauses).where(inArray(penaltyPauses.loanId, ids));
  return Map.groupBy(rows, ({ loanId }) => loanId);
}

/** The pauses of one loan. */
export async function pausesOf(
  database: Queryable,
  loan: Pick<LoanRecord, 'id' | 'terms'>,
): Promise<readonly PenaltyPause[]> {
  return (await pausesByLoan(database, [loan])).get(loan.id) ?? [];
}

/**
 * From a day on no penalty is charged, until `endPause`; days that are booked already stay.
 * @param causeId the claim or complaint that it is for; a second pause for it has no effect.
 */
export async function startPause(
  transaction: Transaction,
  loan: LockedLoan,
  pause: {
    readonly causeId: string;
    readonly instalmentId: string | null;
    readonly fromDay: LocalDate;
  },
): Promise<void> {
  await transaction
    .insert(penaltyPauses)
    .values({ ...pause, loanId: loan.id })
    .onConflictDoNothing();
}

/** Ends the pause of a claim or complaint with a day; the next one is charged. Does nothing where there is none. */
export async function endPause(
  transaction: Transaction,
  causeId: string,
  throughDay: LocalDate,
): Promise<void> {
  await transaction
    .update(penaltyPauses)
    .set({ throughDay })
    .where(and(eq(penaltyPauses.causeId, causeId), isNull(penaltyPauses.throughDay)));
}
