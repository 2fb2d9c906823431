import type { LocalDate } from '#domain/calendar.ts';
import type { AnswerClock } from '#domain/complaint/answer-clock.ts';
import type {
  CollectionSubtypeId,
  ComplaintState,
  ComplaintTypeId,
  InterimAnswer,
} from '#domain/complaint/complaint.ts';
import type { NoteKind } from '#domain/desk/note.ts';
import type { DeskPerson, Identity } from '#domain/desk/person.ts';
import type { DeskAct, DeskRole } from '#domain/desk/role.ts';
import type { Language } from '#domain/language.ts';
import type { ChargeKind } from '#domain/loan/charge-dispute.ts';
import type { DueNow } from '#domain/loan/instalment-state.ts';
import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { AnnualCost } from '#domain/offer/annual-cost.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import type { ClaimChannel } from '#domain/repayment/payment-claim.ts';
import type { DeskBatches } from './batch.ts';
import type { LoanAgreement, LoanDetail } from './calls/loan.ts';
import type { DeskCollections } from './collection.ts';
import type { DeskApprovals, DeskCorrections } from './desk-correction.ts';
import type { DeskColleague, DeskPage } from './desk-page.ts';
import type { DeskUnmatched } from './desk-unmatched.ts';
import type { HostCall } from './host-call.ts';
import type { DeskMatters, QueuedMatter } from './matter.ts';

/** What somebody does at the desk, beside the fields of the call. */
export interface DeskStep {
  /** The id of the form, so that sending it twice has one effect. */
  readonly messageId: string;
  /** What it is done to, such as `loan:LL100001`. */
  readonly subject?: string;
  readonly reason?: string;
  /** What a call that changes nothing is in the log, where it shows or gives away what is somebody's. */
  readonly loggedAs?: 'opened' | 'searched' | 'shown' | 'exported';
  /** What of it was shown or looked for by, by name and never a value; or by what a file was filtered. */
  readonly detail?: Readonly<
    Record<'fields', readonly string[]> | Record<'by', string> | Record<'filters', FileFilters>
  >;
}

/** By what a file is filtered, as its address says it. */
export type FileFilters = Readonly<Record<string, string>>;

/** A page of the desk that was opened, or a form of it that was sent. */
export interface DeskAttempt {
  readonly act: 'opened' | 'sent';
  /** Which, such as `page:/desk/audit`. */
  readonly subject: string;
}

/** Somebody as they signed in; the last two where an identity provider gave them. */
export interface DeskIdentity extends Identity {
  readonly providerSession?: string | null;
  readonly idToken?: string;
}

/** A session of somebody of the desk that is open. */
export interface SignedIn {
  readonly sessionId: string;
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly signedInAt: Date;
  readonly usedAt: Date;
}

