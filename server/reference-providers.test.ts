import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import { reconcileEvents } from '#lending/ledger/reconcile.ts';
import { isLenders } from '#providers/ports/payment-references.ts';
import { lenderSources } from '#providers/references/lender-codes.ts';
import { createSpeiNotices } from '#providers/references/spei/notices.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, testConfiguration } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { speiStandIn } from '../tests/providers/spei-stand-in.ts';
import { readEnvironment } from './environment.ts';
import { referencesOf } from './reference-providers.ts';

const { database } = await testLendingService();
const now = new Date('2026-11-20T12:00:00-06:00');
const bank = speiStandIn();
const clabePrefix = '6461801157';
const channels = { ...testConfiguration.channels, spei: { clabePrefix } };
const sources = lenderSources({ channels });
const notifiers = [createSpeiNotices(bank.publicKey, () => now)];
const service = lendingService(database, { channels }, { references: { sources, providers: [], notifiers } });

/** A borrower with the CLABE of their loan. */
async function clabeHolder() {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const { channelGroups } = await service.ask(readRepayment, loan, session);
  const all = channelGroups.flatMap(({ channels: those }) => those);
  const clabe = all.find(({ kind }) => kind === 'bank-transfer')?.payCode ?? '';
  return { clabe, paidMinor: async () => (await service.ask(readLoan, loan, session)).balance?.paidMinor };
}

async function send(notice: object, signing: { at?: Date; isForged?: boolean } = {}) {
  const response = await service.api.fetch(bank.request(notice, { at: now, ...signing }));
  return [response.status, response.status === 200 ? await response.json() : null];
}

test('a signed notice of a SPEI deposit is booked once on the loan of its CLABE, and confirmed', async () => {
  const { clabe, paidMinor } = await clabeHolder();
  expect(clabe).toMatch(/^6461801157/);
  const notice = bank.notice({ clabe, pesos: 1_422.81, at: now });
  const confirmed = [200, { mensaje: 'confirmar' }];
  expect(await Promise.all([send(notice), send(notice)])).toEqual([confirmed, confirmed]);
  expect(await send(notice)).toEqual(confirmed);
  expect(await paidMinor()).toBe(142_281);
  expect(
    await database.select().from(providerEvents).where(eq(providerEvents.reference, clabe)),
  ).toMatchObject([{ provider: 'spei', eventId: String(notice.id), amountMinor: 142_281, currency: 'MXN' }]);
  expect(await reconcileEvents(database)).toEqual([]);
});

test('the account that a deposit came from is known again, and kept as a keyed hash alone', async () => {
  const { clabe } = await clabeHolder();
  const notices = [1, 2].map(() => bank.notice({ clabe, pesos: 1, at: now }));
  for (const notice of [...notices, { ...bank.notice({ clabe, pesos: 1, at: now }), cuentaOrdenante: 0 }]) {
    expect((await send(notice))[0]).toBe(200);
  }
  const rows = await database.select().from(providerEvents).where(eq(providerEvents.reference, clabe));
  const hashes = rows.map(({ payerHash }) => payerHash);
  expect(new Set(hashes).size).toBe(2);
  expect(hashes).toContain(null);
  expect(JSON.stringify(rows)).not.toContain(notices[0]?.cuentaOrdenante);
});

test('a forged notice, an old one and one that cannot be read book nothing', async () => {
  const { clabe, paidMinor } = await clabeHolder();
  const notice = (change: object = {}) => ({ ...bank.notice({ clabe, pesos: 100, at: now }), ...change });
  expect(await send(notice(), { isForged: true })).toEqual([401, null]);
  expect(await send(notice(), { at: new Date(now.getTime() - 301_000) })).toEqual([401, null]);
  expect(await send(notice(), { at: new Date(now.getTime() + 301_000) })).toEqual([401, null]);
  for (const monto of [100.001, '1.000,00', -5, 0, 1e21]) {
    expect([monto, await send(notice({ monto }))]).toEqual([monto, [422, null]]);
  }
  expect(await send(notice({ cuentaBeneficiario: '12' }))).toEqual([422, null]);
  const body = notice();
  expect((await send(body))[0]).toBe(200);
  expect(await paidMinor()).toBe(10_000);
});

