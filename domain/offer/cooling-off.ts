import { addDays, daysBetween, type LocalDate } from '../calendar.ts';
import { addMinor, type MinorAmount, multiplyRatio } from '../money/money.ts';
import { type TaxTerms, taxOf } from '../money/tax.ts';
import type { ProductTerms } from './product-terms.ts';

/** What gives a loan back on one day, in minor units: the principal, its interest so far and the tax on that. */
export interface CoolingOffExit {
  /** The last day on which it can be given back. */
  readonly until: LocalDate;
  readonly principalMinor: MinorAmount;
  readonly interestMinor: MinorAmount;
  readonly vatMinor: MinorAmount;
  readonly amountMinor: MinorAmount;
}

const ppmPerYear = 365n * 1_000_000n;

/**
 * What is paid when a loan is given back within its cooling-off period: the principal and the interest of the days it was
 * used, with its tax where that is on interest, and neither fee nor penalty (Reserve Bank of India, Digital Lending Directions, 2025).
 * @param coolingOffDays days after the disbursal within which it can be given back; 0 for never.
 * @param chargedMinor the principal that was charged: what was lent, and what a refund took beyond all that came in.
 * @returns null before the disbursal and once the days are over.
 */
export function coolingOffExit(
  loan: {
    readonly principalMinor: MinorAmount;
    readonly disbursedOn: LocalDate | null;
    readonly terms: TaxTerms & Pick<ProductTerms, 'annualInterestPpm'>;
  },
  coolingOffDays: number,
  day: LocalDate,
  chargedMinor: MinorAmount = loan.principalMinor,
): CoolingOffExit | null {
  const { principalMinor, disbursedOn, terms } = loan;
  if (disbursedOn === null || coolingOffDays <= 0) return null;
  const usedDays = daysBetween(disbursedOn, day);
  if (usedDays < 0 || usedDays > coolingOffDays) return null;
  const interestMinor = multiplyRatio(
    principalMinor,
    BigInt(terms.annualInterestPpm) * BigInt(usedDays),
    ppmPerYear,
  );
  const vatMinor = taxOf(terms, { interest: interestMinor });
  return {
    until: addDays(disbursedOn, coolingOffDays),
    principalMinor: chargedMinor,
    interestMinor,
    vatMinor,
    amountMinor: addMinor(chargedMinor, interestMinor, vatMinor),
  };
}
