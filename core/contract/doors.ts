import type { Command } from '#domain/booking/decide.ts';
import { type DeskAct, type DeskRole, deskRoles, mayDo } from '#domain/desk/role.ts';

/** Origin of a command: signed host calls, borrower calls, provider webhooks, scheduled jobs, desk pages. */
export const doorKinds = ['host', 'borrower', 'webhook', 'job', 'desk'] as const;

/** An entrance to the service that moves money on loans, or that staff use at the desk. */
export interface Door {
  readonly by: (typeof doorKinds)[number];
  readonly sends: readonly Command['act'][];
  /** Permission that staff need; null where the desk does not use it. */
  readonly desk: DeskAct | null;
  /** Whether staff must see its effect before they carry it out, with a second approver above a limit. */
  readonly needsPreview: boolean;
  readonly needsSecondApprover: boolean;
  /** Daily limit that it shares with other calls; absent for a limit of its own. */
  readonly daySum?: DaySum;
}

/** Shared daily limits: money brought to loans, and money booked from settlement files. */
type DaySum = 'received' | 'settled';

type Sends = Door['sends'];
const host = (desk: DeskAct | null, ...sends: Sends): Door => ({
  by: 'host',
  sends,
  desk,
  needsPreview: false,
  needsSecondApprover: false,
});
const seen = (desk: DeskAct, ...sends: Sends): Door => ({ ...host(desk, ...sends), needsPreview: true });
const summed = (daySum: DaySum, door: Door): Door => ({ ...door, daySum });
const byTwo = (desk: DeskAct): Door => ({ ...host(desk), needsSecondApprover: true });
const other = (by: Exclude<Door['by'], 'host'>, ...sends: Sends): Door => ({
  by,
  sends,
  desk: by === 'desk' ? 'see-loans' : null,
  needsPreview: false,
  needsSecondApprover: false,
});

