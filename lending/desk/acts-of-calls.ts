import type { DeskAct } from '#domain/desk/role.ts';

/**
 * What somebody has to be allowed to do for each call that the desk makes, by the call's name. A call that does not stand
 * here is refused, whoever asks.
 */
export const actOfCall: Readonly<Record<string, DeskAct>> = {
  listComplaints: 'see-complaints',
  reviewComplaint: 'answer-complaint',
  answerComplaint: 'answer-complaint',
  closeComplaint: 'answer-complaint',
  decideApplication: 'decide-application',
  readReconciliation: 'see-money',
  matchPayments: 'match-payment',
  reversePenalties: 'correct-loan',
  readLoanStatement: 'see-loans',
  cancelLoan: 'decide-application',
  waiveCharge: 'correct-loan',
  reversePayment: 'correct-loan',
  writeOffLoan: 'correct-loan',
  requestRefund: 'correct-loan',
  listUnmatchedPayments: 'see-money',
  assignPayment: 'match-payment',
  stepPenalties: 'run-operations',
};
