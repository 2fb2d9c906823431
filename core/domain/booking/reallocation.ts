import { type Rebalanced, rebalance } from '../loan/rebalance.ts';
import { type MinorAmount, subtractMinor } from '../money/money.ts';
import { inDueOrder } from '../repayment/allocation.ts';
import { type NewMovement, negated, type Posting } from './movement.ts';
import { settle } from './settlement.ts';
import type { InstalmentRecord, LoanState } from './state.ts';

type Follow = Pick<NewMovement, 'kind' | 'postings'>;

/**
 * Movements that reallocate what was paid after charges changed (`rebalance`): refunds beyond what came in are owed again, and surplus
 * settles other debt. None when nothing changes.
 * @param isOldestFirst see `rebalance`.
 */
export function reallocationOf(
  { loan, instalments }: Pick<LoanState, 'loan' | 'instalments'>,
  isOldestFirst = false,
): Follow[] {
  const { suspenseMinor, status } = loan;
  const balanced = rebalance(instalments, suspenseMinor, { settlesDebt: status !== 'sold', isOldestFirst });
  return [
    ...recallOf(instalments, balanced.recalledMinor),
    ...reallocated(instalments, suspenseMinor, balanced),
  ];
}

function recallOf(records: readonly InstalmentRecord[], recalledMinor: MinorAmount): Follow[] {
  const last = inDueOrder(records).at(-1);
  if (recalledMinor === 0 || last === undefined) return [];
  const postings: Posting[] = [
    { account: 'receivable', component: 'principal', instalmentId: last.id, amountMinor: recalledMinor },
    { account: 'suspense', amountMinor: negated(recalledMinor) },
  ];
  return [{ kind: 'refund-recall', postings }];
}

function reallocated(
  records: readonly InstalmentRecord[],
  beforeMinor: MinorAmount,
  { lines, suspenseMinor, recalledMinor }: Rebalanced,
): Follow[] {
  const heldMinor = subtractMinor(subtractMinor(suspenseMinor, recalledMinor), beforeMinor);
  const postings = settle({ lines, suspenseMinor: heldMinor }, records);
  return postings.length === 0 ? [] : [{ kind: 'reallocation', postings }];
}
