import type { DeskAct } from '../desk/role.ts';
import { disputeAnswerHours } from '../loan/charge-dispute.ts';
import type { Market } from '../market.ts';
import { claimAnswerHours } from '../repayment/payment-claim.ts';

/** Kinds of matters that wait for staff, in the order of the queue's filters. */
export const matterKinds = [
  'complaint',
  'data-request',
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

export type WorkKind = MatterKind | 'collection';

export const actOfMatter: Readonly<Record<MatterKind, DeskAct>> = {
  complaint: 'see-complaints',
  'data-request': 'see-complaints',
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
  'data-request': 'answer-data-request',
  'payment-claim': 'match-payment',
  'charge-dispute': 'correct-loan',
  message: 'answer-complaint',
  unmatched: 'match-payment',
  outflow: 'match-payment',
  refund: 'match-payment',
  payout: 'decide-application',
  approval: 'approve',
  application: 'decide-application',
  event: 'run-operations',
  collection: 'collect',
};

/** Kinds with an `overdue` event. Claims and disputes become complaints instead, and a failed event cannot be reported by an event. */
export const escalatedKinds = [
  'complaint',
  'data-request',
  'message',
  'unmatched',
  'outflow',
  'refund',
  'payout',
  'approval',
  'application',
] as const satisfies readonly MatterKind[];

/** Hours from arrival to the deadline; 0 for data requests, whose deadline is stored. */
export type MatterHours = Readonly<Record<MatterKind, number>>;

/** Defaults where no law sets a deadline; claims and disputes become complaints after theirs. */
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
export const settableKinds = Object.keys(usualHours) as (keyof typeof usualHours)[];

export function hoursOfMatters(
  complaintHours: number,
  settled: Partial<Record<(typeof settableKinds)[number], number>> = {},
): MatterHours {
  const fixed = {
    'data-request': 0,
    'payment-claim': claimAnswerHours,
    'charge-dispute': disputeAnswerHours,
  };
  return { ...usualHours, ...settled, ...fixed, complaint: complaintHours };
}

export const matterSorts = ['due', 'amount', 'came'] as const;
export type MatterSort = (typeof matterSorts)[number];

export interface MatterFilter {
  readonly kind: MatterKind | null;
  readonly holder: string | null;
  readonly market: Market | null;
  readonly fromMinor: number | null;
  readonly toMinor: number | null;
  readonly isOthers: boolean;
  readonly isPast: boolean;
  readonly isEnded: boolean;
  readonly sort: MatterSort;
}

export const wholeQueue: MatterFilter = {
  kind: null,
  holder: null,
  market: null,
  fromMinor: null,
  toMinor: null,
  isOthers: false,
  isPast: false,
  isEnded: false,
  sort: 'due',
};
