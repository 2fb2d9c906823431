import { CodedError, orNotFound } from '#domain/error-code.ts';
import { isScore } from '#domain/loan/rating.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findLoanOf } from '../ledger/loans.ts';
import { insertRating, settledLoansOf } from './store.ts';

/**
 * Stores a rating of 1 to 5 stars for a settled loan: the named one, or the newest unrated one. Rating it again succeeds, and the first
 * score stands (ORDER-6). @throws CodedError 'request-invalid', 'not-found', or 'status-conflict' for a loan that is not settled.
 */
export async function rateLoan(
  { database, borrower, now }: BorrowerContext,
  { score, orderId }: { readonly score: number; readonly orderId: string | null },
): Promise<null> {
  if (!isScore(score)) throw new CodedError('request-invalid', 'score');
  const settled = await settledLoansOf(database, borrower.id);
  if (orderId === null) {
    const loan = settled.find((candidate) => candidate.score === null) ?? settled[0];
    if (!loan) throw new CodedError('status-conflict');
    await insertRating(database, { borrowerId: borrower.id, loanId: loan.id }, score, now);
    return null;
  }
  const loan = orNotFound(await findLoanOf(database, borrower.id, orderId));
  if (loan.status !== 'settled') throw new CodedError('status-conflict');
  await insertRating(database, { borrowerId: borrower.id, loanId: loan.id }, score, now);
  return null;
}
