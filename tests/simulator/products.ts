import assert from 'node:assert/strict';
import { listProducts, putProduct } from '#contract/host/product.ts';
import type { LocalDate } from '#domain/calendar.ts';
import { CorrectedLoanModel, type ModelTerms } from '#tests/setup/corrected-loan-model.ts';
import type { LendingService } from '#tests/setup/lending-service.ts';

/** A product as a borrower is offered it. */
interface ModelProduct {
  readonly market: 'MX' | 'IN';
  readonly currency: 'MXN' | 'INR';
  readonly principalMinor: number;
  readonly terms: ModelTerms;
  /** The product of the demo data that has all of its terms but what it says of prepayment and of the fee then. */
  readonly like?: 'mx-120' | 'in-120';
}

const everyProduct = {
  ...{ annualInterestPpm: 180_000, feePpm: 60_000, instalmentCount: 4, instalmentDays: 30 },
  ...{ penaltyBands: [{ fromDay: 1, dailyPpm: 30_000 }], lateFee: 0 },
  ...{ penaltyMaxOfPaymentPpm: 1_000_000, penaltyMaxOfLoanPpm: 1_000_000 },
  ...{ extensionDailyPpm: 10_000, extensionMaxDays: 7, extensionCostMaxPpm: 300_000 },
  earlyRepayment: 'days-used',
  earlyRepaymentFee: 'kept',
  namesCoolingOffDays: true,
  ...{ pausesPenaltyOnClaim: true, pausesPenaltyOnDispute: true },
} as const;

const inMexico: ModelTerms = {
  ...everyProduct,
  ...{ vatPpm: 160_000, coolingOffDays: 0 },
  taxOn: ['interest', 'fee', 'extension-fee'],
};
const inIndia: ModelTerms = {
  ...everyProduct,
  ...{ vatPpm: 180_000, coolingOffDays: 3 },
  taxOn: ['fee', 'extension-fee'],
};

const shortens = { prepayment: 'shortens', earlyRepaymentFee: 'days-used' } as const;
const lowers = { prepayment: 'lowers', earlyRepaymentFee: 'kept' } as const;
const ofMexico = { market: 'MX', currency: 'MXN', principalMinor: 500_000 } as const;
const ofIndia = { market: 'IN', currency: 'INR', principalMinor: 1_200_000 } as const;

/**
 * The products of the demo data at the amount that a borrower is offered, written down apart from them, and products of a lender on
 * which what is paid beyond what is due pays back principal.
 */
export const modelProducts = {
  'mx-120': { ...ofMexico, terms: inMexico },
  'mx-shortens': { ...ofMexico, terms: { ...inMexico, ...shortens }, like: 'mx-120' },
  'mx-lowers': { ...ofMexico, terms: { ...inMexico, ...lowers }, like: 'mx-120' },
  'in-shortens': { ...ofIndia, terms: { ...inIndia, ...shortens }, like: 'in-120' },
  'in-lowers': { ...ofIndia, terms: { ...inIndia, ...lowers }, like: 'in-120' },
  'mx-90-steps': {
    ...{ market: 'MX', currency: 'MXN', principalMinor: 300_000 },
    terms: {
      ...{ ...inMexico, instalmentCount: 1, instalmentDays: 91, lateFee: 100_000, extensionCostMaxPpm: 0 },
      penaltyBands: [
        { fromDay: 1, dailyPpm: 50_000 },
        { fromDay: 31, dailyPpm: 40_000 },
        { fromDay: 91, dailyPpm: 20_000 },
      ],
    },
  },
  'in-120': { ...ofIndia, terms: inIndia },
} as const satisfies Record<string, ModelProduct>;

export type ModelProductId = keyof typeof modelProducts;

/** Has the lender's systems add the products that the demo data lack. */
export async function putModelProducts({ tell }: Pick<LendingService, 'tell'>): Promise<void> {
  const { products } = await tell(listProducts, { limit: 100 });
  const added: [string, ModelProduct][] = Object.entries(modelProducts);
  for (const [productId, { like, terms }] of added) {
    if (like === undefined) continue;
    const product = products.find((each) => each.productId === like);
    assert(product, `the demo data have no product ${like}`);
    const { prepayment = 'next-payments', earlyRepaymentFee = 'kept' } = terms;
    await tell(putProduct, { ...product, productId, name: productId, prepayment, earlyRepaymentFee });
  }
}

/** The day `days` after another, by the calendar of UTC alone. */
export function dayAfter(day: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10) as LocalDate;
}

/** The model of a loan that is approved and paid out on a day. */
export function modelOf(productId: ModelProductId, disbursedOn: LocalDate): CorrectedLoanModel {
  const { terms, principalMinor } = modelProducts[productId];
  const model = new CorrectedLoanModel(terms, principalMinor, disbursedOn);
  model.approve();
  model.disburse('payout', disbursedOn);
  return model;
}
