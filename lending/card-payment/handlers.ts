import { confirmCardPayment, payWithCard, readSavedCards } from '#contract/calls/card-payment.ts';
import { readPaymentPage } from '#contract/calls/payment-page.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { confirmPayment } from './confirm-payment.ts';
import { paymentPage } from './payment-page.ts';
import { savedCards } from './saved-cards.ts';
import { startPayment } from './start-payment.ts';

/** The calls about paying with a saved card. */
export const cardPaymentCalls: readonly AnsweredCall[] = [
  answerBorrower(readSavedCards, savedCards),
  answerBorrower(payWithCard, startPayment),
  answerBorrower(readPaymentPage, paymentPage),
  answerBorrower(confirmCardPayment, confirmPayment),
];
