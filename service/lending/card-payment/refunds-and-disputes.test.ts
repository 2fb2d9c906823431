import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoanStatement } from '#contract/host/loan.ts';
import {
  listRefunds,
  markRefundFailed,
  markRefundSent,
  requestRefund,
  reversePayment,
} from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { providerEvents, providerOutflows } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { CardNotice, RefundAnswer } from '#providers/ports/card-provider.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { noticeRequest, type ScriptedCards, scriptedCards } from '#tests/setup/hosted-cards.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { pay } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';
import { settleWaitingOutflows } from '../repayment/outflows.ts';
import { sendCardRefunds } from './refund-to-card.ts';

const { database } = await testLendingService();
const amountMinor = minorAmount(1_000);
const reason = 'paid twice by mistake';
let cards: ScriptedCards;
let service: LendingService;
let holder: CardHolder;
let orderNumber: string;
let cardPaymentId: string;
let keys = 0;

beforeEach(async () => {
  cards = scriptedCards();
  service = lendingService(database, {}, { cards: cards as never });
  holder = await newCardHolder(service, { isConfirmed: true });
  ({ orderNumber } = holder.loan);
  cardPaymentId = await holder.committed({ card: 'approve', amountMinor });
});

function wait(minutes: number): void {
  const now = service.dependencies.clock.now().getTime();
  service.setTime(new Date(now + minutes * 60_000).toISOString());
}

async function loanNow() {
  const { loan } = await service.tell(readLoanStatement, { orderNumber });
  return loan;
}

const overpay = () => pay(service, holder.loan, 3_000_000);

/** Asks for a refund to the card, and gives its key or why not. */
async function request(amount = 400, own: object = {}) {
  keys += 1;
  const refundKey = `refund-${keys}`;
  const fields = { orderNumber, refundKey, amountMinor: amount, reason, cardPaymentId, ...own };
  const { status, body } = await service.host(requestRefund.path, fields);
  return { refundKey, status, code: body.code };
}

async function stateOf(refundKey: string) {
  const { refunds } = await service.tell(listRefunds, { limit: 100 });
  const match = refunds.find((refund) => refund.refundKey === refundKey);
  return [match?.state, match?.cardPaymentId];
}

/** What was told of refunds of this loan. */
async function refundsTold(): Promise<number> {
  const events = await database.select().from(outboxEvents).where(eq(outboxEvents.type, 'payment.refunded'));
  return events.filter(({ data }) => data.orderNumber === orderNumber).length;
}

async function tell(id: string, notice: CardNotice | Outflow) {
  return (await service.api.fetch(noticeRequest(`${cardPaymentId} ${id}`, notice))).status;
}

async function expectBooksAgree(): Promise<void> {
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
}

const refundIds = () => [...cards.refunds.keys()];
const refundNotice = (outcome: RefundAnswer, reference = refundIds()[0] ?? ''): CardNotice => ({
  ...{ about: 'refund', reference, outcome },
});

test('held money goes back to the paying card, once, with an event', async () => {
  await overpay();
  const held = (await loanNow()).heldMinor;
  const { refundKey, status } = await request();
  expect([status, await stateOf(refundKey)]).toEqual([200, ['requested', cardPaymentId]]);
  expect(cards.refunds.size).toBe(0);
  await Promise.all([sendCardRefunds(service.dependencies), sendCardRefunds(service.dependencies)]);
  await sendCardRefunds(service.dependencies);
  expect([...cards.refunds.values()]).toEqual([{ amountMinor: 400, state: 'succeeded' }]);
  expect(await stateOf(refundKey)).toEqual(['sent', cardPaymentId]);
  expect([await tell('r1', refundNotice('succeeded')), await tell('r2', refundNotice('pending'))]).toEqual([
    ...[200, 200],
  ]);
  expect([(await loanNow()).heldMinor, await refundsTold()]).toEqual([held - 400, 1]);
  await expectBooksAgree();
});

test('a refund whose answer got lost, or whose process ended before it was kept, is looked up and not asked for again', async () => {
  await overpay();
  const { refundKey } = await request();
  cards.refundAnswer = new Error('the answer is lost');
  await sendCardRefunds(service.dependencies);
  expect(await stateOf(refundKey)).toEqual(['requested', cardPaymentId]);
  await sendCardRefunds(service.dependencies);
  expect(await stateOf(refundKey)).toEqual(['requested', cardPaymentId]);
  wait(2);
  await sendCardRefunds(service.dependencies);
  expect([await stateOf(refundKey), cards.refunds.size]).toEqual([['sent', cardPaymentId], 1]);
  await expectBooksAgree();
});

