import { deskActOf } from '#contract/doors.ts';
import { reversePenalties } from '#contract/host/ledger.ts';
import { cancelLoan, decideApplication, type readLoanStatement, writeOffLoan } from '#contract/host/loan.ts';
import { proposeNewPlan, undoNewPlan } from '#contract/host/new-plan.ts';
import {
  changePayment,
  movePayment,
  recordRecovery,
  requestRefund,
  reversePayment,
  unmatchPayment,
  waiveCharge,
} from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { channelByHand, isTimeUnknown } from '#domain/repayment/payment-by-hand.ts';

export const correctionKinds = [
  'waive-penalty',
  'waive-fee',
  'undo-waiver',
  'move-payment',
  'change-day',
  'change-amount',
  'unmatch-payment',
  'reverse-payment',
  'refund',
  'reverse-penalties',
  'new-plan',
  'undo-plan',
  'write-off',
  'undo-write-off',
  'recovery',
  'approve',
  'decline',
  'cancel',
] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

export const callOfKind: Readonly<Record<CorrectionKind, HostCall>> = {
  'waive-penalty': waiveCharge as HostCall,
  'waive-fee': waiveCharge as HostCall,
  'undo-waiver': waiveCharge as HostCall,
  'move-payment': movePayment as HostCall,
  'change-day': changePayment as HostCall,
  'change-amount': changePayment as HostCall,
  'unmatch-payment': unmatchPayment as HostCall,
  'reverse-payment': reversePayment as HostCall,
  refund: requestRefund as HostCall,
  'reverse-penalties': reversePenalties as HostCall,
  'new-plan': proposeNewPlan as HostCall,
  'undo-plan': undoNewPlan as HostCall,
  'write-off': writeOffLoan as HostCall,
  'undo-write-off': writeOffLoan as HostCall,
  recovery: recordRecovery as HostCall,
  approve: decideApplication as HostCall,
  decline: decideApplication as HostCall,
  cancel: cancelLoan as HostCall,
};

export function actOfKind(kind: CorrectionKind): DeskAct {
  const act = deskActOf(callOfKind[kind].name);
  if (act === null) throw new Error(`Nobody corrects by '${kind}' at the desk.`);
  return act;
}

type HostStatement = typeof readLoanStatement extends HostCall<infer _Request, infer Answer> ? Answer : never;
export type Statement = Pick<HostStatement, 'loan' | 'instalments' | 'payments' | 'newPlans' | 'entries'>;

/** The corrections that a loan's state allows, whatever the person's role. */
export function openKinds(statement: Statement): CorrectionKind[] {
  const { loan, payments } = statement;
  const hasPayments = payments.some(({ outcome }) => outcome === 'posted');
  const isIn = (...statuses: LoanStatus[]) => statuses.includes(loan.status);
  const isOpen: Readonly<Record<CorrectionKind, boolean>> = {
    'waive-penalty': isIn('to-repay', 'overdue') && chargeOwed(statement, 'penalty') > 0,
    'waive-fee': isIn('to-repay', 'overdue') && chargeOwed(statement, 'fee') > 0,
    'undo-waiver': loan.status !== 'sold' && standingWaivers(statement).length > 0,
    'move-payment': hasPayments && loan.status !== 'sold',
    'change-day': paymentsFor('change-day', statement).length > 0 && loan.status !== 'sold',
    'change-amount': paymentsFor('change-amount', statement).length > 0 && loan.status !== 'sold',
    'unmatch-payment': hasPayments && loan.status !== 'sold',
    'reverse-payment': hasPayments,
    refund: loan.heldMinor > 0,
    'reverse-penalties': statement.instalments.some(({ chargedMinor }) => chargedMinor.penalty > 0),
    'new-plan':
      isIn('to-repay', 'overdue', 'written-off') &&
      openPlans(statement).every(({ state }) => state !== 'proposed'),
    'undo-plan': loan.status !== 'sold' && openPlans(statement).length > 0,
    'write-off': isIn('to-repay', 'overdue'),
    'undo-write-off': isIn('written-off'),
    recovery: isIn('written-off'),
    approve: isIn('under-review'),
    decline: isIn('under-review'),
    cancel: isIn('under-review', 'paying-out'),
  };
  return correctionKinds.filter((kind) => isOpen[kind]);
}

/** Unpaid penalties or fees, in minor units. */
export function chargeOwed({ instalments }: Statement, component: 'penalty' | 'fee'): number {
  return instalments.reduce(
    (sum, { chargedMinor, paidMinor }) => sum + chargedMinor[component] - paidMinor[component],
    0,
  );
}

/** Waivers of penalties and fees that were not undone, newest first. */
export function standingWaivers({ entries }: Pick<Statement, 'entries'>): Statement['entries'] {
  const takenBack = new Set(entries.map(({ reversesId }) => reversesId));
  return entries
    .filter(
      ({ kind, reversesId, transactionId }) =>
        kind === 'waiver' && reversesId === null && !takenBack.has(transactionId),
    )
    .reverse();
}

/** New plans that the borrower was offered or agreed to, newest first; these can be undone. */
export function openPlans({ newPlans }: Pick<Statement, 'newPlans'>): Statement['newPlans'] {
  return newPlans.filter(({ state }) => state === 'proposed' || state === 'agreed');
}

/** The booked payments that a kind can correct. A day changes only where no time is known, an amount only where staff entered it. */
export function paymentsFor(
  kind: CorrectionKind,
  { loan, payments }: Pick<Statement, 'loan' | 'payments'>,
): Statement['payments'] {
  const posted = payments.filter(({ outcome }) => outcome === 'posted');
  if (kind === 'change-day')
    return posted.filter(({ provider, paidAt }) =>
      isTimeUnknown({ provider, paidAt: new Date(paidAt) }, loan.market),
    );
  return kind === 'change-amount'
    ? posted.filter(({ provider }) => channelByHand(provider) !== undefined)
    : posted;
}

/** Card payments that a refund can go back to. */
export function cardPayments({ payments }: Pick<Statement, 'payments'>): Statement['payments'] {
  return payments.filter(({ provider, outcome }) => provider === 'card' && outcome === 'posted');
}

export function paymentName({ provider, eventId }: { provider: string; eventId: string }): string {
  return [provider, eventId].map(encodeURIComponent).join('/');
}
