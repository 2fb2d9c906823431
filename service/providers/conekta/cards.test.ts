import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import {
  borrower,
  chargeOf,
  pressOn,
  returnLink,
  savedCard,
  testHostedCards,
} from '#tests/providers/card-conformance.ts';
import { openConektaAccount } from '#tests/providers/conekta-account.ts';
import { createConektaCards } from './cards.ts';
import { createConektaReferences } from './references.ts';

const { conekta, options, paidMessage, refundInPanel } = await openConektaAccount();
const cards = createConektaCards({ ...options, takesCredit: () => true });
const { hosted } = cards;
const numbers = {
  succeeds: '4242424242424242',
  credit: '5555555555554444',
  asksTheBank: '4000000000003220',
  declines: '4000000000000002',
} as const;

const ordersOf = (reference: string) =>
  conekta.orders.filter(({ metadata }) => metadata.llano_reference === reference);
const orderIdOf = (reference: string) => ordersOf(reference)[0]?.id ?? '';
const refundsOf = (reference: string) => ordersOf(reference)[0]?.charges.data[0]?.refunds?.data ?? [];

testHostedCards('Conekta', {
  debitAlone: createConektaCards({ ...options, takesCredit: () => false }),
  ...{ cards, numbers, origin: conekta.origin, faults: conekta.faults },
  tokenForm: /^cus_\w+:src_\w+$/,
  tooSmallMinor: 299,
  goneToken: (cardToken) => `${cardToken.split(':')[0]}:src_gone`,
  chargeCount: (reference) => ordersOf(reference).length,
  refundCount: (reference) => refundsOf(reference).length,
  loseRefundAnswer() {
    conekta.beforeAnswer = (_path, method) => {
      if (method !== 'PUT') return;
      conekta.beforeAnswer = null;
      conekta.faults.push('drop-after');
    };
  },
  paidMessage: (reference, flaw) =>
    paidMessage(orderIdOf(reference), { llano_payment_reference: 'a voucher' }, flaw),
});

const notice = async (type: string, orderId: string, change: object = {}) => {
  const [notifier] = hosted.notifiers;
  return (await notifier?.verify(conekta.sign(conekta.eventOf(type, orderId, change))))?.notice;
};

const openForm = () =>
  hosted.startSaving({
    ...{ reference: randomUUID(), market: 'MX', language: 'es', savedTokens: [], borrower },
    ...{ returnLink, leaveLink: 'https://pages.llano.test/payWay' },
  });

test('what is held while a card is saved is let go, whether the borrower or the message is back first', async () => {
  const form = await openForm();
  expect(await notice('order.created', form.id)).toBeNull();
  await pressOn(form.link, numbers.succeeds);
  const order = conekta.orders.find(({ id }) => id === form.id);
  expect([order?.payment_status, order?.amount]).toEqual(['pre_authorized', 1_000]);
  const reference = order?.metadata.llano_saving;
  const saved = { about: 'saving', reference, outcome: { maskedNumber: '************4242' } };
  expect(await notice('order.pre_authorized', form.id)).toMatchObject(saved);
  expect(order?.payment_status).toBe('voided');
  expect(await notice('order.pre_authorized', form.id)).toMatchObject(saved);
  expect(await hosted.readSaving(form.id, 'MX')).toMatchObject(saved.outcome);
});

test('an account that takes in place of holding gives back, and a card is not saved before it did', async () => {
  const form = await openForm();
  const order = conekta.orders.find(({ id }) => id === form.id);
  conekta.holdsNothing = true;
  await pressOn(form.link, numbers.succeeds);
  expect(order?.payment_status).toBe('paid');
  conekta.beforeAnswer = (_path, method) => {
    if (method === 'GET') conekta.faults.push('500');
    conekta.beforeAnswer = null;
  };
  await expect(hosted.readSaving(form.id, 'MX')).rejects.toThrow('500');
  expect(await hosted.readSaving(form.id, 'MX')).toMatchObject({ maskedNumber: '************4242' });
  expect([order?.payment_status, order?.amount_refunded]).toEqual(['refunded', 1_000]);
  expect(await hosted.readSaving(form.id, 'MX')).toMatchObject({ maskedNumber: '************4242' });
  expect(order?.amount_refunded).toBe(1_000);
});

