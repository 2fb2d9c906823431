import type { BorrowerLoanStatus, ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import { wireValue } from './wire.ts';
import { integer, integerAtBest } from './wire-values.ts';

/** The number that stands for each status a borrower is told, on the wire (ORDER, decision D). */
export const wireLoanStatuses: Readonly<Record<BorrowerLoanStatus, number>> = {
  'under-review': 21,
  'paying-out': 151,
  declined: 110,
  'to-repay': 174,
  overdue: 180,
  settled: 200,
};

/** What stands for a status that is not ours; no backend needs to send it. */
const unknownWireStatus = 0;

const statusesByWire = new Map(
  Object.entries(wireLoanStatuses).map(([status, wire]) => [wire, status as BorrowerLoanStatus]),
);

/** The status of a wire number, or of its digits as text; 'unknown' for every other value (ORDER-1: a default otherwise). */
export function loanStatusOf(wire: unknown): ReportedLoanStatus {
  const isNumber = typeof wire === 'number' || (typeof wire === 'string' && /^\d+$/.test(wire));
  return (isNumber && statusesByWire.get(Number(wire))) || 'unknown';
}

/** The wire number of a status. */
export function wireLoanStatusOf(status: ReportedLoanStatus): number {
  return status === 'unknown' ? unknownWireStatus : wireLoanStatuses[status];
}

const numbers = Object.entries(wireLoanStatuses)
  .map(([status, wire]) => `${wire} ${status}`)
  .join(', ');

/** A loan's status: a number on the wire, a name here. */
export const wireLoanStatus = wireValue(integer, loanStatusOf, wireLoanStatusOf).describe(numbers);

/** The same where a lender's own backend gives it: any other value is an unknown status. */
export const reportedLoanStatus = wireValue(integerAtBest, loanStatusOf, wireLoanStatusOf).describe(numbers);
