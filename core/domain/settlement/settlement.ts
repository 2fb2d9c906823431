/** Whose files of what was settled can be read. */
export const settlementSources = ['stripe', 'razorpay', 'conekta', 'spei', 'bank-csv', 'bank-camt'] as const;
export type SettlementSource = (typeof settlementSources)[number];

/** Those whose files are tables, which a lender's own may name otherwise. */
export const csvSources = [
  'stripe',
  'razorpay',
  'conekta',
  'spei',
  'bank-csv',
] as const satisfies readonly SettlementSource[];
export type CsvSource = (typeof csvSources)[number];

/** What a line of such a file is about: money of a payment, money of one that left again, what the provider keeps, what it sent on. */
export const settlementKinds = ['payment', 'taken-back', 'fee', 'payout', 'other'] as const;
export type SettlementKind = (typeof settlementKinds)[number];

/**
 * How a line stands beside what was reported: `matched` to the amount, `different` in it, `missing-here` where nothing was reported;
 * `fee` is to be booked; `payout` says what was sent on; `repeated` was in a file before and counts nothing.
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

/** What a person decided on a line: its fee is booked, its payment put with the unmatched, or it waits, with a note. */
export const settlementDecisions = ['fee', 'unmatched', 'note'] as const;
export type SettlementDecision = (typeof settlementDecisions)[number];

/** What was done about a line: what was decided, or its payment was corrected to its amount. */
export const settlementOutcomes = [...settlementDecisions, 'amount'] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** What a day of a file comes to, beside what was reported. Amounts are digits of minor units, below zero what left. */
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
  /** Lines that closing the day now closes. */
  readonly closableCount: number;
}

/** Under which provider the money of a source's files is reported. */
export function providerOfSource(source: SettlementSource): string {
  return source === 'bank-csv' || source === 'bank-camt' ? 'bank' : source;
}

/** Whether the day of a line is the operating day of the bank's transfers, which is all that the file knows of the time. */
export function hasOperatingDays(source: SettlementSource): boolean {
  return source === 'spei' || providerOfSource(source) === 'bank';
}

/** Which decisions a line may have. */
export function decisionsOn(state: SettlementState, kind: SettlementKind): readonly SettlementDecision[] {
  if (state === 'fee') return ['fee', 'note'];
  if (state === 'different') return ['note'];
  if (state !== 'missing-here') return [];
  return kind === 'payment' ? ['unmatched', 'note'] : kind === 'other' ? ['fee', 'note'] : ['note'];
}

/** Most bytes of a file that is read, and most of its lines. */
export const settlementFileMaxBytes = 4 * 1024 * 1024;
export const settlementLinesMax = 20_000;
