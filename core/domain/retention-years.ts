/** What personal data are kept of people by kind, each for years of its own. */
export const retentionKinds = ['loan', 'complaint', 'registration'] as const;
export type RetentionKind = (typeof retentionKinds)[number];

export type RetentionYears = Readonly<Record<RetentionKind, number>>;

/** How long a lender keeps personal data in a market. */
export interface RetentionPlan {
  readonly years: RetentionYears;
  /** Whether the lender confirmed the years; nothing ends by time before. */
  readonly isConfirmed: boolean;
}

/** The instant some years before another; of 29 February, 28 February where the year has none. */
export function yearsBefore(instant: Date, years: number): Date {
  const then = new Date(instant);
  then.setUTCFullYear(instant.getUTCFullYear() - years);
  if (then.getUTCDate() !== instant.getUTCDate()) then.setUTCDate(0);
  return then;
}
