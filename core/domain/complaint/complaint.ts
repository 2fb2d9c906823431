import { isPayable, type LoanStatus } from '../loan/loan-status.ts';

/** Longest text of a complaint, in graphemes (COMP-2). */
export const complaintMaxGraphemes = 200;

/** Most complaints of a borrower that wait for an answer, and that they file in an hour and in a day; what comes beyond is added to one of these. */
export const complaintLimits = { open: 10, inAnHour: 5, inADay: 10 } as const;

/** Longest text of a complaint with all that was added to it, in UTF-16 units. */
export const complaintWholeMaxLength = 20_000;

/** Most images of a complaint (COMP-2). */
export const complaintImagesMax = 9;

/** Largest image that is taken. */
export const imageMaxBytes = 8 * 1024 * 1024;

/** Most pixels of an image that is taken: 24 binary megapixels, since phones call 5712 × 4284 "24 megapixels". */
export const imageMaxPixels = 24 * 1024 * 1024;

/** Longest answer to a complaint, in UTF-16 units. */
export const complaintReplyMaxLength = 4000;

/** Most interim answers to a complaint. */
export const interimAnswersMax = 20;

/** An answer that says only that the answer takes longer: state and deadline stay as they are. */
export interface InterimAnswer {
  readonly text: string;
  /** ISO 8601 in UTC. */
  readonly sentAt: string;
}

/** An image that no complaint has taken up is swept after this long. */
export const orphanImageHours = 24;

/** What a complaint can be about, by the number that stands for it on the wire; '1' is collection (COMP-1). */
export const complaintTypeIds = ['1', '2', '3', '4', '5', '9'] as const;

/** A type of complaint. */
export type ComplaintTypeId = (typeof complaintTypeIds)[number];

/** The type that has subtypes and that not every order supports (COMP-1). */
export const collectionTypeId = '1' satisfies ComplaintTypeId;

/** The type for payments and charges. */
export const paymentsTypeId: '2' = '2' satisfies ComplaintTypeId;

/** What a complaint about collection can be about more closely. */
export const collectionSubtypeIds = ['11', '12', '13', '14', '19'] as const;

/** A subtype of a complaint about collection. */
export type CollectionSubtypeId = (typeof collectionSubtypeIds)[number];

/** Whether a text from outside is a type. */
export function isComplaintTypeId(text: string): text is ComplaintTypeId {
  return (complaintTypeIds as readonly string[]).includes(text);
}

/** Whether a text from outside is a subtype. */
export function isCollectionSubtypeId(text: string): text is CollectionSubtypeId {
  return (collectionSubtypeIds as readonly string[]).includes(text);
}

/** Whether a complaint about collection can be filed on an order: only money that was paid out is collected (COMP-1). */
export function allowsCollection(status: LoanStatus): boolean {
  return isPayable(status) || status === 'settled' || status === 'sold';
}

/**
 * Whether a type is blocked for the order chosen: collection, for an order whose `isShow` is not 1. Without an order
 * nothing is blocked (COMP-1).
 */
export function isBlockedForOrder(
  typeId: string,
  order: { readonly allowsCollection: boolean } | null,
): boolean {
  return typeId === collectionTypeId && order !== null && !order.allowsCollection;
}

/** Where a complaint stands. */
export type ComplaintState = 'received' | 'in-review' | 'answered' | 'closed';

/** Every state, in the order a complaint goes through them. */
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

/** Whether a complaint may go from one state to the other; none is closed without an answer. */
export function canChangeState(from: ComplaintState, to: ComplaintState): boolean {
  return allowedChanges[from].includes(to);
}

/** Whether a complaint still waits for its answer, so that its deadline runs. */
export function isAwaitingAnswer(state: ComplaintState): boolean {
  return canChangeState(state, 'answered');
}

/** Whether the lender has dealt with a complaint, so that the borrower can rate how. */
export function isHandled(state: ComplaintState): boolean {
  return state === 'answered' || state === 'closed';
}
