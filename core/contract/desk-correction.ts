import type { CorrectionTarget, DeskEffect } from '#domain/desk/effect.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import type { Allowance } from '#domain/desk/second-person.ts';
import type { Currency } from '#domain/money/money.ts';
import type { HostCall } from './host-call.ts';
import type { Unusual } from './unusual.ts';

/** A correction: a call of the lender's systems with its fields, the reason among them where it has one. */
export type DeskCorrection = CorrectionTarget & {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** What takes two people whatever it moves, such as new terms of a product: a call with its fields, and what it is made to. */
export interface DeskProposal {
  readonly call: HostCall;
  readonly fields: Readonly<Record<string, unknown>>;
  /** What the audit log calls it, such as `product:mx-120`. */
  readonly subject: string;
  /** The currency of the market it is in. */
  readonly currency: Currency;
}

/** Corrects loans. Each throws DeskRefusal 'not-allowed' where no role may, and CodedError as the call refuses. */
export interface DeskCorrections {
  /** What it would do now; nothing is done. */
  preview(person: DeskPerson, correction: DeskCorrection): Promise<DeskEffect>;
  /**
   * Does it once for a `messageId`, or lets it wait for a second person where it moves more than one may, or approves a loan
   * of an offer that the same person made: it then waits under that id.
   * @param seen the key of the effect that was shown (`effectKey`).
   * @throws DeskRefusal 'stale' where it would do something else by now; nothing is done then.
   */
  carryOut(
    person: DeskPerson,
    correction: DeskCorrection,
    step: { readonly messageId: string; readonly seen: string; readonly reason: string },
  ): Promise<'done' | 'waiting'>;
  /** Lets something wait for a second person, once for a `messageId`, which is the id it waits under. */
  propose(
    person: DeskPerson,
    proposal: DeskProposal,
    step: { readonly messageId: string; readonly reason: string },
  ): Promise<void>;
  /** Whose loan a correction is made to; null where it is made to none. */
  borrowerOf(target: CorrectionTarget): Promise<MaskedBorrower | null>;
  /** What somebody may move on one loan in a day without a second person, in minor units. */
  limitOf(person: DeskPerson, currency: Currency): number;
  /** What somebody may move alone by a correction, and moved by themselves within a day that counts towards it. */
  allowance(
    person: DeskPerson,
    correction: Pick<DeskCorrection, 'call'> & CorrectionTarget,
    currency: Currency,
  ): Promise<Allowance>;
}

/** Something that waits for a second person, or waited. */
export interface DeskApproval {
  readonly id: string;
  readonly serialNumber: number;
  readonly call: string;
  /** What the call is made with. */
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
  /** Why it was sent back; null for no word. */
  readonly decisionReason: string | null;
}

/** Something for a second person, with what it would do now; null where it waits no longer or cannot be done any more. */
export interface ApprovalNow {
  readonly approval: DeskApproval;
  readonly effectNow: DeskEffect | null;
  /** Whose it is, by their masked name; null for what is no borrower's. */
  readonly borrower: MaskedBorrower | null;
  readonly unusual: readonly Unusual[];
  /** Whether the person who reads it read its file, put its payment with the unmatched ones, or asked for its refund. */
  readonly isOwnPart: boolean;
}

/** A borrower by their masked name. */
export interface MaskedBorrower {
  readonly borrowerId: string;
  readonly name: string;
}

/** What waits for a second person. Each throws DeskRefusal 'not-allowed' where no role may. */
export interface DeskApprovals {
  /** Null where there is none. */
  read(person: DeskPerson, id: string): Promise<ApprovalNow | null>;
  /** Those that there are of some ids, by id; however many they are, each kind is read and looked at once. */
  readAll(person: DeskPerson, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalNow>>;
  /**
   * Does it once, whether one person or two approve it.
   * @throws DeskRefusal 'own-request' for who asked, 'own-part' for who has a part in it (`isOwnPart`), 'own-offer' for who made the offer of the loan it approves, 'stale' where it would do something else than `seen`, 'decided'.
   */
  approve(person: DeskPerson, id: string, seen: string): Promise<void>;
  /** Decides that it is not done, and why, empty for no word. @throws DeskRefusal 'own-request' for who asked, 'decided'. */
  sendBack(person: DeskPerson, id: string, reason: string): Promise<void>;
  /** Lets who asked take it back. @throws DeskRefusal 'not-allowed' for anybody else, 'decided'. */
  takeBack(person: DeskPerson, id: string): Promise<void>;
}
