import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { isClabe } from '#domain/repayment/clabe.ts';
import { type StripeStandIn, startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { ReferenceRefused, type WantedReference } from '../../ports/payment-references.ts';
import { createStripeReferences } from './provider.ts';

const secretKey = 'sk_test_referencesonly';
const webhookSecret = 'whsec_referencesonly0001';
const stripe: StripeStandIn = await startStripeStandIn({
  ...{ secretKey, webhookSecret },
  webhookUrl: () => 'http://127.0.0.1:9/webhooks/stripe',
});
stripe.delivery = 'hold';
afterAll(() => stripe.close());

const provider = createStripeReferences({
  accounts: { MX: { secretKey, webhookSecret } },
  apiBase: stripe.origin,
  payerEmail: 'ayuda@llano.test',
});

beforeEach(() => {
  stripe.faults.length = 0;
});

function wanted(change: Partial<WantedReference> = {}): WantedReference {
  return {
    ...{ id: crypto.randomUUID(), requestedAt: new Date(), isRepeated: false, market: 'MX' },
    ...{ channelKind: 'store', purpose: 'repay', amountMinor: minorAmount(142_281), currency: 'MXN' },
    ...{ orderNumber: 'LL-1', borrower: { id: 'b', name: 'Rosa Medina', mobilePhone: '+525512345678' } },
    ...change,
  } as WantedReference;
}

const known = (want: WantedReference, providerReference: string, code: string) => ({
  ...{ id: want.id, market: want.market, channelKind: want.channelKind, code, providerReference },
});

test('a voucher has its number, its end and its page, and the same request gives the same one', async () => {
  const want = wanted();
  const first = await provider.issue(want);
  expect(first.code).toMatch(/^\d{32}$/);
  expect(first.facts.voucherLink).toBe(`${stripe.origin}/oxxo/${first.providerReference}`);
  const days = ((first.expiresAt?.getTime() ?? 0) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(3);
  expect(await provider.issue({ ...want, isRepeated: true })).toEqual(first);
  expect(
    stripe.references.vouchers.filter(({ metadata }) => metadata.llano_payment_reference === want.id),
  ).toHaveLength(1);
});

test.each(['500', 'drop-before', 'drop-after'] as const)(
  'one voucher comes of a request that met %s',
  async (fault) => {
    const before = stripe.references.vouchers.length;
    stripe.faults.push(fault);
    expect((await provider.issue(wanted())).code).toMatch(/^\d{32}$/);
    expect(stripe.references.vouchers.length - before).toBe(1);
  },
);

test('a request that met 429 is not refused for good: repeated, one voucher comes of it', async () => {
  const before = stripe.references.vouchers.length;
  stripe.faults.push('429');
  const want = wanted();
  const refusal = await provider.issue(want).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal).not.toBeInstanceOf(ReferenceRefused);
  expect((await provider.issue(want)).code).toMatch(/^\d{32}$/);
  expect(stripe.references.vouchers.length - before).toBe(1);
});

test('an amount that OXXO does not take is refused for good, and a name of one word is filled up', async () => {
  for (const amountMinor of [minorAmount(999), minorAmount(1_000_001), null]) {
    await expect(provider.issue(wanted({ amountMinor }))).rejects.toThrow(ReferenceRefused);
  }
  const borrower = { id: 'b', name: 'Rosa', mobilePhone: '+525512345678' };
  expect((await provider.issue(wanted({ borrower }))).code).not.toBe('');
});

test('a voucher that was paid is found by looking, and told with the same id; one that was not can be cancelled', async () => {
  const want = wanted();
  const { providerReference, code } = await provider.issue(want);
  const reference = known(want, providerReference, code);
  expect(await provider.lookUp(reference)).toEqual([]);
  stripe.references.payVoucher(providerReference);
  const deposit = { id: providerReference, referenceId: want.id, amountMinor: 142_281, currency: 'MXN' };
  expect(await provider.lookUp(reference)).toMatchObject([deposit]);
  await provider.cancel(reference);
  expect(stripe.references.vouchers.find(({ id }) => id === providerReference)?.status).toBe('succeeded');
  const other = wanted();
  const left = await provider.issue(other);
  await provider.cancel(known(other, left.providerReference, left.code));
  expect(stripe.references.vouchers.find(({ id }) => id === left.providerReference)?.status).toBe('canceled');
});

test('a CLABE takes any amount, and what comes in is moved to the account once', async () => {
  const want = wanted({ channelKind: 'bank-transfer', amountMinor: null });
  const first = await provider.issue(want);
  expect([isClabe(first.code), first.expiresAt, first.facts.bankName]).toEqual([true, null, 'STP']);
  expect(await provider.issue(want)).toEqual(first);
  stripe.references.transfer(first.code, 5_000);
  stripe.references.transfer(first.code, 7_500);
  const reference = known(want, first.providerReference, first.code);
  const found = await provider.lookUp(reference);
  expect(found.map(({ amountMinor }) => amountMinor)).toEqual([7_500, 5_000]);
  expect(new Set(found.map(({ id, referenceId }) => `${id} ${referenceId}`)).size).toBe(2);
  const held = () => stripe.references.customers.find(({ id }) => id === first.providerReference)?.cashMinor;
  expect(held()).toBe(0);
  await provider.lookUp(reference);
  const moved = stripe.references.vouchers.filter(({ metadata }) => metadata.llano_cash_movement);
  expect(moved.map(({ amount, status }) => [amount, status])).toEqual([[12_500, 'succeeded']]);
});

test('a message is believed with the account’s signature and a time of the last five minutes alone', async () => {
  const want = wanted();
  const { providerReference } = await provider.issue(want);
  stripe.references.payVoucher(providerReference);
  const voucher = stripe.references.vouchers.find(({ id }) => id === providerReference);
  const event = {
    ...{ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', livemode: false },
    ...{ created: Math.floor(Date.now() / 1000), data: { object: voucher } },
  };
  const verify = (change: object, signing?: { secret?: string; at?: Date }) =>
    provider.verify(stripe.sign({ ...event, ...change }, signing));
  expect(await verify({})).toMatchObject({
    id: 'evt_1',
    told: [{ id: providerReference, referenceId: want.id, amountMinor: 142_281, currency: 'MXN' }],
  });
  await expect(verify({}, { secret: 'whsec_anotheranother0001' })).rejects.toThrow();
  await expect(verify({}, { at: new Date(Date.now() - 301_000) })).rejects.toThrow();
  await expect(verify({ livemode: true })).rejects.toThrow();
  const ofCard = { ...voucher, metadata: { llano_reference: 'a card' } };
  expect(await verify({ data: { object: ofCard } })).toMatchObject({ told: null });
});
