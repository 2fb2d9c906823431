import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { putBorrower } from '#contract/host/borrower.ts';
import { type HostOffer, listOffers, putOffer } from '#contract/host/offer.ts';
import { type HostProduct, listProducts, putProduct, readProduct } from '#contract/host/product.ts';
import { newId } from '#db/new-id.ts';
import { loans, quotes } from '#db/schema/loan.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { plainProduct } from '#tests/setup/host-product.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();
async function host<Body = unknown>(path: string, body: unknown, messageId?: string) {
  const { status, body: answer } = await service.host(path, body, messageId);
  return { status, code: answer.code, message: answer.message, data: answer.data as Body };
}

/** A product of its own under an id of its own. */
async function newProduct(terms: object = {}): Promise<HostProduct> {
  const productId = `test-${newId()}`;
  const { data } = await host<HostProduct>(putProduct.path, { ...plainProduct, productId, ...terms });
  return data;
}

async function newPerson(): Promise<TestSession> {
  const { borrowerId } = await service.tell(putBorrower, {
    lenderBorrowerId: newId(),
    name: 'Lucía Ortega',
    address: 'Calle Dos 2',
    mobilePhone: '5512345678',
    market: 'MX',
  });
  return service.session(borrowerId);
}

function offer({ borrowerId }: TestSession, { productId }: HostProduct, more: object = {}) {
  const usual = { borrowerId, productId, amountMinor: 500_000, depositAccountEnding: '4821' };
  return host<HostOffer>(putOffer.path, { ...usual, ...more });
}

function show(session: TestSession, { productId }: HostProduct, isReload = true) {
  return service.ask(readOffer, { productId, isReload }, session);
}

async function refusalOf(session: TestSession, { productId }: HostProduct) {
  const { status, body } = await service.post(readOffer.path, { productId }, session);
  return [status, body.code];
}

test('a product that is set up by calls alone is offered, confirmed and accepted', async () => {
  const product = await newProduct();
  expect(product).toMatchObject({ version: 1, isActive: true, allowsPrepayment: true, lateFeeNewMinor: 0 });
  const session = await newPerson();
  expect(await refusalOf(session, product)).toEqual([404, '404001']);
  expect((await offer(session, product)).data).toMatchObject({ amountMinor: 500_000, changedBy: 'host' });
  const { amountMinor, term, quote } = await show(session, product);
  const { productId } = product;
  const accepted = { productId, amountMinor, term, quoteId: quote?.quoteId ?? '' };
  await service.ask(acceptOffer, accepted, session);
  const [loan] = await service.database.select().from(loans).where(eq(loans.borrowerId, session.borrowerId));
  expect(loan).toMatchObject({ principalMinor: 500_000, status: 'under-review', productId });
});

test('new terms make a new version; what was quoted with the old ones keeps them', async () => {
  const product = await newProduct();
  const { productId } = product;
  const session = await newPerson();
  await offer(session, product);
  const before = await show(session, product);
  const changed = await host<HostProduct>(putProduct.path, {
    ...plainProduct,
    productId,
    feePpm: 70_000,
    expectedVersion: 1,
    actor: 'Ana',
  });
  expect(changed.data).toMatchObject({ version: 2, feePpm: 70_000 });
  const accepted = {
    amountMinor: before.amountMinor,
    term: before.term,
    quoteId: before.quote?.quoteId ?? '',
  };
  await service.ask(acceptOffer, { productId, ...accepted }, session);
  const [quote] = await service.database.select().from(quotes).where(eq(quotes.id, accepted.quoteId));
  expect(quote?.terms.feePpm).toBe(60_000);
  const other = await newPerson();
  await offer(other, product);
  expect((await show(other, product)).quote?.feeMinor).toBe(35_000);
  const { product: current, versions } = await service.tell(readProduct, { productId });
  expect(current).toMatchObject({ version: 2 });
  expect(versions.map(({ version, madeBy, terms }) => [version, madeBy, terms.feePpm])).toEqual([
    [2, 'host:Ana', 70_000],
    [1, 'host', 60_000],
  ]);
});

test('the same product again, or one withdrawn, is no new version', async () => {
  const product = await newProduct();
  const { productId } = product;
  expect((await host(putProduct.path, { ...plainProduct, productId })).data).toMatchObject({ version: 1 });
  expect((await host(putProduct.path, { ...plainProduct, productId, isActive: false })).data).toMatchObject({
    version: 1,
    isActive: false,
  });
  const session = await newPerson();
  await offer(session, product);
  expect(await refusalOf(session, product)).toEqual([404, '404001']);
});

