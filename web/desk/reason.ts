export interface ReasonBounds {
  readonly min: number;
  readonly max: number;
}

export const moneyReason: ReasonBounds = { min: 10, max: 200 };
/** Reasons of acts on personal data, which the audit log stores. */
export const personalDataReason: ReasonBounds = { min: 3, max: 300 };

/** A typed reason in one line; null for one that is too short or too long. */
export function reasonIn(typed: string, { min, max }: ReasonBounds): string | null {
  const reason = typed
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return reason.length >= min && reason.length <= max ? reason : null;
}
