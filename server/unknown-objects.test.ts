import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readReconciliation } from '#contract/host/ledger.ts';
import { newId } from '#db/new-id.ts';
import { cardSavings, savedCards } from '#db/schema/card-payment.ts';
import { providerEvents, providerOutflows } from '#db/schema/repayment.ts';
import { webhookMessages } from '#db/schema/webhook.ts';
import { openWays, paidMinor, type Way } from '#tests/providers/ways-to-pay.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

// Signed messages about objects that the account of our key does not have: another's, or all of ours where the key is another account's.

const { database } = await testLendingService();
const { ways, standIns, service, owed, outflows, settled, sweep, expectBooksAgree } =
  await openWays(database);
const { stripe, razorpay, conekta } = standIns;
const wayOf = (name: string) => {
  const way = ways.find((each) => each.name === name);
  if (!way) throw new Error(`There is no way ${name}.`);
  return way;
};

const seconds = () => Math.floor(Date.now() / 1000);
const stripeEvent = (type: string, object: object, more = {}) => ({
  ...{ id: `evt_${newId()}`, object: 'event', type, livemode: false, created: seconds(), ...more },
  data: { object },
});
const stripeRefund = (intent: string) => ({
  ...{ id: `re_${newId()}`, object: 'refund', amount: 5_000, currency: 'mxn', status: 'succeeded' },
  ...{ reason: null, payment_intent: intent, metadata: {}, created: seconds() },
});
const stripeDispute = (intent: string) => ({
  ...{ id: `dp_${newId()}`, object: 'dispute', amount: 5_000, currency: 'mxn', reason: 'fraudulent' },
  ...{ payment_intent: intent, metadata: {}, created: seconds() },
});
const funded = (customer: string, type: string) => ({
  ...{ id: `ccsbtxn_${newId()}`, object: 'customer_cash_balance_transaction', type, customer },
  ...{ currency: 'mxn', net_amount: type === 'funded' ? 5_000 : -5_000, created: seconds() },
});
const razorpayEvent = (event: string, payload: Record<string, object>) => ({
  ...{ entity: 'event', account_id: 'acc_StandInOfLlano', event, contains: Object.keys(payload) },
  payload: Object.fromEntries(Object.entries(payload).map(([kind, entity]) => [kind, { entity }])),
  created_at: seconds(),
});
const razorpayRefund = (paymentId: string, payment?: object) =>
  razorpayEvent('refund.processed', {
    refund: {
      ...{ id: `rfnd_${newId().slice(-12)}`, entity: 'refund', amount: 5_000, currency: 'INR', notes: [] },
      ...{ payment_id: paymentId, status: 'processed' },
    },
    ...(payment && { payment }),
  });
const razorpayDispute = (paymentId: string) =>
  razorpayEvent('payment.dispute.lost', {
    dispute: {
      ...{ id: `disp_${newId().slice(-12)}`, payment_id: paymentId, amount: 5_000, amount_deducted: 5_000 },
      ...{ currency: 'INR', reason_code: 'fraud', status: 'lost' },
    },
  });

const unknownObjects = async () =>
  (await service().tell(readReconciliation, {})).unknownObjects.map(({ provider, object }) => [
    provider,
    object,
  ]);
const waiting = async (object: string) =>
  (await database.select().from(providerOutflows).where(eq(providerOutflows.paymentId, object))).map(
    ({ state, doubt, amountMinor }) => [state, doubt, amountMinor],
  );
const alarms = () =>
  service().reported.filter(({ level, message }) => level === 'error' && /key may be/.test(message));
const counted = () => database.$count(webhookMessages);

/** A genuine message, after which others do not come in a row. */
async function payOnce(way: Way): Promise<string> {
  way.standIn.delivery = 'at-once';
  const code = await way.begin();
  await way.pay(code);
  await settled();
  return code;
}

test('an event of another account, which Stripe Connect sends, is none of ours, and nobody is asked about it', async () => {
  await payOnce(wayOf('Stripe, OXXO'));
  const before = await counted();
  const account = { account: 'acct_1another' };
  stripe.faults.push('500');
  for (const event of [
    stripeEvent('refund.updated', stripeRefund('pi_another'), account),
    stripeEvent('charge.dispute.funds_withdrawn', stripeDispute('pi_another'), account),
    stripeEvent('customer_cash_balance_transaction.created', funded('cus_another', 'funded'), account),
    stripeEvent(
      'checkout.session.completed',
      { id: 'cs_1', mode: 'setup', client_reference_id: 'x' },
      account,
    ),
  ]) {
    expect([event.type, await stripe.send(event)]).toEqual([event.type, 200]);
  }
  stripe.faults.length = 0;
  expect(await counted()).toBe(before);
});