test('a pending, failed or returned refund may be reported late, twice and in any order, and its money is held again', async () => {
  await overpay();
  const held = (await loanNow()).heldMinor;
  cards.refundAnswer = 'pending';
  const { refundKey } = await request();
  await sendCardRefunds(service.dependencies);
  expect([await stateOf(refundKey), (await loanNow()).heldMinor]).toEqual([
    ['requested', cardPaymentId],
    held - 400,
  ]);
  expect(await tell('r3', refundNotice('succeeded'))).toBe(200);
  expect(await stateOf(refundKey)).toEqual(['sent', cardPaymentId]);
  const failed = refundNotice('failed');
  const late = [tell('r4', failed), tell('r4', failed), tell('r5', failed)];
  expect(await Promise.all(late)).toEqual([200, 200, 200]);
  expect([await stateOf(refundKey), (await loanNow()).heldMinor]).toEqual([['failed', cardPaymentId], held]);
  expect(await tell('r6', refundNotice('succeeded'))).toBe(200);
  expect(await stateOf(refundKey)).toEqual(['failed', cardPaymentId]);
  expect(service.reported.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(await tell('r7', refundNotice('succeeded', 'somebody-else'))).toBe(200);
  await expectBooksAgree();
});

test('a refund is not sent to a card whose payment was taken back since it was asked for', async () => {
  await overpay();
  const { refundKey } = await request();
  await service.tell(reversePayment, {
    ...{ provider: 'card', eventId: cardPaymentId, reason: 'sent back in the dashboard' },
  });
  await sendCardRefunds(service.dependencies);
  expect([cards.refunds.size, (await stateOf(refundKey))[0]]).toEqual([0, 'failed']);
  await expectBooksAgree();
});

test('refunds of one charge are sent one after the other, since a provider may know them by their place', async () => {
  await overpay();
  const order = [await request(100), await request(200)];
  cards.refundAnswer = 'pending';
  await sendCardRefunds(service.dependencies);
  expect(cards.refunds.size).toBe(1);
  expect(await tell('one-1', refundNotice('succeeded'))).toBe(200);
  cards.refundAnswer = 'succeeded';
  await sendCardRefunds(service.dependencies);
  expect([...cards.refunds.values()].map((sent) => sent.amountMinor)).toEqual([100, 200]);
  for (const { refundKey } of order) expect((await stateOf(refundKey))[0]).toBe('sent');
});

test('a card gets back at most what it paid, of a payment of the loan that stands, and only its provider says how it went', async () => {
  await overpay();
  const other = await newCardHolder(service, { isConfirmed: true });
  expect(await request(1_001)).toMatchObject({ status: 422 });
  expect(await request(400, { orderNumber: other.loan.orderNumber })).toMatchObject({ status: 422 });
  expect(await request(400, { cardPaymentId: crypto.randomUUID() })).toMatchObject({ status: 422 });
  const { refundKey } = await request(600);
  expect(await request(401)).toMatchObject({ status: 422 });
  expect(await request(600, { refundKey })).toMatchObject({ status: 200 });
  expect(await request(600, { refundKey, cardPaymentId: undefined })).toMatchObject({ status: 409 });
  const own = { refundKey, reference: 'a transfer' };
  expect((await service.host(markRefundSent.path, own)).status).toBe(409);
  expect((await service.host(markRefundFailed.path, { refundKey, reason })).status).toBe(409);
  cards.refundAnswer = 'failed';
  await sendCardRefunds(service.dependencies);
  expect(await request(1_000)).toMatchObject({ status: 200 });
  const without = lendingService(database, {}, { cards: null as never });
  const order = { orderNumber, refundKey: 'nobody', amountMinor: 1, reason, cardPaymentId };
  expect((await without.host(requestRefund.path, order)).status).toBe(409);
  await service.tell(reversePayment, { provider: 'card', eventId: cardPaymentId, reason });
  expect(await request(1)).toMatchObject({ status: 409 });
});

/** Money that left the card payment: a dispute of the whole unless said otherwise. */
const leaving = (own: Partial<Outflow> = {}): Outflow => ({
  ...{ id: `dp_1 ${cardPaymentId}`, payment: { charge: cardPaymentId }, cause: 'dispute', outcome: 'left' },
  ...{ amountMinor, currency: 'MXN', reason: 'fraudulent' },
  ...own,
});

const refunded = (id: string, own: Partial<Outflow> = {}) =>
  leaving({ id: `${id} ${cardPaymentId}`, cause: 'refund', reason: 'requested_by_customer', ...own });

/** How money that left stands, and why it waits, in the order it was told. */
async function outflows() {
  const rows = await database
    .select()
    .from(providerOutflows)
    .where(eq(providerOutflows.paymentId, cardPaymentId))
    .orderBy(providerOutflows.id);
  return rows.map(({ state, doubt }) => doubt ?? state);
}

const errors = () => service.reported.filter(({ level }) => level === 'error');

const lookAgain = () => {
  const { random, logger, clock } = service.dependencies;
  return settleWaitingOutflows(database, { random, logger, now: clock.now() });
};

test('a charge that its card’s holder disputes is owed again, and a dispute that the lender wins pays it again, each once', async () => {
  const owed = (await loanNow()).owedMinor;
  expect(await tell('d1', leaving({ id: 'dp_usd', currency: 'USD' }))).toBe(422);
  expect((await loanNow()).owedMinor).toBe(owed);
  const answers = await Promise.all([tell('d3', leaving()), tell('d3', leaving())]);
  expect(answers.every((status) => status === 200)).toBe(true);
  expect(await tell('d4', leaving())).toBe(200);
  expect((await loanNow()).owedMinor).toBe(owed + amountMinor);
  const eventRows = await database
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.type, 'payment.reversed'));
  const ofLoan = eventRows.filter(({ data }) => data.orderNumber === orderNumber);
  expect(ofLoan.map(({ data }) => data.reason)).toEqual(['chargeback: fraudulent']);
  await expectBooksAgree();

  wait(60 * 24 * 5);
  const back = leaving({ outcome: 'came-back' });
  expect([await tell('d5', back), await tell('d5', back), await tell('d6', back)]).toEqual([200, 200, 200]);
  expect((await loanNow()).owedMinor).toBe(owed);
  const events = await database.select().from(providerEvents).where(eq(providerEvents.provider, 'card'));
  const ofPayment = events.filter(({ eventId }) => eventId.startsWith(cardPaymentId));
  expect(ofPayment.map(({ outcome }) => outcome).sort()).toEqual(['posted', 'reversed']);
  expect(await outflows()).toEqual(['came-back']);
  await expectBooksAgree();
});

