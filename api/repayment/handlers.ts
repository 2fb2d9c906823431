import { loanPlayDelayDetail } from '#contract/extension.ts';
import { generateVcode, loanPlayDetail } from '#contract/repayment.ts';
import { type AnsweredCall, answerBorrower } from '../answer-call.ts';
import { extensionDetail } from './extension-detail.ts';
import { paymentInstruction } from './instruction.ts';
import { repaymentDetail } from './repayment-detail.ts';

/** The calls about paying a loan back. */
export const repaymentCalls: readonly AnsweredCall[] = [
  answerBorrower(loanPlayDetail, repaymentDetail),
  answerBorrower(loanPlayDelayDetail, extensionDetail),
  answerBorrower(generateVcode, paymentInstruction),
];
