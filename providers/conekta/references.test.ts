import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { isClabe } from '#domain/repayment/clabe.ts';
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import {
  knownReference,
  type MessageFlaw,
  testReferencesOfOneAmount,
  wantedReference,
} from '#tests/providers/reference-conformance.ts';
import { createConektaReferences } from './references.ts';

const privateKey = 'key_referencesonly0001';
const conekta = await startConektaStandIn({
  privateKey,
  webhookUrl: () => 'http://127.0.0.1:9/webhooks/conekta',
});
conekta.delivery = 'never';
afterAll(conekta.close);

const options = {
  account: { privateKey, webhookKey: conekta.webhookKey },
  isLive: false,
  apiBase: conekta.origin,
  payer: { name: 'Llano', email: 'ayuda@llano.test', telephone: '+525550000100' },
};
const provider = createConektaReferences(options);

beforeEach(() => {
  conekta.faults.length = 0;
  conekta.pageSize = 250;
});

const weekAndMore = 7 * 86_400 + 60;

function paidMessage(providerReference: string, flaw: MessageFlaw = {}) {
  const order = conekta.orders.find(({ id }) => id === providerReference);
  const [charge] = structuredClone(order?.charges.data ?? []);
  const change = {
    ...(flaw.isForeign && { metadata: { llano_reference: 'a card' } }),
    ...(flaw.amountMinor && { charges: { data: [{ ...charge, amount: flaw.amountMinor }] } }),
  };
  const event = conekta.eventOf('order.paid', providerReference, change);
  return conekta.sign(
    {
      ...event,
      ...(flaw.isOtherMode && { livemode: true }),
      ...(flaw.isOld && { created_at: Math.floor(Date.now() / 1000) - weekAndMore }),
    },
    flaw,
  );
}

const madeFor = (id: string) =>
  conekta.orders.filter(({ metadata }) => metadata.llano_payment_reference === id).length;

for (const [channelKind, codeForm, refusedMinor] of [
  ['store', /^\d{14}$/, [999, 1_000_001]],
  ['bank-transfer', /^\d{18}$/, [999]],
] as const) {
  testReferencesOfOneAmount('Conekta', {
    ...{ provider, channelKind, codeForm, refusedMinor, madeFor, paidMessage },
    faults: conekta.faults,
    pay: (providerReference) => conekta.pay(providerReference),
    stateOf(providerReference) {
      const status = conekta.orders.find(({ id }) => id === providerReference)?.payment_status;
      return status === 'paid' ? 'paid' : status === 'canceled' ? 'cancelled' : 'open';
    },
  });
}

test('a voucher names its shops, and a CLABE its bank and whose it is', async () => {
  expect((await provider.issue(wantedReference())).facts).toEqual({ chainName: 'OXXO' });
  const { code, facts } = await provider.issue(wantedReference({ channelKind: 'bank-transfer' }));
  expect([isClabe(code), facts]).toEqual([true, { bankName: 'STP', holderName: 'Llano Stand-in' }]);
});

test('nothing of the borrower goes to Conekta', async () => {
  const borrower = { id: 'borrower-7', name: 'Rosa Medina', mobilePhone: '+525512345678' };
  const { providerReference } = await provider.issue(wantedReference({ borrower }));
  const order = JSON.stringify(conekta.orders.find(({ id }) => id === providerReference));
  for (const own of Object.values(borrower)) expect(order).not.toContain(own);
});

test('a request whose answer got lost is looked for page by page among the orders of its time', async () => {
  const want = wantedReference();
  conekta.faults.push('drop-after');
  await expect(provider.issue(want)).rejects.toThrow();
  for (let count = 0; count < 5; count += 1) await provider.issue(wantedReference());
  conekta.pageSize = 2;
  const { providerReference } = await provider.issue({ ...want, isRepeated: true });
  expect(conekta.orders[5]).toMatchObject({ id: providerReference });
  expect(madeFor(want.id)).toBe(1);
});

test('an order of the other mode is not believed, whatever it says', async () => {
  const live = createConektaReferences({ ...options, isLive: true });
  await expect(live.issue(wantedReference())).rejects.toThrow('other mode');
});

test('a wrong key refuses nothing for good', async () => {
  const account = { ...options.account, privateKey: 'key_another' };
  const other = createConektaReferences({ ...options, account });
  const refusal = await other.issue(wantedReference()).catch((error: Error) => error);
  expect(refusal).toMatchObject({ message: expect.stringContaining('401') });
  expect((refusal as Error).constructor).toBe(Error);
});

test('money of an order that was given back later is still found', async () => {
  const want = wantedReference({ amountMinor: minorAmount(5_000) });
  const { providerReference, code } = await provider.issue(want);
  conekta.pay(providerReference);
  const refund = { amount: 1_000, reason: 'requested_by_client' };
  await fetch(`${conekta.origin}/orders/${providerReference}/refunds`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${privateKey}`, Accept: 'application/vnd.conekta-v2.2.0+json' },
    body: JSON.stringify(refund),
  });
  const found = await provider.lookUp(knownReference(want, providerReference, code));
  expect(found).toMatchObject([{ amountMinor: 5_000 }]);
});
