import { isPayable, type LoanStatus } from '../loan/loan-status.ts';

/** In graphemes (COMP-2). */
export const complaintMaxGraphemes = 200;

/** Limits of a borrower's complaints: awaiting an answer, filed in an hour and in a day. Further ones are added to an open complaint. */
export const complaintLimits = { open: 10, inAnHour: 5, inADay: 10 } as const;

/** A complaint with all additions, in UTF-16 units. */
export const complaintWholeMaxLength = 20_000;

export const complaintImagesMax = 9;

export const imageMaxBytes = 8 * 1024 * 1024;

/** 24 binary megapixels: phones call 5712 × 4284 "24 megapixels". */
export const imageMaxPixels = 24 * 1024 * 1024;

/** In UTF-16 units. */
export const complaintReplyMaxLength = 4000;

export const interimAnswersMax = 20;

/** An answer that only announces a delay: state and deadline stay unchanged. */
export interface InterimAnswer {
  readonly text: string;
  /** ISO 8601 in UTC. */
  readonly sentAt: string;
}

export const orphanImageHours = 24;

/** Subjects of complaints by their wire numbers; '1' is collection (COMP-1). */
export const complaintTypeIds = ['1', '2', '3', '4', '5', '9'] as const;

export type ComplaintTypeId = (typeof complaintTypeIds)[number];

/** Collection: it has subtypes, and only some orders support it (COMP-1). */
export const collectionTypeId = '1' satisfies ComplaintTypeId;

export const paymentsTypeId: '2' = '2' satisfies ComplaintTypeId;

/** Personal data: its subtypes are data requests; without one it is a complaint. */
export const personalDataTypeId: '4' = '4' satisfies ComplaintTypeId;

export const collectionSubtypeIds = ['11', '12', '13', '14', '19'] as const;

/** Data requests: access, correction, erasure, objection (Mexico's ARCO rights). */
export const dataRequestIds = ['41', '42', '43', '44'] as const;

export const complaintSubtypeIds = [...collectionSubtypeIds, ...dataRequestIds] as const;

export type ComplaintSubtypeId = (typeof complaintSubtypeIds)[number];

export function isComplaintTypeId(text: string): text is ComplaintTypeId {
  return (complaintTypeIds as readonly string[]).includes(text);
}

export function isComplaintSubtypeId(text: string): text is ComplaintSubtypeId {
  return (complaintSubtypeIds as readonly string[]).includes(text);
}

export function isDataRequest(subtypeId: string | null): boolean {
  return subtypeId !== null && (dataRequestIds as readonly string[]).includes(subtypeId);
}

/** Whether a complaint of a type may have a subtype: collection needs one, personal data may name a request. */
export function allowsSubtype(typeId: ComplaintTypeId, subtypeId: string | null): boolean {
  if (typeId === collectionTypeId)
    return subtypeId !== null && (collectionSubtypeIds as readonly string[]).includes(subtypeId);
  return subtypeId === null || (typeId === personalDataTypeId && isDataRequest(subtypeId));
}

/** Whether a complaint about collection is possible: only paid-out loans are collected (COMP-1). */
export function allowsCollection(status: LoanStatus): boolean {
  return isPayable(status) || status === 'settled' || status === 'sold';
}

/**
 * Whether a type is blocked for the chosen order: collection, when the order's `isShow` is not 1. Without an order nothing is blocked
 * (COMP-1).
 */
export function isBlockedForOrder(
  typeId: string,
  order: { readonly allowsCollection: boolean } | null,
): boolean {
  return typeId === collectionTypeId && order !== null && !order.allowsCollection;
}

export type ComplaintState = 'received' | 'in-review' | 'answered' | 'closed';

export const complaintStates = [
  'received',
  'in-review',
  'answered',
  'closed',
] as const satisfies readonly ComplaintState[];

const allowedChanges: Readonly<Record<ComplaintState, readonly ComplaintState[]>> = {
  received: ['in-review', 'answered'],
  'in-review': ['answered'],
  answered: ['closed'],
  closed: [],
};

export function canChangeState(from: ComplaintState, to: ComplaintState): boolean {
  return allowedChanges[from].includes(to);
}

/** Whether the lender may still answer. The answer deadline counts only until then. */
export function isAwaitingAnswer(state: ComplaintState): boolean {
  return canChangeState(state, 'answered');
}

export function isHandled(state: ComplaintState): boolean {
  return state === 'answered' || state === 'closed';
}
