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

/** What one instalment still owes, in minor units, none negative. A lower sequence is older. */
export interface OutstandingInstalment {
  readonly sequence: number;
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
 * Spreads a payment over what is outstanding: oldest instalment first, inside it penalty, fee, VAT, interest,
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
  const oldestFirst = [...outstanding].sort((a, b) => a.sequence - b.sequence);
  for (const instalment of oldestFirst) {
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
