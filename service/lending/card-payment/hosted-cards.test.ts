import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readCardSaving, startCardSaving } from '#contract/calls/card-saving.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { CardNotice, ChargeOutcome, SavedCardFacts } from '#providers/ports/card-provider.ts';
import { type CardHolder, newCardHolder } from '#tests/setup/card-holders.ts';
import { noticeRequest, type ScriptedCards, scriptedCards } from '#tests/setup/hosted-cards.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';
import { settlePendingCharges } from './charge.ts';

const { database } = await testLendingService();
const amountMinor = 1_000;
const bankPage = { answer: 'requires-action', link: 'https://bank.test/confirm' } as const;
const card: SavedCardFacts = {
  cardToken: 'customer:card',
  bankName: 'Visa',
  bankCode: '',
  maskedNumber: '************4242',
};
let cards: ScriptedCards;
let service: LendingService;
let holder: CardHolder;

beforeEach(async () => {
  cards = scriptedCards();
  service = lendingService(database, {}, { cards: cards as never });
  holder = await newCardHolder(service, { isConfirmed: true });
});

function wait(minutes: number): void {
  const now = service.dependencies.clock.now().getTime();
  service.setTime(new Date(now + minutes * 60_000).toISOString());
}

async function paidMinor() {
  return (await service.ask(readLoan, holder.loan, holder.session)).balance?.paidMinor;
}

const openPayment = async () => (await holder.ways()).openPayment;

async function tell(id: string, notice: CardNotice, signature?: string) {
  return (await service.api.fetch(noticeRequest(id, notice, signature))).status;
}

const approvalOf = (reference: string): CardNotice => ({
  about: 'charge',
  reference,
  outcome: 'approved',
  amountMinor,
  currency: 'MXN',
});

/** Commits a payment that the bank wants confirmed, and gives its id. */
async function waitingForBank(): Promise<string> {
  cards.outcome = bankPage;
  const committed = await holder.commit({ card: 'approve', amountMinor });
  if (!committed.success || !committed.data.isPending) throw new Error('the payment is not pending');
  return committed.data.repaymentId;
}

