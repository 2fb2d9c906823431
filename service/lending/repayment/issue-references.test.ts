import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, expect, test, vi } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { type Channel, readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { paymentReferences, providerEvents, referenceRequests } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type Deposit, type IssuedReference, ReferenceRefused } from '#providers/ports/payment-references.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import {
  hostOutcomes,
  type LendingService,
  lendingService,
  type TestSession,
} from '#tests/setup/lending-service.ts';
import {
  depositMessage,
  referencesWith,
  type ScriptedReferences,
  scriptedReferences,
} from '#tests/setup/scripted-references.ts';
import { advanceSandboxClock } from '../clock.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';
import { maintainReferences } from './deposits.ts';
import { settleRequests } from './issue-references.ts';

const { database } = await testLendingService();
const dueMinor = minorAmount(142_281);
const voucherEnds = new Date('2026-11-24T05:59:59Z');
let provider: ScriptedReferences;
let service: LendingService;
let session: TestSession;
let loan: TestLoan;
let now: Date;

beforeEach(async () => {
  provider = scriptedReferences();
  service = withProvider();
  setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});

function withProvider(): LendingService {
  return lendingService(database, {}, { references: referencesWith(provider) });
}

function setTime(instant: string): void {
  now = new Date(instant);
  service.setTime(now.toISOString());
}

/** Has the provider make vouchers of one amount that end, with what else it says of them. */
function makesVouchers(expiresAt: () => Date, facts?: IssuedReference['facts']): void {
  provider.takesOneAmount = true;
  provider.answer = async (wanted) => {
    const issued = provider.issuedFor(wanted);
    return { ...issued, expiresAt: expiresAt(), facts: facts ?? issued.facts };
  };
}

/** Has the provider answer only once it is let. */
function answersWhenLet(): () => void {
  let give = () => {};
  provider.answer = (wanted) =>
    new Promise((resolve) => {
      give = () => resolve(provider.issuedFor(wanted));
    });
  return () => give();
}

const wait = (minutes: number) => setTime(new Date(now.getTime() + minutes * 60_000).toISOString());

test('money is found by looking also once an earlier deposit on the same code is older than a year', async () => {
  await channels();
  const [channelKind] = provider.requests;
  const { providerReference } = provider.issuedFor({ id: channelKind?.id ?? '' });
  const first = deposit({ providerReference });
  provider.deposits.set(providerReference, [first]);
  wait(5);
  await maintainReferences(service.dependencies);
  setTime('2027-11-24T12:00:00-06:00');
  session = await service.session(session.borrowerId);
  await channels();
  provider.deposits.set(providerReference, [first, deposit({ providerReference, amountMinor: 2_000 })]);
  wait(5);
  await maintainReferences(service.dependencies);
  const { statement } = await service.ask(readLoan, loan, session);
  expect(statement?.payments.map(({ amountMinor }) => amountMinor)).toEqual([2_000, 1_000]);
});

async function channels(of = service): Promise<readonly Channel[]> {
  const { channelGroups } = await of.ask(readRepayment, loan, session);
  return channelGroups.flatMap((group) => group.channels);
}

const cash = async (of = service) => (await channels(of)).find(({ kind }) => kind === 'store');

const instruction = (payCode: string, amountMinor = dueMinor, purpose: 'repay' | 'extend' = 'repay') =>
  service.ask(readPaymentInstruction, { ...loan, payCode, amountMinor, purpose }, session);

const rows = () =>
  database.select().from(paymentReferences).where(eq(paymentReferences.loanId, loan.orderId));
const requests = () =>
  database.select().from(referenceRequests).where(eq(referenceRequests.loanId, loan.orderId));
const paidMinor = async () => (await service.ask(readLoan, loan, session)).balance?.paidMinor;

function deposit(change: Partial<Deposit> = {}): Deposit {
  const [channelKind] = provider.requests;
  return {
    ...{ id: crypto.randomUUID(), referenceId: channelKind?.id ?? null, providerReference: null },
    ...{ code: null, amountMinor: 1_000, currency: 'MXN', paidAt: now, ...change },
  };
}