test('an unused form ends when Conekta says so', async () => {
  const form = await openForm();
  const over = await notice('order.expired', form.id, { payment_status: 'expired' });
  expect(over).toMatchObject({ about: 'saving', outcome: 'open' });
  const order = conekta.orders.find(({ id }) => id === form.id);
  Object.assign(order ?? {}, { payment_status: 'expired' });
  expect(await hosted.readSaving(form.id, 'MX')).toBe('given-up');
});

const left = async (event: object) => (await hosted.notifiers[0]?.verify(conekta.sign(event)))?.outflows;

test('a refund that was made in the panel names our charge, beside one of ours and whichever came first', async () => {
  const charge = chargeOf((await savedCard(cards, numbers.succeeds)).cardToken);
  await cards.charge(charge, returnLink);
  const id = orderIdOf(charge.reference);
  await refundInPanel(id, 2_000);
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(1_000) };
  expect(await hosted.refund(charge, refund)).toBe('succeeded');
  await refundInPanel(id, 3_000);
  const notice = await left(conekta.eventOf('order.partially_refunded', id));
  expect(notice).toMatchObject([
    { payment: { charge: charge.reference }, cause: 'refund', outcome: 'left', amountMinor: 2_000 },
    { payment: { charge: charge.reference }, cause: 'refund', outcome: 'left', amountMinor: 3_000 },
  ]);
  expect(new Set(notice?.map((each) => each.id)).size).toBe(2);
  Object.assign(refundsOf(charge.reference)[0] ?? {}, { status: 'pending' });
  Object.assign(refundsOf(charge.reference)[2] ?? {}, { status: 'failed' });
  expect(await left(conekta.eventOf('order.partially_refunded', id))).toMatchObject([
    ...[{ outcome: 'came-back', amountMinor: 3_000 }],
  ]);
  // The same, told of the charge alone.
  const [paid] = ordersOf(charge.reference)[0]?.charges.data ?? [];
  const ofCharge = { ...conekta.eventOf('charge.refunded', id), data: { object: paid } };
  expect(await left(ofCharge)).toMatchObject([{ outcome: 'came-back', amountMinor: 3_000 }]);
});

test('a message of a refund is verified once and its order asked for once, for cards and references together', async () => {
  const charge = chargeOf((await savedCard(cards, numbers.succeeds)).cardToken);
  await cards.charge(charge, returnLink);
  const id = orderIdOf(charge.reference);
  await refundInPanel(id, 2_000);
  const [paid] = ordersOf(charge.reference)[0]?.charges.data ?? [];
  const signed = conekta.sign({ ...conekta.eventOf('charge.refunded', id), data: { object: paid } });
  const asked = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => asked.mockRestore());
  let first: { readonly read: unknown } | undefined;
  const once = <Read>(read: () => Read) => {
    first ??= { read: read() };
    return first.read as Read;
  };
  const message = { ...signed, once };
  const ofCards = await hosted.notifiers[0]?.verify(message);
  const ofReferences = await createConektaReferences(options).verify(message);
  expect([ofCards?.outflows?.length, ofReferences.outflows?.length]).toEqual([1, 0]);
  expect(asked.mock.calls.filter(([address]) => String(address).includes(id))).toHaveLength(1);
});

test('events of refunds and chargebacks name our refund and our charge', async () => {
  const charge = chargeOf((await savedCard(cards, numbers.succeeds)).cardToken);
  await cards.charge(charge, returnLink);
  const id = orderIdOf(charge.reference);
  expect(await notice('order.partially_refunded', id)).toBeNull();
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(42_281) };
  await hosted.refund(charge, refund);
  const { refundReference: reference } = refund;
  expect(await notice('order.partially_refunded', id)).toEqual({
    ...{ about: 'refund', reference, outcome: 'succeeded' },
  });
  Object.assign(refundsOf(charge.reference)[0] ?? {}, { status: 'pending' });
  expect(await hosted.readRefund(charge, reference)).toBe('pending');
  const [taken] = ordersOf(charge.reference)[0]?.charges.data ?? [];
  const back = { data: [{ ...taken, chargeback: { id: 'chbk_1', reason: 'unrecognized' } }] };
  const event = conekta.eventOf('order.charged_back', id, { payment_status: 'charged_back', charges: back });
  expect((await left(event))?.filter(({ cause }) => cause === 'dispute')).toEqual([
    {
      ...{ id: taken?.id, payment: { charge: charge.reference }, cause: 'dispute', outcome: 'left' },
      ...{ amountMinor: 142_281, currency: 'MXN', reason: 'unrecognized' },
    },
  ]);
});

