import type { LocalDate } from '#domain/calendar.ts';
import { LateLoanModel } from '#tests/setup/late-loan-model.ts';

/** What a product costs, written down apart from the demo data. */
interface ModelProduct {
  readonly market: 'MX' | 'IN';
  readonly currency: 'MXN' | 'INR';
  readonly principalMinor: bigint;
  readonly instalmentCount: number;
  readonly instalmentDays: number;
  readonly bands: readonly { readonly fromDay: number; readonly dailyPpm: number }[];
  readonly lateFeeMinor: number;
  readonly tax: { readonly percent: bigint; readonly isOnInterest: boolean };
}

const iva = { percent: 16n, isOnInterest: true };
const gst = { percent: 18n, isOnInterest: false };

/** The products of the demo data at the amount that a borrower is offered; yearly interest 18 %, fee 6 %. */
export const modelProducts = {
  'mx-120': {
    ...{ market: 'MX', currency: 'MXN', principalMinor: 500_000n, instalmentCount: 4, instalmentDays: 30 },
    bands: [{ fromDay: 1, dailyPpm: 30_000 }],
    lateFeeMinor: 0,
    tax: iva,
  },
  'mx-90-steps': {
    ...{ market: 'MX', currency: 'MXN', principalMinor: 300_000n, instalmentCount: 1, instalmentDays: 91 },
    bands: [
      { fromDay: 1, dailyPpm: 50_000 },
      { fromDay: 31, dailyPpm: 40_000 },
      { fromDay: 91, dailyPpm: 20_000 },
    ],
    lateFeeMinor: 100_000,
    tax: iva,
  },
  'in-120': {
    ...{ market: 'IN', currency: 'INR', principalMinor: 1_200_000n, instalmentCount: 4, instalmentDays: 30 },
    bands: [{ fromDay: 1, dailyPpm: 30_000 }],
    lateFeeMinor: 0,
    tax: gst,
  },
} as const satisfies Record<string, ModelProduct>;

export type ModelProductId = keyof typeof modelProducts;

/** The day `days` after another, by the calendar of UTC alone. */
export function dayAfter(day: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10) as LocalDate;
}

/** numerator / denominator, half to even; both above or equal 0. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  return twice > denominator || (twice === denominator && whole % 2n === 1n) ? whole + 1n : whole;
}

/** What each instalment asks for, all its parts together: principal, interest, fee and tax (docs/decisions/009-interest-is-rounded-per-period.md). */
export function instalmentTotals(productId: ModelProductId): bigint[] {
  const { principalMinor, instalmentCount, instalmentDays, tax } = modelProducts[productId];
  const count = BigInt(instalmentCount);
  const evenly = (total: bigint) =>
    Array.from({ length: instalmentCount }, (_, index) =>
      index === instalmentCount - 1 ? total - (total / count) * (count - 1n) : total / count,
    );
  const principal = evenly(principalMinor);
  const fees = evenly(rounded(principalMinor * 6n, 100n));
  let outstanding = principalMinor;
  const interest = principal.map((share) => {
    const ofPeriod = rounded(outstanding * 18n * BigInt(instalmentDays), 100n * 365n);
    outstanding -= share;
    return ofPeriod;
  });
  const taxed = fees.map((fee, index) => fee + (tax.isOnInterest ? (interest[index] ?? 0n) : 0n));
  const taxOn = (amount: bigint) => rounded(amount * tax.percent, 100n);
  let taxLeft = taxOn(taxed.reduce((sum, part) => sum + part, 0n));
  return principal.map((share, index) => {
    const instalmentTax = index === instalmentCount - 1 ? taxLeft : taxOn(taxed[index] ?? 0n);
    taxLeft -= instalmentTax;
    return share + (interest[index] ?? 0n) + (fees[index] ?? 0n) + instalmentTax;
  });
}

/** The model of a loan that was paid out on a day. */
export function modelOf(productId: ModelProductId, disbursedOn: LocalDate): LateLoanModel {
  const { instalmentDays, bands, lateFeeMinor } = modelProducts[productId];
  const bases = instalmentTotals(productId).map((total, index) => ({
    dueDate: dayAfter(disbursedOn, (index + 1) * instalmentDays),
    baseMinor: Number(total),
  }));
  return new LateLoanModel(bases, bands, lateFeeMinor);
}
