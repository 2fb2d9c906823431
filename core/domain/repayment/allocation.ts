import type { LocalDate } from '../calendar.ts';
import { type MinorAmount, MoneyError, minorAmount, subtractMinor } from '../money/money.ts';

export type Component = 'penalty' | 'fee' | 'vat' | 'interest' | 'principal';

/** Order in which a payment pays the components of one instalment (DESIGN, Money). */
export const allocationOrder = [
  'penalty',
  'fee',
  'vat',
  'interest',
  'principal',
] as const satisfies readonly Component[];

interface DatedInstalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
}

/**
 * The only order in which instalments are due, paid and reallocated: by due day, then by sequence. A rescheduled instalment may be due
 * before an earlier one, and an extended one after the next.
 */
export function inDueOrder<Instalment extends DatedInstalment>(
  instalments: readonly Instalment[],
): Instalment[] {
  return instalments.toSorted((a, b) =>
    a.dueDate === b.dueDate ? a.sequence - b.sequence : a.dueDate < b.dueDate ? -1 : 1,
  );
}

/** Unpaid amounts of one instalment, in minor units, none negative. */
export interface OutstandingInstalment extends DatedInstalment {
  readonly penaltyMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly principalMinor: MinorAmount;
}

/** Part of a payment that pays one component of one instalment; above 0. */
export interface AllocationLine {
  readonly sequence: number;
  readonly component: Component;
  readonly amountMinor: MinorAmount;
}

export interface Allocation {
  readonly lines: readonly AllocationLine[];
  readonly suspenseMinor: MinorAmount;
}

/**
 * Allocates a payment: oldest instalment first (`inDueOrder`), and in it penalty, fee, VAT, interest, principal; the rest goes to
 * suspense (DESIGN, Money).
 * @param amountMinor above 0.
 * @throws MoneyError for a payment that is not above 0 or a negative unpaid amount.
 */
export function allocatePayment(
  amountMinor: MinorAmount,
  outstanding: readonly OutstandingInstalment[],
): Allocation {
  if (minorAmount(amountMinor) <= 0) throw new MoneyError('out-of-range');
  let leftMinor = amountMinor;
  const lines: AllocationLine[] = [];
  for (const instalment of inDueOrder(outstanding)) {
    for (const component of allocationOrder) {
      const owedMinor = instalment[`${component}Minor`];
      if (minorAmount(owedMinor) < 0) throw new MoneyError('out-of-range');
      const paidMinor = minorAmount(Math.min(owedMinor, leftMinor));
      if (paidMinor === 0) continue;
      lines.push({ sequence: instalment.sequence, component, amountMinor: paidMinor });
      leftMinor = subtractMinor(leftMinor, paidMinor);
    }
  }
  return { lines, suspenseMinor: leftMinor };
}
