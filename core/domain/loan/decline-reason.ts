export const declineReasons = [
  'affordability',
  'income',
  'credit-record',
  'open-debt',
  'identity',
  'incomplete-data',
  'account',
] as const;

export type DeclineReason = (typeof declineReasons)[number];

/** The reason that a text names; null for any other text, which borrowers never see. */
export function declineReasonOf(text: string | null): DeclineReason | null {
  return declineReasons.find((reason) => reason === text) ?? null;
}
