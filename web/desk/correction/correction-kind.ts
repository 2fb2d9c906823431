import type { DeskCorrection } from '#contract/desk-correction.ts';
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
import { typedDay } from '#domain/calendar.ts';
import type { DeskAct } from '#domain/desk/role.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import { planValidDays } from '#domain/loan/new-plan.ts';
import { marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import type { Currency } from '#domain/money/money.ts';
import { channelByHand, isByDay } from '#domain/repayment/payment-by-hand.ts';

/** What can be corrected on a loan. */
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

/** The call that does it. */
const callOfKind: Readonly<Record<CorrectionKind, HostCall>> = {
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

/** What somebody has to be allowed to do for it. */
export function actOfKind(kind: CorrectionKind): DeskAct {
  const act = deskActOf(callOfKind[kind].name);
  if (act === null) throw new Error(`Nobody corrects by '${kind}' at the desk.`);
  return act;
}

/** Fields of a form that take a whole number, each at least 0. */
export const wholeFields = ['moratoriumDays', 'count', 'days', 'validDays'] as const;

/** Fields of a form beside the reason. */
type FieldName =
  | (
      | 'amount'
      | 'payment'
      | 'toLoan'
      | 'paidOn'
      | 'backTo'
      | 'receivedOn'
      | 'fromDay'
      | 'throughDay'
      | 'plan'
      | 'penalties'
      | 'waiver'
    )
  | (typeof wholeFields)[number];

/** The form's fields beside the reason. */
export const fieldsOfKind: Readonly<Record<CorrectionKind, readonly FieldName[]>> = {
  'waive-penalty': ['amount'],
  'waive-fee': ['amount'],
  'undo-waiver': ['waiver'],
  'move-payment': ['payment', 'toLoan'],
  'change-day': ['payment', 'paidOn'],
  'change-amount': ['payment', 'amount'],
  'unmatch-payment': ['payment'],
  'reverse-payment': ['payment'],
  refund: ['amount', 'backTo'],
  'reverse-penalties': ['fromDay', 'throughDay'],
  'new-plan': ['moratoriumDays', 'count', 'days', 'penalties', 'validDays'],
  'undo-plan': ['plan'],
  'write-off': [],
  'undo-write-off': [],
  recovery: ['amount', 'receivedOn'],
  approve: [],
  decline: [],
  cancel: [],
};

/** What a form sent, as it was written. */
export type Typed = Readonly<Record<FieldName | 'reason' | 'anotherPayment', string>>;

/** An empty form, but for what a new plan usually is. */
export const emptyForm: Typed = {
  ...{
    amount: '',
    receivedOn: '',
    payment: '',
    toLoan: '',
    paidOn: '',
    backTo: '',
    fromDay: '',
    throughDay: '',
    plan: '',
    waiver: '',
    anotherPayment: '',
    penalties: 'waive',
  },
  ...{ moratoriumDays: '0', count: '4', days: '30', validDays: String(planValidDays), reason: '' },
};

export type Wrong =
  | 'amount'
  | 'payment'
  | 'toLoan'
  | 'paidOn'
  | 'receivedOn'
  | 'dates'
  | 'numbers'
  | 'plan'
  | 'waiver'
  | 'reason';

type HostStatement = typeof readLoanStatement extends HostCall<infer _Request, infer Answer> ? Answer : never;
type Statement = Pick<HostStatement, 'loan' | 'instalments' | 'payments' | 'newPlans' | 'entries'>;

/** What can be corrected on a loan in its state, by any role. */
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

/** What is unpaid of penalties or fees, in minor units. */
export function chargeOwed({ instalments }: Statement, component: 'penalty' | 'fee'): number {
  return instalments.reduce(
    (sum, { chargedMinor, paidMinor }) => sum + chargedMinor[component] - paidMinor[component],
    0,
  );
}

/** Waivers of penalties and fees that stand, newest first. */
export function standingWaivers({ entries }: Pick<Statement, 'entries'>): Statement['entries'] {
  const takenBack = new Set(entries.map(({ reversesId }) => reversesId));
  return entries
    .filter(
      ({ kind, reversesId, transactionId }) =>
        kind === 'waiver' && reversesId === null && !takenBack.has(transactionId),
    )
    .reverse();
}

/** New plans that wait for the borrower or were agreed, and can be undone; newest first. */
export function openPlans({ newPlans }: Pick<Statement, 'newPlans'>): Statement['newPlans'] {
  return newPlans.filter(({ state }) => state === 'proposed' || state === 'agreed');
}

/** Payments that a kind can correct: those booked, and where it changes what was entered those that staff entered. */
export function paymentsFor(
  kind: CorrectionKind,
  { loan, payments }: Pick<Statement, 'loan' | 'payments'>,
): Statement['payments'] {
  const posted = payments.filter(({ outcome }) => outcome === 'posted');
  if (kind === 'change-day')
    return posted.filter(({ provider, paidAt }) =>
      isByDay({ provider, paidAt: new Date(paidAt) }, loan.market),
    );
  return kind === 'change-amount'
    ? posted.filter(({ provider }) => channelByHand(provider) !== undefined)
    : posted;
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

/** The start of a day in the market of a currency; undefined for none, which is now, and null for what is no day. */
function startOf(day: string, currency: Currency): string | null | undefined {
  if (day === '') return undefined;
  const typed = typedDay(day);
  return typed && startOfDayIn(marketOfCurrency(currency), typed).toISOString();
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
    newPlans,
    entries,
    messageId,
  }: { orderNumber: string; currency: Currency; messageId: string } & Pick<
    Statement,
    'payments' | 'newPlans' | 'entries'
  >,
): { readonly correction: DeskCorrection; readonly reason: string } | { readonly wrong: Wrong } {
  const reason = reasonOf(typed.reason);
  const amountMinor = amountFromText(typed.amount, currency) ?? 0;
  const payment = payments.find((each) => paymentName(each) === typed.payment);
  const backTo = cardPayments({ payments }).find((each) => paymentName(each) === typed.backTo);
  const asks = fieldsOfKind[kind];
  if (asks.includes('amount') && amountMinor <= 0) return { wrong: 'amount' };
  if (asks.includes('payment') && !payment) return { wrong: 'payment' };
  const toLoan = typed.toLoan.trim().toUpperCase();
  const isLoan = /^[^\p{Cc}]{1,32}$/u.test(toLoan) && toLoan !== orderNumber;
  if (asks.includes('toLoan') && !isLoan) return { wrong: 'toLoan' };
  if (asks.includes('paidOn') && typedDay(typed.paidOn) === null) return { wrong: 'paidOn' };
  if (asks.includes('backTo') && typed.backTo !== '' && !backTo) return { wrong: 'payment' };
  const { fromDay, throughDay } = typed;
  const areDays =
    [fromDay, throughDay].every((day) => /^\d{4}-\d\d-\d\d$/.test(day)) && fromDay <= throughDay;
  if (asks.includes('fromDay') && !areDays) return { wrong: 'dates' };
  const receivedAt = startOf(typed.receivedOn, currency);
  if (asks.includes('receivedOn') && receivedAt === null) return { wrong: 'receivedOn' };
  const areNumbers = wholeFields.every((name) => /^\d{1,3}$/.test(typed[name].trim()));
  if (asks.includes('count') && !areNumbers) return { wrong: 'numbers' };
  const plan = openPlans({ newPlans }).find(({ planId }) => planId === typed.plan);
  if (asks.includes('plan') && !plan) return { wrong: 'plan' };
  // Also one that is taken back: the same form sent twice has one effect.
  const waiver = entries.find(
    ({ kind: booked, transactionId }) => booked === 'waiver' && transactionId === typed.waiver,
  );
  if (asks.includes('waiver') && !waiver) return { wrong: 'waiver' };
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
    case 'undo-waiver':
      return made({ orderNumber, reversesId: waiver?.transactionId });
    case 'move-payment':
      return made({
        ...{ provider: payment?.provider, eventId: payment?.eventId, orderNumber: toLoan },
        ...(typed.anotherPayment === 'yes' && { anotherPayment: true }),
      });
    case 'change-day':
      return made({
        ...{ provider: payment?.provider, eventId: payment?.eventId },
        paidOn: typedDay(typed.paidOn),
      });
    case 'change-amount':
      return made({ provider: payment?.provider, eventId: payment?.eventId, amountMinor });
    case 'unmatch-payment':
    case 'reverse-payment':
      return made({ provider: payment?.provider, eventId: payment?.eventId });
    case 'refund':
      return made({
        ...{ orderNumber, refundKey: `desk:${messageId}`, amountMinor },
        ...(backTo && { cardPaymentId: backTo.eventId }),
      });
    case 'reverse-penalties':
      return made({ orderNumber, fromDay, throughDay });
    case 'new-plan': {
      const [moratoriumDays, count, days, validDays] = wholeFields.map((name) => Number(typed[name].trim()));
      const spread = count === 0 ? null : { count, days };
      const waivesPenalties = typed.penalties === 'waive';
      return made({ orderNumber, moratoriumDays, spread, waivesPenalties, validDays });
    }
    case 'undo-plan':
      return made({ orderNumber, planId: plan?.planId });
    case 'recovery':
      return made({
        ...{ orderNumber, recoveryKey: `desk:${messageId}`, amountMinor, currency },
        ...(receivedAt && { receivedAt }),
      });
    case 'undo-write-off':
      return made({ orderNumber, isReversed: true });
    case 'write-off':
    case 'cancel':
      return made({ orderNumber });
    default:
      return made({ orderNumber, decision: kind });
  }
}
