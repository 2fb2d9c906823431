/** Details of a borrower that staff can change, by the names under which the desk shows them. */
export const changedDetails = ['name', 'address', 'phone'] as const;
export type ChangedDetail = (typeof changedDetails)[number];

/**
 * A telephone is `unconfirmed` until its code is entered, and `told` once it is approved: the old number is notified and can object, which
 * makes it `objected`. Every change is `waiting` for a second approver.
 */
export const changeStates = ['unconfirmed', 'waiting', 'told', 'objected', 'done', 'dropped'] as const;
export type ChangeState = (typeof changeStates)[number];

export const proofKinds = ['identity-document', 'civil-record', 'proof-of-address', 'in-person'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** Proofs that staff may accept for each detail, the usual one first. */
export const proofsOf: Readonly<Record<ChangedDetail, readonly ProofKind[]>> = {
  name: ['identity-document', 'civil-record'],
  address: ['proof-of-address', 'identity-document'],
  phone: ['in-person', 'identity-document'],
};

export const proofReferenceMaxLength = 80;

/** How long the old number can object before an approved change of telephone takes effect. */
export const objectionHours = 24;
