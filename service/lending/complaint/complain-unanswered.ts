import { createHash } from 'node:crypto';
import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { paymentsTypeId } from '#domain/complaint/complaint.ts';
import type { Market } from '#domain/market.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { type LockedLoan, lockLoanById } from '../ledger/loans.ts';
import { keepComplaint } from './file-complaint.ts';

type Waiting = { readonly id: string; readonly borrowerId: string };

/** Claims, or disputes, that a person must answer in time. */
export interface AwaitedAnswers {
  /** Part of the hash that makes each of them a complaint of its own; never changed. */
  readonly name: string;
  readonly answerHours: number;
  overdue(
    database: Queryable,
    before: Date,
    limit: number,
  ): Promise<readonly (Waiting & { readonly loanId: string })[]>;
  /** The complaint to file, with its loan locked; null where it was answered or escalated meanwhile. */
  complaintOf(
    transaction: Transaction,
    loan: LockedLoan,
    id: string,
  ): Promise<{
    readonly borrower: { readonly id: string; readonly market: Market };
    readonly content: string;
    readonly imageNames: readonly string[];
  } | null>;
  became(transaction: Transaction, waiting: Waiting, complaintId: string): Promise<void>;
}

const filedAtOnce = 200;

/**
 * Files a complaint about payments for each that the lender did not answer in time. Several processes may run it at once. @returns how many
 * were filed.
 */
export async function complainUnanswered(
  dependencies: LendingDependencies,
  { name, answerHours, overdue, complaintOf, became }: AwaitedAnswers,
): Promise<number> {
  const { database, random, logger } = dependencies;
  const now = await currentTime(dependencies, database);
  const before = new Date(now.getTime() - answerHours * 3_600_000);
  let filed = 0;
  for (const { id, loanId, borrowerId } of await overdue(database, before, filedAtOnce)) {
    const isFiled = await inTransaction(database, async (transaction) => {
      const loan = await lockLoanById(transaction, { id: loanId, borrowerId });
      const complaint = loan && (await complaintOf(transaction, loan, id));
      if (!complaint) return false;
      const submissionHash = createHash('sha256').update(`${name} ${id}`).digest('hex');
      const about = { loan, typeId: paymentsTypeId, subtypeId: null, submissionHash } as const;
      const { complaintId } = await keepComplaint(transaction, { ...complaint, ...about }, { now, random });
      await became(transaction, { id, borrowerId }, complaintId);
      return true;
    }).catch((error: unknown) => {
      logger.error('a complaint was not filed', { name, id, ...describeFailure(error) });
      return false;
    });
    if (isFiled) filed += 1;
  }
  return filed;
}
