import { and, eq, isNull, sql } from 'drizzle-orm';
import { type Queryable, send, type Transaction } from '#db/database.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { penaltyPauses } from '#db/schema/repayment.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { PausedPart, PenaltyPause } from '#domain/loan/penalty-pause.ts';
import { isOfLoans, type LoanOf, type LoanRecord, type LockedLoan } from './loans.ts';

/** A pause with what it is for. */
export interface LoanPause extends PenaltyPause {
  /** The claim or the dispute; the loan itself once its borrower was erased. */
  readonly causeId: string;
}

/** A loan, and what tells whether it can have pauses. */
type PausableLoan = LoanOf & Pick<LoanRecord, 'terms' | 'reopenedAt'>;

/** The pauses of loans, by the loan's id; those whose terms know of none, and that were not opened again, are not asked for. */
export async function pausesByLoan(
  database: Queryable,
  loans: readonly PausableLoan[],
): Promise<ReadonlyMap<string, readonly LoanPause[]>> {
  const pausing = loans.filter(
    ({ terms, reopenedAt }) =>
      terms.pausesPenaltyOnClaim || terms.pausesPenaltyOnDispute || reopenedAt !== null,
  );
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
export async function pausesOf(database: Queryable, loan: PausableLoan): Promise<readonly LoanPause[]> {
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

/**
 * Has a loan that is owed again cost no penalty any more where its borrower was erased: nobody can tell them of it, and they cannot
 * sign in to pay it.
 */
export function pauseForErased(
  transaction: Transaction,
  { id, borrowerId }: LockedLoan,
  fromDay: LocalDate,
): void {
  const { causeId, borrowerId: owner, loanId, fromDay: from } = penaltyPauses;
  const columns = sql.join(
    [causeId, owner, loanId, from].map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  send(
    transaction,
    transaction.execute(sql`insert into ${penaltyPauses} (${columns})
      select ${id}::uuid, ${borrowers.id}, ${id}::uuid, ${fromDay}::date from ${borrowers}
      where ${borrowers.id} = ${borrowerId} and ${borrowers.erasedAt} is not null
      on conflict do nothing`),
  );
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
