import type { DueThrough } from '#domain/booking/settlement.ts';
import type { FigureDays, SettlementFigure } from '#domain/booking/settlement-figure.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { AnswerClock } from '#domain/complaint/answer-clock.ts';
import type {
  ComplaintState,
  ComplaintSubtypeId,
  ComplaintTypeId,
  InterimAnswer,
} from '#domain/complaint/complaint.ts';
import type { ContactResult, NoteKind } from '#domain/desk/note.ts';
import type { DeskPerson, Identity } from '#domain/desk/person.ts';
import type { DeskAct, DeskRole } from '#domain/desk/role.ts';
import type { Language } from '#domain/language.ts';
import type { ChargeKind } from '#domain/loan/charge-dispute.ts';
import type { LoanFileKind } from '#domain/loan/loan-file.ts';
import type { LoanStatus } from '#domain/loan/loan-status.ts';
import type { Market } from '#domain/market.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { AnnualCost } from '#domain/offer/annual-cost.ts';
import type { Schedule } from '#domain/offer/schedule.ts';
import type { Component } from '#domain/repayment/allocation.ts';
import type { ClaimChannel } from '#domain/repayment/payment-claim.ts';
import type { DeskBatches } from './batch.ts';
import type { DeskBorrowerMessages } from './borrower-message.ts';
import type { LoanAgreement, LoanDetail } from './calls/loan.ts';
import type { DeskCollections, PromisedPayment } from './collection.ts';
import type { DeskBorrowers } from './desk-borrower.ts';
import type { DeskApprovals, DeskCorrections } from './desk-correction.ts';
import type { DeskColleague, DeskPage } from './desk-page.ts';
import type { DeskUnmatched } from './desk-unmatched.ts';
import type { HostCall } from './host-call.ts';
import type { DeskMatters, QueuedMatter } from './matter.ts';

/** Facts of a desk act that go into the audit log beside the call's fields. */
export interface DeskStep {
  /** The form's id: sending it twice has one effect. */
  readonly messageId: string;
  /** For example `loan:LL100001`. */
  readonly subject?: string;
  readonly reason?: string;
  /** Name in the log of a read that shows or exports personal data. */
  readonly loggedAs?: 'opened' | 'searched' | 'shown' | 'exported';
  /** Names of the fields shown or searched by, never their values; or the filters of a file. */
  readonly detail?: Readonly<
    Record<'fields', readonly string[]> | Record<'by', string> | Record<'filters', FileFilters>
  >;
}

export type FileFilters = Readonly<Record<string, string>>;

export interface DeskAttempt {
  readonly act: 'opened' | 'sent';
  /** For example `page:/desk/audit`. */
  readonly subject: string;
}

/** An identity; the last two fields only from an identity provider. */
export interface DeskIdentity extends Identity {
  readonly providerSession?: string | null;
  readonly idToken?: string;
}

export interface SignedIn {
  readonly sessionId: string;
  readonly personId: string;
  readonly name: string;
  readonly roles: readonly DeskRole[];
  readonly signedInAt: Date;
  readonly usedAt: Date;
}

/** An audit log entry; the name is null where the actor is unknown. */
export interface AuditEntry {
  readonly serialNumber: number;
  readonly at: Date;
  readonly personId: string | null;
  readonly name: string | null;
  readonly act: string;
  readonly subject: string | null;
  readonly borrowerId: string | null;
  readonly outcome: 'done' | 'refused';
  readonly reason: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** A loan in a list, with the borrower's name masked. */
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
  /** Due date of the oldest unpaid instalment; null before disbursal and after settlement. */
  readonly dueDate: LocalDate | null;
  readonly daysLate: number;
  /** Unpaid amount of the plan in minor units; early settlement costs less. */
  readonly balanceMinor: MinorAmount;
  /** Only while the application awaits a decision. */
  readonly application: DeskApplication | null;
}

/** Amount and cost of an application as the borrower accepted it, in minor units. */
export interface DeskApplication {
  readonly amountMinor: MinorAmount;
  readonly receivedMinor: MinorAmount;
  readonly termDays: number;
  readonly paymentCount: number;
  readonly interestMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly costMinor: MinorAmount;
  readonly totalMinor: MinorAmount;
  readonly annualCost: AnnualCost;
  readonly otherLoans: readonly {
    readonly status: LoanStatus;
    readonly count: number;
    readonly principalMinor: MinorAmount;
  }[];
}

