import type { TaxedCharge } from '#markets/definition.ts';
import { addMinor, applyPpm, type MinorAmount, zeroMinor } from './money.ts';

/** The part of a product's terms that its tax follows from. */
export interface TaxTerms {
  /** In parts per million. */
  readonly vatPpm: number;
  /** What the tax is on, as the market had it when the terms were quoted; interest and fee where that was not kept. */
  readonly taxOn?: readonly TaxedCharge[];
}

/** What the tax of some terms is on. Terms that do not say were quoted when every market's was on interest and fee (LEGAL-3). */
export function taxedChargesOf({
  taxOn = ['interest', 'fee'],
}: Pick<TaxTerms, 'taxOn'>): readonly TaxedCharge[] {
  return taxOn;
}

/**
 * The tax on charges of a loan: the rate on the sum of those that bear it, rounded half-even once.
 * @param charges minor units; @throws MoneyError when an amount leaves 2^53-1.
 */
export function taxOf(
  terms: TaxTerms,
  charges: Readonly<Partial<Record<TaxedCharge, MinorAmount>>>,
): MinorAmount {
  const taxed = taxedChargesOf(terms).map((charge) => charges[charge] ?? zeroMinor);
  return applyPpm(addMinor(...taxed), terms.vatPpm);
}