test('a won chargeback pays the loan again, in every form of report', async () => {
  const charge = chargeOf((await savedCard(cards, numbers.succeeds)).cardToken);
  await cards.charge(charge, returnLink);
  const id = orderIdOf(charge.reference);
  conekta.takeBack(id, 'charged_back');
  conekta.winBack(id);
  const [paid] = ordersOf(charge.reference)[0]?.charges.data ?? [];
  const dispute = { cause: 'dispute', amountMinor: 142_281, payment: { charge: charge.reference } };
  const event = conekta.eventOf('charge.chargeback.won', id) as { data: object };
  for (const object of [paid, paid?.chargeback]) {
    expect(await left({ ...event, data: { object } })).toMatchObject([
      { ...dispute, outcome: 'came-back', id: paid?.id },
    ]);
  }
  const others = { ...paid?.chargeback, charge_id: 'ofanothersystem' };
  expect(await left({ ...event, data: { object: others } })).toEqual([]);
});

test('borrowers are customers of their own, so that none is taken for a fraud', async () => {
  const formOf = (who: string) =>
    hosted.startSaving({
      ...{ reference: randomUUID(), market: 'MX', language: 'es', savedTokens: [] },
      ...{ returnLink, leaveLink: returnLink },
      borrower: { id: who, name: `Rosa ${who}`, mobilePhone: `+5255123456${who}` },
    });
  const forms = await Promise.all([formOf('71'), formOf('72')]);
  const payers = forms.map(({ id }) => conekta.orders.find((order) => order.id === id)?.customer_info);
  expect(payers).toMatchObject([{ name: 'Rosa', phone: '+525512345671' }, { phone: '+525512345672' }]);
  expect(payers[0]?.email).not.toBe(payers[1]?.email);
});

test('a refund whose place another one took is looked at by a person and not made again', async () => {
  const charge = chargeOf((await savedCard(cards, numbers.succeeds)).cardToken);
  await cards.charge(charge, returnLink);
  const order = ordersOf(charge.reference)[0];
  const lost = randomUUID();
  Object.assign(order?.metadata ?? {}, { [`llano_refund_${lost}`]: '0:1000' });
  expect(await hosted.readRefund(charge, lost)).toBe('unknown');
  const other = { refundReference: randomUUID(), amountMinor: minorAmount(1_000) };
  await hosted.refund(charge, other).catch(() => 'ambiguous');
  const again = { refundReference: lost, amountMinor: minorAmount(1_000) };
  await expect(hosted.refund(charge, again)).rejects.toThrow('could be ours');
  expect(refundsOf(charge.reference)).toHaveLength(1);
});

test('a charge that waits for the bank tells where, and a late message of it does not undo the payment', async () => {
  const charge = chargeOf((await savedCard(cards, numbers.asksTheBank)).cardToken);
  const answer = await cards.charge(charge, returnLink);
  const id = orderIdOf(charge.reference);
  expect(await notice('order.pending_payment', id)).toMatchObject({ about: 'charge', outcome: answer });
  if (typeof answer === 'object') await pressOn(answer.link, 'confirm');
  expect(await notice('order.paid', id)).toMatchObject({ outcome: 'approved' });
});

test('a charge with an unknown request time stays open', async () => {
  const { askedAt: _unknown, ...charge } = chargeOf((await savedCard(cards, numbers.succeeds)).cardToken);
  await expect(cards.query(charge.reference, charge)).rejects.toThrow('time of the charge is unknown');
});