/** Every entrance, with the staff permission for it: calls and jobs by name. */
export const doors: Readonly<Record<string, Door>> = {
  decideApplication: seen('decide-application', 'approve', 'decline'),
  cancelLoan: host('decide-application', 'cancel'),
  recordDisbursal: host(null, 'disburse', 'receive'),
  recordPayment: summed('received', seen('match-payment', 'receive')),
  assignPayment: summed('received', seen('match-payment', 'receive')),
  matchPayments: host(null, 'receive'),
  recordRecovery: summed('received', seen('match-payment', 'receive')),
  reversePayment: seen('correct-loan', 'take-back'),
  movePayment: summed('received', seen('correct-loan', 'put-back', 'receive')),
  changePayment: summed('received', seen('correct-loan', 'change-payment')),
  unmatchPayment: seen('correct-loan', 'put-back'),
  waiveCharge: seen('correct-loan', 'waive', 'take-back-waiver'),
  reversePenalties: seen('correct-loan', 'take-back-penalties'),
  upholdChargeDispute: seen('correct-loan', 'answer-dispute'),
  rejectChargeDispute: host('correct-loan', 'answer-dispute'),
  proposeNewPlan: seen('correct-loan', 'propose-plan'),
  undoNewPlan: seen('correct-loan', 'undo-plan'),
  requestRefund: seen('correct-loan', 'request-refund'),
  markRefundSent: seen('match-payment', 'send-refund'),
  markRefundFailed: seen('match-payment', 'fail-refund'),
  writeOffLoan: seen('correct-loan', 'write-off', 'reinstate'),
  closeLoan: host(null, 'sell'),
  endCoolingOff: host(null, 'cool-off'),
  readLoanStatement: host('see-loans', 'look'),
  quoteSettlement: host(null, 'look'),

  readLoan: other('borrower', 'accrue'),
  readRepayment: other('borrower', 'accrue'),
  readPaymentInstruction: other('borrower', 'accrue'),
  readExtension: other('borrower', 'accrue'),
  readSavedCards: other('borrower', 'accrue', 'receive'),
  payWithCard: other('borrower', 'accrue', 'receive'),
  confirmCardPayment: other('borrower', 'accrue', 'receive'),
  readPaymentPage: other('borrower', 'accrue'),
  disputeCharge: other('borrower', 'dispute-charge'),
  withdrawDispute: other('borrower', 'withdraw-dispute'),
  acceptNewPlan: other('borrower', 'accept-plan'),
  declineNewPlan: other('borrower', 'decline-plan'),

  '/webhooks/': other('webhook', 'receive', 'take-back', 'request-refund', 'send-refund', 'fail-refund'),
  penalties: other('job', 'accrue'),
  'unmatched payments': other('job', 'receive', 'take-back', 'request-refund', 'send-refund'),
  'new plans': other('job', 'expire-plan'),
  'pending charges': other('job', 'receive'),
  'refunds to cards': other('job', 'send-refund', 'fail-refund'),
  'payment references': other('job', 'receive'),
  '/desk/loan': other('desk', 'accrue'),

  listComplaints: host('see-complaints'),
  exportComplaints: host('see-complaints'),
  listContactMessages: host('see-complaints'),
  reviewComplaint: host('answer-complaint'),
  answerComplaint: host('answer-complaint'),
  uploadReplyImage: host('answer-complaint'),
  sendInterimAnswer: host('answer-complaint'),
  extendDataRequest: host('answer-data-request'),
  closeComplaint: host('answer-complaint'),
  answerContactMessage: host('answer-complaint'),
  closeContactMessage: host('answer-complaint'),
  listUnmatchedPayments: host('see-money'),
  listPayments: host('see-money'),
  listRefunds: host('see-money'),
  listLoans: host('see-loans'),
  readPayment: host('see-money'),
  listPaymentClaims: host('see-money'),
  readPaymentClaim: host('see-money'),
  answerPaymentClaim: host('match-payment'),
  uploadPaymentProof: host('match-payment'),
  listChargeDisputes: host('see-money'),
  readChargeDispute: host('see-money'),
  readTrialBalance: host('see-money'),
  readAging: host('see-money'),
  reconcileProviders: host('see-money'),
  readReconciliation: host('see-money'),
  compareBooks: host('see-money'),
  exportJournal: host('export'),
  listSettlementFiles: host('see-money'),
  showSettlementFile: host('see-money'),
  readSettlementFile: host('match-payment'),
  decideSettlementLine: summed('settled', seen('match-payment')),
  correctSettlementLine: summed('received', seen('match-payment', 'take-back', 'receive')),
  closeSettlementDay: summed('settled', seen('match-payment')),
  verifyReceipt: host('see-loans'),
  readLoanFile: host('see-personal-data'),
  listBorrowers: host('see-loans'),
  readBorrower: host('see-loans'),
  blockBorrower: host('change-borrower'),
  unblockBorrower: host('change-borrower'),
  requestBorrowerChange: host('change-borrower'),
  makeBorrowerChange: byTwo('change-borrower'),
  dropBorrowerChange: host('change-borrower'),
  linkBorrowers: byTwo('change-borrower'),
  unlinkBorrowers: byTwo('change-borrower'),
  revokeSessions: host('change-borrower'),
  exportBorrower: host('answer-data-request'),
  requestErasure: byTwo('answer-data-request'),
  eraseBorrower: byTwo('answer-data-request'),
  holdBorrower: host('answer-data-request'),
  releaseBorrower: host('answer-data-request'),
  readRetention: host('see-operations'),
  startRetention: byTwo('answer-data-request'),
  listProducts: host('see-catalogue'),
  readProduct: host('see-catalogue'),
  listOffers: host('see-catalogue'),
  putProduct: byTwo('change-catalogue'),
  putOffer: host('change-catalogue'),
  listRegistrations: host('see-operations'),
  readPromotionFigures: host('see-operations'),
  readJobs: host('see-operations'),
  listDeadEvents: host('see-operations'),
  redeliverEvents: host('run-operations'),
  stepPenalties: host('run-operations'),
};

/** Permission that staff need for a call; null for a call that the desk never makes. */
export function deskActOf(call: string): DeskAct | null {
  return Object.hasOwn(doors, call) ? (doors[call]?.desk ?? null) : null;
}

/** Whether a call always needs a second approver; withdrawing a product does not. */
export function needsSecondApprover(call: string, fields: Readonly<Record<string, unknown>>): boolean {
  const isWithdrawal = call === 'putProduct' && fields.isActive === false;
  return Object.hasOwn(doors, call) && doors[call]?.needsSecondApprover === true && !isWithdrawal;
}

export function needsPreview(call: string): boolean {
  return Object.hasOwn(doors, call) && doors[call]?.needsPreview === true;
}

export function daySumOf(call: string): DaySum | undefined {
  return Object.hasOwn(doors, call) ? doors[call]?.daySum : undefined;
}

/** Calls that share the daily limit of a call, itself included. */
export function callsSummedWith(call: string): string[] {
  const daySum = daySumOf(call);
  return daySum === undefined ? [call] : Object.keys(doors).filter((each) => doors[each]?.daySum === daySum);
}

export function sendsCommand(call: string, act: Command['act']): boolean {
  return doors[call]?.sends.includes(act) ?? false;
}

export function deskRolesOf(call: string): DeskRole[] {
  const act = deskActOf(call);
  return act === null ? [] : deskRoles.filter((role) => mayDo([role], act));
}
