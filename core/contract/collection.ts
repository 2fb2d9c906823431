import type { FigureDays } from '#domain/booking/settlement-figure.ts';
import type { LocalDate } from '#domain/calendar.ts';
import type { ContactResult, ContactWay, PromiseState } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Language } from '#domain/language.ts';
import type { Market } from '#domain/market.ts';
import type { CollectionPause, LateBand, LateSort, LateView } from '#domain/matter/collection.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskColleague, DeskPage } from './desk-page.ts';

export interface PromisedPayment {
  readonly on: LocalDate;
  readonly amountMinor: MinorAmount;
  readonly state: PromiseState;
}

export interface CollectionContact {
  readonly kind: string;
  readonly result: ContactResult | null;
  readonly text: string;
  readonly writtenAt: Date;
  readonly personName: string;
  readonly promise: PromisedPayment | null;
  readonly pausedUntil: LocalDate | null;
}

export interface LateLoan {
  readonly id: string;
  readonly orderNumber: string;
  readonly borrowerId: string;
  readonly borrower: string;
  readonly market: Market;
  readonly zone: string | null;
  readonly currency: Currency;
  readonly daysLate: number;
  /** Unpaid amount that was due before today. */
  readonly overdueMinor: MinorAmount;
  readonly owedMinor: MinorAmount;
  readonly lastContact: Pick<CollectionContact, 'kind' | 'result' | 'writtenAt'> | null;
  readonly promise: PromisedPayment | null;
  readonly holder: (DeskColleague & { readonly namedAt: Date | null }) | null;
  /** What must be answered before the borrower may be contacted. */
  readonly pausedBy: CollectionPause | null;
  /** Last day of a pause set by staff. */
  readonly pausedUntil: LocalDate | null;
  readonly cursor: string;
}

/** What a call needs of the borrower, while it is shown to the reader. */
export interface CallSheet {
  readonly name: string;
  readonly mobilePhone: string;
  readonly language: Language;
  /** When it is masked again. */
  readonly until: Date;
}

/** Number of loans, and the unpaid amount of their plans as a string of digits. */
export interface LateSum {
  readonly count: number;
  readonly owedMinor: string;
}

export interface LateCount {
  readonly bands: readonly (LateSum & { readonly band: LateBand })[];
  readonly views: Readonly<Record<LateView, LateSum>>;
  /** Promises of the last `keptDays`, and how many of them were kept. */
  readonly kept: { readonly count: number; readonly of: number };
}

export interface LateFilter {
  readonly market: Market;
  readonly band: LateBand | null;
  readonly leastMinor: number | null;
  readonly view: LateView | null;
  /** A person's id, `nobody`, or null for all. */
  readonly holder: string | null;
  readonly sort: LateSort;
}

export interface OpenedLateLoan {
  readonly loan: LateLoan;
  readonly contacts: readonly CollectionContact[];
  readonly call: CallSheet | null;
  /** Due today or before, with penalties; and what settles the loan today. */
  readonly dueMinor: MinorAmount;
  readonly settlesMinor: MinorAmount;
  /** Days for which a payment may be promised. */
  readonly promiseDays: FigureDays;
}

/** Collections. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskCollections {
  /** Most days overdue or largest debt first. */
  list(
    person: DeskPerson,
    filter: LateFilter,
    page: { readonly cursor: string; readonly limit: number },
  ): Promise<DeskPage<LateLoan>>;
  count(person: DeskPerson, market: Market): Promise<LateCount>;
  /**
   * A loan with its contacts, newest first, and what a call needs once the reader had all `callFields` shown; logs that it was opened. Null
   * if unknown or not overdue.
   */
  read(person: DeskPerson, orderNumber: string): Promise<OpenedLateLoan | null>;
  /**
   * Records a contact and its promise once per `messageId`, and logs it.
   * @throws CodedError 'not-found'; 'request-invalid' for a promise outside `promiseDays`, or above what settles the loan on its day;
   * 'status-conflict' during a pause, before the borrower was told the collector's name where the market
   * requires it, and outside of contact hours unless the borrower asked for it.
   */
  contact(
    person: DeskPerson,
    orderNumber: string,
    contact: {
      readonly messageId: string;
      readonly kind: ContactWay | 'they-called';
      readonly result: ContactResult | null;
      readonly text: string;
      readonly promised: { readonly on: LocalDate; readonly amountMinor: MinorAmount } | null;
      readonly isAskedFor: boolean;
    },
  ): Promise<void>;
  /** Assigns a loan to a colleague, logs it and sends the event. @throws CodedError 'not-found'. */
  handOver(
    person: DeskPerson,
    orderNumber: string,
    to: { readonly personId: string; readonly reason: string },
  ): Promise<void>;
  /**
   * Pauses contacts through a day, at most `pauseDaysMax` from now; null ends the pause. Logged.
   * @throws CodedError 'not-found', 'request-invalid' for a day in the past or too far ahead.
   */
  pause(
    person: DeskPerson,
    orderNumber: string,
    pause: { readonly messageId: string; readonly until: LocalDate | null; readonly reason: string },
  ): Promise<void>;
  /** Records that the borrower was told the collector's name. @throws CodedError 'not-found' where nobody is assigned. */
  markNamed(person: DeskPerson, orderNumber: string): Promise<void>;
}
