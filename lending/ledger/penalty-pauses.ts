import { and, eq, isNull } from 'drizzle-orm';
import { type Queryable, send, type Transaction } from '#db/database.ts';
import { penaltyPauses } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { PausedPart, PenaltyPause } from '#domain/loan/penalty-pause.ts';
import { isOfLoans, type LoanOf, type LoanRecord, type LockedLoan } from './loans.ts';

/** A pause with what it is for. */
export interface LoanPause extends PenaltyPause {
  /** The claim or the dispute. */
  readonly causeId: string;
}

/** The pauses of loans, by the loan's id; those whose terms know of none are not asked for. */
export async function pausesByLoan(
  database: Queryable,
  loans: readonly (LoanOf & Pick<LoanRecord, 'terms'>)[],
): Promise<ReadonlyMap<string, readonly LoanPause[]>> {
  const pausing = loans.filter(({ terms }) => terms.pausesPenaltyOnClaim || terms.pausesPenaltyOnDispute);
  if (pausing.length === 0) return new Map();
  const rows = await database.select().from(penaltyPauses).where(isOfLoans(penaltyPauses, pausing));
  return new Map([...Map.groupBy(rows, ({ loanId }) => loanId)].map(([id, of]) => [id, of.map(loanPause)]));
}

/** A pause of its row. */
export function loanPause({
  causeId,
  fromDay,
  throughDay,
  sequence,
  component,
  amountMinor,
}: typeof penaltyPauses.$inferSelect): LoanPause {
  const isWhole = sequence === null || component === null || amountMinor === null;
  return { causeId, fromDay, throughDay, part: isWhole ? null : { sequence, component, amountMinor } };
}

/** The pauses of one loan. */
export async function pausesOf(
  database: Queryable,
  loan: LoanOf & Pick<LoanRecord, 'terms'>,
): Promise<readonly LoanPause[]> {
  return (await pausesByLoan(database, [loan])).get(loan.id) ?? [];
}

/**
 * From a day on no penalty is charged on a loan or a part of it, until `endPause`; days that are booked already stay.
 * @param pause what it is for: a second one for the same has no effect; `part` null for the whole loan.
 */
export function startPause(
  transaction: Transaction,
  loan: LockedLoan,
  {
    part,
    ...pause
  }: { readonly causeId: string; readonly fromDay: LocalDate; readonly part: PausedPart | null },
): void {
  const row = { ...pause, ...part, borrowerId: loan.borrowerId, loanId: loan.id };
  send(transaction, transaction.insert(penaltyPauses).values(row).onConflictDoNothing());
}

/** Ends the pause of a claim or a dispute with a day; the next one is charged. Does nothing where there is none. */
export function endPause(
  transaction: Transaction,
  { borrowerId }: LockedLoan,
  causeId: string,
  throughDay: LocalDate,
): void {
  const isOpen = and(
    eq(penaltyPauses.causeId, causeId),
    eq(penaltyPauses.borrowerId, borrowerId),
    isNull(penaltyPauses.throughDay),
  );
  send(transaction, transaction.update(penaltyPauses).set({ throughDay }).where(isOpen));
}
