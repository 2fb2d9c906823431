import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPaymentPage } from '#contract/calls/card-payment.ts';
import { startCardSaving } from '#contract/calls/card-saving.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { recordPayment, requestRefund } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { noticeRequest, type ScriptedCards, scriptedCards } from '#tests/setup/hosted-cards.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { pay } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';
import { settlePendingCharges } from './charge.ts';
import { sendCardRefunds } from './refund-to-card.ts';

// The first payment of the reference loan: 1,422.81 due on 2026-12-20. Three days late: 3 × 42.68 penalty, 7 × 1 % fee.
const late = '2026-12-23T12:00:00-06:00';
const nextDay = '2026-12-24T12:00:00-06:00';
const penaltyMinor = 3 * 4_268;
const priceMinor = minorAmount(penaltyMinor + 9_960 + 1_594);
const bankPage = { answer: 'requires-action', link: 'https://bank.test/confirm' } as const;

const { database } = await testLendingService();
let cards: ScriptedCards;
let service: LendingService;
let holder: CardHolder;

beforeEach(async () => {
  cards = scriptedCards();
  service = lendingService(database, {}, { cards: cards as never });
  holder = await lateHolder();
});
afterEach(async () => {
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

/** A card holder whose first payment is three days late, and whose cards a code confirmed lately or never did. */
async function lateHolder({ isConfirmed = true } = {}): Promise<CardHolder> {
  service.setTime('2026-11-20T12:00:00-06:00');
  const made = await newCardHolder(service);
  service.setTime(late);
  if (!isConfirmed) return made;
  const isTheirs = eq(savedCards.borrowerId, made.session.borrowerId);
  await database
    .update(savedCards)
    .set({ confirmedAt: new Date(late) })
    .where(isTheirs);
  return made;
}

const extendWithCard = (amountMinor: number = priceMinor, repayToken?: string) =>
  holder.commit({ card: 'approve', amountMinor, purpose: 'extend', ...(repayToken && { repayToken }) });

/** Commits the extension, and gives the id of its payment. */
const committed = () => holder.committed({ card: 'approve', amountMinor: priceMinor, purpose: 'extend' });

async function order() {
  const { status, notices, balance, statement } = await service.ask(readLoan, holder.loan, holder.session);
  return {
    ...{ status, statement },
    notice: notices[0]?.text ?? '',
    dueDate: balance?.instalments[0]?.dueDate,
    penalty: balance?.penaltyMinor,
    paid: balance?.paidMinor,
  };
}

async function tell(id: string, notice: CardNotice | Outflow) {
  return (await service.api.fetch(noticeRequest(`${id} ${holder.loan.orderId}`, notice))).status;
}

const approvalOf = (reference: string): CardNotice => ({
  ...{ about: 'charge', reference, outcome: 'approved', amountMinor: priceMinor, currency: 'MXN' },
});

const extended = { status: 'to-repay', dueDate: '2026-12-30', penalty: 0, paid: priceMinor };

/** What the lender was told of this loan's extension. */
async function extensionEventCount(): Promise<number> {
  const events = await database.select().from(outboxEvents).where(eq(outboxEvents.type, 'loan.extended'));
  return events.filter(({ data }) => data.orderNumber === holder.loan.orderNumber).length;
}

test('[DELAY-1] [DELAY-3] a card pays the extension at its price, once, with the same event as a code', async () => {
  expect((await service.ask(readExtension, holder.loan, holder.session)).takesCards).toBe(true);
  const repayToken = await holder.token();
  const [first, second] = await Promise.all([
    extendWithCard(priceMinor, repayToken),
    extendWithCard(priceMinor, repayToken),
  ]);
  expect([first.success, second.success].sort()).toEqual([false, true]);
  expect(await order()).toMatchObject({ ...extended, notice: expect.stringContaining('se aplazó') });
  const repaymentId = cards.charges[0]?.reference ?? '';
  expect([await tell('x1', approvalOf(repaymentId)), await tell('x2', approvalOf(repaymentId))]).toEqual([
    ...[200, 200],
  ]);
  expect(cards.charges.map(({ amountMinor }) => amountMinor)).toEqual([priceMinor]);
  expect(await order()).toMatchObject(extended);
  expect(await extensionEventCount()).toBe(1);
});

test('[DELAY-3] the extension needs no page before it: committing its price asks for it', async () => {
  await committed();
  expect(await order()).toMatchObject(extended);
});

test('[DELAY-3] another price than that of today charges nothing, and neither does what cannot be extended', async () => {
  for (const amountMinor of [priceMinor - 1, priceMinor + 1, 142_281]) {
    expect(await extendWithCard(amountMinor)).toMatchObject({ errorCode: 'status-conflict' });
  }
  expect(await extendWithCard(0)).toMatchObject({ errorCode: 'request-invalid' });
  service.setTime(nextDay);
  expect(await extendWithCard()).toMatchObject({ errorCode: 'status-conflict' });
  expect(cards.charges).toEqual([]);
  const { amountMinor } = await service.ask(readExtension, holder.loan, holder.session);
  expect(await extendWithCard(amountMinor)).toMatchObject({ success: true });
  expect(await extendWithCard(amountMinor)).toMatchObject({ errorCode: 'extension-unavailable' });
  expect(cards.charges).toHaveLength(1);
});

test('an extension that its bank confirms a day later counts from the day it was charged, and says so meanwhile', async () => {
  cards.outcome = bankPage;
  const repaymentId = await committed();
  expect((await holder.ways('extend')).openPayment).toMatchObject({
    ...{ state: 'pending', purpose: 'extend', actionLink: bankPage.link },
  });
  const back = new URL(cards.charges[0]?.returnLink ?? '');
  expect([...back.searchParams]).toContainEqual(['requestType', '2']);
  expect((await order()).statement).toMatchObject({ pendingMinor: priceMinor, isPendingToExtend: true });
  expect(await holder.commit({ card: 'approve', amountMinor: 1_000 })).toMatchObject({
    errorCode: 'submission-repeated',
  });
  service.setTime(nextDay);
  const answers = await Promise.all([
    tell('y1', approvalOf(repaymentId)),
    tell('y1', approvalOf(repaymentId)),
  ]);
  expect(answers).toEqual([200, 200]);
  expect(await tell('y2', { ...approvalOf(repaymentId), outcome: 'declined' } as CardNotice)).toBe(200);
  expect(await order()).toMatchObject(extended);
  expect((await order()).statement).toMatchObject({ pendingMinor: null, isPendingToExtend: false });
});

test('an extension whose answer got lost is looked up, and one that was declined moves no date', async () => {
  cards.outcome = new Error('the answer is lost');
  await committed();
  expect(await order()).toMatchObject({ dueDate: '2026-12-20', paid: 0 });
  cards.outcome = 'approved';
  service.setTime('2026-12-23T12:05:00-06:00');
  await settlePendingCharges(service.dependencies, null);
  expect(await order()).toMatchObject(extended);
  expect(cards.charges).toHaveLength(1);

  holder = await lateHolder();
  cards.outcome = 'declined';
  expect(await extendWithCard()).toMatchObject({ errorCode: 'card-declined' });
  expect(await order()).toMatchObject({ dueDate: '2026-12-20', paid: 0, penalty: penaltyMinor });
});

test('[DELAY-3] a card that pays what a code extended meanwhile settles debt, and the date moves once', async () => {
  cards.outcome = bankPage;
  const repaymentId = await committed();
  const { channelGroups } = await service.ask(readExtension, holder.loan, holder.session);
  await service.tell(recordPayment, {
    ...{ provider: 'spei', eventId: newId(), reference: channelGroups[0]?.channels[0]?.payCode ?? '' },
    ...{ amountMinor: priceMinor, currency: 'MXN' },
  });
  expect(await order()).toMatchObject(extended);
  expect(await tell('z1', approvalOf(repaymentId))).toBe(200);
  expect(await order()).toMatchObject({ ...extended, paid: 2 * priceMinor });
  expect(await extensionEventCount()).toBe(1);
});

test('[PAYWAY-3] an extension whose code is entered when its price changed is not charged', async () => {
  holder = await lateHolder({ isConfirmed: false });
  service.setTime('2026-12-23T23:58:00-06:00');
  const repaymentId = await committed();
  service.setTime('2026-12-24T00:01:00-06:00');
  const late = await holder.confirm(repaymentId, holder.lastCode());
  expect(late).toMatchObject({ errorCode: 'status-conflict' });
  expect(cards.charges).toEqual([]);
  const amountMinor = (await service.ask(readExtension, holder.loan, holder.session)).amountMinor;
  const again = await holder.committed({ card: 'approve', amountMinor, purpose: 'extend' });
  expect(again).not.toBe(repaymentId);
  expect(await holder.confirm(again, holder.lastCode())).toMatchObject({ success: true });
  expect(await order()).toMatchObject({ dueDate: '2026-12-31', paid: amountMinor, penalty: 0 });
});

test('what waits for its code to repay is not gone on with to extend, whatever its amount', async () => {
  holder = await lateHolder({ isConfirmed: false });
  const repay = await holder.committed({ card: 'approve', amountMinor: priceMinor });
  service.setTime('2026-12-23T12:02:00-06:00');
  expect(await committed()).not.toBe(repay);
  expect(await holder.confirm(repay, holder.lastCode())).toMatchObject({ success: false });
  expect((await holder.ways('extend')).openPayment).toMatchObject({ purpose: 'extend' });
});

test('what is held of a loan goes back to the card that paid its extension', async () => {
  const cardPaymentId = await committed();
  await pay(service, holder.loan, 3_000_000);
  const { orderNumber } = holder.loan;
  const request = { orderNumber, refundKey: newId(), amountMinor: 400, reason: 'paid twice', cardPaymentId };
  expect((await service.host(requestRefund.path, request)).status).toBe(200);
  await sendCardRefunds(service.dependencies);
  expect([...cards.refunds.values()]).toEqual([{ amountMinor: 400, state: 'succeeded' }]);
});

test('[PAYWAY-5] the provider’s page takes the extension; the lender’s configured page, which names the loan alone, does not', async () => {
  const { userId } = holder.session;
  const request = {
    userId,
    orderId: holder.loan.orderId,
    amountMinor: priceMinor,
    purpose: 'extend',
  } as const;
  expect((await holder.ways('extend')).offersPaymentPage).toBe(false);
  expect(await holder.call(readPaymentPage, request)).toMatchObject({ errorCode: 'not-found' });
  cards.pageMarket = 'MX';
  cards.outcome = bankPage;
  expect((await holder.ways('extend')).offersPaymentPage).toBe(true);
  const page = await holder.call(readPaymentPage, request);
  const again = await holder.call(readPaymentPage, request);
  if (!page.success || !again.success) throw new Error('the page was refused');
  expect(again.data.link).toBe(page.data.link);
  expect(page.data.link).toContain('requestType=2');
  const other = { ...request, purpose: 'repay' } as const;
  const plain = lendingService(
    database,
    { paymentPage: { address: '', origins: [] } },
    { cards: cards as never },
  );
  plain.setTime(late);
  await expect(plain.ask(readPaymentPage, other, holder.session)).rejects.toThrow();
  expect(await tell('p1', approvalOf(cards.charges[0]?.reference ?? ''))).toBe(200);
  expect(await order()).toMatchObject(extended);
});

test('[DELAY-1] without a provider of cards no card is offered to extend', async () => {
  const without = lendingService(database, {}, { cards: null as never });
  without.setTime(late);
  const { takesCards } = await without.ask(readExtension, holder.loan, holder.session);
  expect(takesCards).toBe(false);
});

test('a form for a card leads back to the extension', async () => {
  const { productId, orderId } = holder.loan;
  const { link } = await service.ask(
    startCardSaving,
    { productId, orderId, from: 'payWay', purpose: 'extend' },
    holder.session,
  );
  const back = new URL(new URL(link).searchParams.get('back') ?? '');
  expect([back.pathname, back.searchParams.get('requestType')]).toEqual(['/payWay', '2']);
});