/** Reports money that came with a code, as the lender's systems do. */
const payWith = (reference: string, amountMinor = 1_000) =>
  hostOutcomes(service)('/host/payments', {
    ...{ provider: 'bank', eventId: crypto.randomUUID(), reference, amountMinor, currency: 'MXN' },
  });

const tell = async (id: string, deposits: readonly Deposit[], signature?: string) =>
  (await service.api.fetch(depositMessage(provider, id, deposits, signature))).status;

test('a code that belongs to another loan is not shown, and the loan has its other codes', async () => {
  const own = lendingService(database);
  own.setTime(now.toISOString());
  const made = await rows();
  const mistaken = made.find(({ channelKind }) => channelKind === 'bank-transfer');
  const belongsToLoan = sql`reference_id in (select id from payment_references where loan_id = ${loan.orderId})`;
  const isMistaken = sql`reference_id = ${mistaken?.id}`;
  await database.execute(sql`delete from payment_codes where ${belongsToLoan} and not ${isMistaken}`);
  await database.execute(sql`update payment_codes set reference_id = ${newId()} where ${isMistaken}`);
  await database.delete(paymentReferences).where(eq(paymentReferences.loanId, loan.orderId));
  const shown = await channels(own);
  expect(shown.map(({ kind, payCode, unavailable }) => [kind, payCode !== '', unavailable !== ''])).toEqual([
    ['store', true, false],
    ['bank-transfer', false, true],
  ]);
});

test('a provider is asked once for a loan, purpose and channel, and the row remembers who gave it', async () => {
  const [first, second] = await Promise.all([cash(), cash()]);
  const [request] = provider.requests;
  expect(provider.requests).toHaveLength(1);
  expect(request).toMatchObject({
    ...{ market: 'MX', channelKind: 'store', purpose: 'repay', amountMinor: null, currency: 'MXN' },
    ...{ isRepeated: false, orderNumber: loan.orderNumber, borrower: { id: session.borrowerId } },
  });
  const { code, providerReference } = provider.issuedFor({ id: request?.id ?? '' });
  expect([first?.payCode, second?.payCode, (await cash())?.payCode]).toEqual([code, code, code]);
  expect(first).toMatchObject({ title: 'OXXO', unavailable: '' });
  expect((await rows()).find(({ channelKind }) => channelKind === 'store')).toMatchObject({
    ...{ id: request?.id, provider: 'scripted', providerReference, code, purpose: 'repay' },
  });
  expect(await requests()).toEqual([]);
  const { channelGroups } = await service.ask(readExtension, loan, session);
  const extending = channelGroups.flatMap((group) => group.channels).find(({ kind }) => kind === 'store');
  expect(provider.requests.map(({ purpose }) => purpose)).toEqual(['repay', 'extend']);
  expect(extending?.payCode).not.toBe(code);
});

test('a call whose answer was lost is repeated by the job under the same id, and one reference comes of it', async () => {
  provider.answer = new Error('the answer was lost');
  const before = await channels();
  expect(before.map(({ kind, payCode, unavailable }) => [kind, payCode !== '', unavailable !== ''])).toEqual([
    ['store', false, true],
    ['bank-transfer', true, false],
  ]);
  expect(await requests()).toHaveLength(1);
  expect((await cash())?.unavailable).toMatch(/^Ahora no podemos/);
  expect(provider.requests).toHaveLength(1);
  provider.answer = null;
  wait(1);
  await Promise.all([settleRequests(service.dependencies), settleRequests(withProvider().dependencies)]);
  expect(
    provider.requests.map(({ id, isRepeated }) => [id === provider.requests[0]?.id, isRepeated]),
  ).toEqual([
    [true, false],
    [true, true],
  ]);
  expect((await cash())?.payCode).toBe(provider.issuedFor({ id: provider.requests[0]?.id ?? '' }).code);
  expect(await requests()).toEqual([]);
});

test('an answer that comes after the page has gone without is kept, and shown the next time', async () => {
  const give = answersWhenLet();
  expect((await cash())?.payCode).toBe('');
  give();
  await expect.poll(requests).toEqual([]);
  expect((await cash())?.payCode).not.toBe('');
  expect(provider.requests).toHaveLength(1);
});

