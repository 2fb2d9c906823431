import type { DeskCorrection } from '#contract/desk-correction.ts';
import { deskActOf } from '#contract/doors.ts';
import { reversePenalties } from '#contract/host/ledger.ts';
import { cancelLoan, decideApplication, type readLoanStatement, writeOffLoan } from '#contract/host/loan.ts';
import { requestRefund, reversePayment, waiveCharge } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';

/** What can be corrected on a loan. */
export const correctionKinds = [
  'waive-penalty',
  'waive-fee',
  'reverse-payment',
  'refund',
  'reverse-penalties',
  'write-off',
  'approve',
  'decline',
  'cancel',
] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** The call that does it. */
const callOfKind: Readonly<Record<CorrectionKind, HostCall>> = {
  'waive-penalty': waiveCharge as HostCall,
  'waive-fee': waiveCharge as HostCall,
  'reverse-payment': reversePayment as HostCall,
  refund: requestRefund as HostCall,
  'reverse-penalties': reversePenalties as HostCall,
  'write-off': writeOffLoan as HostCall,
  approve: decideApplication as HostCall,
  decline: decideApplication as HostCall,
  cancel: cancelLoan as HostCall,
};

/** What somebody has to be allowed to do for it. */
export function actOfKind(kind: CorrectionKind): DeskAct {
  const act = deskActOf(callOfKind[kind].name);
  if (act === null) throw new Error(`Nobody corrects by '${kind}' at the desk.`);
  return act;
}

/** The form's fields beside the reason. */
export const fieldsOfKind: Readonly<
  Record<CorrectionKind, readonly ('amount' | 'payment' | 'backTo' | 'fromDay' | 'throughDay')[]>
> = {
  'waive-penalty': ['amount'],
  'waive-fee': ['amount'],
  'reverse-payment': ['payment'],
  refund: ['amount', 'backTo'],
  'reverse-penalties': ['fromDay', 'throughDay'],
  'write-off': [],
  approve: [],
  decline: [],
  cancel: [],
};

/** What a form sent, as it was written. */
export type Typed = Readonly<
  Record<'amount' | 'payment' | 'backTo' | 'fromDay' | 'throughDay' | 'reason', string>
>;

export type Wrong = 'amount' | 'payment' | 'days' | 'reason';

type HostStatement = typeof readLoanStatement extends HostCall<infer _Request, infer Answer> ? Answer : never;
type Statement = Pick<HostStatement, 'loan' | 'instalments' | 'payments'>;

/** What can be corrected on a loan in its state, by any role. */
export function openKinds(statement: Statement): CorrectionKind[] {
  const { loan, payments } = statement;
  const isIn = (...statuses: LoanStatus[]) => statuses.includes(loan.status);
  const isOpen: Readonly<Record<CorrectionKind, boolean>> = {
    'waive-penalty': isIn('to-repay', 'overdue') && chargeOwed(statement, 'penalty') > 0,
    'waive-fee': isIn('to-repay', 'overdue') && chargeOwed(statement, 'fee') > 0,
    'reverse-payment': payments.some(({ outcome }) => outcome === 'posted'),
    refund: loan.heldMinor > 0,
    'reverse-penalties': statement.instalments.some(({ chargedMinor }) => chargedMinor.penalty > 0),
    'write-off': isIn('to-repay', 'overdue'),
    approve: isIn('under-review'),
    decline: isIn('under-review'),
    cancel: isIn('under-review', 'paying-out'),
  };
  return correctionKinds.filter((kind) => isOpen[kind]);
}

/** What is unpaid of penalties or fees, in minor units. */
export function chargeOwed({ instalments }: Statement, component: 'penalty' | 'fee'): number {
  return instalments.reduce(
    (sum, { chargedMinor, paidMinor }) => sum + chargedMinor[component] - paidMinor[component],
    0,
  );
}

/** Payments with a card that money can go back to. */
export function cardPayments({ payments }: Pick<Statement, 'payments'>): Statement['payments'] {
  return payments.filter(({ provider, outcome }) => provider === 'card' && outcome === 'posted');
}

/** How a form names a payment. */
export function paymentName({ provider, eventId }: { provider: string; eventId: string }): string {
  return [provider, eventId].map(encodeURIComponent).join('/');
}

/** A reason as the calls take it, in one line; null for one too short or too long. */
export function reasonOf(typed: string): string | null {
  const reason = typed
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return reason.length >= 10 && reason.length <= 200 ? reason : null;
}

/**
 * The correction that a form asks for, or what of it is wrong.
 * @param messageId the id of the form, by which a refund is known.
 */
export function correctionOf(
  kind: CorrectionKind,
  typed: Typed,
  {
    orderNumber,
    currency,
    payments,
    messageId,
  }: { orderNumber: string; currency: Currency; messageId: string } & Pick<Statement, 'payments'>,
): { readonly correction: DeskCorrection; readonly reason: string } | { readonly wrong: Wrong } {
  const reason = reasonOf(typed.reason);
  const amountMinor = amountFromText(typed.amount, currency) ?? 0;
  const payment = payments.find((each) => paymentName(each) === typed.payment);
  const backTo = cardPayments({ payments }).find((each) => paymentName(each) === typed.backTo);
  const asks = fieldsOfKind[kind];
  if (asks.includes('amount') && amountMinor <= 0) return { wrong: 'amount' };
  if (asks.includes('payment') && !payment) return { wrong: 'payment' };
  if (asks.includes('backTo') && typed.backTo !== '' && !backTo) return { wrong: 'payment' };
  const { fromDay, throughDay } = typed;
  const areDays =
    [fromDay, throughDay].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) && fromDay <= throughDay;
  if (asks.includes('fromDay') && !areDays) return { wrong: 'days' };
  if (reason === null) return { wrong: 'reason' };
  const made = (fields: Readonly<Record<string, unknown>>) => ({
    correction: { call: callOfKind[kind], fields: { ...fields, reason }, orderNumber },
    reason,
  });
  switch (kind) {
    case 'waive-penalty':
      return made({ orderNumber, component: 'penalty', amountMinor });
    case 'waive-fee':
      return made({ orderNumber, component: 'fee', amountMinor });
    case 'reverse-payment':
      return made({ provider: payment?.provider, eventId: payment?.eventId });
    case 'refund':
      return made({
        ...{ orderNumber, refundKey: `desk:${messageId}`, amountMinor },
        ...(backTo && { cardPaymentId: backTo.eventId }),
      });
    case 'reverse-penalties':
      return made({ orderNumber, fromDay, throughDay });
    case 'write-off':
    case 'cancel':
      return made({ orderNumber });
    default:
      return made({ orderNumber, decision: kind });
  }
}
