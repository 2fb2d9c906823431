/** Details of a borrower that staff can change, by the names under which the desk shows them. */
export const changedDetails = ['name', 'address'] as const;
export type ChangedDetail = (typeof changedDetails)[number];

/** `waiting` for a second approver. */
export const changeStates = ['waiting', 'done', 'dropped'] as const;
export type ChangeState = (typeof changeStates)[number];

export const proofKinds = ['identity-document', 'civil-record', 'proof-of-address', 'in-person'] as const;
export type ProofKind = (typeof proofKinds)[number];

/** Proofs that staff may accept for each detail, the usual one first. */
export const proofsOf: Readonly<Record<ChangedDetail, readonly ProofKind[]>> = {
  name: ['identity-document', 'civil-record'],
  address: ['proof-of-address', 'identity-document'],
};

export const proofReferenceMaxLength = 80;
