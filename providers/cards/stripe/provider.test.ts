import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import type { CardCharge, CardNotifier, SavedCardFacts } from '../../ports/card-provider.ts';
import { WebhookRefused } from '../../ports/webhook.ts';
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
const cards = createStripeCards({ accounts, apiBase: standIn.origin });
const { hosted } = cards;
const verify: CardNotifier['verify'] = (sent) => {
  const [notifier] = hosted.notifiers;
  if (!notifier) throw new Error('Nobody takes messages.');
  return notifier.verify(sent);
};
const returnLink = 'https://pages.llano.test/payWay?orderId=1';
const numbers = {
  succeeds: '4242424242424242',
  asksTheBank: '4000002760003184',
  declines: '4000000000000341',
} as const;

beforeEach(() => {
  standIn.faults.length = 0;
  standIn.latencyMs = 0;
});

/** Fills in the form as a borrower does. */
async function fillIn(link: string, choice: string): Promise<string> {
  const body = new URLSearchParams({ choice });
  const response = await fetch(link, { method: 'POST', body, redirect: 'manual' });
  return response.headers.get('Location') ?? '';
}

async function savedCard(number: string, savedTokens: readonly string[] = []): Promise<SavedCardFacts> {
  const reference = randomUUID();
  const links = { returnLink, leaveLink: 'https://pages.llano.test/payWay' };
  const form = await hosted.startSaving({
    reference,
    market: 'MX',
    language: 'es',
    ...links,
    savedTokens,
  });
  expect(await hosted.readSaving(form.id, 'MX')).toBe('open');
  expect(await fillIn(form.link, number)).toBe(returnLink);
  const outcome = await hosted.readSaving(form.id, 'MX');
  if (typeof outcome !== 'object') throw new Error(`not saved: ${outcome}`);
  return outcome;
}

function chargeOf(cardToken: string, amountMinor = 142_281): CardCharge {
  return { reference: randomUUID(), cardToken, amountMinor: minorAmount(amountMinor), currency: 'MXN' };
}

const intentsOf = ({ reference }: CardCharge) =>
  standIn.intents.filter(({ metadata }) => metadata.llano_reference === reference);

const visa = await savedCard(numbers.succeeds);

test('a card is saved on the form with its last digits alone, and the same person stays one customer', async () => {
  expect(visa).toMatchObject({ bankName: 'Visa', bankCode: '', maskedNumber: '************4242' });
  expect(visa.cardToken).toMatch(/^cus_\w+:pm_\w+$/);
  const other = await savedCard(numbers.declines, ['test-card-approve', visa.cardToken]);
  expect(other.cardToken.split(':')[0]).toBe(visa.cardToken.split(':')[0]);
  expect(other.cardToken).not.toBe(visa.cardToken);
});

test('a charge is approved or declined at once, and is known as such afterwards', async () => {
  const good = chargeOf(visa.cardToken);
  const bad = chargeOf((await savedCard(numbers.declines)).cardToken);
  expect(await cards.query(good.reference, good)).toBe('unknown');
  expect([await cards.charge(good, returnLink), await cards.charge(bad, returnLink)]).toEqual([
    'approved',
    'declined',
  ]);
  expect([await cards.query(good.reference, good), await cards.query(bad.reference, bad)]).toEqual([
    'approved',
    'declined',
  ]);
});

test('a card that the bank asks about leads to its page and back, confirmed or refused', async () => {
  const { cardToken } = await savedCard(numbers.asksTheBank);
  for (const [choice, state] of [
    ['confirm', 'approved'],
    ['refuse', 'declined'],
  ] as const) {
    const charge = chargeOf(cardToken);
    const asked = await cards.charge(charge, returnLink);
    expect(asked).toEqual({ answer: 'requires-action', link: expect.stringContaining(standIn.origin) });
    expect(await cards.query(charge.reference, charge)).toEqual(asked);
    const back = typeof asked === 'object' ? await fillIn(asked.link, choice) : '';
    expect(back.startsWith(`${returnLink}&`)).toBe(true);
    expect(await cards.query(charge.reference, charge)).toBe(state);
  }
});

test('a charge that was left at the bank is given up; one that was paid meanwhile stays paid', async () => {
  const { cardToken } = await savedCard(numbers.asksTheBank);
  const left = chargeOf(cardToken);
  await cards.charge(left, returnLink);
  expect(await hosted.cancel(left)).toBe('declined');
  const paid = chargeOf(cardToken);
  const asked = await cards.charge(paid, returnLink);
  if (typeof asked === 'object') await fillIn(asked.link, 'confirm');
  expect(await hosted.cancel(paid)).toBe('approved');
});

test('one reference is charged once: sent again, sent at once, an answer that got lost, a fault of Stripe', async () => {
  for (const fault of ['drop-after', 'drop-before', '500'] as const) {
    const charge = chargeOf(visa.cardToken);
    standIn.faults.push(fault);
    expect(await cards.charge(charge, returnLink)).toBe('approved');
    await Promise.all([cards.charge(charge, returnLink), cards.charge(charge, returnLink)]);
    expect(intentsOf(charge)).toHaveLength(1);
  }
  const lost = chargeOf(visa.cardToken);
  standIn.faults.push('drop-after', 'drop-after', 'drop-after');
  await expect(cards.charge(lost, returnLink)).rejects.toThrow();
  expect(await cards.query(lost.reference, lost)).toBe('approved');
  expect(intentsOf(lost)).toHaveLength(1);
});

