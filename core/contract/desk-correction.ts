import type { CorrectionTarget, DeskEffect } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import type { Currency } from '#domain/money/money.ts';
import type { HostCall } from './host-call.ts';
import type { Unusual } from './unusual.ts';

export type DeskCorrection = CorrectionTarget & {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** A host call that always needs approval, such as new terms of a product. */
export interface DeskProposal {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, unknown>>;
  /** For example `product:mx-120`. */
  readonly subject: string;
  readonly currency: Currency;
}

/** Corrections of loans. Methods throw DeskRefusal 'not-allowed' without permission and CodedError as the call refuses. */
export interface DeskCorrections {
  preview(person: DeskPerson, correction: DeskCorrection): Promise<DeskEffect>;
  /**
   * Carries out a correction once per `messageId`. It waits for approval under that id when it exceeds the person's limit or approves a
   * loan on their own offer.
   * @param seen key of the previewed effect (`effectKey`).
   * @throws DeskRefusal 'stale' when the effect has changed; nothing is done then.
   */
  carryOut(
    person: DeskPerson,
    correction: DeskCorrection,
    step: { readonly messageId: string; readonly seen: string; readonly reason: string },
  ): Promise<'done' | 'waiting'>;
  /** Requests approval, once per `messageId`, which becomes the request's id. */
  propose(
    person: DeskPerson,
    proposal: DeskProposal,
    step: { readonly messageId: string; readonly reason: string },
  ): Promise<void>;
  borrowerOf(target: CorrectionTarget): Promise<MaskedBorrower | null>;
  /** What the person may move on one loan in a day without approval, in minor units. */
  limitOf(person: DeskPerson, currency: Currency): number;
  /** Limits of the person for corrections, and the amount they already changed within a day. */
  allowance(
    person: DeskPerson,
    correction: Pick<DeskCorrection, 'call'> & CorrectionTarget,
    currency: Currency,
  ): Promise<Allowance>;
}

export interface DeskApproval {
  readonly id: string;
  readonly serialNumber: number;
  readonly call: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly effect: DeskEffect;
  readonly reason: string;
  readonly askedBy: string;
  readonly askedByName: string;
  readonly askedAt: Date;
  readonly state: 'waiting' | 'approved' | 'sent-back' | 'taken-back';
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
  readonly decisionReason: string | null;
}

/** Whether an approval was refused, or withdrawn by who requested it. */
export function isApprovalRefused(state: DeskApproval['state']): state is 'sent-back' | 'taken-back' {
  return state === 'sent-back' || state === 'taken-back';
}

/** A request with its effect now; null once it is decided or no longer possible. */
export interface ApprovalNow {
  readonly approval: DeskApproval;
  readonly effectNow: DeskEffect | null;
  readonly borrower: MaskedBorrower | null;
  readonly unusual: readonly Unusual[];
  /** Whether the reader took part in it: read its file, moved its payment to the unmatched ones, or requested its refund. */
  readonly isOwnPart: boolean;
}

export interface MaskedBorrower {
  readonly borrowerId: string;
  readonly name: string;
}

/** Requests for approval. Methods throw DeskRefusal 'not-allowed' without permission. */
export interface DeskApprovals {
  read(person: DeskPerson, id: string): Promise<ApprovalNow | null>;
  /** Known requests by id. Each kind is read and previewed at once. */
  readAll(person: DeskPerson, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalNow>>;
  /**
   * Carries out a request once, however often it is approved.
   * @throws DeskRefusal 'own-request' for the asker, 'own-part' for somebody who took part (`isOwnPart`), 'own-offer' for the maker of the
   * loan's offer, 'stale' when the effect is no longer `seen`, 'decided'.
   */
  approve(person: DeskPerson, id: string, seen: string): Promise<void>;
  /** Rejects a request, optionally with a reason. @throws DeskRefusal 'own-request' for the asker, 'decided'. */
  sendBack(person: DeskPerson, id: string, reason: string): Promise<void>;
  /** Withdraws one's own request. @throws DeskRefusal 'not-allowed' for anybody else, 'decided'. */
  takeBack(person: DeskPerson, id: string): Promise<void>;
}
