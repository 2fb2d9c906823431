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

/** A loan with the terms it was quoted at; amounts are minor units of its currency. */
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
  /** What is owed. */
  readonly balanceMinor: MinorAmount;
  /** What is held for the borrower. */
  readonly suspenseMinor: MinorAmount;
  readonly appliedAt: Date;
  readonly terms: ProductTerms;
  readonly schedule: Schedule;
  readonly isRepeatBorrower: boolean;
}

/** What a change of status, or a correction, writes on a loan. */
export interface LoanFacts {
  readonly declineReason: string | null;
  readonly reapplyOn: LocalDate | null;
  readonly disbursedOn: LocalDate | null;
  readonly disbursalReference: string | null;
  readonly settledAt: Date | null;
  /** Null unless it was written off and that stands. */
  readonly writtenOffAt: Date | null;
  readonly soldAt: Date | null;
  readonly buyerName: string | null;
  readonly buyerContact: string | null;
  /** When a correction opened it again that had ended. */
  readonly reopenedAt: Date | null;
  /** The day of the last correction: penalties of days up to it stay unchanged. */
  readonly correctedOn: LocalDate | null;
  /** Since when its income waits for its borrower to pay, as it is too late; null for one that earns by days. */
  readonly nonAccrualSince: LocalDate | null;
  /** Through which day its income was booked when the days that it earns by last changed; null for a loan that has none. */
  readonly earningSince: LocalDate | null;
}

/** Interest and fees that are earned day by day in equal parts, from the day after one through another; minor units. */
export interface EarningPeriod {
  readonly instalmentId: string;
  readonly fromDay: LocalDate;
  readonly throughDay: LocalDate;
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
}

/** The periods that a loan earns by after a day, in place of those before. */
export interface EarningPlan {
  readonly since: LocalDate;
  readonly periods: readonly EarningPeriod[];
}

/** An instalment with what was charged and paid, and how far its penalties are booked. */
export interface InstalmentRecord extends InstalmentBalance {
  readonly id: string;
  /** The last day whose penalty is booked; null while never late. */
  readonly accruedThrough: LocalDate | null;
  /** How often penalties were reversed by hand. */
  readonly penaltyRound: number;
  /** The date it was due before it was extended; null when it never was. */
  readonly extendedFrom: LocalDate | null;
}

const nothingMinor = {
  ...{ penalty: zeroMinor, fee: zeroMinor, vat: zeroMinor },
  ...{ interest: zeroMinor, principal: zeroMinor },
};

/** An instalment that nothing was charged to yet, but for which it is and when it is due. */
export const uncharged: Omit<InstalmentRecord, 'id' | 'sequence' | 'dueDate'> = {
  ...{ accruedThrough: null, penaltyRound: 0, extendedFrom: null },
  ...{ charged: nothingMinor, paid: nothingMinor },
};

/** A pause with what it is for: the claim, the dispute or the new plan, or the loan itself once its borrower was erased. */
export interface LoanPause extends PenaltyPause {
  readonly causeId: string;
}

/** A movement that was booked. One that takes another back never stands itself. */
export interface JournalEntry extends Movement {
  readonly isStanding: boolean;
}

/** What a borrower said that they paid. */
export interface Claim extends PaymentClaim {
  readonly id: string;
  readonly state: ClaimState;
  /** The payment that answered it; null or absent for none. */
  readonly paymentId?: string | null;
}

/** A charge that a borrower does not agree with. */
export interface Dispute {
  readonly id: string;
  readonly sequence: number;
  readonly kind: ChargeKind;
  readonly state: DisputeState;
}

/** What is kept of a new dispute. */
export interface DisputeWords {
  readonly reason: DisputeReason;
  /** The borrower's own; empty for none. */
  readonly words: string;
  readonly language: Language;
}

/** Where an extension stands: offered and waiting for its payment, in effect, or lapsed since a payment did not reach it. */
export const extensionStates = ['awaiting-payment', 'in-effect', 'lapsed'] as const;
export type ExtensionState = (typeof extensionStates)[number];

/** An extension that the borrower asked for. */
export interface Extension {
  readonly id: string;
  readonly state: ExtensionState;
  /** The payments of the plan that move, oldest first. */
  readonly sequences: readonly number[];
  /** The payment that put it into effect, or the last that did not reach it. */
  readonly paymentEventId: string | null;
}