test('too many requests, and a charge that never arrived, leave nothing charged and say so', async () => {
  const charge = chargeOf(visa.cardToken);
  standIn.faults.push('429', '429', '429');
  await expect(cards.charge(charge, returnLink)).rejects.toThrow();
  standIn.faults.length = 0;
  expect(await cards.query(charge.reference, charge)).toBe('unknown');
  expect(intentsOf(charge)).toEqual([]);
});

test('an amount that Stripe does not charge, and a card that it does not have, are declined', async () => {
  const customer = visa.cardToken.split(':')[0];
  expect(await cards.charge(chargeOf(visa.cardToken, 999), returnLink)).toBe('declined');
  expect(await cards.charge(chargeOf(`${customer}:pm_gone`), returnLink)).toBe('declined');
  await expect(cards.charge(chargeOf('test-card-approve'), returnLink)).rejects.toThrow('not one of Stripe');
});

test('a charge that Stripe knows with another amount or currency is not believed', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  const other = { ...charge, amountMinor: minorAmount(142_282) };
  await expect(cards.query(charge.reference, other)).rejects.toThrow('another amount');
});

test('money goes back once for each refund, never more than was charged', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(42_281) };
  const count = standIn.refunds.length;
  expect(await hosted.refund(charge, refund)).toBe('succeeded');
  expect(await hosted.refund(charge, refund)).toBe('succeeded');
  expect(standIn.refunds).toHaveLength(count + 1);
  const tooMuch = { refundReference: randomUUID(), amountMinor: charge.amountMinor };
  expect(await hosted.refund(charge, tooMuch)).toBe('failed');
  expect(standIn.refunds).toHaveLength(count + 1);
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

test('notices of refunds and disputes name our refund and our charge', async () => {
  const charge = chargeOf(visa.cardToken);
  await cards.charge(charge, returnLink);
  const [intent] = intentsOf(charge);
  const told = async (type: string, object: object) =>
    (await verify(message({ type, data: { object } }))).told;
  const refund = { id: 're_1', status: 'failed', metadata: { llano_reference: 'refund-1' } };
  expect(await told('refund.failed', refund)).toEqual({
    ...{ about: 'refund', reference: 'refund-1', outcome: 'failed' },
  });
  expect(await told('refund.updated', { ...refund, metadata: {} })).toBeNull();
  const dispute = {
    ...{ id: 'dp_1', amount: 142_281, currency: 'mxn', reason: 'fraudulent', payment_intent: intent?.id },
  };
  const notice = { about: 'dispute', reference: charge.reference, disputeId: 'dp_1', reason: 'fraudulent' };
  const money = { amountMinor: 142_281, currency: 'MXN' };
  expect(await told('charge.dispute.funds_withdrawn', dispute)).toEqual({
    ...{ ...notice, ...money, outcome: 'taken' },
  });
  expect(await told('charge.dispute.funds_reinstated', dispute)).toEqual({
    ...{ ...notice, ...money, outcome: 'given-back' },
  });
  expect(await told('charge.dispute.funds_withdrawn', { ...dispute, payment_intent: null })).toBeNull();
  expect(await told('charge.dispute.created', dispute)).toBeNull();
});

/** A message of Stripe, by the scheme of its documentation. */
function message(event: object, { secret = webhookSecret, ageSeconds = 0, tampered = '' } = {}) {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', livemode: false, ...event });
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
      status: 'succeeded',
      amount: 1_500,
      amount_received: 1_500,
      currency: 'mxn',
      metadata: { llano_reference: 'payment-1' },
    },
  },
};

test('a message is believed with a good and fresh signature alone, and none of a test by a live account', async () => {
  expect(await verify(message(paid))).toEqual({
    id: 'evt_1',
    told: {
      about: 'charge',
      reference: 'payment-1',
      outcome: 'approved',
      amountMinor: 1_500,
      currency: 'MXN',
    },
    acknowledgement: { received: true },
  });
  for (const bad of [
    message(paid, { secret: 'whsec_anotheranother0001' }),
    message(paid, { ageSeconds: 301 }),
    message(paid, { tampered: ' ' }),
    message({ ...paid, livemode: true }),
    { ...message(paid), headers: new Headers() },
  ]) {
    await expect(verify(bad)).rejects.toThrow(WebhookRefused);
  }
});

test('what other systems do with the account is none of our business', async () => {
  const others = [
    { type: 'customer.created', data: { object: {} } },
    { ...paid, data: { object: { ...paid.data.object, metadata: {} } } },
    { type: 'checkout.session.completed', data: { object: { id: 'cs_1', mode: 'payment' } } },
  ];
  for (const event of others) expect((await verify(message(event))).told).toBeNull();
});
