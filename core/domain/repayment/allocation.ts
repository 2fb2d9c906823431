import type { LocalDate } from '../calendar.ts';
import { type MinorAmount, MoneyError, minorAmount, subtractMinor } from '../money/money.ts';

/** What an instalment is made of. */
export type Component = 'penalty' | 'fee' | 'vat' | 'interest' | 'principal';

/** The order in which a payment settles the components of one instalment (DESIGN, Money). */
export const allocationOrder = [
  'penalty',
  'fee',
  'vat',
  'interest',
  'principal',
] as const satisfies readonly Component[];

/** A payment of the plan as far as its place in the order of allocation follows from it. */
interface DatedInstalment {
  readonly sequence: number;
  readonly dueDate: LocalDate;
}

/**
 * Payments of the plan in the one order in which they are asked for, settled and put in order, the oldest first: by the day they are
 * due, those of one day by their number. A payment of a new plan may be due before one that was agreed earlier, and one that was
 * extended after the next.
 */
export function inDueOrder<Instalment extends DatedInstalment>(
  instalments: readonly Instalment[],
): Instalment[] {
  return instalments.toSorted((a, b) =>
    a.dueDate === b.dueDate ? a.sequence - b.sequence : a.dueDate < b.dueDate ? -1 : 1,
  );
}

/** What one instalment still owes, in minor units, none negative. */
export interface OutstandingInstalment extends DatedInstalment {
  readonly penaltyMinor: MinorAmount;
  readonly feeMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly principalMinor: MinorAmount;
}

/** A part of a payment that settles one component of one instalment; above 0. */
export interface AllocationLine {
  readonly sequence: number;
  readonly component: Component;
  readonly amountMinor: MinorAmount;
}

/** A payment taken apart: the lines and the suspense sum to it. */
export interface Allocation {
  readonly lines: readonly AllocationLine[];
  readonly suspenseMinor: MinorAmount;
}

/**
 * Spreads a payment over what is outstanding: oldest instalment first (`inDueOrder`), inside it penalty, fee, VAT, interest,
 * principal; what is left when all is paid goes to suspense (DESIGN, Money).
 * @param amountMinor above 0.
 * @throws MoneyError for a payment that is not above 0 or a negative outstanding amount.
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
