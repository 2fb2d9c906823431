import { repaymentCommit, repaymentConfirm, repaymentWay } from '#contract/pay-way.ts';
import { repaymentHuichao } from '#contract/payment-page.ts';
import { type AnsweredCall, answerBorrower } from '../answer-call.ts';
import { confirmPayment } from './confirm-payment.ts';
import { payWays } from './pay-ways.ts';
import { paymentPage } from './payment-page.ts';
import { startPayment } from './start-payment.ts';

/** The calls about paying with a saved card. */
export const payWayCalls: readonly AnsweredCall[] = [
  answerBorrower(repaymentWay, payWays),
  answerBorrower(repaymentCommit, startPayment),
  answerBorrower(repaymentHuichao, paymentPage),
  answerBorrower(repaymentConfirm, confirmPayment),
];
