import type { LocalDate } from '../calendar.ts';
import type { ExtensionOffer } from '../extension/extension-price.ts';
import type { Language } from '../language.ts';
import type { ChargeKind, DisputeReason, DisputeState } from '../loan/charge-dispute.ts';
import type { InstalmentBalance } from '../loan/instalment-state.ts';
import type { LoanStatus } from '../loan/loan-status.ts';
import type { NewPlanState, NewPlanTerms } from '../loan/new-plan.ts';
import type { PenaltyPause } from '../loan/penalty-pause.ts';
import type { Market } from '../market.ts';
import { type Currency, type MinorAmount, zeroMinor } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import type { Schedule } from '../offer/schedule.ts';
import type { ClaimChannel, ClaimState, PaymentClaim } from '../repayment/payment-claim.ts';
import type { LedgerKind, Movement } from './movement.ts';

/** A loan with its quoted terms; amounts in minor units of its currency. */
export interface Loan extends LoanFacts {
  readonly id: string;
  readonly borrowerId: string;
  readonly serialNumber: number;
  readonly orderNumber: string;
  readonly productId: string;
  readonly market: Market;
  readonly currency: Currency;
  readonly status: LoanStatus;
  readonly principalMinor: MinorAmount;
  readonly termDays: number;
  readonly balanceMinor: MinorAmount;
  readonly suspenseMinor: MinorAmount;
  readonly appliedAt: Date;
  readonly terms: ProductTerms;
  readonly schedule: Schedule;
  readonly isRepeatBorrower: boolean;
}

/** Loan columns that a booking may set directly; balances and status change through movements. */
export interface LoanFacts {
  readonly declineReason: string | null;
  readonly reapplyOn: LocalDate | null;
  readonly disbursedOn: LocalDate | null;
  readonly disbursalReference: string | null;
  readonly settledAt: Date | null;
  readonly writtenOffAt: Date | null;
  readonly soldAt: Date | null;
  readonly buyerName: string | null;
  readonly buyerContact: string | null;
  /** When a correction reopened an ended loan. */
  readonly reopenedAt: Date | null;
  /** Day of the last correction; penalties of days up to it stay unchanged. */
  readonly correctedOn: LocalDate | null;
  /** Since when the loan is in non-accrual; null for one that earns by days. */
  readonly nonAccrualSince: LocalDate | null;
  /** Last day of booked income when the earning periods last changed; null for none. */
  readonly earningSince: LocalDate | null;
}

/** Interest and fees that are earned in equal parts a day, after one day through another; minor units. */
export interface EarningPeriod {
  readonly instalmentId: string;
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
}

/** Earning periods of a loan from a day on; they replace the earlier ones. */
export interface EarningPlan {
  readonly since: LocalDate;
  readonly periods: readonly EarningPeriod[];
}

export interface InstalmentRecord extends InstalmentBalance {
  readonly id: string;
  /** Last day with a booked penalty; null if it was never late. */
  readonly accruedThrough: LocalDate | null;
  /** How often staff reversed penalties. */
  readonly penaltyRound: number;
  readonly extendedFrom: LocalDate | null;
}

const nothingMinor = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};

export const uncharged: Omit<InstalmentRecord, 'id' | 'sequence' | 'dueDate'> = {
  accruedThrough: null,
  penaltyRound: 0,
  extendedFrom: null,
  charged: nothingMinor,
  paid: nothingMinor,
};

/** A pause with its cause: a claim, a dispute, a rescheduling, or the loan itself once its borrower was erased. */
export interface LoanPause extends PenaltyPause {
  readonly causeId: string;
}

/** A booked movement. A reversal is never reversed itself. */
export interface JournalEntry extends Movement {
  readonly isStanding: boolean;
}

export interface Claim extends PaymentClaim {
  readonly id: string;
  readonly state: ClaimState;
  readonly paymentId?: string | null;
}

export interface Dispute {
  readonly id: string;
  readonly sequence: number;
  readonly kind: ChargeKind;
  readonly state: DisputeState;
}

export interface DisputeWords {
  readonly reason: DisputeReason;
  /** The borrower's own words; may be empty. */
  readonly words: string;
  readonly language: Language;
}