const ofStripe = (type: string, of: (object: string) => object, object: string) =>
  [`${type} of Stripe`, wayOf('Stripe, OXXO'), object, () => stripeEvent(type, of(object))] as const;
const ofRazorpay = (name: string, event: (object: string) => object, object: string) =>
  [`${name} of Razorpay`, wayOf('Razorpay, UPI'), object, () => event(object)] as const;

test.each([
  ofStripe('refund.updated', stripeRefund, 'pi_of_nobody_1'),
  ofStripe('charge.dispute.funds_withdrawn', stripeDispute, 'pi_of_nobody_2'),
  ofStripe(
    'customer_cash_balance_transaction.created',
    (customer) => funded(customer, 'funding_reversed'),
    'cus_of_nobody_1',
  ),
  ofRazorpay('a refund', (id) => razorpayRefund(id), 'pay_ofnobody1'),
  ofRazorpay('a dispute', razorpayDispute, 'pay_ofnobody2'),
  ofRazorpay(
    'a refund by UPI',
    (id) => razorpayRefund(id, { id, entity: 'payment', method: 'upi', captured: true }),
    'pay_ofnobody3',
  ),
  ofRazorpay(
    'a refund by transfer',
    (id) => razorpayRefund(id, { id, entity: 'payment', method: 'bank_transfer', captured: true }),
    'pay_ofnobody4',
  ),
  ofRazorpay(
    'a refund by card',
    (id) => razorpayRefund(id, { id, entity: 'payment', method: 'card', captured: true }),
    'pay_ofnobody5',
  ),
] as const)(
  '%s whose payment the account does not have waits at the desk, once',
  async (_what, way, object, event) => {
    await payOnce(way);
    const message = event();
    for (const again of [1, 2]) expect([again, await way.standIn.send(message)]).toEqual([again, 200]);
    expect(await waiting(object)).toEqual([['waiting', 'unknown-object', 5_000]]);
    expect(await unknownObjects()).toContainEqual([way.provider, object]);
    expect(alarms()).toEqual([]);
    await expectBooksAgree();
  },
);

test('money for a customer that the account does not have is logged and not booked', async () => {
  await payOnce(wayOf('Stripe, OXXO'));
  const payments = await database.$count(providerEvents);
  const object = funded('cus_of_nobody_2', 'funded');
  expect(await stripe.send(stripeEvent('customer_cash_balance_transaction.created', object))).toBe(200);
  expect(await unknownObjects()).toContainEqual(['stripe', 'cus_of_nobody_2']);
  expect(await database.$count(providerEvents)).toBe(payments);
});

const conektaEvent = (type: string, object: object) => ({
  ...{ id: newId(), object: 'event', type, livemode: false, created_at: seconds(), data: { object } },
});

test.each([
  ['charge.refunded', 'ord_of_nobody', { id: 'charge_1', order_id: 'ord_of_nobody' }],
  ['charge.chargeback.lost', 'charge_of_nobody', { id: 'chbk_1', charge_id: 'charge_of_nobody' }],
] as const)(
  '%s of Conekta about what the account does not have is told of',
  async (type, unknown, object) => {
    await payOnce(wayOf('Conekta, store'));
    expect(await conekta.send(conektaEvent(type, object))).toBe(200);
    expect(await unknownObjects()).toContainEqual(['conekta', unknown]);
    expect(alarms()).toEqual([]);
  },
);

test('a message about a Conekta order of ours that the account does not have is to come again, and is an alarm', async () => {
  const way = wayOf('Conekta, store');
  const code = await payOnce(way);
  const before = await owed();
  way.standIn.delivery = 'never';
  await way.refund(code, paidMinor);
  const event =
    conekta.events.findLast((each) => (each as { type: string }).type === 'charge.refunded') ?? {};
  const restore = forget(conekta.orders);
  expect(await conekta.send(event)).toBe(503);
  expect(alarms()).toHaveLength(1);
  restore();
  expect(await conekta.send(event)).toBe(200);
  expect(await owed()).toBe(before + paidMinor);
});

