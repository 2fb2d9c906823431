import type { DeskAct } from '../desk/role.ts';
import { disputeAnswerHours } from '../loan/charge-dispute.ts';
import type { Market } from '../market.ts';
import { claimAnswerHours } from '../repayment/payment-claim.ts';

/** What waits for a person of the lender's, in the order of the queue's chips. */
export const matterKinds = [
  'complaint',
  'payment-claim',
  'charge-dispute',
  'message',
  'unmatched',
  'outflow',
  'refund',
  'payout',
  'approval',
  'application',
  'event',
] as const;
export type MatterKind = (typeof matterKinds)[number];

/** A kind of matter, or an overdue loan. Both are assigned to staff and go into batches. */
export type WorkKind = MatterKind | 'collection';

/** What somebody has to be allowed to do to see a matter of a kind. */
export const actOfMatter: Readonly<Record<MatterKind, DeskAct>> = {
  complaint: 'see-complaints',
  'payment-claim': 'see-money',
  'charge-dispute': 'see-money',
  message: 'see-complaints',
  unmatched: 'see-money',
  outflow: 'see-money',
  refund: 'see-money',
  payout: 'see-money',
  approval: 'see-money',
  application: 'see-loans',
  event: 'see-operations',
};

/** The permission to answer a matter of each kind, which an assignee needs. */
export const actToAnswer: Readonly<Record<WorkKind, DeskAct>> = {
  complaint: 'answer-complaint',
  'payment-claim': 'match-payment',
  'charge-dispute': 'correct-loan',
  message: 'answer-complaint',
  unmatched: 'match-payment',
  outflow: 'match-payment',
  refund: 'correct-loan',
  payout: 'decide-application',
  approval: 'approve',
  application: 'decide-application',
  event: 'run-operations',
  collection: 'collect',
};

/**
 * Kinds that the lender's systems are told of once they are past their hours. A claim and a dispute become a complaint then, and that an
 * event was given up is nothing to tell by an event.
 */
export const escalatedKinds = [
  'complaint',
  'message',
  'unmatched',
  'outflow',
  'refund',
  'payout',
  'approval',
  'application',
] as const satisfies readonly MatterKind[];

/** Hours in which a matter of a kind is to be answered, from when it came. */
export type MatterHours = Readonly<Record<MatterKind, number>>;

/** Hours that no law gives; what one gives stands in the markets. A claim and a dispute become a complaint when theirs are over. */
export const usualHours = {
  message: 24,
  unmatched: 24,
  outflow: 24,
  refund: 72,
  payout: 24,
  approval: 4,
  application: 4,
  event: 8,
} as const satisfies Partial<MatterHours>;
/** Kinds whose hours the lender sets. */
export const settableKinds = Object.keys(usualHours) as (keyof typeof usualHours)[];

/** The hours of each kind. @param settled those that the lender sets. */
export function hoursOfMatters(
  complaintHours: number,
  settled: Partial<Record<(typeof settableKinds)[number], number>> = {},
): MatterHours {
  const fixed = { 'payment-claim': claimAnswerHours, 'charge-dispute': disputeAnswerHours };
  return { ...usualHours, ...settled, ...fixed, complaint: complaintHours };
}

/** How the queue is ordered: shortest clock, largest amount, or longest there first. */
export const matterSorts = ['due', 'amount', 'came'] as const;
export type MatterSort = (typeof matterSorts)[number];

/** Which matters a view of the queue shows. */
export interface MatterFilter {
  /** Null for every kind that its reader may see. */
  readonly kind: MatterKind | null;
  /** Whose: an id, `nobody` for those that are nobody's yet; null for anybody's. */
  readonly holder: string | null;
  readonly market: Market | null;
  readonly fromMinor: number | null;
  readonly toMinor: number | null;
  /** Of approvals only those that somebody else asked for. */
  readonly isOthers: boolean;
  /** Only those past their clock. */
  readonly isPast: boolean;
  /** Those that are over in place of those that wait, newest first. */
  readonly isEnded: boolean;
  readonly sort: MatterSort;
}

/** Every open matter, shortest clock first. */
export const wholeQueue: MatterFilter = {
  ...{ kind: null, holder: null, market: null, fromMinor: null, toMinor: null },
  ...{ isOthers: false, isPast: false, isEnded: false, sort: 'due' },
};
