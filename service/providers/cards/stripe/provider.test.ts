import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { chargeOf, returnLink, savedCard, testHostedCards } from '#tests/providers/card-conformance.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import type { CardNotifier } from '../../ports/card-provider.ts';
import { ProviderUnavailableError } from '../../ports/provider-unavailable.ts';
import { WebhookUnreadable } from '../../ports/webhook.ts';
import { createStripeCards } from './provider.ts';

const secretKey = 'sk_test_standin0001';
const webhookSecret = 'whsec_standinstandin0001';
const standIn = await startStripeStandIn({
  secretKey,
  webhookSecret,
  webhookUrl: () => 'http://127.0.0.1:9/nowhere',
});
standIn.delivery = 'never';
afterAll(standIn.close);
const accounts = { MX: { secretKey, webhookSecret } };
const cards = createStripeCards({ accounts, apiBase: standIn.origin, takesCredit: () => true });
const { hosted } = cards;
const verify: CardNotifier['verify'] = (sent) => {
  const [notifier] = hosted.notifiers;
  if (!notifier) throw new Error('Nobody takes messages.');
  return notifier.verify(sent);
};
beforeEach(() => {
  standIn.faults.length = 0;
  standIn.latencyMs = 0;
});

const numbers = {
  succeeds: '4000056655665556',
  credit: '4242424242424242',
  asksTheBank: '4000002760003184',
  declines: '4000000000000341',
} as const;

const intentsOf = (reference: string) =>
  standIn.intents.filter(({ metadata }) => metadata.llano_reference === reference);

testHostedCards('Stripe', {
  cards,
  debitAlone: createStripeCards({ accounts, apiBase: standIn.origin, takesCredit: () => false }),
  numbers,
  origin: standIn.origin,
  tokenForm: /^cus_\w+:pm_\w+$/,
  faults: standIn.faults,
  tooSmallMinor: 999,
  goneToken: (cardToken) => `${cardToken.split(':')[0]}:pm_gone`,
  chargeCount: (reference) => intentsOf(reference).length,
  refundCount: (reference) =>
    standIn.refunds.filter((refund) => refund.payment_intent === intentsOf(reference)[0]?.id).length,
  loseRefundAnswer() {
    standIn.beforeAnswer = (path) => {
      if (path !== '/v1/payment_intents') return;
      standIn.beforeAnswer = null;
      standIn.faults.push('drop-after', 'drop-after', 'drop-after');
    };
  },
  paidMessage(reference, flaw = {}) {
    const [intent] = intentsOf(reference);
    const object = {
      ...intent,
      ...(flaw.isForeign && { metadata: {} }),
      ...(flaw.amountMinor && { amount_received: flaw.amountMinor }),
    };
    return message(
      { type: 'payment_intent.succeeded', data: { object }, livemode: flaw.isOtherMode === true },
      {
        ...(flaw.isForged && { secret: 'whsec_anotheranother0001' }),
        ...(flaw.isOld && { ageSeconds: 301 }),
        ...(flaw.isTampered && { tampered: ' ' }),
      },
    );
  },
});

const visa = await savedCard(cards, numbers.succeeds);

test('one reference is charged once: sent at once, and by Stripe’s package itself after an answer that got lost', async () => {
  for (const fault of ['drop-after', 'drop-before', '500'] as const) {
    const charge = chargeOf(visa.cardToken);
    standIn.faults.push(fault);
    expect(await cards.charge(charge, returnLink)).toBe('approved');
    await Promise.all([cards.charge(charge, returnLink), cards.charge(charge, returnLink)]);
    expect(intentsOf(charge.reference)).toHaveLength(1);
  }
  const lost = chargeOf(visa.cardToken);
  standIn.faults.push('drop-after', 'drop-after', 'drop-after');
  await expect(cards.charge(lost, returnLink)).rejects.toThrow();
  expect(await cards.query(lost.reference, lost)).toBe('approved');
  expect(intentsOf(lost.reference)).toHaveLength(1);
});

test('what became of a refund is read from the list, also of one whose answer got lost', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(1_000) };
  expect(await hosted.readRefund(charge, refund.refundReference)).toBe('unknown');
  standIn.refundStatus = 'pending';
  const count = standIn.refunds.length;
  standIn.beforeAnswer = (path) => {
    if (path !== '/v1/payment_intents') return;
    standIn.beforeAnswer = null;
    standIn.faults.push('drop-after', 'drop-after', 'drop-after');
  };
  await expect(hosted.refund(charge, refund)).rejects.toThrow();
  standIn.refundStatus = 'succeeded';
  expect(await hosted.readRefund(charge, refund.refundReference)).toBe('pending');
  expect(standIn.refunds).toHaveLength(count + 1);
});

test('a dispute of whose payment Stripe tells nothing now is one to be sent again, and not another failure', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  standIn.dispute(intentsOf(charge.reference)[0]?.id ?? '');
  const withdrawn = standIn.events.at(-1) ?? {};
  for (const fault of ['drop-before', '500'] as const) {
    standIn.faults.push(fault, fault, fault);
    await expect(verify(standIn.sign(withdrawn))).rejects.toThrow(ProviderUnavailableError);
  }
  expect(await verify(standIn.sign(withdrawn))).toMatchObject({ outflows: [{ outcome: 'left' }] });
});

