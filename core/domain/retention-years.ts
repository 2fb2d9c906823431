export const retentionKinds = ['loan', 'complaint', 'registration'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export type RetentionYears = Readonly<Record<RetentionKind, number>>;

export interface RetentionPlan {
  readonly years: RetentionYears;
  /** Whether the lender confirmed the years; no data expire before. */
  readonly isConfirmed: boolean;
}

/** 28 February for 29 February where the year has none. */
export function yearsBefore(instant: Date, years: number): Date {
  const then = new Date(instant);
  then.setUTCFullYear(instant.getUTCFullYear() - years);
  if (then.getUTCDate() !== instant.getUTCDate()) then.setUTCDate(0);
  return then;
}