test('money won back in a dispute is owed again after another dispute; repeated or late reports have no effect', async () => {
  const owed = (await loanNow()).owedMinor;
  const first = leaving();
  const firstBack = leaving({ outcome: 'came-back' });
  const second = leaving({ id: `dp_2 ${cardPaymentId}` });
  const secondBack = { ...second, outcome: 'came-back' as const };
  const owedAfter = async (id: string, notice: Outflow) => [
    await tell(id, notice),
    (await loanNow()).owedMinor - owed,
  ];
  expect(await owedAfter('two-1', first)).toEqual([200, amountMinor]);
  expect(await owedAfter('two-2', firstBack)).toEqual([200, 0]);
  expect(await owedAfter('two-3', first)).toEqual([200, 0]);
  expect(await owedAfter('two-4', second)).toEqual([200, amountMinor]);
  expect(await owedAfter('two-5', second)).toEqual([200, amountMinor]);
  expect(await owedAfter('two-6', firstBack)).toEqual([200, amountMinor]);
  expect(await owedAfter('two-7', secondBack)).toEqual([200, 0]);
  expect(await owedAfter('two-8', secondBack)).toEqual([200, 0]);
  expect(await owedAfter('two-9', second)).toEqual([200, 0]);
  // What came back before it was told to have left was never away.
  const third = leaving({ id: `dp_3 ${cardPaymentId}` });
  expect(await owedAfter('two-10', { ...third, outcome: 'came-back' })).toEqual([200, 0]);
  expect(await owedAfter('two-11', third)).toEqual([200, 0]);
  await expectBooksAgree();
});