test('what a provider refuses is not asked for at every page, and the instructions offer the other ways', async () => {
  provider.answer = new ReferenceRefused('the amount is too large');
  expect((await cash())?.unavailable).not.toBe('');
  const instructions = await instruction('store');
  expect(instructions).toMatchObject({ payCode: '', title: '', codeImage: '', sections: [] });
  expect(instructions.unavailable).toMatch(/^Ahora no podemos/);
  expect(instructions.otherGroups?.flatMap((group) => group.channels.map(({ kind }) => kind))).toEqual([
    'bank-transfer',
  ]);
  expect(provider.requests).toHaveLength(1);
  await settleRequests(service.dependencies);
  provider.answer = null;
  wait(11);
  expect((await cash())?.payCode).not.toBe('');
});

test('a request that nobody answered for a day is given up, and another is made', async () => {
  provider.answer = new Error('nothing');
  await cash();
  wait(23 * 60 + 1);
  await settleRequests(service.dependencies);
  expect(provider.requests).toHaveLength(1);
  provider.answer = null;
  expect((await cash())?.payCode).not.toBe('');
  expect(new Set(provider.requests.map(({ id }) => id)).size).toBe(2);
});

test('a voucher of one amount is made when it is asked for, once for the amount, with what the provider says of it', async () => {
  const facts = { chainName: 'OXXO', barcodeText: '93000123', feeMinor: minorAmount(1_400) };
  makesVouchers(() => voucherEnds, facts);
  expect(await cash()).toMatchObject({ payCode: '', codeRequest: 'store', unavailable: '' });
  expect(provider.requests).toEqual([]);
  const voucher = await instruction('store');
  expect(provider.requests[0]?.amountMinor).toBe(dueMinor);
  expect(voucher).toMatchObject({
    ...{ note: 'Sirve para pagar $\u00a01.422,81, una sola vez.', feeMinor: 1_400, shop: 'OXXO' },
    validUntil: '2026-11-24T05:59:59.000Z',
  });
  expect(voucher.codeImage).toMatch(/^data:image\/svg/);
  expect((await instruction('store')).payCode).toBe(voucher.payCode);
  expect((await instruction(voucher.payCode, minorAmount(500))).amountMinor).toBe(dueMinor);
  expect(await cash()).toMatchObject({ payCode: voucher.payCode, codeRequest: '' });
  const other = await instruction('store', minorAmount(50_000));
  expect(other.payCode).not.toBe(voucher.payCode);
  expect(provider.requests).toHaveLength(2);
  // The voucher in the borrower's pocket still counts.
  expect(await tell('v1', [deposit({ amountMinor: dueMinor })])).toBe(200);
  expect(await paidMinor()).toBe(dueMinor);
});

test('[REPAY-4] a voucher that waits is how the loan is paid as a rule, until it ends', async () => {
  makesVouchers(() => voucherEnds, { chainName: 'OXXO', feeMinor: minorAmount(1_400) });
  const usual = async () => (await service.ask(readLoan, loan, session)).usualWay;
  // Which shops the next one is for its provider has yet to say.
  expect(await usual()).toMatchObject({ kind: 'store', name: '', waitsUntil: null });
  await instruction('store');
  expect(await usual()).toMatchObject({ kind: 'store', waitsUntil: '2026-11-23', feeMinor: 1_400 });
  wait(5 * 24 * 60);
  expect(await usual()).toMatchObject({ waitsUntil: null });
});

test('where the sandbox moved its days on, a voucher ends after its today', async () => {
  service = lendingService(database, { isDevelopment: true }, { references: referencesWith(provider) });
  setTime(now.toISOString());
  makesVouchers(() => voucherEnds);
  await inTransaction(database, (transaction) => advanceSandboxClock(transaction, 20 * 86_400));
  await instruction('store');
  const usualWay = (await service.ask(readLoan, loan, session)).usualWay;
  await inTransaction(database, (transaction) => advanceSandboxClock(transaction, -20 * 86_400));
  expect(usualWay?.waitsUntil).toBe('2026-12-13');
});