/** An application with its plan, the borrower's other loans, and who made the offer. */
export interface DeskApplicationDetail extends DeskApplication {
  readonly currency: Currency;
  readonly plan: Pick<Schedule, 'startDate' | 'instalments'>;
  /** The most recent loans, newest first. */
  readonly history: readonly {
    readonly orderNumber: string;
    readonly productName: string;
    readonly status: LoanStatus;
    readonly principalMinor: MinorAmount;
    /** When it was declined, settled, written off or sold; null while it runs, and when it was cancelled. */
    readonly endedAt: Date | null;
    readonly overdueCount: number;
  }[];
  /** Ids of the staff who made or changed the offer; none of them may approve the application. */
  readonly offeredBy: readonly string[];
}

/** Personal data of a loan's page that staff can reveal. */
export const shownFields = ['name', 'phone', 'address'] as const;
export type ShownField = (typeof shownFields)[number];

/** Acts of staff that only look. */
export const lookActs = ['opened', 'shown', 'exported', 'searched'] as const;

export const callFields = ['name', 'phone', 'language', 'zone'] as const;

export interface StoryLine {
  readonly at: Date;
  readonly kind: 'money' | 'status' | 'agreement' | 'complaint' | 'desk' | 'message' | 'note';
  /** Ledger kind, loan status, complaint state or audit act. */
  readonly words: string;
  readonly isReversal: boolean;
  /** Actor: `desk:<person id>`, `host` or `borrower`; null for the service. */
  readonly by: string | null;
  readonly reason: string | null;
  /** A folio, a hash, a message's purpose or id, a payment's reference, or the last day of a pause. */
  readonly about: string | null;
  /** Bank identifier of a payment, if known; and the provider's. */
  readonly trackingKey: string | null;
  readonly eventId: string | null;
  /** Money received (above 0) or paid out (below 0); null where no money moved. */
  readonly cashMinor: MinorAmount | null;
  /** Change of the debt, and the debt after it; null for lines without money. */
  readonly owedMinor: MinorAmount | null;
  readonly owedAfterMinor: MinorAmount | null;
  /** Allocation of a payment, in order; empty for other lines. */
  readonly parts: readonly { readonly component: Component; readonly amountMinor: MinorAmount }[];
  /** Change of the borrower's credit balance; null for none. */
  readonly heldMinor: MinorAmount | null;
  readonly valueOn: LocalDate | null;
  /** Amount that staff told the borrower; null for none. */
  readonly quotedMinor: MinorAmount | null;
  /** Of a contact by staff. */
  readonly result: ContactResult | null;
  readonly promise: PromisedPayment | null;
  /** Null for lines of the borrower. */
  readonly orderNumber: string | null;
}

