import type { AnswerClock } from '#domain/complaint/answer-clock.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Market } from '#domain/market.ts';
import type { MatterFilter, MatterKind, WorkKind } from '#domain/matter/matter.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskColleague, DeskPage } from './desk-page.ts';

/** A task that needs a member of staff, open or done, with the borrower masked. */
export interface QueuedMatter {
  readonly kind: MatterKind;
  readonly id: string;
  /** Name in its page's address: a folio, an id, an order number, a payment's name. */
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly borrowerId: string | null;
  readonly borrower: string | null;
  readonly orderNumber: string | null;
  readonly market: Market | null;
  readonly currency: Currency | null;
  readonly amountMinor: MinorAmount | null;
  readonly cameAt: Date;
  readonly clock: AnswerClock;
  readonly holder: DeskColleague | null;
  readonly cursor: string;
}

export interface MatterCount {
  readonly all: number;
  readonly others: number;
  readonly past: number;
  readonly mine: number;
  readonly nobody: number;
}

/** Position of a matter among open ones, and whether it is still open. */
export interface MatterPlace {
  readonly all: number;
  readonly before: number;
  readonly after: number;
  readonly isHere: boolean;
}

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly query: string;
}

export type MatterName = Pick<QueuedMatter, 'kind' | 'id'>;

/** The staff queue. Shows only kinds that the person may see. @throws DeskRefusal 'not-allowed' for a kind without permission. */
export interface DeskMatters {
  list(
    person: DeskPerson,
    filter: MatterFilter,
    page: {
      readonly cursor: string;
      readonly limit: number;
      /** Reads the page before the cursor. */
      readonly isBackwards?: boolean;
    },
  ): Promise<DeskPage<QueuedMatter>>;
  /** Position of a cursor among open matters of a filter; null for a list of closed ones. */
  place(person: DeskPerson, filter: MatterFilter, cursor: string): Promise<MatterPlace | null>;
  /** Open matters of a filter, counted by kind; the filter's own kind is ignored. */
  count(person: DeskPerson, filter: MatterFilter): Promise<ReadonlyMap<MatterKind, MatterCount>>;
  find(person: DeskPerson, names: readonly MatterName[]): Promise<readonly QueuedMatter[]>;
  /** Staff who may answer matters of all these kinds and signed in during the last 30 days, by name. */
  colleagues(person: DeskPerson, kinds: readonly WorkKind[]): Promise<readonly DeskColleague[]>;
  /**
   * Assigns matters to a person or nobody, and logs it.
   * @throws DeskRefusal 'not-allowed', CodedError 'not-found' for an unknown colleague.
   */
  assign(
    person: DeskPerson,
    names: readonly MatterName[],
    to: { readonly personId: string | null; readonly reason: string },
  ): Promise<void>;
  views(person: DeskPerson): Promise<readonly SavedView[]>;
  /** Saves a view under its name, at most `viewsMax`. */
  keepView(person: DeskPerson, view: Omit<SavedView, 'id'>): Promise<void>;
  dropView(person: DeskPerson, id: string): Promise<void>;
}

export const viewsMax = 12;
