import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readAgreement, readOffer, sendRating } from '#contract/calls/offer.ts';
import { rateComplaint } from '../complaint/rate-complaint.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { acceptQuote } from '../offer/accept-quote.ts';
import { loanAgreement } from '../offer/agreement.ts';
import { confirmOffer } from '../offer/confirm-offer.ts';
import { loanDetail } from './loan-detail.ts';
import { rateLoan } from './rate-loan.ts';

/** The calls about taking a loan and seeing where it stands. */
export const loanCalls: readonly AnsweredCall[] = [
  answerBorrower(readOffer, confirmOffer),
  answerBorrower(acceptOffer, acceptQuote),
  answerBorrower(readLoan, loanDetail),
  answerBorrower(sendRating, (context, { complaintId, ...rating }) =>
    complaintId === undefined
      ? rateLoan(context, rating)
      : rateComplaint(context, { score: rating.score, complaintId }),
  ),
  answerBorrower(readAgreement, loanAgreement),
];
