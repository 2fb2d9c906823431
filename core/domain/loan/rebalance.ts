import { addMinor, type MinorAmount, minorAmount, subtractMinor, zeroMinor } from '../money/money.ts';
import {
  type AllocationLine,
  allocatePayment,
  allocationOrder,
  inDueOrder,
} from '../repayment/allocation.ts';
import { type InstalmentBalance, outstandingOf } from './instalment-state.ts';

export interface Rebalanced {
  /** Change of what is paid on each component; never zero. */
  readonly lines: readonly AllocationLine[];
  /** Money held for the borrower afterwards, never below zero. */
  readonly suspenseMinor: MinorAmount;
  /** Refunded money beyond all that came in, which is owed again; above zero only when nothing is paid. */
  readonly recalledMinor: MinorAmount;
}

/**
 * Reallocates a corrected loan: nothing is paid beyond its charge or below zero, and nothing is held while something is owed. A deficit
 * is taken from the end of the allocation order, so the newest instalment is owed again first; a surplus pays debt, oldest first, and the
 * rest is held. Other payments stay where they are (docs/decisions/052-corrections-of-money.md), unless `isOldestFirst`.
 * @param balances may be overpaid or below zero.
 * @param suspenseMinor may be below zero.
 * @param settlesDebt false for a loan that is no longer the lender's, whose surplus is held.
 * @param isOldestFirst moves payments of newer instalments to older debt, as if the removed payment had never come.
 */
export function rebalance(
  balances: readonly InstalmentBalance[],
  suspenseMinor: MinorAmount,
  { settlesDebt, isOldestFirst = false }: { readonly settlesDebt: boolean; readonly isOldestFirst?: boolean },
): Rebalanced {
  const oldestFirst = inDueOrder(balances);
  const paid = new Map(oldestFirst.map((balance) => [balance.sequence, { ...balance.paid }]));
  let poolMinor = suspenseMinor;
  for (const { sequence, charged } of oldestFirst) {
    const parts = paid.get(sequence);
    for (const component of parts ? allocationOrder : []) {
      if (!parts) continue;
      const rightMinor = minorAmount(Math.max(0, Math.min(parts[component], charged[component])));
      poolMinor = addMinor(poolMinor, subtractMinor(parts[component], rightMinor));
      parts[component] = rightMinor;
    }
  }
  const cells = oldestFirst.flatMap((balance) =>
    allocationOrder.map((component) => ({ balance, component })),
  );
  for (const [index, { balance, component }] of [...cells.entries()].reverse()) {
    const parts = paid.get(balance.sequence);
    const isOwedBefore = (cell: (typeof cells)[number]) =>
      cell.balance !== balance || (cell.component !== 'penalty' && component !== 'penalty');
    const before = isOldestFirst ? cells.slice(0, index).filter(isOwedBefore) : [];
    const wantedMinor = addMinor(
      ...before.map((cell) =>
        subtractMinor(
          cell.balance.charged[cell.component],
          paid.get(cell.balance.sequence)?.[cell.component] ?? zeroMinor,
        ),
      ),
    );
    if (!parts || poolMinor >= wantedMinor) continue;
    const takenMinor = minorAmount(Math.min(parts[component], wantedMinor - poolMinor));
    parts[component] = subtractMinor(parts[component], takenMinor);
    poolMinor = addMinor(poolMinor, takenMinor);
  }
  const recalledMinor = poolMinor < 0 ? subtractMinor(zeroMinor, poolMinor) : zeroMinor;
  let leftMinor = poolMinor < 0 ? zeroMinor : poolMinor;
  if (leftMinor > 0 && settlesDebt) {
    const owed = oldestFirst.map((balance) =>
      outstandingOf({ ...balance, paid: paid.get(balance.sequence) ?? balance.paid }),
    );
    const { lines, suspenseMinor: restMinor } = allocatePayment(leftMinor, owed);
    for (const { sequence, component, amountMinor } of lines) {
      const parts = paid.get(sequence);
      if (parts) parts[component] = addMinor(parts[component], amountMinor);
    }
    leftMinor = restMinor;
  }
  const lines = oldestFirst.flatMap(({ sequence, paid: before }) =>
    allocationOrder.flatMap((component): AllocationLine[] => {
      const amountMinor = subtractMinor(
        paid.get(sequence)?.[component] ?? before[component],
        before[component],
      );
      return amountMinor === 0 ? [] : [{ sequence, component, amountMinor }];
    }),
  );
  return { lines, suspenseMinor: leftMinor, recalledMinor };
}
