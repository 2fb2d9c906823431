import type { BorrowerLoanStatus, ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import { wireValue } from './wire.ts';
import { integer, integerAtBest } from './wire-values.ts';

/** Wire number of each status that borrowers see (ORDER, decision D). */
export const wireLoanStatuses: Readonly<Record<BorrowerLoanStatus, number>> = {
  'under-review': 21,
  'paying-out': 151,
  declined: 110,
  'to-repay': 174,
  overdue: 180,
  settled: 200,
};

/** Number written for an unknown status. Backends do not need to send it. */
const unknownWireStatus = 0;

const statusesByWire = new Map(
  Object.entries(wireLoanStatuses).map(([status, wire]) => [wire, status as BorrowerLoanStatus]),
);

/** Reads a wire number, or its digits as text; any other value is 'unknown' (ORDER-1). */
export function loanStatusOf(wire: unknown): ReportedLoanStatus {
  const isNumber = typeof wire === 'number' || (typeof wire === 'string' && /^\d+$/.test(wire));
  return (isNumber && statusesByWire.get(Number(wire))) || 'unknown';
}

export function wireLoanStatusOf(status: ReportedLoanStatus): number {
  return status === 'unknown' ? unknownWireStatus : wireLoanStatuses[status];
}

const numbers = Object.entries(wireLoanStatuses)
  .map(([status, wire]) => `${wire} ${status}`)
  .join(', ');

export const wireLoanStatus = wireValue(integer, loanStatusOf, wireLoanStatusOf).describe(numbers);

/** Status from a lender's own backend: any other value is 'unknown'. */
export const reportedLoanStatus = wireValue(integerAtBest, loanStatusOf, wireLoanStatusOf).describe(numbers);
