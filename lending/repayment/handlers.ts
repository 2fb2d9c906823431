import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { type AnsweredCall, answerBorrower } from '../http/answer-call.ts';
import { paymentInstruction } from './instruction.ts';
import { repaymentDetail } from './repayment-detail.ts';

/** The calls about paying a loan back. */
export const repaymentCalls: readonly AnsweredCall[] = [
  answerBorrower(readRepayment, repaymentDetail),
  answerBorrower(readPaymentInstruction, paymentInstruction),
];
