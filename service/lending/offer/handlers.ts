import { readAgreement, sendAgreement } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { acceptQuote } from './accept-quote.ts';
import { loanAgreement } from './agreement.ts';
import { confirmOffer } from './confirm-offer.ts';
import { sendAgreementAgain } from './loan-files.ts';

export const offerCalls: readonly AnsweredCall[] = [
  answerBorrower(readOffer, confirmOffer),
  answerBorrower(acceptOffer, acceptQuote),
  answerBorrower(readAgreement, loanAgreement),
];

export const sendingCalls: readonly AnsweredCall[] = [answerBorrower(sendAgreement, sendAgreementAgain)];
