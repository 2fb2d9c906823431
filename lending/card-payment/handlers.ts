import {
  confirmCardPayment,
  payWithCard,
  readPaymentPage,
  readSavedCards,
} from '#contract/calls/card-payment.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { confirmPayment } from './confirm-payment.ts';
import { payWays } from './pay-ways.ts';
import { paymentPage } from './payment-page.ts';
import { startPayment } from './start-payment.ts';

/** The calls about paying with a saved card. */
export const payWayCalls: readonly AnsweredCall[] = [
  answerBorrower(readSavedCards, payWays),
  answerBorrower(payWithCard, startPayment),
  answerBorrower(readPaymentPage, paymentPage),
  answerBorrower(confirmCardPayment, confirmPayment),
];