test('reminder days and hours belong to the product: they make no new version and no quote keeps them', async () => {
  const product = await newProduct();
  const { productId } = product;
  expect(product).toMatchObject({ reminderDays: null, reminderFromHour: null, reminderUntilHour: null });
  const session = await newPerson();
  await offer(session, product);
  const { quote } = await show(session, product);
  const reminders = { reminderDays: [-3, 0], reminderFromHour: 9, reminderUntilHour: 12 };
  await host(putProduct.path, { ...plainProduct, productId, ...reminders });
  const { data } = await host<{ product: HostProduct; versions: { terms: object }[] }>(readProduct.path, {
    productId,
  });
  expect(data.product).toMatchObject({ ...reminders, version: 1 });
  expect(
    data.versions.map(({ terms }) => Object.keys(terms).filter((name) => /reminder/.test(name))),
  ).toEqual([[]]);
  expect((await show(session, product)).quote).toEqual(quote);
});

test('changing a product that somebody else changed meanwhile is refused with that reason', async () => {
  const { productId } = await newProduct();
  await host(putProduct.path, { ...plainProduct, productId, feePpm: 70_000, expectedVersion: 1 });
  const late = await host(putProduct.path, {
    ...plainProduct,
    productId,
    feePpm: 80_000,
    expectedVersion: 1,
  });
  expect(late).toMatchObject({ status: 409, code: '409005' });
  const again = await host(putProduct.path, { ...plainProduct, productId, expectedVersion: 0 });
  expect(again).toMatchObject({ status: 409, code: '409005' });
  const unknown = await host(putProduct.path, { ...plainProduct, productId: 'unknown', expectedVersion: 1 });
  expect(unknown).toMatchObject({ status: 404 });
});

test.each([
  ['annualInterestPpm', { dailyInterestPpm: 65 }],
  ['instalmentDays', { instalmentCount: 1 }],
  ['currency', { currency: 'INR' }],
  ['penaltyBands', { penaltyBands: [{ fromDay: 2, dailyPpm: 1 }] }],
  ['maximumMinor', { maximumMinor: 1_000_001 }],
  ['feePpm', { feePpm: -1 }],
  ['feePpm', { feePpm: 0.5 }],
  ['stepMinor', { stepMinor: 0 }],
  ['minimumMinor', { minimumMinor: '100000' }],
  ['extensionMaxDays', { extensionMaxDays: 8 }],
  ['productId', { productId: 'a b' }],
  ['reminderDays', { reminderDays: [0, 31] }],
  ['reminderDays', { reminderDays: [] }],
  ['reminderFromHour', { reminderFromHour: 6, reminderUntilHour: 9 }],
  ['reminderUntilHour', { reminderFromHour: 9, reminderUntilHour: 23 }],
  ['reminderUntilHour', { reminderFromHour: 9, reminderUntilHour: 9 }],
  ['reminderUntilHour', { reminderFromHour: 9 }],
])('[LEGAL-3] a product with bad terms is refused by the name of the field: %s', async (field, terms) => {
  const productId = `bad-${newId()}`;
  const refused = await host(putProduct.path, { ...plainProduct, productId, ...terms });
  expect(refused).toMatchObject({ status: 422, code: '422', message: expect.stringContaining(field) });
  expect(await host(readProduct.path, { productId })).toMatchObject({ status: 404 });
});

test('a product stays in its market', async () => {
  const { productId } = await newProduct();
  const moved = { ...plainProduct, productId, market: 'IN', currency: 'INR' };
  expect(await host(putProduct.path, moved)).toMatchObject({
    status: 422,
    message: expect.stringContaining('market'),
  });
});

test('products are listed in pages that leave none out', async () => {
  await newProduct();
  const ids = await allRows(
    (next) => service.tell(listProducts, { limit: 1, ...next }),
    ({ products }) => products.map(({ productId }) => productId),
  );
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(ids).toContain('mx-120');
  for (const bad of [
    'x',
    '[]',
    Buffer.from('[1]').toString('base64url'),
    Buffer.from('["a","b"]').toString('base64url'),
  ]) {
    expect(await host(listProducts.path, { cursor: bad })).toMatchObject({
      status: 422,
      message: expect.stringContaining('cursor'),
    });
  }
});