export const extensionStates = ['awaiting-payment', 'in-effect', 'lapsed'] as const;
export type ExtensionState = (typeof extensionStates)[number];

export interface Extension {
  readonly id: string;
  readonly state: ExtensionState;
  readonly sequences: readonly number[];
  /** The payment that put it into effect, or the last one that was too small. */
  readonly paymentEventId: string | null;
}

export interface NewPlan {
  readonly id: string;
  readonly state: NewPlanState;
  readonly terms: NewPlanTerms;
  readonly reason: string;
  readonly validThrough: LocalDate;
  readonly sequences: readonly number[];
}

export interface CurrentExtension {
  readonly offer: ExtensionOffer;
  readonly quotedOn: LocalDate;
  readonly instalments: readonly InstalmentRecord[];
  readonly sequences: readonly number[];
  readonly fromDueDate: LocalDate;
}

export interface Payment {
  readonly id: string;
  readonly provider: string;
  readonly eventId: string;
  /** Its id at the bank or provider; null if unknown. */
  readonly trackingKey: string | null;
  readonly reference: string;
  /** Above 0, in the loan's currency. */
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  readonly receivedAt?: Date;
  readonly outcome: 'posted' | 'unmatched' | 'reversed';
  /** How often staff moved or changed it; each time has its own ledger key. Absent for never. */
  readonly round?: number;
}

export type BookedPayment = Pick<
  Payment,
  'id' | 'provider' | 'eventId' | 'trackingKey' | 'amountMinor' | 'paidAt'
>;

/** Accounts of loans that are no longer an asset; empty on any other loan. */
export const derecognitionAccounts = [
  'derecognised-receivable',
  'write-off-expense',
  'recovery-income',
] as const;
export type DerecognitionAccounts = Readonly<Record<(typeof derecognitionAccounts)[number], MinorAmount>>;

/** A loan's figures, and the part of its history that decisions depend on. */
export interface LoanState {
  readonly loan: Loan;
  /** First to last; none before the payout. They repeat the ledger, so that history need not be read. */
  readonly instalments: readonly InstalmentRecord[];
  readonly pauses: readonly LoanPause[];
  /** Movements of rare kinds, those that a command names, and penalties since a day (`journalOf`), in booking order. */
  readonly journal: readonly JournalEntry[];
  readonly derecognised: DerecognitionAccounts;
  /** Payments that are not reversed, in order of arrival. */
  readonly payments: readonly BookedPayment[];
  /** Payment codes and how they are paid. */
  readonly references: readonly { readonly code: string; readonly channelKind: ClaimChannel }[];
  readonly claims: readonly Claim[];
  readonly disputes: readonly Dispute[];
  readonly extensions: readonly Extension[];
  readonly newPlans: readonly NewPlan[];
  readonly isErased: boolean;
}

export const nothingHappened: Omit<LoanState, 'loan'> = {
  instalments: [],
  pauses: [],
  journal: [],
  payments: [],
  references: [],
  claims: [],
  disputes: [],
  extensions: [],
  newPlans: [],
  isErased: false,
  derecognised: {
    'derecognised-receivable': zeroMinor,
    'write-off-expense': zeroMinor,
    'recovery-income': zeroMinor,
  },
};

export interface Circumstances {
  readonly now: Date;
  /** Last day whose penalties may be booked; null for any. */
  readonly bookableThrough: LocalDate | null;
  /** Last closed day of the books in the loan's currency; null for none. */
  readonly closedThrough: LocalDate | null;
  readonly actor?: string | undefined;
  /** Gives a new id, greater than all before. */
  nextId(): string;
}

/** Rare kinds of movements that rules look up; every journal contains all of them. */
export const journalKinds = [
  'late-fee',
  'extension-fee',
  'charge-correction',
  'waiver',
  'cooling-off-exit',
  'early-settlement',
  'prepayment',
  'reallocation',
  'new-plan',
  'write-off',
] as const satisfies readonly LedgerKind[];

/** The part of a loan's history that a decision needs, beside movements of `journalKinds`. */
export interface JournalPart {
  /** Include booked penalties of days after this; undefined for only the days with missing penalties. */
  readonly since?: Date;
  readonly keys?: readonly string[];
}
