import { contractDetail, googleScore, loanDetailConfirm, loanDetailPush } from '#contract/loan.ts';
import { loanDetails } from '#contract/order.ts';
import { type AnsweredCall, answerBorrower } from '../answer-call.ts';
import { rateComplaint } from '../complaint/rate-complaint.ts';
import { acceptQuote } from './accept-quote.ts';
import { loanAgreement } from './agreement.ts';
import { confirmOffer } from './confirm-offer.ts';
import { orderDetail } from './order-detail.ts';
import { rateLoan } from './rate-loan.ts';

/** The calls about taking a loan and seeing where it stands. */
export const loanCalls: readonly AnsweredCall[] = [
  answerBorrower(loanDetailConfirm, confirmOffer),
  answerBorrower(loanDetailPush, acceptQuote),
  answerBorrower(loanDetails, orderDetail),
  answerBorrower(googleScore, (context, { complaintId, ...rating }) =>
    complaintId === undefined
      ? rateLoan(context, rating)
      : rateComplaint(context, { score: rating.score, complaintId }),
  ),
  answerBorrower(contractDetail, loanAgreement),
];
