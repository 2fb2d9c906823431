export const settlementSources = ['stripe', 'razorpay', 'conekta', 'spei', 'bank-csv', 'bank-camt'] as const;
export type SettlementSource = (typeof settlementSources)[number];

/** Sources with tables, whose columns a lender may rename. */
export const csvSources = [
  'stripe',
  'razorpay',
  'conekta',
  'spei',
  'bank-csv',
] as const satisfies readonly SettlementSource[];
export type CsvSource = (typeof csvSources)[number];

export const settlementKinds = ['payment', 'taken-back', 'fee', 'payout', 'other'] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/**
 * A line compared with the reports: `matched`, `different` in amount, `missing-here` if never reported; `fee` awaits booking; `payout` is
 * money sent to the lender; `repeated` was in an earlier file and does not count.
 */
export const settlementStates = [
  'matched',
  'different',
  'missing-here',
  'fee',
  'payout',
  'repeated',
] as const;
export type SettlementState = (typeof settlementStates)[number];

export const settlementDecisions = ['fee', 'unmatched', 'note'] as const;
export type SettlementDecision = (typeof settlementDecisions)[number];

export const settlementOutcomes = [...settlementDecisions, 'amount'] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** Sums of a day of a file beside the reports. Amounts are digits of minor units, below zero for money that left. */
export interface SettlementDayFigures {
  readonly bookedCount: number;
  readonly bookedMinor: string;
  readonly fileCount: number;
  readonly fileMinor: string;
  readonly feeMinor: string;
  readonly matchedCount: number;
  readonly openCount: number;
  readonly differenceMinor: string;
  readonly closedCount: number;
  /** Lines that closing the day would close. */
  readonly closableCount: number;
}

export function providerOfSource(source: SettlementSource): string {
  return source === 'bank-csv' || source === 'bank-camt' ? 'bank' : source;
}

/** Whether a line's day is the operating day of bank transfers, since the file knows no time. */
export function hasOperatingDays(source: SettlementSource): boolean {
  return source === 'spei' || providerOfSource(source) === 'bank';
}

export function decisionsOn(state: SettlementState, kind: SettlementKind): readonly SettlementDecision[] {
  if (state === 'fee') return ['fee', 'note'];
  if (state === 'different') return ['note'];
  if (state !== 'missing-here') return [];
  return kind === 'payment' ? ['unmatched', 'note'] : kind === 'other' ? ['fee', 'note'] : ['note'];
}

export const settlementFileMaxBytes = 4 * 1024 * 1024;
export const settlementLinesMax = 20_000;