/** A new plan that was proposed to the borrower of a loan in difficulty. */
export interface NewPlan {
  readonly id: string;
  readonly state: NewPlanState;
  readonly terms: NewPlanTerms;
  /** Why the lender proposed it. */
  readonly reason: string;
  /** The last day on which it can be agreed. */
  readonly validThrough: LocalDate;
  /** The payments of the loan's plan that it made, once it was agreed. */
  readonly sequences: readonly number[];
}

/** What extending a loan takes on one day. */
export interface CurrentExtension {
  readonly offer: ExtensionOffer;
  readonly quotedOn: LocalDate;
  /** The instalments that move, oldest first. */
  readonly instalments: readonly InstalmentRecord[];
  readonly sequences: readonly number[];
  readonly fromDueDate: LocalDate;
}

/** A payment that a provider, the lender or a person reported. */
export interface Payment {
  readonly id: string;
  readonly provider: string;
  readonly eventId: string;
  /** What its bank or provider knows it by; null where that is not known. */
  readonly trackingKey: string | null;
  /** The code or number that it named. */
  readonly reference: string;
  /** Above 0, in the loan's currency. */
  readonly amountMinor: MinorAmount;
  readonly paidAt: Date;
  /** When it was reported; absent where it is booked at once. */
  readonly receivedAt?: Date;
  readonly outcome: 'posted' | 'unmatched' | 'reversed';
  /** How often staff moved or changed it, each time under a new ledger key; absent for never. */
  readonly round?: number;
}

/** A payment that is booked on a loan, as far as another can be the same. */
export type BookedPayment = Pick<
  Payment,
  'id' | 'provider' | 'eventId' | 'trackingKey' | 'amountMinor' | 'paidAt'
>;

/** Accounts of a loan that the lender no longer holds as an asset; all are empty on any other. */
export const derecognitionAccounts = [
  'derecognised-receivable',
  'write-off-expense',
  'recovery-income',
] as const;
export type DerecognitionAccounts = Readonly<Record<(typeof derecognitionAccounts)[number], MinorAmount>>;

/** A loan as it stands: what its figures are, and what of its history a decision can depend on. */
export interface LoanState {
  readonly loan: Loan;
  /** First to last; none before it is paid out. They repeat the ledger, so that history need not be read. */
  readonly instalments: readonly InstalmentRecord[];
  readonly pauses: readonly LoanPause[];
  /** Movements of rare kinds, those a command names, and penalties since a day (`journalOf`), in the order of booking. */
  readonly journal: readonly JournalEntry[];
  readonly derecognised: DerecognitionAccounts;
  /** Those that stand, in the order they came. */
  readonly payments: readonly BookedPayment[];
  /** Codes that it is paid with, and how. */
  readonly references: readonly { readonly code: string; readonly channelKind: ClaimChannel }[];
  /** Newest first. */
  readonly claims: readonly Claim[];
  readonly disputes: readonly Dispute[];
  /** The offer that waits for its payment, and those in effect. */
  readonly extensions: readonly Extension[];
  /** Newest first. */
  readonly newPlans: readonly NewPlan[];
  /** Whether its borrower was erased. */
  readonly isErased: boolean;
}

/** The rest of the state of a loan that nothing happened to. */
export const nothingHappened: Omit<LoanState, 'loan'> = {
  ...{ instalments: [], pauses: [], journal: [], payments: [], references: [], claims: [], disputes: [] },
  ...{ extensions: [], newPlans: [], isErased: false },
  derecognised: {
    ...{ 'derecognised-receivable': zeroMinor, 'write-off-expense': zeroMinor },
    'recovery-income': zeroMinor,
  },
};

/** What a decision is made in besides the state of the loan. */
export interface Circumstances {
  /** The time loans live in. */
  readonly now: Date;
  /** The last day whose penalties may be booked; null for any. */
  readonly bookableThrough: LocalDate | null;
  /** The last day of the loan's currency whose books are closed; null for none. */
  readonly closedThrough: LocalDate | null;
  /** Who has it booked; undefined for the service itself. */
  readonly actor?: string | undefined;
  /** A new id, above every one it gave before. */
  nextId(): string;
}

/** Kinds of movements that are rare on a loan and that rules look up; all of them are in every journal. */
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

/** What of a loan's history a decision needs, beside movements of `journalKinds`. */
export interface JournalPart {
  /** Penalties of days that begin after this are needed even where they are booked; undefined for the days that lack some. */
  readonly since?: Date;
  /** Movements by their keys. */
  readonly keys?: readonly string[];
}