test('a dispute of a payment that a person took back before changes nothing, and one that comes before it is booked waits for it', async () => {
  cards.outcome = 'pending';
  const reference = await holder.committed({ card: 'approve', amountMinor });
  const owed = (await loanNow()).owedMinor;
  expect(await tell('d7', leaving({ id: 'dp_early', payment: { charge: reference } }))).toBe(200);
  expect(errors()).toMatchObject([
    { message: 'outgoing money is not booked', fields: { doubt: 'no-payment' } },
  ]);
  const paid = { reference, outcome: 'approved', amountMinor, currency: 'MXN' } as const;
  expect(await tell('d7 paid', { about: 'charge', ...paid })).toBe(200);
  expect((await loanNow()).owedMinor).toBe(owed - amountMinor);
  expect([await lookAgain(), await lookAgain(), (await loanNow()).owedMinor]).toEqual([1, 0, owed]);
  await service.tell(reversePayment, { provider: 'card', eventId: cardPaymentId, reason });
  const { owedMinor } = await loanNow();
  expect(await tell('d8', leaving())).toBe(200);
  expect([(await loanNow()).owedMinor, await outflows()]).toEqual([owedMinor, ['booked']]);
  await expectBooksAgree();
});

test('money that comes back of a payment that a person took back is paid again, also where nobody told that it left', async () => {
  const owed = (await loanNow()).owedMinor;
  await service.tell(reversePayment, { provider: 'card', eventId: cardPaymentId, reason });
  expect((await loanNow()).owedMinor).toBe(owed + amountMinor);
  const back = leaving({ outcome: 'came-back' });
  expect([await tell('u-1', back), await tell('u-2', back), await tell('u-3', leaving())]).toEqual([
    ...[200, 200, 200],
  ]);
  expect((await loanNow()).owedMinor).toBe(owed);
  expect(await tell('u-4', refunded('re_pending', { outcome: 'came-back', amountMinor: 300 }))).toBe(200);
  expect((await loanNow()).owedMinor).toBe(owed);
  await expectBooksAgree();
});

test('a part that is held goes out of that once, and is held again when it comes back', async () => {
  await overpay();
  const held = (await loanNow()).heldMinor;
  const part = refunded('re_2', { amountMinor: 300 });
  expect([await tell('p-1', part), await tell('p-2', part)]).toEqual([200, 200]);
  expect([(await loanNow()).heldMinor, await refundsTold()]).toEqual([held - 300, 1]);
  expect(await request(701)).toMatchObject({ status: 422 });
  expect(await tell('p-3', { ...part, outcome: 'came-back' })).toBe(200);
  expect([(await loanNow()).heldMinor, await outflows()]).toEqual([held, ['came-back']]);
  await expectBooksAgree();
});

test('a part that is not held waits at the desk, is booked once it is held, and with the rest it is the whole', async () => {
  const owed = (await loanNow()).owedMinor;
  expect(await tell('w-1', refunded('re_3', { amountMinor: 300 }))).toBe(200);
  expect([(await loanNow()).owedMinor, await outflows()]).toEqual([owed, ['part']]);
  expect(errors()).toMatchObject([{ fields: { doubt: 'part', cause: 'refund' } }]);
  expect(await lookAgain()).toBe(0);
  expect(await tell('w-2', refunded('re_4', { amountMinor: 700 }))).toBe(200);
  expect([(await loanNow()).owedMinor, await outflows()]).toEqual([owed + amountMinor, ['booked', 'booked']]);
  expect(await tell('w-3', refunded('re_5', { amountMinor: 1 }))).toBe(200);
  expect(await outflows()).toEqual(['booked', 'booked', 'more-than-paid']);
  await expectBooksAgree();

  cardPaymentId = await holder.committed({ card: 'approve', amountMinor });
  expect(await tell('w-4', refunded('re_6', { amountMinor: 300 }))).toBe(200);
  await overpay();
  const { heldMinor } = await loanNow();
  expect([await lookAgain(), (await loanNow()).heldMinor]).toEqual([1, heldMinor - 300]);
  await expectBooksAgree();
});

/** What the books say of the payment's money: what came less what left, of the card's clearing account. */
async function broughtMinor(): Promise<number> {
  const [row] = await queryRows<{ sum: string }>(
    database,
    sql`select coalesce(sum(posting.amount_minor), 0)::text as sum from ledger_postings as posting
      join ledger_transactions as movement on movement.id = posting.transaction_id and movement.borrower_id = posting.borrower_id
      where movement.loan_id = ${holder.loan.orderId}::uuid and posting.account = 'clearing:card'`,
  );
  return Number(row?.sum);
}