export interface LoanQuestions {
  readonly openDisputes: readonly {
    readonly disputeId: string;
    readonly sequence: number;
    readonly kind: ChargeKind;
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

/** Everything about a loan, with the borrower masked. */
export interface DeskLoan extends DeskLoanRow, LoanQuestions {
  /** Null after disbursal. */
  readonly application: DeskApplicationDetail | null;
  readonly masked: Readonly<Record<ShownField, string>>;
  /** Values that the reader had shown lately. */
  readonly shown: Readonly<Partial<Record<ShownField, string>>>;
  readonly principalMinor: MinorAmount;
  readonly suspenseMinor: MinorAmount;
  /** Amount that settles the loan today, and planned charges saved by it; minor units. */
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
  /** Due today or before, with penalties; null when nothing is. */
  readonly due: DueThrough | null;
  readonly agreement: {
    readonly version: string;
    readonly language: Language | null;
    readonly hash: string;
    readonly acceptedAt: Date;
  } | null;
  /** Photos of proofs of payments recorded by hand. */
  readonly proofs: readonly { readonly eventId: string; readonly name: string }[];
  readonly references: readonly {
    readonly channelKind: 'bank-transfer' | 'store' | 'upi' | 'virtual-account';
    readonly purpose: 'repay' | 'extend';
    readonly code: string;
  }[];
  /** Newest first. */
  readonly story: readonly StoryLine[];
  /** Names of the staff in the history, by id. */
  readonly people: ReadonlyMap<string, string>;
}

export interface DeskComplaintRow {
  readonly folio: string;
  readonly orderNumber: string | null;
  /** The complainant's market, which decides the time zone. */
  readonly market: Market;
  readonly typeId: ComplaintTypeId;
  readonly subtypeId: ComplaintSubtypeId | null;
  readonly state: ComplaintState;
  readonly filedAt: Date;
  readonly clock: AnswerClock;
  readonly holder: DeskColleague | null;
}

export interface DeskDraft {
  readonly text: string;
  readonly closesToo: boolean;
  readonly images: readonly string[];
}

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
  readonly images: readonly string[];
  readonly replyImages: readonly string[];
  readonly earlierCount: number;
  /** Null for complaints that are no data request. */
  readonly dataRequest: {
    readonly borrowerId: string;
    readonly language: Language;
    /** Deadline to carry out what an answer of today grants. */
    readonly effectDueAt: Date;
    /** Null where it cannot be extended. */
    readonly extendedDueAt: Date | null;
  } | null;
  /** Newest first. */
  readonly acts: readonly AuditEntry[];
  readonly draft: (DeskDraft & { readonly keptAt: Date }) | null;
}

export interface DeskCaseLoan extends DeskLoanRow {
  readonly principalMinor: MinorAmount;
  /** Amount due today; 0 when nothing is due. */
  readonly dueMinor: MinorAmount;
  readonly settlesMinor: MinorAmount;
  readonly paidMinor: MinorAmount;
}

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

export interface DeskCaseDocument {
  readonly orderNumber: string;
  readonly kind: LoanFileKind;
  readonly number: string;
  readonly hash: string;
  readonly madeAt: Date;
}

export interface DeskNote {
  readonly kind: NoteKind;
  readonly text: string;
  readonly isPinned: boolean;
  readonly writtenAt: Date;
  readonly personId: string;
}

/** Everything about one borrower; lists are newest first unless their comment names another order. */
export interface DeskCase {
  readonly borrowerId: string;
  readonly market: Market;
  readonly currency: Currency;
  /** The most recent ones, newest first. */
  readonly loans: readonly DeskCaseLoan[];
  readonly loanCount: number;
  /** Open matters, earliest deadline first. */
  readonly matters: readonly QueuedMatter[];
  readonly erasure: { readonly requestedAt: Date; readonly earliestOn: LocalDate | null } | null;
  readonly payments: readonly DeskCasePayment[];
  readonly documents: readonly DeskCaseDocument[];
  /** Photos of complaints and answers, newest first. */
  readonly images: readonly { readonly folio: string; readonly name: string; readonly uploadedAt: Date }[];
  readonly notes: readonly DeskNote[];
  readonly story: readonly StoryLine[];
  readonly people: ReadonlyMap<string, string>;
}

export const hitKinds = ['person', 'loan', 'payment', 'reference', 'complaint'] as const;
export type HitKind = (typeof hitKinds)[number];

/** What of a hit equals, starts with, ends in or is one letter off the search text. */
export type HitReason =
  | 'name'
  | 'name-near'
  | 'phone'
  | 'phone-end'
  | 'lender-id'
  | 'own-id'
  | 'order'
  | 'code'
  | 'reference'
  | 'tracking-key'
  | 'provider-id'
  | 'folio'
  | 'amount';

export interface DeskHit {
  readonly kind: HitKind;
  readonly why: HitReason;
  /** The matching value; empty where it is personal data. */
  readonly matched: string;
  /** Id, order number or folio in the page's address. */
  readonly name: string;
  readonly borrowerId: string | null;
  readonly borrower: string;
  readonly market: Market | null;
  readonly orderNumber: string | null;
  readonly status: LoanStatus | null;
  readonly amountMinor: MinorAmount | null;
  readonly currency: Currency | null;
  readonly payment: { readonly provider: string; readonly eventId: string; readonly outcome: string } | null;
  /** The masked telephone of a person; empty for another hit. */
  readonly phone: string;
  /** Whether a person is linked to another borrower. */
  readonly isLinked: boolean;
  /** The open loans of a person, newest first. */
  readonly openLoans: readonly { readonly orderNumber: string; readonly status: LoanStatus }[];
}

export interface DeskSearch {
  readonly text: string;
  /** Null for all kinds. */
  readonly kind: HitKind | null;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** One page of what a search found, and how many of each kind; kinds without hits are absent. */
export interface DeskFound {
  readonly hits: readonly DeskHit[];
  readonly counts: readonly HitCount[];
  readonly nextCursor: string | null;
}

export interface HitCount {
  readonly kind: HitKind;
  readonly count: number;
  /** Whether there are more than `count`, which are not read. */
  readonly hasMore: boolean;
}

/** Borrowers' cases. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskCases {
  /** Logs that the case was opened. @returns null for an unknown borrower. */
  read(person: DeskPerson, borrowerId: string): Promise<DeskCase | null>;
  /** Adds a note once per `messageId` and logs it. @throws CodedError 'not-found'. */
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
   * Searches names in any script and with one wrong letter, phone numbers in any spelling or their last four digits, orders, folios, codes,
   * references, tracking keys, amounts of payments and ids of providers or the lender, within the person's permissions. Logs how hits
   * matched and the ids on the page but never the text. @throws CodedError 'request-invalid' for a cursor that no page gave.
   */
  search(person: DeskPerson, search: DeskSearch): Promise<DeskFound>;
}

export interface DeskMessage {
  readonly name: string;
  /** Phone and mail; empty strings where missing. */
  readonly ways: readonly string[];
  readonly remark: string;
  readonly state: 'open' | 'answered' | 'closed';
  readonly receivedAt: Date;
  /** The one borrower with its telephone; null for nobody, and for several. */
  readonly borrowerId: string | null;
}

/** A loan's settlement on a chosen day, for staff. */
export interface DeskSettlement {
  readonly market: Market;
  readonly currency: Currency;
  readonly borrowerId: string;
  /** The borrower's, in which the document is written. */
  readonly language: Language;
  readonly days: FigureDays;
  /** Null for a day outside `days`, and where nothing is owed. */
  readonly figure: SettlementFigure | null;
  /** False where nothing can be settled on any day. */
  readonly isPayable: boolean;
  /** Whether it can be sent to the borrower. */
  readonly isRunning: boolean;
}

/** Documents about borrowers for staff. Throws DeskRefusal 'not-allowed' without permission. */
export interface DeskPapers {
  /** Amount that settles a loan on a day, today for null; logs that it was opened. Null for an unknown number. */
  settlement(person: DeskPerson, orderNumber: string, day: LocalDate | null): Promise<DeskSettlement | null>;
  /** Data of that amount's document in the borrower's language; logs day and amount. Null where there is none. */
  settlementPaper(
    person: DeskPerson,
    orderNumber: string,
    day: LocalDate,
  ): Promise<{
    readonly figure: SettlementFigure;
    readonly agreement: LoanAgreement;
    readonly currency: Currency;
    readonly language: Language;
    /** Whose midnight ends the day, to follow it in a sentence; empty in a market with one zone. */
    readonly place: string;
  } | null>;
  /** Data of a settled loan's closure letter in the borrower's language; logs the export. Null where there is no letter. */
  letter(
    person: DeskPerson,
    orderNumber: string,
  ): Promise<{
    readonly loan: LoanDetail;
    readonly agreement: LoanAgreement;
    readonly language: Language;
  } | null>;
}

/** The service behind the desk. Everything happens in a person's name, by their permissions, and is logged. */
/** What a page shows after its form was sent, and its HTTP status. */
export interface FormDraft {
  readonly answer: unknown;
  readonly status: number;
}

export interface DeskService {
  readonly people: {
    /**
     * Starts a session. @returns its token; null for somebody without a role.
     * @param before token of an earlier session that this one continues, with its language and end.
     */
    signIn(identity: DeskIdentity, language: Language, before?: string): Promise<string | null>;
    /** The person of a token, and whether their groups must be read again; null for an ended, expired or idle session. */
    find(token: string): Promise<(DeskPerson & { readonly areRolesOld: boolean }) | null>;
    /** The person of a session that expired within the last day, only for keeping their drafts. */
    findRunOut(token: string): Promise<DeskPerson | null>;
    signOut(token: string): Promise<void>;
    /** The provider's ID token of a session that was just signed out, returned once. */
    takeIdToken(token: string): Promise<string | null>;
    /** Ends the sessions that ended at the identity provider, and logs it. @returns how many. */
    endByProvider(ended: {
      readonly issuer: string;
      readonly subject: string | null;
      readonly providerSession: string | null;
    }): Promise<number>;
    /** Open sessions, last used first. @throws DeskRefusal 'not-allowed'. */
    signedIn(person: DeskPerson): Promise<readonly SignedIn[]>;
    /** Ends all sessions of a colleague and logs it. @returns how many. @throws DeskRefusal 'not-allowed'. */
    endSessions(person: DeskPerson, personId: string): Promise<number>;
    speak(token: string, language: Language): Promise<void>;
    /** Full names by person id, for actors such as `desk:<id>`; other actors are left out. */
    names(actors: readonly string[]): Promise<ReadonlyMap<string, string>>;
  };
  /**
   * Makes a host call in a person's name, with its audit entry in the same transaction. Refusals and searches without a hit are logged too.
   * @throws DeskRefusal 'not-allowed' without permission; CodedError as the call refuses.
   */
  ask<Request, Answer>(
    person: DeskPerson,
    call: HostCall<Request, Answer>,
    fields: Readonly<Record<string, unknown>>,
    step: DeskStep,
  ): Promise<Answer>;
  loanTime(): Promise<Date>;
  /** Loans. Methods throw DeskRefusal 'not-allowed' without permission. */
  readonly loans: {
    /** Newest first, of one status or all. */
    list(
      person: DeskPerson,
      of: { readonly status: LoanStatus | null; readonly cursor: string; readonly limit: number },
    ): Promise<DeskPage<DeskLoanRow>>;
    /** Logs that the loan was opened. @returns null for an unknown number. */
    read(person: DeskPerson, orderNumber: string): Promise<DeskLoan | null>;
    /** The application of a loan in any status; null for an unknown number. */
    application(person: DeskPerson, orderNumber: string): Promise<DeskApplicationDetail | null>;
    isBorrower(person: DeskPerson, orderNumber: string, payerName: string): Promise<boolean>;
    /**
     * Logs that a person has data of the borrower shown. What the person then reads of the borrower's loans contains them for `shownForMs`
     * or until the person records a contact. @returns false for an unknown number.
     */
    show(
      person: DeskPerson,
      orderNumber: string,
      fields: readonly (ShownField | (typeof callFields)[number])[],
    ): Promise<boolean>;
  };
  readonly borrowers: DeskBorrowers;
  readonly cases: DeskCases;
  readonly papers: DeskPapers;
  readonly matters: DeskMatters;
  readonly batches: DeskBatches;
  readonly collections: DeskCollections;
  readonly corrections: DeskCorrections;
  readonly approvals: DeskApprovals;
  readonly unmatched: DeskUnmatched;
  /** Complaints. Methods throw DeskRefusal 'not-allowed' without permission. */
  readonly complaints: {
    /** Logs that the complaint was opened. @returns null for an unknown folio. */
    read(person: DeskPerson, folio: string): Promise<DeskComplaint | null>;
    /** Replaces the person's draft; null deletes it. */
    keepDraft(person: DeskPerson, folio: string, draft: DeskDraft | null): Promise<void>;
    /** JPEG of the complaint, its answer or the person's draft; logs that it was shown. Null if unknown. */
    image(person: DeskPerson, folio: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  };
  readonly borrowerMessages: DeskBorrowerMessages;
  /** What people typed into forms of a page (its address), for 15 minutes and only for themselves. */
  readonly drafts: {
    keep(person: DeskPerson, page: string, draft: FormDraft): Promise<string>;
    /** The newest one of the page for the id null. */
    read(person: DeskPerson, page: string, id: string | null): Promise<FormDraft | null>;
    forget(person: DeskPerson, page: string): Promise<void>;
  };
  readonly messages: {
    /**
     * A message with its writer masked, or revealed; both are logged. Null if unknown.
     * @throws DeskRefusal 'not-allowed'.
     */
    read(person: DeskPerson, id: string, isShown: boolean): Promise<DeskMessage | null>;
  };
  readonly claims: {
    /**
     * JPEG of a payment claim's proof; logs that it was shown. Null if unknown.
     * @throws DeskRefusal 'not-allowed'.
     */
    image(person: DeskPerson, claimId: string): Promise<Uint8Array<ArrayBuffer> | null>;
    proof(person: DeskPerson, orderNumber: string, name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  };
  /**
   * Checks the permission for a page or a form.
   * @throws DeskRefusal 'not-allowed', after logging the attempt.
   */
  require(person: DeskPerson, needed: DeskAct, attempt: DeskAttempt): Promise<void>;
  recordExport(person: DeskPerson, subject: string, filters: FileFilters): Promise<void>;
  /**
   * A page of the audit log, newest first, with the names of all staff by id. @throws CodedError 'not-found' for a borrower that nothing
   * names.
   */
  audit(of: {
    readonly subject?: string | undefined;
    readonly personId?: string | undefined;
    /** Our or the lender's id, or the number of a loan. Searches that showed the borrower belong to the list. */
    readonly borrower?: string | undefined;
    readonly act?: string | undefined;
    readonly from?: Date | undefined;
    /** The first instant after the list. */
    readonly until?: Date | undefined;
    readonly cursor?: string | undefined;
    readonly limit: number;
  }): Promise<DeskPage<AuditEntry> & { readonly people: ReadonlyMap<string, string> }>;
}
