import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { assignPayment, matchPayments } from '#contract/host/repayment.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { maintainReferences } from '#lending/repayment/deposits.ts';
import { openWays, paidMinor } from '#tests/providers/ways-to-pay.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

// Money that a provider tells of in an odd way: without saying when, or in another amount than its slip's. None is lost in silence.

const { database } = await testLendingService();
const { ways, standIns, service, loan, owed, settled, sweep, expectBooksAgree } = await openWays(database);
const { conekta, stripe, razorpay } = standIns;
const ofConekta = ways.filter(({ name }) => /^Conekta, (store|bank-transfer)$/.test(name));

const paymentsWith = (code: string) =>
  database.select().from(providerEvents).where(eq(providerEvents.reference, code));

function orderOf(code: string) {
  const order = conekta.orders.find(({ charges }) => JSON.stringify(charges).includes(code));
  if (!order) throw new Error('There is no such order.');
  return order;
}

/** The order of a code, paid without a word of when. */
function orderWithoutTime(code: string) {
  const order = orderOf(code);
  const told = conekta.events.flatMap((event) => {
    const { object } = (event as { data: { object: object } }).data;
    return 'charges' in object && JSON.stringify(object).includes(code) ? [object as typeof order] : [];
  });
  for (const { charges } of [order, ...told]) for (const charge of charges.data) charge.paid_at = null;
  return order;
}

test.each(ofConekta)(
  '$name: an order that is paid and does not say when counts from its message',
  async (way) => {
    way.standIn.delivery = 'never';
    const code = await way.begin();
    const before = await owed();
    await way.pay(code);
    const event = conekta.eventOf('order.paid', orderWithoutTime(code).id) as { created_at: number };
    for (const again of [1, 2]) expect([again, await conekta.send(event)]).toEqual([again, 200]);
    expect(await owed()).toBe(before - paidMinor);
    const [payment] = await paymentsWith(code);
    expect(payment?.paidAt).toEqual(new Date(event.created_at * 1000));
    await expectBooksAgree();
  },
);

test.each(ofConekta)('$name: found in the list of events, it counts from its event', async (way) => {
  way.standIn.delivery = 'never';
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  orderWithoutTime(code);
  await sweep(way);
  expect(await owed()).toBe(before - paidMinor);
});

test.each(ofConekta)('$name: found by looking, it waits for a person with its amount', async (way) => {
  way.standIn.delivery = 'never';
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  orderWithoutTime(code);
  service().setTime(new Date(Date.now() + 60_000).toISOString());
  await maintainReferences(service().dependencies);
  await maintainReferences(service().dependencies);
  expect(await owed()).toBe(before);
  expect(await paymentsWith(code)).toMatchObject([{ outcome: 'unmatched', amountMinor: paidMinor }]);
  expect(service().reported.filter(({ level }) => level === 'error')).toHaveLength(1);
  await expectBooksAgree();
});

test.each(ofConekta)(
  '$name: an order that is paid while no charge of it is cannot be read, and is told again',
  async (way) => {
    way.standIn.delivery = 'never';
    const code = await way.begin();
    await way.pay(code);
    const event = conekta.eventOf('order.paid', orderWithoutTime(code).id, { charges: null });
    expect(await conekta.send(event)).toBe(422);
    expect(service().reported.filter(({ level }) => level === 'error')).toMatchObject([
      { fields: { provider: 'conekta', places: ['data.object.charges'] } },
    ]);
    expect(await paymentsWith(code)).toEqual([]);
  },
);

test.each(ofConekta)('$name: reports a refund of a payment without a payment time', async (way) => {
  way.standIn.delivery = 'never';
  const code = await way.begin();
  const before = await owed();
  await way.pay(code);
  await conekta.send(conekta.eventOf('order.paid', orderOf(code).id));
  expect(await owed()).toBe(before - paidMinor);
  await way.refund(code, paidMinor);
  await conekta.send(conekta.eventOf('order.refunded', orderWithoutTime(code).id));
  expect(await owed()).toBe(before);
  await expectBooksAgree();
});

/** What pays a slip of one amount in another, and tells of it. */
const payInOther: Readonly<Record<string, (code: string, amountMinor: number) => Promise<unknown>>> = {
  'Conekta, store': payOrder,
  'Conekta, bank-transfer': payOrder,
  async 'Stripe, OXXO'(code, amountMinor) {
    stripe.delivery = 'hold';
    const voucher = stripe.references.vouchers.find((each) => JSON.stringify(each).includes(code));
    stripe.references.payVoucher(voucher?.id ?? '');
    const told = stripe.events.at(-1) as { data: { object: object } };
    const object = { ...told.data.object, amount_received: amountMinor };
    await stripe.send({ ...told, data: { object } });
  },
  'Razorpay, UPI': async (code, amountMinor) =>
    razorpay.payCode(
      razorpay.codes.find(({ image_content: content }) => content?.includes(code))?.id ?? '',
      amountMinor,
    ),
};

async function payOrder(code: string, amountMinor: number) {
  conekta.delivery = 'never';
  const order = orderOf(code);
  conekta.pay(order.id);
  Object.assign(order.charges.data[0] ?? {}, { amount: amountMinor });
  await conekta.send(conekta.eventOf('order.paid', order.id));
}

test.each(ways.filter(({ name }) => name in payInOther))(
  '$name: money of another amount than its slip’s waits for a person, told however often, and is booked where they say',
  async (way) => {
    const code = await way.begin();
    const before = await owed();
    await payInOther[way.name]?.(code, paidMinor - 1);
    await settled();
    expect(way.standIn).toMatchObject({ webhookStatuses: expect.arrayContaining([200]) });
    await service().tell(matchPayments, {});
    const event = way.standIn.events.at(-1) ?? {};
    if (way.provider === 'razorpay') expect(await way.standIn.send(event)).toBe(200);
    expect(await owed()).toBe(before);
    const [payment, ...others] = await paymentsWith(code);
    expect([payment?.outcome, payment?.amountMinor, others]).toEqual(['unmatched', paidMinor - 1, []]);
    expect(service().reported.filter(({ level }) => level === 'error')).toHaveLength(1);
    if (!payment) throw new Error('no payment is kept');
    const { provider, eventId } = payment;
    const { orderNumber } = loan();
    await service().tell(assignPayment, { provider, eventId, orderNumber, reason: 'the payer says so' });
    expect(await owed()).toBe(before - (paidMinor - 1));
    await expectBooksAgree();
  },
);
