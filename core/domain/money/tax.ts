import type { TaxedCharge } from '#markets/definition.ts';
import { addMinor, applyPpm, type MinorAmount, zeroMinor } from './money.ts';

export interface TaxTerms {
  readonly vatPpm: number;
  /** Taxed charges, as the market had them at the quote; interest and fee where old terms lack it. */
  readonly taxOn?: readonly TaxedCharge[];
}

/** Taxed charges of some terms; interest and fee where old terms lack them (LEGAL-3). */
export function taxedChargesOf({
  taxOn = ['interest', 'fee'],
}: Pick<TaxTerms, 'taxOn'>): readonly TaxedCharge[] {
  return taxOn;
}

/**
 * Tax on charges of a loan: the rate on the sum of the taxed ones, rounded half-even once.
 * @param charges minor units.
 * @throws MoneyError when an amount leaves 2^53-1.
 */
export function taxOf(
  terms: TaxTerms,
  charges: Readonly<Partial<Record<TaxedCharge, MinorAmount>>>,
): MinorAmount {
  const taxed = taxedChargesOf(terms).map((charge) => charges[charge] ?? zeroMinor);
  return applyPpm(addMinor(...taxed), terms.vatPpm);
}
