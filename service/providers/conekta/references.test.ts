import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { isClabe } from '#domain/repayment/clabe.ts';
import { openConektaAccount } from '#tests/providers/conekta-account.ts';
import {
  knownReference,
  type MessageFlaw,
  testReferencesOfOneAmount,
  wantedReference,
} from '#tests/providers/reference-conformance.ts';
import { WebhookUnreadable } from '../ports/webhook.ts';
import { createConektaReferences } from './references.ts';

const { conekta, options, refundInPanel, ...account } = await openConektaAccount();
const provider = createConektaReferences(options);

const paidMessage = (providerReference: string, flaw?: MessageFlaw) =>
  account.paidMessage(providerReference, { llano_reference: 'a card' }, flaw);

const madeFor = (id: string) =>
  conekta.orders.filter(({ metadata }) => metadata.llano_payment_reference === id).length;

for (const [channelKind, codeForm, refusedMinor] of [
  ['store', /^100\d{17}$/, [999, 1_000_001]],
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
  const voucher = await provider.issue(wantedReference());
  expect(voucher.facts.chainName).toBe('7 Eleven, Farmacias del Ahorro, Circle K, Extra');
  const { code, facts } = await provider.issue(wantedReference({ channelKind: 'bank-transfer' }));
  expect([isClabe(code), facts]).toEqual([true, { bankName: 'STP', holderName: 'Llano' }]);
});

test('each network of a voucher has its own reference, the convenio of a bank, and its shops', async () => {
  const { code, facts, providerReference } = await provider.issue(wantedReference());
  const [ofBank, ofChains] = conekta.codesOf(providerReference);
  expect(facts.networks).toEqual([
    { code: ofBank, agreement: '2409992', shops: ['BBVA ATM'] },
    { code: ofChains, agreement: undefined, shops: expect.arrayContaining(['7 Eleven', 'Soriana']) },
  ]);
  expect(code).toBe(ofChains);
});

test('a voucher that is paid at two of its networks is two payments of one reference', async () => {
  const want = wantedReference();
  const { providerReference, code } = await provider.issue(want);
  conekta.pay(providerReference, 1);
  conekta.pay(providerReference, 0);
  const deposits = await provider.lookUp(knownReference(want, providerReference, code));
  expect(deposits).toMatchObject([
    { amountMinor: 142_281, referenceId: want.id },
    { amountMinor: 142_281, referenceId: want.id },
  ]);
  expect(new Set(deposits.map(({ id }) => id)).size).toBe(2);
});

test('a transfer bears the clave de rastreo that its payer has', async () => {
  const want = wantedReference({ channelKind: 'bank-transfer' });
  const { providerReference } = await provider.issue(want);
  conekta.pay(providerReference);
  const { notice } = await provider.verify(paidMessage(providerReference));
  expect(notice).toMatchObject([{ trackingKey: expect.stringMatching(/^STANDIN\d{12}$/) }]);
});

test('the one who pays is the borrower, each under a mail address of their own that comes to the lender', async () => {
  const payerOfOrder = async (id: string) => {
    const borrower = { id, name: 'Rosa Medina', mobilePhone: '+525512345678' };
    const { providerReference } = await provider.issue(wantedReference({ borrower }));
    return conekta.orders.find((order) => order.id === providerReference)?.customer_info;
  };
  const first = await payerOfOrder('borrower-7');
  expect(first).toMatchObject({ name: 'Rosa Medina', phone: '+525512345678' });
  expect(first?.email).toMatch(/^ayuda\+[0-9a-f]{12}@llano\.test$/);
  expect((await payerOfOrder('borrower-8'))?.email).not.toBe(first?.email);
  expect((await payerOfOrder('borrower-7'))?.email).toBe(first?.email);
});

test('a name that Conekta refuses is sent in a form that it takes, and its code of any refusal is kept', async () => {
  for (const name of ['Sean O’Brien', 'Luis Johnson`s', 'अनन्या राव', 'Rosa 3', 'X']) {
    const borrower = { id: name, name, mobilePhone: '+525512345678' };
    const { providerReference } = await provider.issue(wantedReference({ borrower }));
    expect(conekta.orders.find(({ id }) => id === providerReference)).toBeDefined();
  }
  const tooSmall = wantedReference({ amountMinor: minorAmount(100) });
  await expect(provider.issue(tooSmall)).rejects.toMatchObject({
    cause: { code: 'conekta.errors.parameter_validation.order.amount.too_small' },
  });
});

test('the ping by which Conekta tries an address is taken', async () => {
  expect(await provider.verify(conekta.sign(conekta.ping()))).toEqual({
    ...{ id: expect.stringMatching(/^[0-9a-f]{24}$/), notice: null, outflows: [] },
  });
});

test('signed messages of another form are distinguished from forged ones, and orders of others are not read', async () => {
  const { providerReference } = await provider.issue(wantedReference());
  const event = conekta.eventOf('order.paid', providerReference) as { data: { object: object } };
  const { object } = event.data;
  for (const odd of [
    ...[null, [], 'paid', 7, {}],
    { ...event, data: null },
    { ...event, data: {} },
    { ...event, data: { object: { ...object, charges: 'all' } } },
    { ...event, data: { object: { ...object, amount: '1422.81' } } },
    { ...event, type: 'charge.reversed', data: { object: {} } },
  ]) {
    const message = conekta.sign(odd as object);
    await expect(provider.verify(message)).rejects.toThrow(WebhookUnreadable);
  }
  const other = conekta.eventOf('order.paid', providerReference, { metadata: {}, charges: 'all' });
  expect((await provider.verify(conekta.sign(other))).notice).toBeNull();
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
  await refundInPanel(providerReference, 1_000);
  const deposits = await provider.lookUp(knownReference(want, providerReference, code));
  expect(deposits).toMatchObject([{ amountMinor: 5_000 }]);
});