test('a voucher that has expired is made anew, and only so many in an hour', async () => {
  makesVouchers(() => new Date(now.getTime() + 2 * 3_600_000));
  const first = await instruction('store');
  wait(90);
  const second = await instruction(first.payCode);
  expect(second.payCode).not.toBe(first.payCode);
  for (let amount = 1; amount < 6; amount += 1) await instruction('store', minorAmount(amount * 1_000));
  expect((await instruction('store', minorAmount(9_000))).unavailable).not.toBe('');
  expect(provider.requests).toHaveLength(7);
});

test('a deposit is booked once, told by messages in any order or found by looking, and other vouchers end with the debt', async () => {
  await cash();
  const money = deposit({ amountMinor: 5_000 });
  expect(await Promise.all([tell('m1', [money]), tell('m1', [money]), tell('m2', [money])])).toEqual([
    200, 200, 200,
  ]);
  const { providerReference, code } = provider.issuedFor({ id: provider.requests[0]?.id ?? '' });
  const missed = deposit({ referenceId: null, providerReference, amountMinor: 7_000 });
  provider.deposits.set(providerReference, [money, missed]);
  wait(1);
  await maintainReferences(service.dependencies);
  expect(await paidMinor()).toBe(12_000);
  expect(await tell('m3', [missed])).toBe(200);
  expect(await paidMinor()).toBe(12_000);
  const events = await database.select().from(providerEvents).where(eq(providerEvents.reference, code));
  expect(events.map(({ provider: name }) => name)).toEqual(['scripted', 'scripted']);
  expect(provider.cancelled).toEqual([]);
  expect(await tell('m4', [deposit({ referenceId: null, code, amountMinor: 544_252 })])).toBe(200);
  await maintainReferences(service.dependencies);
  expect(provider.cancelled).toEqual([providerReference]);
  wait(60 * 24);
  await maintainReferences(service.dependencies);
  expect(provider.cancelled).toHaveLength(1);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('[REPAY-5] a slip whose amount was paid another way has no code any more, is cancelled, and others stay', async () => {
  provider.takesOneAmount = true;
  const slip = await instruction('store', dueMinor);
  const { code, providerReference } = provider.issuedFor({ id: provider.requests[0]?.id ?? '' });
  expect([slip.payCode, slip.receivedMinor, slip.isPaid]).toEqual([code, 0, false]);
  wait(60);
  await payWith(loan.orderNumber, dueMinor - 1);
  expect((await instruction(code, dueMinor)).payCode).toBe(code);
  wait(1);
  await maintainReferences(service.dependencies);
  expect(provider.cancelled).toEqual([]);
  await payWith(loan.orderNumber, 1);
  const paid = await instruction(code, dueMinor);
  expect(paid).toMatchObject({ isPaid: true, payCode: '', codeImage: '', title: 'Ya recibimos este pago' });
  wait(1);
  await maintainReferences(service.dependencies);
  expect(provider.cancelled).toEqual([providerReference]);
  const next = await instruction('store', minorAmount(140_136));
  expect([next.isPaid, next.payCode]).toEqual([false, expect.not.stringMatching(code)]);
});

test('[REPAY-5] a code for any amount says that what it was shown for is paid, until it is shown for the next payment', async () => {
  const shown = await instruction('store', dueMinor);
  await payWith(loan.orderNumber, dueMinor);
  const again = (receivedBeforeMinor?: number) =>
    service.ask(
      readPaymentInstruction,
      {
        ...{ ...loan, amountMinor: dueMinor, payCode: shown.payCode, purpose: 'repay' as const },
        ...(receivedBeforeMinor !== undefined && { receivedBeforeMinor: minorAmount(receivedBeforeMinor) }),
      },
      session,
    );
  expect(await again(0)).toMatchObject({ isPaid: true, payCode: '' });
  expect(await again(dueMinor)).toMatchObject({ isPaid: false, payCode: shown.payCode });
  expect(await again()).toMatchObject({ isPaid: false, payCode: shown.payCode });
});

test('a loan that is settled by other means ends its open references, those that were replaced and those under way too', async () => {
  provider.takesOneAmount = true;
  await instruction('store', minorAmount(40_000));
  await instruction('store', minorAmount(50_000));
  const give = answersWhenLet();
  const waiting = instruction('store', minorAmount(60_000));
  await vi.waitUntil(() => provider.requests.length === 3);
  // Long after they were shown, the service looks at them no more.
  await database
    .update(paymentReferences)
    .set({ lookAt: null })
    .where(eq(paymentReferences.loanId, loan.orderId));
  await payWith(loan.orderNumber, 569_124);
  expect((await service.ask(readLoan, loan, session)).status).toBe('settled');
  give();
  await waiting.catch(() => undefined);
  wait(1);
  await maintainReferences(service.dependencies);
  const made = provider.requests.map(({ id }) => provider.issuedFor({ id }).providerReference);
  expect([...provider.cancelled].sort()).toEqual([...made].sort());
  wait(60 * 24);
  await maintainReferences(service.dependencies);
  expect(provider.cancelled).toHaveLength(3);
});

test('another amount or currency than the reference takes waits for a person, a currency that no loan has is refused', async () => {
  provider.takesOneAmount = true;
  await instruction('store');
  const odd = [deposit({ amountMinor: dueMinor + 1 }), deposit({ amountMinor: dueMinor, currency: 'INR' })];
  expect(await tell('a1', odd)).toBe(200);
  expect(await tell('a2', odd)).toBe(200);
  expect(await tell('a3', [deposit({ amountMinor: dueMinor, currency: 'USD' })])).toBe(422);
  expect(service.reported.filter(({ level }) => level === 'error').map(({ fields }) => fields)).toMatchObject(
    [
      { doubt: 'amount', provider: 'scripted', deposit: odd[0]?.id },
      { doubt: 'currency', provider: 'scripted', deposit: odd[1]?.id },
      { code: 'request-invalid', field: 'currency' },
    ],
  );
  const kept = await database
    .select()
    .from(providerEvents)
    .where(
      inArray(
        providerEvents.eventId,
        odd.map(({ id }) => id),
      ),
    )
    .orderBy(providerEvents.id);
  expect(kept.map(({ outcome, amountMinor, currency }) => [outcome, amountMinor, currency])).toEqual([
    ['unmatched', dueMinor + 1, 'MXN'],
    ['unmatched', dueMinor, 'INR'],
  ]);
  expect(await tell('a4', [deposit({ amountMinor: dueMinor })], 'bad')).toBe(401);
  expect(await paidMinor()).toBe(0);
  expect(await tell('a4', [deposit({ amountMinor: dueMinor })])).toBe(200);
  expect(await paidMinor()).toBe(dueMinor);
});

test('two providers stand side by side: each gives its channel’s reference and tells of its own money', async () => {
  const bank = scriptedReferences('bank');
  const both = { references: referencesWith(provider, { 'bank-transfer': bank }) };
  service = lendingService(database, {}, both);
  service.setTime(now.toISOString());
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
  await channels();
  const [ofBank] = bank.requests;
  expect(
    [bank.requests, provider.requests].map((request) => request.map(({ channelKind }) => channelKind)),
  ).toEqual([['bank-transfer'], ['store']]);
  expect((await rows()).map(({ channelKind, provider: from }) => [channelKind, from]).sort()).toEqual([
    ['bank-transfer', 'bank'],
    ['store', 'scripted'],
  ]);
  const inCash = deposit({ amountMinor: 300 });
  const byTransfer = deposit({ referenceId: ofBank?.id ?? '', amountMinor: 700 });
  // The same id of a message and of money with both, which know nothing of each other.
  const [cashId, transferId] = [inCash, byTransfer].map((money) => ({ ...money, id: 'money-1' }));
  for (const [from, money] of [
    [provider, cashId],
    [bank, transferId],
  ] as const) {
    expect((await service.api.fetch(depositMessage(from, 'message-1', [money as Deposit]))).status).toBe(200);
  }
  expect(await paidMinor()).toBe(1_000);
  expect(await reconcileEvents(database)).toEqual([]);
});

test('money for nobody’s reference waits for a person', async () => {
  expect(await tell('n1', [deposit({ referenceId: null, code: '970000000001' })])).toBe(200);
  const [event] = await database
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.reference, '970000000001'));
  expect(event).toMatchObject({ outcome: 'unmatched', provider: 'scripted' });
});

