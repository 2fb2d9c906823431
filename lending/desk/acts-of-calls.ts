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
  listBorrowers: 'see-loans',
  readBorrower: 'see-loans',
  blockBorrower: 'change-borrower',
  unblockBorrower: 'change-borrower',
  revokeSessions: 'change-borrower',
  exportBorrower: 'answer-data-request',
  eraseBorrower: 'answer-data-request',
  readTrialBalance: 'see-money',
  readAging: 'see-money',
  reconcileProviders: 'see-money',
  exportJournal: 'export',
  exportComplaints: 'see-complaints',
  listRegistrations: 'see-personal-data',
  listProducts: 'see-catalogue',
  readProduct: 'see-catalogue',
  putProduct: 'change-catalogue',
  listOffers: 'see-catalogue',
  putOffer: 'change-catalogue',
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
