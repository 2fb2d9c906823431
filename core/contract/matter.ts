import type { AnswerClock } from '#domain/complaint/answer-clock.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Market } from '#domain/market.ts';
import type { MatterFilter, MatterKind } from '#domain/matter/matter.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskColleague, DeskPage } from './desk-page.ts';

/** Something that waits for a person of the lender's, or waited; who it is of is masked. */
export interface QueuedMatter {
  readonly kind: MatterKind;
  readonly id: string;
  /** What its page goes by: a folio, an id, an order number, the name of a payment. */
  readonly name: string;
  /** What else its words are made of, by kind. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly borrowerId: string | null;
  readonly borrower: string | null;
  readonly orderNumber: string | null;
  /** Null where none is known, as of a message. */
  readonly market: Market | null;
  readonly currency: Currency | null;
  readonly amountMinor: MinorAmount | null;
  readonly cameAt: Date;
  /** Until when it is to be answered. */
  readonly clock: AnswerClock;
  /** Whose it is among the people of the desk; null while it is nobody's. */
  readonly holder: DeskColleague | null;
  /** Where the list goes on after it. */
  readonly cursor: string;
}

/** How many matters of a kind wait: in all, all that somebody else asked for, past their clock, one's own, nobody's. */
export interface MatterCount {
  readonly all: number;
  readonly others: number;
  readonly past: number;
  readonly mine: number;
  readonly nobody: number;
}

/** Where a matter stands in a list of open ones: how many there are, how many before and after it, and whether it is still there. */
export interface MatterPlace {
  readonly all: number;
  readonly before: number;
  readonly after: number;
  readonly isHere: boolean;
}

/** A view of the queue that somebody keeps. */
export interface SavedView {
  readonly id: string;
  readonly name: string;
  /** As it stands in the address. */
  readonly query: string;
}

/** A matter by its kind and id. */
export type MatterName = Pick<QueuedMatter, 'kind' | 'id'>;

/** The one queue. Each shows what the roles of its reader may see alone, and throws DeskRefusal 'not-allowed' for a kind that they may not. */
export interface DeskMatters {
  list(
    person: DeskPerson,
    filter: MatterFilter,
    page: {
      readonly cursor: string;
      readonly limit: number;
      /** Whether it is read towards its beginning. */
      readonly isBackwards?: boolean;
    },
  ): Promise<DeskPage<QueuedMatter>>;
  /** Where a cursor stands among open matters that pass a filter, by counts of this moment; null for a list of those that are over. */
  place(person: DeskPerson, filter: MatterFilter, cursor: string): Promise<MatterPlace | null>;
  /** How many open matters there are of each kind that pass a filter, whatever kind it names. */
  count(person: DeskPerson, filter: MatterFilter): Promise<ReadonlyMap<MatterKind, MatterCount>>;
  /** Some matters by name, those that are open. */
  find(person: DeskPerson, names: readonly MatterName[]): Promise<readonly QueuedMatter[]>;
  /** Whom matters of all of some kinds can be given to: who answers them and signed in during the last month, by name. */
  colleagues(person: DeskPerson, kinds: readonly MatterKind[]): Promise<readonly DeskColleague[]>;
  /**
   * Gives matters to somebody, or to nobody, which is logged.
   * @throws DeskRefusal 'not-allowed', CodedError 'not-found' for no such colleague.
   */
  assign(
    person: DeskPerson,
    names: readonly MatterName[],
    to: { readonly personId: string | null; readonly reason: string },
  ): Promise<void>;
  /** The views that somebody keeps, by name. */
  views(person: DeskPerson): Promise<readonly SavedView[]>;
  /** Keeps a view, at most `viewsMax` of them, once of a name. */
  keepView(person: DeskPerson, view: Omit<SavedView, 'id'>): Promise<void>;
  dropView(person: DeskPerson, id: string): Promise<void>;
}

/** How many views somebody keeps. */
export const viewsMax = 12;
