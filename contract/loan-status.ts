import type { ReportedLoanStatus, ToldLoanStatus } from '#domain/loan/loan-status.ts';
import { wireValue } from './wire.ts';
import { integer } from './wire-values.ts';

/** The number that stands for each status a borrower is told, on the wire (ORDER, decision D). */
export const wireLoanStatuses: Readonly<Record<ToldLoanStatus, number>> = {
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
  Object.entries(wireLoanStatuses).map(([status, wire]) => [wire, status as ToldLoanStatus]),
);

/** The status of a wire number, or of its digits as text; 'unknown' for every other value. */
export function loanStatusOf(wire: number | string | null | undefined): ReportedLoanStatus {
  const isDigits = typeof wire !== 'string' || /^\d+$/.test(wire);
  return (isDigits && statusesByWire.get(Number(wire))) || 'unknown';
}

/** The wire number of a status. */
export function wireLoanStatusOf(status: ReportedLoanStatus): number {
  return status === 'unknown' ? unknownWireStatus : wireLoanStatuses[status];
}

/** A loan's status: a number on the wire, a name here. */
export const wireLoanStatus = wireValue(integer, loanStatusOf, wireLoanStatusOf).describe(
  Object.entries(wireLoanStatuses)
    .map(([status, wire]) => `${wire} ${status}`)
    .join(', '),
);
