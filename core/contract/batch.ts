import type { DeskEffect } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import type { BatchAct, BatchKind, BatchOutcome } from '#domain/matter/batch.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskApproval, MaskedBorrower } from './desk-correction.ts';

/** A matter, or a late loan, by its kind and id. */
export interface BatchName {
  readonly kind: BatchKind;
  readonly id: string;
}

/** One matter of an act on many. */
export interface BatchRow {
  readonly position: number;
  readonly kind: BatchKind;
  readonly matterId: string;
  readonly name: string;
  readonly amountMinor: MinorAmount;
  readonly outcome: BatchOutcome;
  /** What it is done with beside the reason: a payment is given to the loan of `orderNumber`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Why it was not done, by a code; null where it was or may be. */
  readonly why: string | null;
  /** What it does, as it was previewed; null for what has no figures. */
  readonly effect: DeskEffect | null;
  /** What a second person is asked; null for other acts. */
  readonly request: DeskApproval | null;
  /** Whose it is, by their masked name; null where that is not known. */
  readonly borrower: MaskedBorrower | null;
}

/** An act on many matters: as it was previewed, and what became of each. */
export interface Batch {
  readonly id: string;
  readonly act: BatchAct;
  readonly reason: string;
  readonly personId: string;
  readonly personName: string;
  readonly toPersonId: string | null;
  readonly toName: string | null;
  readonly previewedAt: Date;
  /** Null while it was only looked at. */
  readonly sentAt: Date | null;
  /** Of what can be done; null where no money moves. */
  readonly currency: Currency | null;
  readonly sumMinor: MinorAmount;
  readonly rows: readonly BatchRow[];
  /** What a second person was asked, under the batch's own id, and what they said; null where one person may alone. */
  readonly approval:
    | (Pick<DeskApproval, 'state' | 'decidedByName' | 'decidedAt' | 'decisionReason'> & {
        readonly id: string;
      })
    | null;
}

/** Acts on many matters. Each throws DeskRefusal 'not-allowed' where no role of theirs may. */
export interface DeskBatches {
  /** Looks at what an act would do to each, once for a `messageId`, which is the batch's id; nothing else is done. */
  preview(
    person: DeskPerson,
    batch: {
      readonly messageId: string;
      readonly act: BatchAct;
      /** Whom matters are given to; null for nobody, and for other acts. */
      readonly toPersonId: string | null;
      readonly names: readonly BatchName[];
    },
  ): Promise<void>;
  /** A batch of one's own, or any for who may approve; null where there is none. */
  read(person: DeskPerson, id: string): Promise<Batch | null>;
  /** What its maker may move alone; null where it moves no money. */
  allowance(person: DeskPerson, batch: Pick<Batch, 'id' | 'act' | 'currency'>): Promise<Allowance | null>;
  /**
   * Does what was previewed, each matter once however often it is sent; what changed meanwhile drops out alone. Waits for a second person
   * where the sum is more than one may move alone.
   */
  send(person: DeskPerson, id: string, reason: string): Promise<'done' | 'waiting'>;
}
