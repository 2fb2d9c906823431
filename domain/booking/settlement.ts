import { outstandingOf } from '../loan/instalment-state.ts';
import type { Allocation, AllocationLine, OutstandingInstalment } from '../repayment/allocation.ts';
import { negated, type Posting } from './movement.ts';
import type { InstalmentRecord, LoanState } from './state.ts';

/** What a loan owes the lender, ready for allocation; nothing once it was sold. */
export function owedHere({ loan, instalments }: LoanState): OutstandingInstalment[] {
  return loan.status === 'sold' ? [] : instalments.map(outstandingOf);
}

/** What settles instalments, line by line, and holds the rest. */
export function settle(
  { lines, suspenseMinor }: Allocation,
  records: readonly InstalmentRecord[],
): Posting[] {
  const settled = lines.map((line) => settledLine(line, records));
  if (suspenseMinor === 0) return settled;
  return [...settled, { account: 'suspense', amountMinor: negated(suspenseMinor) }];
}

function settledLine(
  { sequence, component, amountMinor }: AllocationLine,
  records: readonly InstalmentRecord[],
): Posting {
  const instalment = records.find((record) => record.sequence === sequence);
  if (instalment === undefined) throw new Error('An allocation names an instalment the loan does not have.');
  return { account: 'receivable', component, instalmentId: instalment.id, amountMinor: negated(amountMinor) };
}