test.each([
  ['the rest', 600, ['booked', 'booked'], 600],
  ['the whole', 1_000, ['booked', 'more-than-paid'], 600],
])(
  'a refund and then a dispute of %s take back what came and no more',
  async (_of, disputedMinor, states, bookedMinor) => {
    await overpay();
    const { heldMinor } = await loanNow();
    expect(await broughtMinor()).toBe(amountMinor);
    const refund = refunded('re_9', { amountMinor: 400 });
    const dispute = leaving({ amountMinor: disputedMinor });
    expect([await tell('rd-1', refund), await tell('rd-2', dispute), await tell('rd-3', dispute)]).toEqual([
      ...[200, 200, 200],
    ]);
    expect([await outflows(), await broughtMinor()]).toEqual([states, 0]);
    expect((await loanNow()).heldMinor).toBe(heldMinor - amountMinor);
    expect(await tell('rd-4', leaving({ id: 'dp_more', amountMinor: 1 }))).toBe(200);
    expect([(await outflows()).at(-1), await lookAgain(), await broughtMinor()]).toEqual([
      'more-than-paid',
      0,
      0,
    ]);
    await expectBooksAgree();

    wait(5);
    expect(await tell('rd-5', { ...dispute, outcome: 'came-back' })).toBe(200);
    expect([(await outflows())[1], await broughtMinor()]).toEqual(['came-back', bookedMinor]);
    expect(await tell('rd-6', { ...refund, outcome: 'came-back' })).toBe(200);
    expect([(await loanNow()).heldMinor, await broughtMinor()]).toEqual([heldMinor, amountMinor]);
    await expectBooksAgree();
  },
);

test('a dispute that is lost again after it was won is owed again, and one whose order is not known waits with an error', async () => {
  const owed = (await loanNow()).owedMinor;
  const back = leaving({ outcome: 'came-back' });
  const owedAfter = async (id: string, notice: Outflow) => [
    ...[await tell(id, notice), (await loanNow()).owedMinor - owed, (await outflows())[0]],
  ];
  expect(await owedAfter('la-1', leaving())).toEqual([200, amountMinor, 'booked']);
  wait(10);
  expect(await owedAfter('la-2', back)).toEqual([200, 0, 'came-back']);
  wait(10);
  expect(await owedAfter('la-3', leaving())).toEqual([200, amountMinor, 'booked']);
  expect(errors()).toEqual([]);
  wait(10);
  expect(await owedAfter('la-4', back)).toEqual([200, amountMinor, 'came-back']);
  expect([errors().length, await lookAgain()]).toEqual([1, 0]);
  await expectBooksAgree();

  cardPaymentId = await holder.committed({ card: 'approve', amountMinor });
  await tell('la-5', leaving());
  wait(10);
  await tell('la-6', leaving({ outcome: 'came-back' }));
  await database.update(providerOutflows).set({ toldAt: null });
  expect(await tell('la-7', leaving())).toBe(200);
  expect([await outflows(), errors().length, await lookAgain()]).toEqual([['left-again'], 2, 0]);
  await expectBooksAgree();
});

test('a refund that the lender sends in the dashboard is not booked twice', async () => {
  await overpay();
  const held = (await loanNow()).heldMinor;
  const { refundKey } = await request(400, { cardPaymentId: undefined });
  const sent = refunded('re_7', { amountMinor: 400 });
  expect([await tell('h-1', sent), await outflows()]).toEqual([200, ['refund-by-hand']]);
  await service.tell(markRefundSent, { refundKey, reference: sent.id });
  expect([await lookAgain(), await outflows()]).toEqual([1, ['booked']]);
  expect([(await loanNow()).heldMinor, await refundsTold()]).toEqual([held - 400, 1]);
  expect(await tell('h-2', { ...sent, outcome: 'came-back' })).toBe(200);
  expect([(await stateOf(refundKey))[0], (await loanNow()).heldMinor]).toEqual(['failed', held]);
  await expectBooksAgree();
});

test('outgoing money of an unknown payment waits with an error that is logged once', async () => {
  cardPaymentId = crypto.randomUUID();
  expect([await tell('n-1', refunded('re_8')), await tell('n-2', refunded('re_8'))]).toEqual([200, 200]);
  expect([await outflows(), errors().length]).toEqual([['no-payment'], 1]);
  expect(await lookAgain()).toBe(0);
});
