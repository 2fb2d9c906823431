import type { LocalDate } from '#domain/calendar.ts';
import type { ContactResult, ContactWay, PromiseState } from '#domain/desk/note.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Market } from '#domain/market.ts';
import type { CollectionPause, LateBand, LateSort, LateView } from '#domain/matter/collection.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskColleague, DeskPage } from './desk-page.ts';

/** A promise to pay. */
export interface PromisedPayment {
  readonly on: LocalDate;
  readonly amountMinor: MinorAmount;
  readonly state: PromiseState;
}

/** A contact with a late borrower, or a note of one. */
export interface CollectionContact {
  readonly kind: string;
  readonly result: ContactResult | null;
  readonly text: string;
  readonly writtenAt: Date;
  readonly personName: string;
  readonly promise: PromisedPayment | null;
  /** Through which day it paused asking for the money; null for what did not. */
  readonly pausedUntil: LocalDate | null;
}

/** A late loan; the borrower is masked. */
export interface LateLoan {
  readonly id: string;
  readonly orderNumber: string;
  readonly borrowerId: string;
  readonly borrower: string;
  readonly market: Market;
  /** The time zone of the borrower; null where it is not known. */
  readonly zone: string | null;
  readonly currency: Currency;
  readonly daysLate: number;
  /** What was due before today and is not paid. */
  readonly overdueMinor: MinorAmount;
  /** What its plan has left in all. */
  readonly owedMinor: MinorAmount;
  readonly lastContact: Pick<CollectionContact, 'kind' | 'result' | 'writtenAt'> | null;
  readonly promise: PromisedPayment | null;
  readonly holder: (DeskColleague & { readonly namedAt: Date | null }) | null;
  /** What has to be answered first; null where nothing has. */
  readonly pausedBy: CollectionPause | null;
  /** Through which day somebody paused it; null where nobody did. */
  readonly pausedUntil: LocalDate | null;
  /** Where the list goes on after it. */
  readonly cursor: string;
}

/** How many late loans there are of some, and what their plans have left in all, as digits. */
export interface LateSum {
  readonly count: number;
  readonly owedMinor: string;
}

/** How many late loans there are in each band of days, and what they owe in all. */
export interface LateCount {
  readonly bands: readonly (LateSum & { readonly band: LateBand })[];
  readonly views: Readonly<Record<LateView, LateSum>>;
  /** Promises whose day was in the last `keptDays`, and how many of them were kept. */
  readonly kept: { readonly count: number; readonly of: number };
}

/** Which late loans are shown. */
export interface LateFilter {
  readonly market: Market;
  /** Null for all. */
  readonly band: LateBand | null;
  readonly leastMinor: number | null;
  /** Null for all. */
  readonly view: LateView | null;
  /** Whose they are: a person's id, `nobody`, or null for all. */
  readonly holder: string | null;
  readonly sort: LateSort;
}

/** Asking late borrowers to pay. Each throws DeskRefusal 'not-allowed' where no role of theirs may. */
export interface DeskCollections {
  /** In the order of the filter: the latest first, or those that owe most. */
  list(
    person: DeskPerson,
    filter: LateFilter,
    page: { readonly cursor: string; readonly limit: number },
  ): Promise<DeskPage<LateLoan>>;
  count(person: DeskPerson, market: Market): Promise<LateCount>;
  /** A late loan with its contacts, newest first; that it was opened is logged. Null where there is no such loan, or it is not late. */
  read(
    person: DeskPerson,
    orderNumber: string,
  ): Promise<{ readonly loan: LateLoan; readonly contacts: readonly CollectionContact[] } | null>;
  /**
   * Notes a contact, once for a `messageId`, with what was promised, which is logged.
   * @throws CodedError 'not-found'; 'status-conflict' while it is paused, before the borrower was told who contacts them where the market
   * wants that, and outside the hours of the market unless they asked for it.
   */
  contact(
    person: DeskPerson,
    orderNumber: string,
    contact: {
      readonly messageId: string;
      readonly kind: ContactWay | 'they-called';
      /** Null for what is not known yet, as of a letter. */
      readonly result: ContactResult | null;
      readonly text: string;
      readonly promised: { readonly on: LocalDate; readonly amountMinor: MinorAmount } | null;
      readonly isAskedFor: boolean;
    },
  ): Promise<void>;
  /** Gives a late loan to a colleague, which is logged and told to the lender. @throws CodedError 'not-found'. */
  handOver(
    person: DeskPerson,
    orderNumber: string,
    to: { readonly personId: string; readonly reason: string },
  ): Promise<void>;
  /**
   * Says that nobody asks the borrower to pay through a day, at most `pauseDaysMax` from now, which is logged; null ends the pause.
   * @throws CodedError 'not-found', 'request-invalid' for a day that is over or too far.
   */
  pause(
    person: DeskPerson,
    orderNumber: string,
    pause: { readonly messageId: string; readonly until: LocalDate | null; readonly reason: string },
  ): Promise<void>;
  /** Notes that the borrower was told who contacts them, which is logged. @throws CodedError 'not-found' where nobody has the loan. */
  markNamed(person: DeskPerson, orderNumber: string): Promise<void>;
  /** Who can be given late loans, by name. */
  colleagues(person: DeskPerson): Promise<readonly DeskColleague[]>;
}