test('an offer is one that the product and the borrower allow', async () => {
  const product = await newProduct();
  const session = await newPerson();
  const messageOf = async (more: object) => {
    const { status, message } = await offer(session, product, more);
    return [status, message.replace(/^.* of (\w+) .*$/, '$1')];
  };
  expect(await messageOf({ amountMinor: 505_000 })).toEqual([422, 'amountMinor']);
  expect(await messageOf({ amountMinor: 1_010_000 })).toEqual([422, 'amountMinor']);
  expect(await messageOf({ productId: 'in-120' })).toEqual([422, 'productId']);
  expect(await messageOf({ validFrom: '2026-11-21', validThrough: '2026-11-20' })).toEqual([
    422,
    'validThrough',
  ]);
  expect(await messageOf({ validFrom: '2026-02-30' })).toEqual([422, 'validFrom']);
  expect((await messageOf({ productId: 'unknown' }))[0]).toBe(404);
  expect((await messageOf({ borrowerId: newId() }))[0]).toBe(404);
  expect(await refusalOf(session, product)).toEqual([404, '404001']);
});

test('an offer holds from its first day to the end of its last, and no quote outlives it', async () => {
  const product = await newProduct();
  const session = await newPerson();
  await offer(session, product, { validFrom: '2026-11-21', validThrough: '2026-11-22' });
  expect(await refusalOf(session, product)).toEqual([404, '404001']);
  service.setTime('2026-11-22T23:50:00-06:00');
  const late = await service.session(session.borrowerId);
  const { quote } = await show(late, product);
  const [issued] = await service.database
    .select()
    .from(quotes)
    .where(eq(quotes.id, quote?.quoteId ?? ''));
  expect(issued?.expiresAt).toEqual(new Date('2026-11-23T00:00:00-06:00'));
  service.setTime('2026-11-23T00:00:00-06:00');
  expect(await refusalOf(late, product)).toEqual([404, '404001']);
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('[LEGAL-6] an offer that is withdrawn is made to nobody anew, and what was shown of it can be accepted until its day', async () => {
  const product = await newProduct();
  const { productId } = product;
  const session = await newPerson();
  await offer(session, product);
  const { amountMinor, term, quote } = await show(session, product);
  const unread = await newPerson();
  await offer(unread, product);
  await offer(unread, product, { isWithdrawn: true });
  expect(await refusalOf(unread, product)).toEqual([404, '404001']);
  const { data } = await offer(session, product, { isWithdrawn: true });
  expect(data.withdrawnAt).not.toBeNull();
  expect((await show(session, product)).quote).toEqual(quote);
  const body = {
    productId,
    amount: amountMinor,
    periods: term.count,
    termUnit: term.unit,
    quoteId: quote?.quoteId,
  };
  expect((await service.post(acceptOffer.path, body, session)).status).toBe(200);
  await offer(unread, product);
  expect((await show(unread, product)).amountMinor).toBe(500_000);
});

test('[CONFIRM-3] an amount the borrower has seen is announced when it is adjusted, one not yet seen is not', async () => {
  const product = await newProduct();
  const session = await newPerson();
  await offer(session, product, { amountMinor: 700_000 });
  expect((await offer(session, product)).data.previousAmountMinor).toBeNull();
  expect((await show(session, product, false)).needsReload).toBe(false);
  const { data } = await offer(session, product, { amountMinor: 400_000 });
  expect(data).toMatchObject({ previousAmountMinor: 500_000, acknowledgedAt: null });
  const announced = await show(session, product, false);
  expect(announced).toMatchObject({ needsReload: true, amountMinor: 400_000 });
  expect(announced.amountDescription).toContain('5');
  expect((await show(session, product, true)).needsReload).toBe(false);
  const again = await offer(session, product, { amountMinor: 400_000, couponCount: 2 });
  expect(again.data.acknowledgedAt).not.toBeNull();
  expect((await show(session, product, false)).needsReload).toBe(false);
});

test('offers are listed by borrower, by product and in pages', async () => {
  const [first, second] = [await newProduct(), await newProduct()];
  const session = await newPerson();
  const other = await newPerson();
  await offer(session, first);
  await offer(session, second);
  await offer(other, first);
  const { borrowerId } = session;
  const theirs = await service.tell(listOffers, { borrowerId });
  expect(theirs.offers.map(({ productId }) => productId)).toEqual([first.productId, second.productId].sort());
  const ofProduct = await service.tell(listOffers, { productId: first.productId, limit: 1 });
  const rest = await service.tell(listOffers, {
    productId: first.productId,
    cursor: ofProduct.nextCursor ?? '',
  });
  expect([...ofProduct.offers, ...rest.offers].map((each) => each.borrowerId).sort()).toEqual(
    [borrowerId, other.borrowerId].sort(),
  );
  expect(rest.nextCursor).toBeNull();
});