test('a deposit to a CLABE of nobody is kept for a person, and the same id with another amount changes nothing', async () => {
  const notice = bank.notice({ clabe: '646180115799999993', pesos: 5, at: now });
  expect((await send(notice))[0]).toBe(200);
  expect((await send({ ...notice, monto: 6 }))[0]).toBe(200);
  const events = await database
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.eventId, String(notice.id)));
  expect(events).toMatchObject([{ outcome: 'unmatched', amountMinor: 500 }]);
});

const offered = async (variables: Record<string, string>) =>
  (await referencesOf(readEnvironment(variables))).sources.map(({ market, channelKind, from }) =>
    [market, channelKind, isLenders(from) ? 'own' : from.name].join(' '),
  );

test('development makes codes up, production makes those of the lender’s own prefixes alone', async () => {
  const own = ['MX store own', 'MX bank-transfer own', 'IN upi own', 'IN virtual-account own'];
  expect(await offered({})).toEqual(own);
  expect(await offered(productionVariables)).toEqual(own.filter((channel) => channel !== 'MX store own'));
  const { CLABE_PREFIX, UPI_ADDRESS, ...others } = productionVariables;
  expect(await offered(others)).toEqual(['IN virtual-account own']);
  expect(await offered({ ...others, MARKETS: 'MX' })).toEqual([]);
});

test('a channel is its provider’s where one is set, and a provider with an account is listened to without', async () => {
  const stripe = {
    STRIPE_SECRET_KEY_MX: 'sk_test_12345678',
    STRIPE_WEBHOOK_SECRET_MX: 'whsec_1234567812345678',
  };
  const oxxo = { ...stripe, STORE_PROVIDER: 'stripe' };
  expect(await offered({ ...oxxo, MARKETS: 'MX' })).toEqual(['MX store stripe', 'MX bank-transfer own']);
  expect(await offered({ ...oxxo, SPEI_PROVIDER: 'stripe', MARKETS: 'MX' })).toEqual([
    'MX store stripe',
    'MX bank-transfer stripe',
  ]);
  const { providers } = await referencesOf(readEnvironment(stripe));
  expect(providers.map(({ name }) => name)).toEqual(['stripe']);
  expect(() => readEnvironment({ STORE_PROVIDER: 'stripe' })).toThrow('STORE_PROVIDER: stripe needs');
});

test('Razorpay issues what it is named for in India, and is listened to wherever there is an account', async () => {
  const account = {
    RAZORPAY_KEY_ID: 'rzp_test_12345678',
    RAZORPAY_KEY_SECRET: 'asecretof12345678',
    RAZORPAY_WEBHOOK_SECRET: 'anothersecretof12345678',
  };
  const chosen = { ...account, UPI_PROVIDER: 'razorpay', VIRTUAL_ACCOUNT_PROVIDER: 'razorpay' };
  expect(await offered({ ...chosen, MARKETS: 'IN' })).toEqual([
    'IN upi razorpay',
    'IN virtual-account razorpay',
  ]);
  const { providers } = await referencesOf(readEnvironment({ ...account, MARKETS: 'IN' }));
  expect(providers.map(({ name }) => name)).toEqual(['razorpay']);
  expect((await referencesOf(readEnvironment({ ...account, MARKETS: 'MX' }))).providers).toEqual([]);
  expect(() => readEnvironment({ UPI_PROVIDER: 'razorpay' })).toThrow(
    'UPI_PROVIDER: razorpay needs RAZORPAY_KEY_ID',
  );
  expect(() => readEnvironment({ ...account, SPEI_PROVIDER: 'razorpay' })).toThrow(
    'razorpay does not do this',
  );
});

test('notices of deposits are taken with a public key alone', async () => {
  expect((await referencesOf(readEnvironment({}))).notifiers).toEqual([]);
  const { notifiers } = await referencesOf(readEnvironment({ SPEI_NOTICE_KEY: bank.publicKey }));
  expect(notifiers.map(({ name }) => name)).toEqual(['spei']);
  expect(() => readEnvironment({ SPEI_NOTICE_KEY: 'bm90IGEga2V5' })).toThrow('SPEI_NOTICE_KEY');
});