/** An entry of the audit log with the name of who acted; null where the actor was not known. */
export interface AuditEntry {
  readonly serialNumber: number;
  readonly at: Date;
  readonly personId: string | null;
  readonly name: string | null;
  readonly act: string;
  readonly subject: string | null;
  /** Whose data or money it was about; null for what is about no borrower. */
  readonly borrowerId: string | null;
  readonly outcome: 'done' | 'refused';
  readonly reason: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** A loan in a list; the borrower's name is masked. */
export interface DeskLoanRow {
  readonly serialNumber: number;
  readonly orderNumber: string;
  readonly productName: string;
  readonly market: Market;
  readonly currency: Currency;
  readonly status: LoanStatus;
  readonly borrowerId: string;
  readonly borrower: string;
  readonly appliedAt: Date;
  /** When the oldest unpaid instalment is or was due; null before the loan is paid out and after it is settled. */
  readonly dueDate: LocalDate | null;
  /** Days since then; 0 when nothing is overdue. */
  readonly daysLate: number;
  /** What its plan has left, in minor units; less settles it before its dates. */
  readonly balanceMinor: MinorAmount;
  /** What it asks for and costs, while it is to be decided; else null. */
  readonly application: DeskApplication | null;
}

/** What an application asks for and costs, as its borrower accepted it, in minor units. */
export interface DeskApplication {
  readonly amountMinor: MinorAmount;
  /** What reaches the borrower's account. */
  readonly receivedMinor: MinorAmount;
  readonly termDays: number;
  readonly paymentCount: number;
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  /** Interest, fee and tax. */
  readonly costMinor: MinorAmount;
  /** What is paid back. */
  readonly totalMinor: MinorAmount;
  readonly annualCost: AnnualCost;
  /** The borrower's other loans, whenever they were asked for, counted by where they stand. */
  readonly otherLoans: readonly {
    readonly status: LoanStatus;
    readonly count: number;
    readonly principalMinor: MinorAmount;
  }[];
}

/** An application with its payments, the other loans of its borrower, and who of the desk offered it. */
export interface DeskApplicationDetail extends DeskApplication {
  readonly currency: Currency;
  /** Its payments, as of a payout on the day it was accepted. */
  readonly plan: Pick<Schedule, 'startDate' | 'instalments'>;
  /** Newest first, the last ones. */
  readonly history: readonly {
    readonly orderNumber: string;
    readonly productName: string;
    readonly status: LoanStatus;
    readonly principalMinor: MinorAmount;
    /** When it was declined, settled, written off or sold; null for one whose course is not over, or cancelled. */
    readonly endedAt: Date | null;
    /** How often it became overdue. */
    readonly overdueCount: number;
  }[];
  /** The ids of the people of the desk who made or changed the offer it comes of: none of them approves it. */
  readonly offeredBy: readonly string[];
}

/** What can be shown of a borrower when somebody asks for it. */
export const shownFields = ['name', 'phone', 'address'] as const;
export type ShownField = (typeof shownFields)[number];

/** One line of a loan's story. */
export interface StoryLine {
  readonly at: Date;
  readonly kind: 'money' | 'status' | 'agreement' | 'complaint' | 'desk' | 'message' | 'note';
  /** The word for it: a kind of the ledger, a status, a state of a complaint, an act. */
  readonly words: string;
  readonly isReversal: boolean;
  /** Who had it done: `desk:` and a person, `host`, `borrower`; null for the service itself. */
  readonly by: string | null;
  readonly reason: string | null;
  /** A folio, a hash, a message's purpose or id, the reference that a payment named. */
  readonly about: string | null;
  /** The bank's key of a payment; null for none. */
  readonly trackingKey: string | null;
  /** What came in, above zero, or went out, below it, in full; null where no money came or went. */
  readonly cashMinor: MinorAmount | null;
  /** What it changed in what is owed, and what was owed after it; null for what moves no money. */
  readonly owedMinor: MinorAmount | null;
  readonly owedAfterMinor: MinorAmount | null;
  /** What of a payment settled which part of what is owed, in the order of allocation; empty for what is none. */
  readonly parts: readonly { readonly component: Component; readonly amountMinor: MinorAmount }[];
  /** What it changed in what is held for the borrower; null for nothing. */
  readonly heldMinor: MinorAmount | null;
  /** The day it counts from, where that is not the day it was booked. */
  readonly valueOn: LocalDate | null;
  /** The loan that it is of; null for what is of the borrower. */
  readonly orderNumber: string | null;
}

/** What a borrower said of a loan that the lender has not answered. */
export interface LoanQuestions {
  readonly openDisputes: readonly {
    readonly disputeId: string;
    readonly sequence: number;
    readonly kind: ChargeKind;
    /** What is charged of it now. */
    readonly amountMinor: MinorAmount;
    readonly filedAt: Date;
    readonly answerBy: Date;
  }[];
  readonly waitingClaims: readonly {
    readonly claimId: string;
    readonly amountMinor: MinorAmount;
    readonly paidOn: LocalDate;
    readonly channel: ClaimChannel;
    readonly claimedAt: Date;
    readonly answerBy: Date;
  }[];
}

/** A loan with all there is to know of it; the borrower is masked. */
export interface DeskLoan extends DeskLoanRow, LoanQuestions {
  /** Null once it was paid out. */
  readonly application: DeskApplicationDetail | null;
  readonly masked: Readonly<Record<ShownField, string>>;
  readonly principalMinor: MinorAmount;
  readonly suspenseMinor: MinorAmount;
  /** What settles it today, and what its plan charges that is not charged then; minor units. */
  readonly settlesMinor: MinorAmount;
  readonly savesMinor: MinorAmount;
  readonly disbursedOn: LocalDate | null;
  readonly instalments: readonly {
    readonly sequence: number;
    readonly dueDate: LocalDate;
    readonly chargedMinor: MinorAmount;
    readonly paidMinor: MinorAmount;
    readonly penaltyOwedMinor: MinorAmount;
  }[];
  /** What is asked for today, penalties among it; null where nothing is. */
  readonly due: DueNow | null;
  readonly agreement: {
    readonly version: string;
    readonly language: Language | null;
    readonly hash: string;
    readonly acceptedAt: Date;
  } | null;
  /** Photos of the proofs of payments that were recorded by hand. */
  readonly proofs: readonly { readonly eventId: string; readonly name: string }[];
  readonly references: readonly {
    readonly channelKind: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
    readonly purpose: 'repay' | 'extend';
    readonly code: string;
  }[];
  /** Newest first. */
  readonly story: readonly StoryLine[];
  /** The people whom the story names, by id. */
  readonly people: ReadonlyMap<string, string>;
}

/** A complaint, as it stands. */
export interface DeskComplaintRow {
  readonly folio: string;
  readonly orderNumber: string | null;
  /** Where the person who filed it is, which says in which zone its times are. */
  readonly market: Market;
  readonly typeId: ComplaintTypeId;
  readonly subtypeId: CollectionSubtypeId | null;
  readonly state: ComplaintState;
  readonly filedAt: Date;
  readonly clock: AnswerClock;
  /** Whom it was handed over to; null while it is anybody's. */
  readonly holder: DeskColleague | null;
}

/** An answer to a complaint that is being written. */
export interface DeskDraft {
  readonly text: string;
  /** Whether sending it closes the complaint too. */
  readonly closesToo: boolean;
  /** Names of its images, in their order. */
  readonly images: readonly string[];
}

/** A complaint with its answer and who did what about it. */
export interface DeskComplaint extends DeskComplaintRow {
  readonly id: string;
  readonly content: string;
  readonly reviewedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly closedAt: Date | null;
  readonly reply: string | null;
  /** Oldest first. */
  readonly interimAnswers: readonly InterimAnswer[];
  readonly score: number | null;
  /** Names of its images, in their order. */
  readonly images: readonly string[];
  readonly replyImages: readonly string[];
  /** Complaints the borrower filed before. */
  readonly earlierCount: number;
  /** What people did about it, newest first. */
  readonly acts: readonly AuditEntry[];
  /** What the reader has written and not sent. */
  readonly draft: (DeskDraft & { readonly keptAt: Date }) | null;
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
  /** Those that are open, the one with the shortest clock first. */
  readonly matters: readonly QueuedMatter[];
  /** That their data wait to be erased, and from which day on they can be; null where nothing waits. */
  readonly erasure: { readonly requestedAt: Date; readonly earliestOn: LocalDate | null } | null;
  /** Newest first. */
  readonly payments: readonly DeskCasePayment[];
  readonly documents: readonly DeskCaseDocument[];
  /** Photos of complaints and of answers to them, newest first. */
  readonly images: readonly { readonly folio: string; readonly name: string; readonly uploadedAt: Date }[];
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

/** What a visitor wrote on the contact page. */
export interface DeskMessage {
  readonly name: string;
  /** How they are reached: telephone and mail, empty for none. */
  readonly ways: readonly string[];
  readonly remark: string;
  readonly state: 'open' | 'answered' | 'closed';
  readonly receivedAt: Date;
}

/** Papers of borrowers that people of the desk take; each throws DeskRefusal 'not-allowed' where no role of theirs may. */
export interface DeskPapers {
  /** What the letter of a settled loan says, in its borrower's language; that it was taken is logged. Null where it has none. */
  letter(
    person: DeskPerson,
    orderNumber: string,
  ): Promise<{
    readonly loan: LoanDetail;
    readonly agreement: LoanAgreement;
    readonly language: Language;
  } | null>;
}

/** The service behind the desk: whatever it does is done in somebody's name, by their roles, and logged. */
export interface DeskService {
  readonly people: {
    /**
     * Signs somebody in and gives the secret of the session; null for somebody whose groups make them nothing here.
     * @param before the secret of a session of theirs that this one goes on from: with its language, and no longer than it.
     */
    signIn(identity: DeskIdentity, language: Language, before?: string): Promise<string | null>;
    /** Who a secret is of, and whether their groups are to be read anew; null where it opens nothing, no longer, or was not used for too long. */
    find(token: string): Promise<(DeskPerson & { readonly areRolesOld: boolean }) | null>;
    /** Who a secret was of that ran out within the last day, so that what they wrote can be kept for them; nothing else is theirs. */
    findRunOut(token: string): Promise<DeskPerson | null>;
    signOut(token: string): Promise<void>;
    /** The provider's ID token of a session that was just signed out of, once; null for none. */
    takeIdToken(token: string): Promise<string | null>;
    /** Ends the sessions that the identity provider says have ended there, which is logged. @returns how many. */
    endByProvider(ended: {
      readonly issuer: string;
      readonly subject: string | null;
      readonly providerSession: string | null;
    }): Promise<number>;
    /** Who is signed in, the one who did something last first. @throws DeskRefusal 'not-allowed'. */
    signedIn(person: DeskPerson): Promise<readonly SignedIn[]>;
    /** Ends every session of a colleague, which is logged. @returns how many. @throws DeskRefusal 'not-allowed'. */
    endSessions(person: DeskPerson, personId: string): Promise<number>;
    speak(token: string, language: Language): Promise<void>;
    /** The full names of people of the desk, by id, among who did something: `desk:` and an id; others are left out. */
    names(actors: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  /**
   * Makes a call of the lender's systems for somebody. What it changed and its entry in the log are one transaction; what
   * is refused is logged too, and a search that finds nothing.
   * @throws DeskRefusal 'not-allowed' where no role of theirs may; CodedError as the call refuses.
   */
  ask<Request, Answer>(
    person: DeskPerson,
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
    step: DeskStep,
  ): Promise<Answer>;
  /** The time that loans live in, which a sandbox moves: what a borrower said is answered by it. */
  loanTime(): Promise<Date>;
  /** Looks loans up. Each throws DeskRefusal 'not-allowed' where no role of theirs may. */
  readonly loans: {
    /** Newest first, in one status or all. */
    list(
      person: DeskPerson,
      of: { readonly status: LoanStatus | null; readonly cursor: string; readonly limit: number },
    ): Promise<DeskPage<DeskLoanRow>>;
    /** A loan with its story; that it was opened is logged. Null where there is none. */
    read(person: DeskPerson, orderNumber: string): Promise<DeskLoan | null>;
    /** What was asked for with a loan, whatever became of it. Null where there is none. */
    application(person: DeskPerson, orderNumber: string): Promise<DeskApplicationDetail | null>;
    /** Whether a name that a bank gives of a payer may be that of a loan's borrower. */
    isBorrower(person: DeskPerson, orderNumber: string, payerName: string): Promise<boolean>;
    /** Something of a loan's borrower, and in the log that it was shown; null where there is no such loan. */
    show(person: DeskPerson, orderNumber: string, field: ShownField): Promise<string | null>;
  };
  readonly cases: DeskCases;
  readonly papers: DeskPapers;
  readonly matters: DeskMatters;
  readonly batches: DeskBatches;
  readonly collections: DeskCollections;
  readonly corrections: DeskCorrections;
  readonly approvals: DeskApprovals;
  readonly unmatched: DeskUnmatched;
  /** Looks complaints up. Each throws DeskRefusal 'not-allowed' where no role of theirs may. */
  readonly complaints: {
    /** A complaint; that it was opened is logged. Null where there is none. */
    read(person: DeskPerson, folio: string): Promise<DeskComplaint | null>;
    /** Keeps what somebody has written in place of what they wrote before; null forgets it. */
    keepDraft(person: DeskPerson, folio: string, draft: DeskDraft | null): Promise<void>;
    /**
     * An image of a complaint, its answer or one's own draft, a JPEG; that it was opened is logged. Null where there is none.
     */
    image(person: DeskPerson, folio: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  };
  readonly messages: {
    /**
     * A message of the contact page, its writer masked unless it is shown; either is logged. Null where there is none.
     * @throws DeskRefusal 'not-allowed' where no role of theirs may.
     */
    read(person: DeskPerson, id: string, isShown: boolean): Promise<DeskMessage | null>;
  };
  readonly claims: {
    /**
     * The photo that came with a claimed payment, a JPEG; that it was opened is logged. Null where there is none.
     * @throws DeskRefusal 'not-allowed' where no role of theirs may.
     */
    image(person: DeskPerson, claimId: string): Promise<Uint8Array<ArrayBuffer> | null>;
    /** The same of the proof that staff attached to a payment recorded by hand, by its name. */
    proof(person: DeskPerson, orderNumber: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  };
  /**
   * Lets somebody pass to a page, or to what its form asks for.
   * @throws DeskRefusal 'not-allowed' where no role of theirs may, which is logged as what was tried.
   */
  require(person: DeskPerson, needed: DeskAct, attempt: DeskAttempt): Promise<void>;
  /** Keeps in the log that somebody took a file, and by what it is filtered. */
  recordExport(person: DeskPerson, subject: string, filters: FileFilters): Promise<void>;
  /** A page of the audit log, newest first, with the names of the people whom its details name, by id. */
  audit(of: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    /** Only what was about this borrower: who looked at them, and who did what. */
    readonly borrowerId?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  }): Promise<DeskPage<AuditEntry> & { readonly people: ReadonlyMap<string, string> }>;
}
