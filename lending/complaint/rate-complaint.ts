import { isHandled } from '#domain/complaint/complaint.ts';
import { CodedError } from '#domain/error-code.ts';
import { isScore } from '#domain/loan/rating.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { findComplaintOf, insertComplaintRating } from './store.ts';

/**
 * Keeps a rating of 1 to 5 stars for the answer to a complaint (COMP-6). Rating it again succeeds, and the first score
 * stands.
 * @throws CodedError 'request-invalid', 'not-found', or 'status-conflict' for a complaint without an answer.
 */
export async function rateComplaint(
  { database, borrower, now }: BorrowerContext,
  { score, complaintId }: { readonly score: number; readonly complaintId: string },
): Promise<null> {
  if (!isScore(score)) throw new CodedError('request-invalid', 'score');
  const complaint = await findComplaintOf(database, borrower.id, complaintId);
  if (!complaint) throw new CodedError('not-found');
  if (!isHandled(complaint.state)) throw new CodedError('status-conflict');
  await insertComplaintRating(database, complaint.id, score, now);
  return null;
}
