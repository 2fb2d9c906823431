import { readLoan, sendRating } from '#contract/calls/loan.ts';
import { rateComplaint } from '../complaint/complaint-history.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { loanDetail } from './loan-detail.ts';
import { rateLoan } from './rate-loan.ts';

/** The calls about where a loan stands, and the one that rates it or the answer to a complaint. */
export const loanCalls: readonly AnsweredCall[] = [
  answerBorrower(readLoan, loanDetail),
  answerBorrower(sendRating, (context, { complaintId, ...rating }) =>
    complaintId === undefined
      ? rateLoan(context, rating)
      : rateComplaint(context, { score: rating.score, complaintId }),
  ),
];
