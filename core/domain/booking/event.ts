import type { LocalDate } from '../calendar.ts';
import type { ChargeKind, DisputeReason } from '../loan/charge-dispute.ts';
import { dueNow } from '../loan/instalment-state.ts';
import type { LoanStatus } from '../loan/loan-status.ts';
import type { NewPlanTerms } from '../loan/new-plan.ts';
import type { Currency, MinorAmount } from '../money/money.ts';
import { lateToleranceOf } from '../offer/product-terms.ts';
import { dayOf } from './loan-day.ts';
import type { InstalmentRecord, Loan, LoanState } from './state.ts';

interface Position {
  readonly status: LoanStatus;
  readonly balanceMinor: MinorAmount;
  readonly suspenseMinor: MinorAmount;
  readonly dueDate: LocalDate | null;
}

interface DisputeFacts {
  readonly disputeId: string;
  readonly sequence: number;
  readonly kind: ChargeKind;
  readonly amountMinor: MinorAmount;
}

interface NewPlanFacts {
  readonly planId: string;
}

interface NewPlanFigures extends NewPlanFacts, NewPlanTerms {
  readonly owedMinor: MinorAmount;
  readonly waivedMinor: MinorAmount;
  readonly payments: { readonly dueDate: LocalDate; readonly amountMinor: MinorAmount }[];
}

interface PaymentFacts {
  readonly provider: string;
  readonly eventId: string;
  readonly amountMinor: MinorAmount;
}

/** Fields of each event beside those of every loan event; instants are ISO 8601 in UTC. */
interface EventData {
  readonly 'loan.approved': { readonly principalMinor: MinorAmount };
  readonly 'loan.declined': { readonly reason: string | null; readonly reapplyOn: LocalDate | null };
  readonly 'loan.disbursed': {
    readonly principalMinor: MinorAmount;
    readonly totalMinor: MinorAmount;
    readonly disbursedOn: LocalDate;
    readonly reference: string;
    readonly dueDate: LocalDate | null;
  };
  readonly 'loan.overdue': { readonly dueDate: LocalDate; readonly daysLate: number };
  readonly 'loan.extended': {
    readonly fromDueDate: LocalDate;
    readonly newDueDate: LocalDate;
    readonly days: number;
    readonly feeMinor: MinorAmount;
    readonly vatMinor: MinorAmount;
  };
  readonly 'loan.settled': { readonly settledAt: string };
  readonly 'loan.settled-early': {
    readonly settledOn: LocalDate;
    readonly interestMinor: MinorAmount;
    readonly feeMinor: MinorAmount;
    readonly vatMinor: MinorAmount;
    readonly penaltyMinor: MinorAmount;
    readonly forgivenMinor: MinorAmount;
  };
  readonly 'loan.prepaid': {
    readonly prepaidOn: LocalDate;
    readonly principalMinor: MinorAmount;
    readonly interestMinor: MinorAmount;
    readonly feeMinor: MinorAmount;
    readonly vatMinor: MinorAmount;
    readonly savedMinor: MinorAmount;
    readonly payments: { readonly dueDate: LocalDate; readonly amountMinor: MinorAmount }[];
  };
  readonly 'loan.written-off': { readonly amountMinor: MinorAmount; readonly reason: string };
  readonly 'loan.sold': {
    readonly amountMinor: MinorAmount;
    readonly priceMinor: MinorAmount;
    readonly reason: string;
  };
  readonly 'loan.cancelled': { readonly reason: string };
  readonly 'loan.changed': Position;
  readonly 'payment.received': PaymentFacts & Position & { readonly paidAt: string };
  readonly 'payment.reversed': PaymentFacts & { readonly reason: string };
  readonly 'payment.refunded': { readonly refundId: string; readonly amountMinor: MinorAmount };
  readonly 'payment.refund-failed': {
    readonly refundId: string;
    readonly amountMinor: MinorAmount;
    readonly wasSent: boolean;
  };
  readonly 'charge.disputed': DisputeFacts & { readonly reason: DisputeReason; readonly answerBy: string };
  readonly 'charge.dispute-withdrawn': DisputeFacts;
  readonly 'charge.dispute-answered': DisputeFacts & {
    readonly decision: 'upheld' | 'upheld-in-part' | 'rejected';
    readonly takenOffMinor: MinorAmount;
    readonly vatTakenOffMinor: MinorAmount;
  };
  readonly 'plan.proposed': NewPlanFigures & { readonly validThrough: LocalDate; readonly reason: string };
  readonly 'plan.accepted': NewPlanFigures & { readonly agreedOn: LocalDate };
  readonly 'plan.declined': NewPlanFacts;
  readonly 'plan.expired': NewPlanFacts;
  readonly 'plan.undone': NewPlanFacts & { readonly wasAgreed: boolean; readonly reason: string };
}

export interface EventFacts {
  readonly orderNumber: string;
  readonly borrowerId: string;
  readonly productId: string;
  readonly currency: Currency;
}

export type LoanEvent = {
  readonly [Name in keyof EventData]: { readonly type: Name; readonly data: EventFacts & EventData[Name] };
}[keyof EventData];

export function eventFacts({ orderNumber, borrowerId, productId, currency }: EventFacts): EventFacts {
  return { orderNumber, borrowerId, productId, currency };
}

export function eventOf<Name extends keyof EventData>(
  type: Name,
  loan: Loan,
  data: EventData[Name],
): LoanEvent {
  return { type, data: { ...eventFacts(loan), ...data } } as LoanEvent;
}

export function positionOf(loan: Loan, records: readonly InstalmentRecord[], today: LocalDate): Position {
  const { status, balanceMinor, suspenseMinor } = loan;
  const dueDate =
    status === 'sold' ? null : (dueNow(records, today, lateToleranceOf(loan.terms))?.dueDate ?? null);
  return { status, balanceMinor, suspenseMinor, dueDate };
}

export function changedEvent({ loan, instalments }: LoanState, now: Date): LoanEvent {
  return eventOf('loan.changed', loan, positionOf(loan, instalments, dayOf(loan, now)));
}
