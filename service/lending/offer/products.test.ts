import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readAgreement } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { inTransaction } from '#db/database.ts';
import { products } from '#db/schema/product.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { addProducts, ProductError, putProduct, warnOfProducts } from './products.ts';
import { allProducts, type ProductRecord } from './store.ts';

const productId = 'mx-120';
const disagreeing = { annualInterestPpm: 180_000, dailyInterestPpm: 65 } as const;
const author = { madeAt: new Date(), madeBy: 'test' };
const service = await testLendingService();
const sound = await soundProduct();
beforeEach(async () => {
  service.reported.length = 0;
  await change(sound);
});

async function soundProduct(): Promise<ProductRecord> {
  const first = (await allProducts(service.database)).find((each) => each.productId === productId);
  if (!first) throw new Error('no product');
  return first;
}

function change(terms: Partial<ProductRecord>) {
  return service.database.update(products).set(terms).where(eq(products.productId, productId));
}

test('[LEGAL-3] bad products are refused by name where they are written, all at once, and none is written', async () => {
  const rows = [
    { ...sound, productId: 'fine' },
    { ...sound, productId: 'rates', ...disagreeing },
    { ...sound, productId: 'short', instalmentCount: 1, penaltyBands: [{ fromDay: 2, dailyPpm: 1 }] },
  ];
  const written = inTransaction(service.database, (transaction) => addProducts(transaction, rows, author));
  await expect(written).rejects.toThrow(ProductError);
  const error = await written.catch((reason: unknown) => reason as ProductError);
  expect(error).toMatchObject({
    problems: [
      expect.stringMatching(/^rates: annualInterestPpm .* dailyInterestPpm/),
      expect.stringMatching(/^short: the term must be 91 to 365 days/),
      expect.stringMatching(/^short: penaltyBands must begin at day 1/),
    ],
  });
  expect((await allProducts(service.database)).map((each) => each.productId)).not.toContain('fine');
});

test('[LEGAL-3] at start every product that cannot be quoted is warned about, with the reason', async () => {
  const { database, dependencies, reported } = service;
  const { configuration } = dependencies;
  await warnOfProducts(database, configuration, dependencies.logger);
  expect(reported).toEqual([]);
  await change(disagreeing);
  await warnOfProducts(database, { ...configuration, markets: ['MX'] }, dependencies.logger);
  expect(reported).toMatchObject([
    { level: 'warn', fields: { product: 'in-120', problems: ['market IN is not served'] } },
    {
      level: 'warn',
      fields: { product: productId, problems: [expect.stringContaining('dailyInterestPpm')] },
    },
  ]);
});

test('[LEGAL-5] a lender under PROFECO can add no product that charges its whole plan, and existing ones are reported', async () => {
  const { database, dependencies, reported } = service;
  const { companies } = dependencies.configuration;
  const wholePlan = { ...sound, earlyRepayment: 'whole-plan', prepayment: 'next-payments' } as const;
  const put = (product: ProductRecord, supervisor: string | undefined) =>
    inTransaction(database, (transaction) =>
      putProduct(transaction, product, { ...author, expectedVersion: undefined, supervisor }),
    );
  await expect(put(wholePlan, 'profeco')).rejects.toMatchObject({ field: 'earlyRepayment' });
  await put({ ...wholePlan, earlyRepayment: 'days-used' }, 'profeco');
  await put(wholePlan, undefined);
  const profeco = { ...companies, MX: { ...companies.MX, supervisor: 'profeco' } };
  await warnOfProducts(database, { ...dependencies.configuration, companies: profeco }, dependencies.logger);
  const problem = 'earlyRepayment must be days-used for a lender under profeco';
  expect(reported).toContainEqual(
    expect.objectContaining({ level: 'warn', fields: { product: productId, problem } }),
  );
  // It is still quoted as it was sold.
  const session = await newBorrower(service);
  expect(await service.ask(readOffer, { productId, isReload: true }, session)).toMatchObject({
    quote: { earlyRepayment: 'whole-plan' },
  });
});

test.each([
  ['rates that disagree', disagreeing],
  ['bands that do not begin', { penaltyBands: [{ fromDay: 2, dailyPpm: 1 }] }],
  ['bands that are none', { penaltyBands: [null] as never }],
])('[LEGAL-3] a product with %s is not quoted, and the log says why', async (_name, terms) => {
  const session = await newBorrower(service);
  await change(terms);
  const { status, body } = await service.post(readOffer.path, { productId }, session);
  expect([status, body.code]).toEqual([404, '404001']);
  expect(service.reported).toContainEqual(
    expect.objectContaining({ level: 'warn', fields: expect.objectContaining({ product: productId }) }),
  );
});

test.each([
  ['a term of 90 days', { instalmentCount: 3 }],
  ['a term of 366 days', { instalmentCount: 6, instalmentDays: 61 }],
  ["another market's currency", { currency: 'INR' }],
  ['a negative rate', { annualInterestPpm: -1 }],
  ['a share above the whole', { vatPpm: 1_000_001 }],
  ['an extension of 8 days', { extensionMaxDays: 8 }],
  ['no step', { stepMinor: minorAmount(0) }],
  ['a maximum between two steps', { maximumMinor: minorAmount(1_000_001) }],
  ['a maximum below the minimum', { maximumMinor: minorAmount(90_000) }],
  ['bands that are no list', { penaltyBands: {} as never }],
] as const)('the database refuses a product with %s', async (_name, terms) => {
  await expect(change(terms)).rejects.toThrow();
  expect(await allProducts(service.database)).toContainEqual(sound);
});

test('[LEGAL-5] the agreement shown for a quote says what its product says of early repayment', async () => {
  const agreementOf = async () => {
    const session = await newBorrower(service);
    const { quote } = await service.ask(readOffer, { productId, isReload: true }, session, 'en');
    const shown = await service.ask(readAgreement, { orderNumber: quote?.quoteId ?? '' }, session, 'en');
    return shown.accepted?.text;
  };
  expect(await agreementOf()).toContain('on any day and at no charge');
  await change({ allowsPrepayment: false });
  expect(await agreementOf()).toContain('does not offer early repayment');
});
