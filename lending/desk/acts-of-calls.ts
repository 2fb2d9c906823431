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
  listContactMessages: 'see-complaints',
  answerContactMessage: 'answer-complaint',
  closeContactMessage: 'answer-complaint',
  listRegistrations: 'see-operations',
  readJobs: 'see-operations',
  listDeadEvents: 'see-operations',
  redeliverEvents: 'run-operations',
  listUnmatchedPayments: 'see-money',
  decideApplication: 'decide-application',
  readReconciliation: 'see-money',
  matchPayments: 'match-payment',
  reversePenalties: 'correct-loan',
  stepPenalties: 'run-operations',
};
