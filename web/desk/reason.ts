/** How many characters a reason has at least and at most. */
export interface ReasonBounds {
  readonly min: number;
  readonly max: number;
}

/** Of an act on money: the reason stands in the books. */
export const moneyReason: ReasonBounds = { min: 10, max: 200 };
/** Of an act on a person's data: the reason stands in the record of the desk. */
export const personalDataReason: ReasonBounds = { min: 3, max: 300 };

/** A typed reason in one line; null for one that is too short or too long. */
export function reasonIn(typed: string, { min, max }: ReasonBounds): string | null {
  const reason = typed
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return reason.length >= min && reason.length <= max ? reason : null;
}
