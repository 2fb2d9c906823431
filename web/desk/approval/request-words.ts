import { deskBatchText } from '#content/messages/desk-batch.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import type { DeskApproval } from '#contract/desk-correction.ts';
import { requestRefund } from '#contract/host/repayment.ts';
import { decideSettlementLine } from '#contract/host/settlement.ts';
import type { Language } from '#domain/language.ts';
import { settlementDecisions } from '#domain/settlement/settlement.ts';

const kindOfCall = {
  waiveCharge: 'waive-penalty',
  reversePenalties: 'reverse-penalties',
  proposeNewPlan: 'new-plan',
  undoNewPlan: 'undo-plan',
  reversePayment: 'reverse-payment',
  movePayment: 'move-payment',
  changePayment: 'change-day',
  unmatchPayment: 'unmatch-payment',
  assignPayment: 'assign',
  recordPayment: 'record',
  writeOffLoan: 'write-off',
  recordRecovery: 'recovery',
  correctSettlementLine: 'correct-line',
  closeSettlementDay: 'close-day',
  markRefundSent: 'refund-sent',
  markRefundFailed: 'refund-failed',
  requestRefund: 'refund',
  upholdChargeDispute: 'uphold',
  decideApplication: 'approve',
  putProduct: 'change-product',
  requestErasure: 'erase',
  makeBorrowerChange: 'change-borrower',
  linkBorrowers: 'link-borrowers',
  unlinkBorrowers: 'unlink-borrowers',
  eraseBorrower: 'erase-registration',
  startRetention: 'erase-past-years',
} as const;

export function requestWords(
  { call, fields, effect }: Pick<DeskApproval, 'call' | 'fields' | 'effect'>,
  language: Language,
): string {
  if (call === 'carryOutBatch')
    return deskBatchText[language][fields.act === 'match' ? 'request-match' : 'requestMany'];
  if (call === decideSettlementLine.name) {
    const decision = settlementDecisions.find((each) => each === fields.decision) ?? 'note';
    return deskCorrectionText[language][`decide-${decision}`];
  }
  if (effect.payment && call === requestRefund.name) return deskUnmatchedText[language].back;
  if (call === 'waiveCharge' && fields.component === 'fee') return deskCorrectionText[language]['waive-fee'];
  if (call === 'changePayment' && fields.amountMinor !== undefined)
    return deskCorrectionText[language]['change-amount'];
  if (fields.reversesId !== undefined) return deskCorrectionText[language]['undo-waiver'];
  if (fields.isReversed === true) return deskCorrectionText[language]['undo-write-off'];
  return call in kindOfCall
    ? deskCorrectionText[language][kindOfCall[call as keyof typeof kindOfCall]]
    : call;
}