test('a charge that the bank wants confirmed tells where, comes back to its own page, and is booked once', async () => {
  const repaymentId = await waitingForBank();
  expect(await openPayment()).toMatchObject({ state: 'pending', actionLink: bankPage.link });
  const back = new URL(cards.charges[0]?.returnLink ?? '');
  expect([back.origin, back.pathname]).toEqual(['https://pages.llano.test', '/payWay']);
  expect(back.searchParams.get('repaymentId')).toBe(repaymentId);
  expect([...back.searchParams.keys()]).toEqual(['productId', 'orderId', 'repaymentId', 'lang']);
  cards.outcome = 'approved';
  expect(await openPayment()).toBeNull();
  expect(await tell('e1', approvalOf(repaymentId))).toBe(200);
  expect(await paidMinor()).toBe(amountMinor);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('the provider’s notice books before the borrower is back, once however often and in whatever order it comes', async () => {
  const repaymentId = await waitingForBank();
  const other: CardNotice = { ...approvalOf(repaymentId), outcome: 'pending' } as CardNotice;
  const statuses = await Promise.all([
    tell('e2', approvalOf(repaymentId)),
    tell('e2', approvalOf(repaymentId)),
    tell('e3', approvalOf(repaymentId)),
    tell('e4', other),
  ]);
  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(await tell('e5', { ...approvalOf(repaymentId), outcome: 'declined' } as CardNotice)).toBe(200);
  expect(await paidMinor()).toBe(amountMinor);
  const events = await database.select().from(providerEvents).where(eq(providerEvents.eventId, repaymentId));
  expect(events).toHaveLength(1);
});

test('a credit card where loans are not repaid with one charges nothing, is told in words, and another can be used', async () => {
  cards.outcome = 'credit';
  const refused = await holder.commit({ card: 'approve', amountMinor });
  expect(refused).toMatchObject({ success: false, errorCode: 'credit-card-refused' });
  expect([await paidMinor(), await openPayment()]).toEqual([0, null]);
  const { notices } = await service.ask(readLoan, holder.loan, holder.session);
  expect(notices?.map(({ text }) => text)).toEqual([expect.stringContaining('tarjeta es de crédito')]);
  cards.outcome = 'approved';
  expect(await holder.commit({ card: 'approve', amountMinor })).toMatchObject({ success: true });
  expect(await paidMinor()).toBe(amountMinor);
});

test('a credit card payment on a provider’s page that was refunded is not booked by later messages', async () => {
  const repaymentId = await waitingForBank();
  const notice = approvalOf(repaymentId);
  expect(await tell('c1', { ...notice, outcome: 'credit' } as CardNotice)).toBe(200);
  expect(await tell('c2', notice)).toBe(200);
  expect([await paidMinor(), await openPayment()]).toEqual([0, null]);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('a form that was filled in with a credit card saves none and says why, also when it is looked at again', async () => {
  const { cards: before } = await holder.ways();
  const started = await holder.call(startCardSaving, { ...holder.loan, from: 'payWay' });
  const link = started.success ? new URL(started.data.link) : null;
  const savingId = new URL(link?.searchParams.get('back') ?? '').searchParams.get('cardSaving') ?? '';
  cards.saving = 'credit';
  for (const _look of [1, 2]) {
    expect(await holder.call(readCardSaving, { savingId })).toMatchObject({
      data: { state: 'credit-refused' },
    });
  }
  expect((await holder.ways()).cards).toEqual(before);
});

test('a notice of another amount or currency, or with a wrong signature, books nothing', async () => {
  const repaymentId = await waitingForBank();
  const notice = approvalOf(repaymentId);
  expect(await tell('e6', { ...notice, amountMinor: amountMinor + 1 } as CardNotice)).toBe(422);
  expect(await tell('e6', { ...notice, currency: 'USD' } as CardNotice)).toBe(422);
  expect(await tell('e6', notice, 'bad')).toBe(401);
  expect(await paidMinor()).toBe(0);
  expect(service.reported.filter(({ level }) => level === 'error')).toHaveLength(2);
  expect(await tell('e6', notice)).toBe(200);
  expect(await paidMinor()).toBe(amountMinor);
});

test('a notice of a charge that is not ours changes nothing and is not sent again', async () => {
  expect(await tell('e7', approvalOf(crypto.randomUUID()))).toBe(200);
  expect(await tell('e8', approvalOf('somebody-else'))).toBe(200);
});

test('a payment that is not confirmed with the bank for half an hour is given up, and another can be made', async () => {
  const repaymentId = await waitingForBank();
  wait(29);
  await settlePendingCharges(service.dependencies, null);
  expect(cards.cancelled).toEqual([]);
  wait(2);
  await settlePendingCharges(service.dependencies, null);
  expect(cards.cancelled).toContain(repaymentId);
  cards.outcome = 'approved';
  expect(await holder.commit({ card: 'approve', amountMinor })).toMatchObject({ success: true });
  expect(await paidMinor()).toBe(amountMinor);
});

/** Opens a form for a card. */
async function newForm(of = holder, from: 'payWay' | 'repay' = 'payWay') {
  const { productId, orderId } = of.loan;
  const { link } = await service.ask(startCardSaving, { productId, orderId, from }, of.session);
  const back = new URL(new URL(link).searchParams.get('back') ?? '');
  return { link, back, id: back.searchParams.get('cardSaving') ?? '' };
}

const stateOf = async (savingId: string, of = holder) =>
  (await service.ask(readCardSaving, { savingId }, of.session)).state;

async function cardCount() {
  const rows = await database
    .select()
    .from(savedCards)
    .where(eq(savedCards.borrowerId, holder.session.borrowerId));
  return rows.filter(({ cardToken }) => cardToken === card.cardToken).length;
}

test('a card saved on the provider’s form is there once, whether the borrower or the notice is back first', async () => {
  const first = await newForm();
  expect([...first.back.searchParams.keys()]).toEqual(['productId', 'orderId', 'cardSaving', 'lang']);
  expect(await stateOf(first.id)).toBe('open');
  cards.saving = card;
  expect(await stateOf(first.id)).toBe('saved');
  const notice: CardNotice = { about: 'saving', reference: first.id, outcome: card };
  expect([await tell('s1', notice), await tell('s2', notice)]).toEqual([200, 200]);
  expect(await cardCount()).toBe(1);
  const events = await database.select().from(outboxEvents).where(eq(outboxEvents.type, 'card.saved'));
  expect(events.filter(({ data }) => data.borrowerId === holder.session.borrowerId)).toHaveLength(1);

  const second = await newForm();
  cards.saving = 'open';
  const changed = { ...card, cardToken: 'customer:another' };
  expect(await tell('s3', { about: 'saving', reference: second.id, outcome: changed })).toBe(200);
  expect(await stateOf(second.id)).toBe('saved');
  const { cards: listed, offersCardSaving } = await holder.ways();
  expect(offersCardSaving).toBe(true);
  expect(listed.filter(({ bankName }) => bankName === 'Visa')).toHaveLength(2);
});

test('a form leads back to the page that it was asked for on, with and without a card', async () => {
  for (const from of ['payWay', 'repay'] as const) {
    const { back } = await newForm(holder, from);
    expect(back.pathname).toBe(`/${from}`);
  }
});

test('a form that was given up, or that nobody filled in for an hour, saves nothing', async () => {
  const left = await newForm();
  cards.saving = 'given-up';
  expect(await stateOf(left.id)).toBe('given-up');
  cards.saving = 'open';
  const old = await newForm();
  wait(61);
  expect(await stateOf(old.id)).toBe('given-up');
  expect(await cardCount()).toBe(0);
});

test('a form is its borrower’s alone, and only so many are opened in an hour', async () => {
  const { id } = await newForm();
  const stranger = await newCardHolder(service);
  await expect(stateOf(id, stranger)).rejects.toThrow('refused with 404');
  await expect(stateOf(id, { ...holder, session: { ...holder.session, sessionId: 'x' } })).rejects.toThrow(
    'refused with 401',
  );
  for (let count = 1; count < 10; count += 1) await newForm();
  await expect(newForm()).rejects.toThrow('refused with 429');
  wait(61);
  expect((await newForm()).link).toContain('https://forms.test/');
});

test('the repay page is told where no card can be paid with: without a provider, or without one in the market', async () => {
  const indian = await newBorrower(service, 'IN');
  const indianLoan = await paidOutLoan(service, indian, 'in-120');
  const refuses = async (of: LendingService, loan: typeof indianLoan, session: typeof indian) =>
    (await of.ask(readRepayment, loan, session)).refusesCards;
  const offersSaving = async (of: LendingService, loan: typeof indianLoan, session: typeof indian) =>
    (await of.ask(readRepayment, loan, session)).offersCardSaving;
  expect(await offersSaving(service, holder.loan, holder.session)).toBe(true);
  expect(await offersSaving(service, indianLoan, indian)).toBe(false);
  expect(await refuses(service, holder.loan, holder.session)).toBe(false);
  expect(await refuses(service, indianLoan, indian)).toBe(true);
  const without = lendingService(database, {}, { cards: null as never });
  expect(await refuses(without, holder.loan, holder.session)).toBe(true);
});

test('a charge that was paid is asked about, however many others nobody can answer for', async () => {
  const unanswerable = new Set<string>();
  const starving = scriptedCards();
  starving.outcome = { answer: 'requires-action', link: 'https://bank.test/x' };
  const query = async (reference: string): Promise<ChargeOutcome> => {
    if (unanswerable.has(reference)) throw new Error('no provider gave this token');
    return 'approved';
  };
  const own = lendingService(database, {}, { cards: { ...starving, query } as never });
  const waitSeconds = (seconds: number) =>
    own.setTime(new Date(own.dependencies.clock.now().getTime() + seconds * 1_000).toISOString());
  let last: CardHolder | undefined;
  for (let count = 0; count < 51; count += 1) {
    last = await newCardHolder(own, { isConfirmed: true });
    const repaymentId = await last.committed({ card: 'approve', amountMinor });
    if (count < 50) unanswerable.add(repaymentId);
    waitSeconds(6);
  }
  for (let run = 0; run < 3; run += 1) {
    waitSeconds(30);
    await settlePendingCharges(own.dependencies, null);
  }
  const { statement } = await own.ask(readLoan, (last as CardHolder).loan, (last as CardHolder).session);
  expect(statement?.payments).toHaveLength(1);
});
