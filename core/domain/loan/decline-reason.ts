/** Why an application is declined, where the lender gives one of these: then the borrower is told so in their own language. */
export const declineReasons = [
  'affordability',
  'income',
  'credit-record',
  'open-debt',
  'identity',
  'incomplete-data',
  'account',
] as const;

/** A reason that borrowers are told. */
export type DeclineReason = (typeof declineReasons)[number];

/** The reason that a text from outside names; null for any other, which stays in the lender's house. */
export function declineReasonOf(text: string | null): DeclineReason | null {
  return declineReasons.find((reason) => reason === text) ?? null;
}
