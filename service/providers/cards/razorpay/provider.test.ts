import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import type { CardCharge } from '../../ports/card-provider.ts';
import type { WebhookMessage } from '../../ports/webhook.ts';
import { WebhookRefused } from '../../ports/webhook.ts';
import { createRazorpayCards } from './provider.ts';

const account = {
  keyId: 'rzp_test_cardsonly',
  keySecret: 'asecretofcards',
  webhookSecret: 'anothersecretofcards',
};
const razorpay = await startRazorpayStandIn({
  ...account,
  webhookUrl: () => 'http://127.0.0.1:9/webhooks/razorpay',
});
razorpay.delivery = 'never';
afterAll(() => razorpay.close());
const {
  charge: chargeOnce,
  query,
  hosted,
} = createRazorpayCards({
  ...{ account, apiBase: razorpay.origin, takesCredit: () => true },
});
const { cardToken } = hosted.pageIn?.('IN') ?? { cardToken: '' };
const returnLink = 'https://pages.llano.test/payWay?orderId=1';

beforeEach(() => {
  razorpay.faults.length = 0;
  razorpay.cards.refundStatus = 'processed';
});

const chargeOf = (amountMinor = 142_281): CardCharge => ({
  ...{ reference: randomUUID(), cardToken, amountMinor: minorAmount(amountMinor), currency: 'INR' },
});
const linksOf = ({ reference }: CardCharge) =>
  razorpay.cards.links.filter((link) => link.reference_id === reference);

/** A charge whose page was paid. */
async function paidCharge(): Promise<CardCharge> {
  const charge = chargeOf();
  await chargeOnce(charge, returnLink);
  razorpay.cards.pay(linksOf(charge)[0]?.id ?? '');
  return charge;
}