test('without a source a market offers no such channel, and what was given before still takes money', async () => {
  const { payCode } = (await cash()) ?? { payCode: '' };
  const without = lendingService(database, {}, { references: { sources: [], providers: [], notifiers: [] } });
  expect((await channels(without)).map((channel) => channel.payCode)).toContain(payCode);
  const other = await newBorrower(without);
  const bare = await paidOutLoan(without, other);
  expect((await without.ask(readRepayment, bare, other)).channelGroups).toEqual([]);
  await payWith(payCode);
  expect(await paidMinor()).toBe(1_000);
});

const handedIn = (change: object = {}) => ({
  ...{ orderNumber: loan.orderNumber, purpose: 'repay', channel: 'store', code: '98765432109876' },
  ...change,
});

test('a reference from the lender replaces the channel’s own until it is withdrawn or ends', async () => {
  const host = hostOutcomes(service);
  const own = (await cash())?.payCode;
  const validUntil = '2026-11-25T00:00:00.000Z';
  expect(
    await host('/host/references', handedIn({ validUntil, chainName: 'Farmacias Llano' })),
  ).toMatchObject({
    status: 200,
    data: { provider: 'host', providerReference: null, validUntil, isShown: true, amountMinor: null },
  });
  expect(await cash()).toMatchObject({
    ...{ payCode: '98765432109876', title: 'Farmacias Llano', note: 'Válido hasta el 2026-11-24.' },
  });
  await host('/host/references', handedIn({ code: '98765432109877' }));
  await host('/host/references', handedIn());
  expect(await cash()).toMatchObject({ payCode: '98765432109876', note: '' });
  expect(await host('/host/references/list', { orderNumber: loan.orderNumber })).toMatchObject({
    data: {
      references: [
        { code: '98765432109877', isShown: false },
        { code: '98765432109876', isShown: true },
        { code: own, provider: 'scripted', isShown: false },
        { provider: 'own', channel: 'bank-transfer', isShown: true },
      ],
    },
  });
  await payWith('98765432109877');
  expect(await paidMinor()).toBe(1_000);
  const { orderNumber } = loan;
  const withdrawn = { orderNumber, purpose: 'repay', channel: 'store' };
  expect(await host('/host/references/withdraw', withdrawn)).toMatchObject({ data: { isShown: false } });
  expect(await host('/host/references/withdraw', withdrawn)).toMatchObject({ status: 404 });
  expect((await cash())?.payCode).not.toBe('98765432109876');
});

