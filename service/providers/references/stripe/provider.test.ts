import { afterAll, beforeEach, expect, test } from 'vitest';
import { isClabe } from '#domain/repayment/clabe.ts';
import {
  knownReference,
  type MessageFlaw,
  testReferencesOfOneAmount,
  wantedReference,
} from '#tests/providers/reference-conformance.ts';
import { type StripeStandIn, startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
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

const voucherOf = (providerReference: string) =>
  stripe.references.vouchers.find(({ id }) => id === providerReference);
const states: Readonly<Record<string, 'open' | 'paid' | 'cancelled'>> = {
  succeeded: 'paid',
  canceled: 'cancelled',
};

function paidMessage(providerReference: string, flaw: MessageFlaw = {}) {
  const voucher = voucherOf(providerReference);
  const event = {
    ...{
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      livemode: flaw.isOtherMode === true,
    },
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        ...voucher,
        ...(flaw.isForeign && { metadata: { llano_reference: 'a card' } }),
        ...(flaw.amountMinor && { amount_received: flaw.amountMinor }),
      },
    },
  };
  const { headers, body } = stripe.sign(event, {
    ...(flaw.isForged && { secret: 'whsec_anotheranother0001' }),
    ...(flaw.isOld && { at: new Date(Date.now() - 301_000) }),
  });
  return { headers, body: flaw.isTampered ? `${body} ` : body };
}

testReferencesOfOneAmount('Stripe', {
  provider,
  channelKind: 'store',
  codeForm: /^\d{32}$/,
  faults: stripe.faults,
  refusedMinor: [999, 1_000_001],
  madeFor: (id) =>
    stripe.references.vouchers.filter(({ metadata }) => metadata.llano_payment_reference === id).length,
  pay: (providerReference) => stripe.references.payVoucher(providerReference),
  stateOf: (providerReference) => states[voucherOf(providerReference)?.status ?? ''] ?? 'open',
  paidMessage,
});

test('a voucher is shown on Stripe’s own page too', async () => {
  const { facts, providerReference } = await provider.issue(wantedReference());
  expect(facts.voucherLink).toBe(`${stripe.origin}/oxxo/${providerReference}`);
});

test.each(['500', 'drop-before', 'drop-after'] as const)(
  'Stripe’s package asks again by itself where a request met %s, and one voucher comes of it',
  async (fault) => {
    const before = stripe.references.vouchers.length;
    stripe.faults.push(fault);
    expect((await provider.issue(wantedReference())).code).toMatch(/^\d{32}$/);
    expect(stripe.references.vouchers.length - before).toBe(1);
  },
);

test('a name of one word is filled up, since OXXO wants two', async () => {
  const borrower = { id: 'b', name: 'Rosa', mobilePhone: '+525512345678' };
  expect((await provider.issue(wantedReference({ borrower }))).code).not.toBe('');
});

test('a CLABE takes any amount, and what comes in is moved to the account once', async () => {
  const want = wantedReference({ channelKind: 'bank-transfer', amountMinor: null });
  const first = await provider.issue(want);
  expect([isClabe(first.code), first.expiresAt, first.facts.bankName]).toEqual([true, null, 'STP']);
  expect(await provider.issue(want)).toEqual(first);
  stripe.references.transfer(first.code, 5_000);
  stripe.references.transfer(first.code, 7_500);
  const reference = knownReference(want, first.providerReference, first.code);
  const deposits = await provider.lookUp(reference);
  expect(deposits.map(({ amountMinor }) => amountMinor)).toEqual([7_500, 5_000]);
  expect(new Set(deposits.map(({ id, referenceId }) => `${id} ${referenceId}`)).size).toBe(2);
  const held = () => stripe.references.customers.find(({ id }) => id === first.providerReference)?.cashMinor;
  expect(held()).toBe(0);
  await provider.lookUp(reference);
  const moved = stripe.references.vouchers.filter(({ metadata }) => metadata.llano_cash_movement);
  expect(moved.map(({ amount, status }) => [amount, status])).toEqual([[12_500, 'succeeded']]);
});