test('a card form that the account does not have is logged, and an alarm if it is ours', async () => {
  const card = await wayOf('Stripe, card').begin();
  const completed = (id: string, reference: string) =>
    stripeEvent('checkout.session.completed', { id, mode: 'setup', client_reference_id: reference });
  expect(await stripe.send(completed('cs_of_nobody', newId()))).toBe(200);
  expect(await unknownObjects()).toContainEqual(['stripe', 'cs_of_nobody']);
  const [owner] = await database.select().from(savedCards).where(eq(savedCards.id, card));
  const saving = { id: newId(), borrowerId: owner?.borrowerId ?? '', state: 'open' as const };
  await database.insert(cardSavings).values({ ...saving, startedAt: service().dependencies.clock.now() });
  expect(await stripe.send(completed('cs_of_ours', saving.id))).toBe(503);
  expect(alarms()).toHaveLength(1);
});

/** Has a stand-in answer as the API of another account does, which has none of these. @returns what has it answer as before. */
function forget(objects: readonly object[]): () => void {
  const list = objects as object[];
  const all = list.splice(0);
  return () => void list.push(...all);
}

test('a message about an order of ours that the account does not have is to come again, and is an alarm', async () => {
  const way = wayOf('Stripe, OXXO');
  way.standIn.delivery = 'hold';
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  await way.standIn.release();
  await way.refund(code, paidMinor);
  const kept = await counted();
  const restore = forget(stripe.references.vouchers);
  const event = stripe.events.at(-1) ?? {};
  for (const again of [1, 2]) expect([again, await stripe.send(event)]).toEqual([again, 503]);
  expect(await counted()).toBe(kept);
  expect(alarms()).toHaveLength(2);
  expect(alarms()[0]?.fields).toMatchObject({ provider: 'stripe', isOurs: true });
  expect(await owed()).toBe(before - paidMinor);
  restore();
  expect(await stripe.send(event)).toBe(200);
  expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
});

test('money for a CLABE of ours whose customer the account does not have is to come again, and is an alarm', async () => {
  const way = wayOf('Stripe, SPEI');
  way.standIn.delivery = 'hold';
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  const restore = forget(stripe.references.customers);
  const event = stripe.events.at(-1) ?? {};
  expect(await stripe.send(event)).toBe(503);
  expect(alarms()).toHaveLength(1);
  restore();
  expect(await stripe.send(event)).toBe(200);
  expect(await owed()).toBe(before - paidMinor);
});

test('a message about a Razorpay payment of ours that the account does not have is to come again, and is an alarm', async () => {
  const way = wayOf('Razorpay, UPI');
  await payOnce(way);
  const [payment] = await database
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.provider, 'razorpay'))
    .orderBy(providerEvents.id);
  // It was booked by an account whose key is ours no longer.
  await database
    .update(providerEvents)
    .set({ eventId: 'pay_known0001' })
    .where(eq(providerEvents.id, payment?.id ?? ''));
  expect(await razorpay.send(razorpayRefund('pay_known0001'))).toBe(503);
  expect(alarms()).toHaveLength(1);
});

test('several in a row are an alarm and are to come again, until a genuine message comes', async () => {
  const way = wayOf('Stripe, OXXO');
  const startedAt = Date.now();
  const goTo = (second: number) => service().setTime(new Date(startedAt + second * 1_000).toISOString());
  const payAt = async (second: number) => {
    const code = await way.begin();
    goTo(second);
    await way.pay(code);
    await settled();
  };
  const tellAt = async (second: number) => {
    goTo(second);
    return stripe.send(stripeEvent('refund.updated', stripeRefund(`pi_in_a_row_${second}`)));
  };
  await payAt(10);
  const statuses: number[] = [];
  for (const second of [11, 12, 13, 14, 15]) statuses.push(await tellAt(second));
  expect(statuses).toEqual([200, 200, 200, 503, 503]);
  expect(alarms().map(({ fields }) => fields)).toMatchObject([{ isOurs: false }, { isOurs: false }]);
  await payAt(20);
  expect(await tellAt(21)).toBe(200);
});

test('what waits so is booked once the right key is there and the lists tell of it', async () => {
  const way = wayOf('Stripe, card');
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  stripe.delivery = 'never';
  await way.refund(code, paidMinor);
  const event = stripe.events.at(-1) ?? {};
  const restore = forget(stripe.intents);
  expect(await stripe.send(event)).toBe(200);
  restore();
  expect(await owed()).toBe(before - paidMinor);
  await sweep(way);
  expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
});