test('a voucher of the lender’s for another amount is shown with its amount, and the provider is not asked beside it', async () => {
  await hostOutcomes(service)('/host/references', handedIn({ code: '98765432100001', amountMinor: 50_000 }));
  expect(await cash()).toMatchObject({
    payCode: '98765432100001',
    note: 'Sirve para pagar $\u00a0500,00, una sola vez.',
  });
  expect((await instruction('98765432100001')).amountMinor).toBe(50_000);
  expect(provider.requests).toEqual([]);
});

test('a code of another loan, a CLABE with a wrong check digit and a day that has passed are refused', async () => {
  const host = hostOutcomes(service);
  const other = await paidOutLoan(service, await newBorrower(service));
  const code = '98765432100002';
  expect((await host('/host/references', handedIn({ code }))).status).toBe(200);
  for (const change of [
    { orderNumber: other.orderNumber, code },
    { channel: 'bank-transfer', code: '032180000118359718' },
    { channel: 'upi', code: 'not-an-address' },
    { code: 'with/slash' },
    { code, validUntil: '2026-11-19T00:00:00Z' },
    { code, amountMinor: 0 },
  ]) {
    expect([change, (await host('/host/references', handedIn(change))).status]).toEqual([change, 422]);
  }
  expect((await host('/host/references', handedIn({ orderNumber: 'nobody' }))).status).toBe(404);
});
