import type { NoteKind } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskLoanRow, StoryLine } from './desk.ts';

/** What waits for a person of the lender's, of one borrower: each is answered on a page of its own. */
export type MatterKind =
  | 'application'
  | 'complaint'
  | 'payment-claim'
  | 'charge-dispute'
  | 'refund'
  | 'approval'
  | 'erasure';

/** Something of a borrower's that is open. */
export interface DeskMatter {
  readonly kind: MatterKind;
  /** What its page goes by: a folio, an id, an order number. */
  readonly name: string;
  readonly orderNumber: string | null;
  readonly amountMinor: MinorAmount | null;
  readonly since: Date;
  /** Until when it has to be answered; null where nothing says. */
  readonly dueAt: Date | null;
}

/** A loan in a case. */
export interface DeskCaseLoan extends DeskLoanRow {
  readonly principalMinor: MinorAmount;
  /** What is asked for today; 0 where nothing is. */
  readonly dueMinor: MinorAmount;
  /** What settles it today. */
  readonly settlesMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
}

/** A payment in a case, with what its borrower and their bank call it. */
export interface DeskCasePayment {
  readonly provider: string;
  readonly eventId: string;
  readonly reference: string;
  readonly trackingKey: string | null;
  readonly amountMinor: MinorAmount;
  readonly outcome: string;
  readonly paidAt: Date;
  readonly orderNumber: string;
}

/** A document of a loan. */
export interface DeskCaseDocument {
  readonly orderNumber: string;
  readonly kind: LoanFileKind;
  readonly number: string;
  readonly hash: string;
  readonly madeAt: Date;
}

/** What somebody of the desk noted. */
export interface DeskNote {
  readonly kind: NoteKind;
  readonly text: string;
  readonly isPinned: boolean;
  readonly writtenAt: Date;
  readonly personId: string;
}

/** All there is of one borrower: every loan and open matter, payments, notes, documents, and one time line. */
export interface DeskCase {
  readonly borrowerId: string;
  readonly market: Market;
  readonly currency: Currency;
  /** Newest first, the last ones. */
  readonly loans: readonly DeskCaseLoan[];
  readonly loanCount: number;
  /** The one with the shortest clock first. */
  readonly matters: readonly DeskMatter[];
  /** Newest first. */
  readonly payments: readonly DeskCasePayment[];
  readonly documents: readonly DeskCaseDocument[];
  /** Newest first. */
  readonly notes: readonly DeskNote[];
  /** Newest first. */
  readonly story: readonly StoryLine[];
  /** The people whom it names, by id. */
  readonly people: ReadonlyMap<string, string>;
}

/** What was found by a search. */
export const hitKinds = ['person', 'loan', 'payment', 'reference', 'complaint'] as const;
export type HitKind = (typeof hitKinds)[number];

/** Why something was found: what of it is, or begins with, or ends in what was looked for. */
export type HitReason =
  | 'name'
  | 'phone'
  | 'phone-end'
  | 'lender-id'
  | 'own-id'
  | 'order'
  | 'code'
  | 'reference'
  | 'tracking-key'
  | 'provider-id'
  | 'folio';

/** Something that a search found; who it is of is masked. */
export interface DeskHit {
  readonly kind: HitKind;
  readonly why: HitReason;
  /** What of it matched, as it is written; empty where that would name somebody. */
  readonly matched: string;
  /** Whether all of it is what was looked for. */
  readonly isWhole: boolean;
  /** What its page goes by: an id, an order number, a folio. */
  readonly name: string;
  readonly borrowerId: string | null;
  readonly borrower: string;
  readonly market: Market | null;
  readonly orderNumber: string | null;
  readonly status: LoanStatus | null;
  readonly amountMinor: MinorAmount | null;
  readonly currency: Currency | null;
  /** The payment, where it is one. */
  readonly payment: { readonly provider: string; readonly eventId: string; readonly outcome: string } | null;
}

/** Cases of borrowers. Each throws DeskRefusal 'not-allowed' where no role of theirs may. */
export interface DeskCases {
  /** A borrower's case; that it was opened is logged. Null where there is none. */
  read(person: DeskPerson, borrowerId: string): Promise<DeskCase | null>;
  /** Notes something of a borrower, once for a `messageId`, which is logged. @throws CodedError 'not-found'. */
  note(
    person: DeskPerson,
    borrowerId: string,
    note: {
      readonly messageId: string;
      readonly kind: NoteKind;
      readonly text: string;
      readonly isPinned: boolean;
    },
  ): Promise<void>;
  /**
   * Looks for a name, a telephone in any spelling, an order, a folio, a code, a reference, a tracking key, or the id of a provider or
   * of the lender, among what their roles may see; that it was searched for is logged, and what was looked for is not.
   */
  search(person: DeskPerson, text: string): Promise<readonly DeskHit[]>;
}