test('notices of refunds and disputes name our refund and our charge', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  const [intent] = intentsOf(charge.reference);
  const notice = async (type: string, object: object) =>
    (await verify(message({ type, data: { object } }))).notice;
  const refund = {
    ...{ id: 're_1', amount: 1_000, currency: 'mxn', status: 'failed', payment_intent: intent?.id },
    metadata: { llano_reference: 'refund-1' },
  };
  expect(await notice('refund.failed', refund)).toEqual({
    ...{ about: 'refund', reference: 'refund-1', outcome: 'failed' },
  });
  const left = async (type: string, object: object) =>
    (await verify(message({ type, data: { object } }))).outflows;
  expect(await left('refund.failed', { ...refund, payment_intent: intent?.id })).toEqual([]);
  const dispute = {
    ...{ id: 'dp_1', amount: 142_281, currency: 'mxn', reason: 'fraudulent', payment_intent: intent?.id },
  };
  const disputed = {
    ...{ id: 'dp_1', payment: { charge: charge.reference }, cause: 'dispute', reason: 'fraudulent' },
    ...{ amountMinor: 142_281, currency: 'MXN', outcome: 'left' },
  };
  expect(await left('charge.dispute.funds_withdrawn', dispute)).toEqual([disputed]);
  expect(await left('charge.dispute.funds_reinstated', dispute)).toEqual([
    { ...disputed, outcome: 'came-back' },
  ]);
  expect(await left('charge.dispute.funds_withdrawn', { ...dispute, amount: 1_000 })).toEqual([
    { ...disputed, amountMinor: 1_000 },
  ]);
  expect(await left('charge.dispute.funds_withdrawn', { ...dispute, payment_intent: null })).toEqual([]);
  expect(await left('charge.dispute.created', dispute)).toEqual([]);
});

test('a refund that was made in the dashboard names our charge, under whichever event it comes', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  const [intent] = intentsOf(charge.reference);
  const left = async (type: string, object: object) =>
    (await verify(message({ type, data: { object } }))).outflows;
  const refund = {
    ...{ id: 're_1', object: 'refund', amount: 1_000, currency: 'mxn', payment_intent: intent?.id },
    ...{ reason: 'requested_by_customer', metadata: {}, status: 'succeeded', charge: 'ch_1' },
  };
  const refunded = {
    ...{ id: 're_1', payment: { charge: charge.reference }, cause: 'refund', outcome: 'left' },
    ...{ amountMinor: 1_000, currency: 'MXN', reason: 'requested_by_customer' },
  };
  for (const type of ['refund.created', 'refund.updated', 'charge.refund.updated']) {
    expect([type, await left(type, refund)]).toEqual([type, [refunded]]);
    expect(await left(type, { ...refund, status: 'pending' })).toEqual([]);
  }
  expect(await left('refund.failed', { ...refund, status: 'failed' })).toEqual([
    { ...refunded, outcome: 'came-back' },
  ]);
  expect(await left('refund.created', { ...refund, payment_intent: null })).toEqual([]);
  const refundReference = randomUUID();
  await hosted.refund(charge, { refundReference, amountMinor: minorAmount(500) });
  const byHand = new URLSearchParams({ payment_intent: intent?.id ?? '', amount: '700' });
  await fetch(`${standIn.origin}/v1/refunds`, {
    ...{ method: 'POST', headers: { Authorization: `Bearer ${secretKey}` } },
    body: byHand,
  });
  const whole = { id: 'ch_1', object: 'charge', payment_intent: intent?.id, amount_refunded: 1_200 };
  const notice = await left('charge.refunded', whole);
  expect(notice?.map(({ amountMinor, payment }) => [amountMinor, payment])).toEqual([
    [700, { charge: charge.reference }],
  ]);
});

/** A message of Stripe, by the scheme of its documentation. */
function message(event: object | null, { secret = webhookSecret, ageSeconds = 0, tampered = '' } = {}) {
  const created = Math.floor(Date.now() / 1000) - ageSeconds;
  const body = JSON.stringify(
    event && !Array.isArray(event)
      ? { id: 'evt_1', object: 'event', livemode: false, created, ...event }
      : event,
  );
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return {
    headers: new Headers({ 'Stripe-Signature': `t=${seconds},v1=${signature}` }),
    body: body + tampered,
  };
}

const paid = {
  type: 'payment_intent.succeeded',
  data: {
    object: {
      id: 'pi_1',
      status: 'succeeded',
      amount: 1_500,
      amount_received: 1_500,
      currency: 'mxn',
      metadata: { llano_reference: 'payment-1' },
    },
  },
};

test('signed messages of another form are distinguished from forged ones', async () => {
  const { object } = paid.data;
  for (const odd of [
    ...[null, []],
    { type: 7 },
    { ...paid, data: null },
    { ...paid, data: { object: null } },
    { ...paid, data: { object: { ...object, metadata: null } } },
    { ...paid, data: { object: { ...object, amount: '15.00' } } },
    { type: 'checkout.session.completed', data: { object: { id: 7 } } },
    { type: 'refund.failed', data: { object: { ...object, metadata: [] } } },
    { type: 'charge.dispute.funds_withdrawn', data: { object: {} } },
  ]) {
    await expect(verify(message(odd))).rejects.toThrow(WebhookUnreadable);
  }
});

test('what other systems do with the account is none of our business', async () => {
  const others = [
    { type: 'customer.created', data: { object: {} } },
    { ...paid, data: { object: { ...paid.data.object, metadata: {} } } },
    { type: 'checkout.session.completed', data: { object: { id: 'cs_1', mode: 'payment' } } },
  ];
  for (const event of others) expect((await verify(message(event))).notice).toBeNull();
});