test('the card is typed on Razorpay’s page in India, and no token of one is known', () => {
  expect([hosted.markets, hosted.pageIn?.('MX'), hosted.pageIn?.('IN')?.name]).toEqual([
    [],
    null,
    'Razorpay',
  ]);
  expect([hosted.knows(cardToken), hosted.knows('cus_1:pm_1'), hosted.knows('')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('where credit cards are not taken the page is for debit cards, and what a credit card paid goes back, whole and once', async () => {
  const debitAlone = createRazorpayCards({
    ...{ account, apiBase: razorpay.origin, takesCredit: () => false },
  });
  const [notifier] = debitAlone.hosted.notifiers;
  if (!notifier) throw new Error('Nobody takes messages.');
  const paidWith = async (kind: 'credit' | 'debit') => {
    const charge = chargeOf();
    await debitAlone.charge(charge, returnLink);
    const [link] = linksOf(charge);
    razorpay.cards.pay(link?.id ?? '', kind);
    const refundsNow = () =>
      razorpay.cards.refunds.filter(({ payment_id: of }) => of === link?.payments?.[0]?.payment_id);
    return { charge, link, refundsNow };
  };
  const debit = await paidWith('debit');
  expect([await debitAlone.query(debit.charge.reference, debit.charge), debit.refundsNow()]).toEqual([
    ...['approved', []],
  ]);
  const credit = await paidWith('credit');
  const event = {
    ...{ event: 'payment_link.paid', created_at: Math.floor(Date.now() / 1000) },
    payload: { payment_link: { entity: credit.link } },
  };
  const tell = async () => (await notifier.verify(razorpay.sign(event))).notice;
  // The answer gets lost once it was refunded, and the message comes while the borrower is back.
  razorpay.faults.push('500');
  const answers = await Promise.all([
    debitAlone.query(credit.charge.reference, credit.charge),
    tell(),
    debitAlone.query(credit.charge.reference, credit.charge),
  ]);
  expect(answers).toMatchObject(['credit', { outcome: 'credit', amountMinor: 142_281 }, 'credit']);
  expect(credit.refundsNow()).toMatchObject([{ amount: 142_281 }]);
  // Neither is that refund one that the lender asked for, nor money that left of a payment.
  const refund = credit.refundsNow()[0];
  const refunded = { event: 'refund.processed', created_at: event.created_at };
  const { outflows } = await notifier.verify(
    razorpay.sign({ ...refunded, payload: { refund: { entity: refund } } }),
  );
  expect(outflows).toEqual([]);
});

test('a node that ends once a credit card’s payment went back, and before it is kept, gives nothing back twice', async () => {
  const debitAlone = createRazorpayCards({
    ...{ account, apiBase: razorpay.origin, takesCredit: () => false },
  });
  const charge = chargeOf();
  await debitAlone.charge(charge, returnLink);
  razorpay.cards.pay(linksOf(charge)[0]?.id ?? '', 'credit');
  const refundCount = razorpay.cards.refunds.length;
  razorpay.beforeAnswer = (path) => {
    if (!path.endsWith('/refunds')) return;
    razorpay.beforeAnswer = null;
    razorpay.faults.push('drop-after');
  };
  await expect(debitAlone.query(charge.reference, charge)).rejects.toThrow();
  expect(razorpay.cards.refunds).toHaveLength(refundCount + 1);
  expect(await debitAlone.query(charge.reference, charge)).toBe('credit');
  expect(razorpay.cards.refunds).toHaveLength(refundCount + 1);
});

test('a charge leads to a page for cards alone and back, and is known before and after', async () => {
  const charge = chargeOf();
  expect(await query(charge.reference, charge)).toBe('unknown');
  const request = await chargeOnce(charge, returnLink);
  const [link] = linksOf(charge);
  expect(request).toEqual({ answer: 'requires-action', link: link?.short_url });
  expect(await query(charge.reference, charge)).toEqual(request);
  razorpay.cards.pay(link?.id ?? '');
  expect(razorpay.cards.wayBack(link?.id ?? '')).toMatch(
    /^https:\/\/pages\.llano\.test\/payWay\?orderId=1&razorpay_/,
  );
  expect(await query(charge.reference, charge)).toBe('approved');
});

test('one reference has one page: sent again, sent at once, an answer that got lost', async () => {
  const charge = chargeOf();
  razorpay.faults.push('drop-after');
  await expect(chargeOnce(charge, returnLink)).rejects.toThrow();
  const again = await Promise.all([chargeOnce(charge, returnLink), chargeOnce(charge, returnLink)]);
  expect(again).toEqual(Array(2).fill({ answer: 'requires-action', link: linksOf(charge)[0]?.short_url }));
  expect(linksOf(charge)).toHaveLength(1);
  razorpay.cards.pay(linksOf(charge)[0]?.id ?? '');
  expect(await chargeOnce(charge, returnLink)).toBe('approved');
});

test('a charge that never arrived is unknown, and one that Razorpay does not take is declined', async () => {
  for (const fault of ['429', '500', 'drop-before'] as const) {
    const charge = chargeOf();
    razorpay.faults.push(fault);
    await expect(chargeOnce(charge, returnLink)).rejects.toThrow();
    expect(await query(charge.reference, charge)).toBe('unknown');
  }
  expect(await chargeOnce(chargeOf(99), returnLink)).toBe('declined');
});

test('a page that was left is given up; one that was paid meanwhile stays paid, one that ended is declined', async () => {
  const left = chargeOf();
  expect(await hosted.cancel(left)).toBe('unknown');
  await chargeOnce(left, returnLink);
  expect([await hosted.cancel(left), await hosted.cancel(left)]).toEqual(['declined', 'declined']);
  expect(razorpay.cards.pay(linksOf(left)[0]?.id ?? '')).toBe(false);
  expect(await hosted.cancel(await paidCharge())).toBe('approved');
  const ended = chargeOf();
  await chargeOnce(ended, returnLink);
  razorpay.cards.expire(linksOf(ended)[0]?.id ?? '');
  expect(await query(ended.reference, ended)).toBe('declined');
});

test('a charge that Razorpay knows with another amount is not believed', async () => {
  const charge = await paidCharge();
  const other = { ...charge, amountMinor: minorAmount(142_282) };
  await expect(query(charge.reference, other)).rejects.toThrow('another amount');
  await expect(chargeOnce(other, returnLink)).rejects.toThrow('another amount');
});

test('money goes back once for each refund, never more than was charged, and is found after a lost answer', async () => {
  const charge = await paidCharge();
  const refund = { refundReference: randomUUID(), amountMinor: minorAmount(42_281) };
  expect(await hosted.readRefund(charge, refund.refundReference)).toBe('unknown');
  const count = razorpay.cards.refunds.length;
  razorpay.beforeAnswer = (path) => {
    if (path !== '/v1/payment_links') return;
    razorpay.beforeAnswer = null;
    razorpay.faults.push('drop-after');
  };
  await expect(hosted.refund(charge, refund)).rejects.toThrow();
  expect(await hosted.readRefund(charge, refund.refundReference)).toBe('succeeded');
  expect(await hosted.refund(charge, refund)).toBe('succeeded');
  expect(razorpay.cards.refunds).toHaveLength(count + 1);
  const tooMuch = { refundReference: randomUUID(), amountMinor: charge.amountMinor };
  expect(await hosted.refund(charge, tooMuch)).toBe('failed');
  await expect(hosted.refund(charge, { ...refund, amountMinor: minorAmount(1) })).rejects.toThrow(
    'idempotency',
  );
  razorpay.cards.refundStatus = 'pending';
  const later = { refundReference: randomUUID(), amountMinor: minorAmount(1_000) };
  expect(await hosted.refund(charge, later)).toBe('pending');
  const open = chargeOf();
  await chargeOnce(open, returnLink);
  await expect(hosted.refund(open, later)).rejects.toThrow('no such charge');
});

const verify = async (message: WebhookMessage) => hosted.notifiers[0]?.verify(message);
const seconds = () => Math.floor(Date.now() / 1000);
const event = (name: string, entities: Readonly<Record<string, unknown>>) => ({
  ...{ entity: 'event', event: name, contains: Object.keys(entities), created_at: seconds() },
  payload: Object.fromEntries(Object.entries(entities).map(([kind, entity]) => [kind, { entity }])),
});
const report = async (name: string, entities: Readonly<Record<string, unknown>>) =>
  (await verify(razorpay.sign(event(name, entities))))?.notice;
const left = async (name: string, entities: Readonly<Record<string, unknown>>) =>
  (await verify(razorpay.sign(event(name, entities))))?.outflows;

test('messages of pages, refunds and lost disputes name our charge, its amount and our refund', async () => {
  const charge = await paidCharge();
  const [link] = linksOf(charge);
  const notice = { about: 'charge', reference: charge.reference, currency: 'INR' };
  expect(await report('payment_link.paid', { payment_link: link })).toEqual({
    ...{ ...notice, outcome: 'approved', amountMinor: 142_281 },
  });
  expect(await report('payment_link.paid', { payment_link: { ...link, amount_paid: 1 } })).toMatchObject({
    amountMinor: 1,
  });
  for (const name of ['payment_link.cancelled', 'payment_link.expired']) {
    expect(await report(name, { payment_link: link })).toMatchObject({ outcome: 'declined' });
  }
  const [paid] = link?.payments ?? [];
  const refund = {
    ...{ id: 'rfnd_1', payment_id: paid?.payment_id, amount: 42_281, currency: 'INR', status: 'failed' },
    notes: { llano_reference: 'refund-1' },
  };
  expect(await report('refund.failed', { refund })).toEqual({
    ...{ about: 'refund', reference: 'refund-1', outcome: 'failed' },
  });
  expect(await left('refund.failed', { refund })).toEqual([]);
  const dispute = {
    ...{ id: 'disp_1', payment_id: paid?.payment_id, amount: 142_281, amount_deducted: 142_281 },
    ...{ currency: 'INR', reason_code: 'chargeback' },
  };
  const disputed = {
    ...{ id: 'disp_1', payment: { charge: charge.reference }, cause: 'dispute', outcome: 'left' },
    ...{ amountMinor: 142_281, currency: 'INR', reason: 'chargeback' },
  };
  expect(await left('payment.dispute.lost', { dispute })).toEqual([disputed]);
  const part = { ...dispute, amount_deducted: 1_000 };
  expect(await left('payment.dispute.lost', { dispute: part })).toEqual([
    { ...disputed, amountMinor: 1_000 },
  ]);
  expect(await left('payment.dispute.lost', { dispute: { ...dispute, amount_deducted: 0 } })).toEqual([]);
  expect(await left('payment.dispute.won', { dispute: { ...dispute, amount_deducted: 0 } })).toEqual([
    { ...disputed, outcome: 'came-back' },
  ]);
});

test('a refund that was made in the dashboard names our charge, once it is processed or failed', async () => {
  const charge = await paidCharge();
  const [paid] = linksOf(charge)[0]?.payments ?? [];
  const refund = {
    ...{ id: 'rfnd_2', entity: 'refund', payment_id: paid?.payment_id, amount: 1_000, currency: 'INR' },
    ...{ notes: [], receipt: null, acquirer_data: { arn: null }, status: 'processed' },
  };
  const refunded = {
    ...{ id: 'rfnd_2', payment: { charge: charge.reference }, cause: 'refund', outcome: 'left' },
    ...{ amountMinor: 1_000, currency: 'INR', reason: '' },
  };
  const payment = { id: paid?.payment_id, entity: 'payment', method: 'card', captured: true };
  expect(await left('refund.processed', { refund, payment })).toEqual([refunded]);
  expect(await left('refund.processed', { refund })).toEqual([refunded]);
  expect(await left('refund.created', { refund: { ...refund, status: 'pending' }, payment })).toEqual([]);
  expect(await left('refund.failed', { refund: { ...refund, status: 'failed' }, payment })).toEqual([
    { ...refunded, outcome: 'came-back' },
  ]);
  expect(await left('refund.processed', { refund, payment: { ...payment, captured: false } })).toEqual([]);
  expect(await left('refund.processed', { refund, payment: { ...payment, method: 'upi' } })).toEqual([]);
});

test('a message is believed with the account’s signature alone; what other systems do is none of our business', async () => {
  const charge = await paidCharge();
  const [link] = linksOf(charge);
  const paid = event('payment_link.paid', { payment_link: link });
  await expect(verify(razorpay.sign(paid, { secret: account.keySecret }))).rejects.toThrow(WebhookRefused);
  await expect(verify(razorpay.sign({ ...paid, created_at: seconds() - 26 * 3_600 }))).rejects.toThrow(
    WebhookRefused,
  );
  expect(await report('payment_link.paid', { payment_link: { ...link, notes: null } })).toBeNull();
  expect(await report('payment.captured', { payment: { id: 'pay_1' } })).toBeNull();
  const disputeOf = (id = '') => ({
    dispute: {
      ...{ id: 'disp_1', payment_id: id, amount: 1, amount_deducted: 1, currency: 'INR', reason_code: '' },
    },
    payment: { id, method: 'card' },
  });
  Object.assign(link ?? {}, { notes: [] });
  const others = disputeOf(link?.payments?.[0]?.payment_id);
  expect(await report('payment.dispute.lost', others)).toBeNull();
  expect(await left('payment.dispute.lost', others)).toEqual([]);
  expect(await left('payment.dispute.lost', disputeOf('pay_ofnobody'))).toMatchObject([
    { payment: { deposit: 'pay_ofnobody' }, isPaymentUnknown: true },
  ]);
});
