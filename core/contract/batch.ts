import type { DeskEffect } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import type { BatchAct, BatchOutcome, BatchRest } from '#domain/matter/batch.ts';
import type { WorkKind } from '#domain/matter/matter.ts';
import type { Currency, MinorAmount } from '#domain/money/money.ts';
import type { DeskApproval, MaskedBorrower } from './desk-correction.ts';

export interface BatchName {
  readonly kind: WorkKind;
  readonly id: string;
}

export interface BatchRow {
  readonly position: number;
  readonly kind: WorkKind;
  readonly matterId: string;
  readonly name: string;
  readonly amountMinor: MinorAmount;
  readonly outcome: BatchOutcome;
  /** Call fields besides the reason: a payment is assigned to the loan `orderNumber`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Error code; null where it was done or can be. */
  readonly why: string | null;
  /** Previewed effect; null for acts without figures. */
  readonly effect: DeskEffect | null;
  readonly request: DeskApproval | null;
  readonly borrower: MaskedBorrower | null;
}

/** An act on many matters, as previewed, with the result of each item. */
export interface Batch {
  readonly id: string;
  readonly act: BatchAct;
  readonly reason: string;
  readonly personId: string;
  readonly personName: string;
  readonly toPersonId: string | null;
  readonly toName: string | null;
  readonly previewedAt: Date;
  readonly sentAt: Date | null;
  /** Currency of all items that can be carried out; null where no money moves. */
  readonly currency: Currency | null;
  readonly sumMinor: MinorAmount;
  /** The first items of each outcome. */
  readonly rows: readonly BatchRow[];
  readonly counts: Readonly<Record<BatchOutcome, number>>;
  /** Items that cannot be done or were dropped, by reason, most frequent first. */
  readonly whyNot: readonly { readonly why: string | null; readonly count: number }[];
  /** Null once all items are previewed. */
  readonly rest: BatchRest | null;
  /** Whether it was sent, needs no approval or has one, and items are left. */
  readonly isGoing: boolean;
  /** The approval request under the batch's id; null where none was needed. */
  readonly approval:
    | (Pick<DeskApproval, 'state' | 'decidedByName' | 'decidedAt' | 'decisionReason'> & {
        readonly id: string;
      })
    | null;
}

/** Acts on many matters. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskBatches {
  /** Stores a preview of the act on each item, once per `messageId`, which becomes the batch's id. */
  preview(
    person: DeskPerson,
    batch: {
      readonly messageId: string;
      readonly act: BatchAct;
      /** The assignee; null for nobody and for other acts. */
      readonly toPersonId: string | null;
      readonly names: readonly BatchName[];
      /** Position of the next items in its list. */
      readonly rest?: BatchRest | null;
    },
  ): Promise<void>;
  /** Previews the next items of its list, once for each `from`. */
  extend(
    person: DeskPerson,
    id: string,
    piece: {
      readonly from: BatchRest;
      readonly names: readonly BatchName[];
      readonly rest: BatchRest | null;
    },
  ): Promise<void>;
  /** Leaves items out that are not done, before it is sent or after its approval was refused. */
  leaveOut(person: DeskPerson, id: string, names: readonly BatchName[]): Promise<void>;
  /** Items in their order, from `cursor`, the position of the last one before; all outcomes, or those that are not done. */
  page(
    person: DeskPerson,
    id: string,
    of: { readonly cursor?: string | undefined; readonly isLeft?: boolean },
  ): Promise<{ readonly rows: readonly BatchRow[]; readonly nextCursor: string | null }>;
  /** One's own batch, or any for auditors and approvers; null if unknown. */
  read(person: DeskPerson, id: string): Promise<Batch | null>;
  /** The maker's limits; null where no money moves. */
  allowance(person: DeskPerson, batch: Pick<Batch, 'id' | 'act' | 'currency'>): Promise<Allowance | null>;
  /**
   * Carries out the first piece of a previewed batch. Idempotent; items that changed since the preview are skipped. Waits for approval when
   * the sum exceeds the maker's limit.
   */
  send(person: DeskPerson, id: string, reason: string): Promise<'done' | 'waiting'>;
  /** Carries out the next piece of a batch that was sent, for its maker or approver. */
  proceed(person: DeskPerson, id: string): Promise<void>;
}
