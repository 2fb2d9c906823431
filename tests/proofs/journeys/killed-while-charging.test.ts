import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { extensionOfferText } from '#content/messages/extension-offer.ts';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import { payWithCard, readPaymentPage, readSavedCards } from '#contract/calls/card-payment.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readPaymentInstruction } from '#contract/calls/repayment.ts';
import { createContractClient } from '#contract/client.ts';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { newId } from '#db/new-id.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { jobLeases } from '#db/schema/job.ts';
import { paymentReferences, providerEvents, referenceRequests } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { reconcileAll, reconcileEvents } from '#lending/ledger/reconcile.ts';
import { startConektaStandIn } from '#tests/providers/conekta-stand-in.ts';
import { startRazorpayStandIn } from '#tests/providers/razorpay-stand-in.ts';
import { startStripeStandIn } from '#tests/providers/stripe-stand-in.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { serviceAt, testConfiguration } from '#tests/setup/lending-service.ts';
import { createTestDatabase } from '#tests/setup/postgres.ts';
import { type ServerProcess, startServerProcess } from '#tests/setup/server-process.ts';

const secretKey = 'sk_test_killedwhilecharging';
const webhookSecret = 'whsec_killedwhilecharging1';
const amountMinor = minorAmount(100_000);

const postgres = await createTestDatabase({ name: 'empty', prepare: () => Promise.resolve() });
const connection = await connectDatabase({ databaseUrl: postgres.url }, generousLimits);
await migrate(connection.db);
await loadDemoData(connection.db, new Date());
const database = connection.db;

let server: ServerProcess;
const stripe = await startStripeStandIn({
  secretKey,
  webhookSecret,
  webhookUrl: () => `${server.address}/webhooks/stripe`,
});
const razorpayAccount = {
  keyId: 'rzp_test_killedwhilepaying',
  keySecret: 'asecretofthekilled',
  webhookSecret: 'anothersecretofthekilled',
};
const razorpay = await startRazorpayStandIn({
  ...razorpayAccount,
  webhookUrl: () => `${server.address}/webhooks/razorpay`,
});
const conektaKey = 'key_killedwhilecharging';
const conekta = await startConektaStandIn({
  privateKey: conektaKey,
  webhookUrl: () => `${server.address}/webhooks/conekta`,
});
const [hostSigningSecret] = testConfiguration.hostSigningSecrets;
const start = () =>
  startServerProcess({
    MODE: 'development',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: postgres.url,
    HOST_SIGNING_SECRET: hostSigningSecret,
    MASTER_SECRET: 'a-master-secret-that-only-tests-know',
    STRIPE_SECRET_KEY_MX: secretKey,
    STRIPE_WEBHOOK_SECRET_MX: webhookSecret,
    STRIPE_API_BASE: stripe.origin,
    STORE_PROVIDER: 'stripe',
    RAZORPAY_KEY_ID: razorpayAccount.keyId,
    RAZORPAY_KEY_SECRET: razorpayAccount.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpayAccount.webhookSecret,
    RAZORPAY_API_BASE: razorpay.origin,
    UPI_PROVIDER: 'razorpay',
    VIRTUAL_ACCOUNT_PROVIDER: 'razorpay',
    CONEKTA_PRIVATE_KEY: conektaKey,
    CONEKTA_WEBHOOK_KEY: conekta.webhookKey,
    CONEKTA_API_BASE: conekta.origin,
    SPEI_PROVIDER: 'conekta',
    CARD_PROVIDER_MX: 'stripe',
  });
server = await start();
const service = { ...serviceAt(() => server.address), database };

afterAll(async () => {
  stripe.delivery = 'never';
  razorpay.delivery = 'never';
  conekta.delivery = 'never';
  await server.stop();
  await Promise.all([stripe.close(), razorpay.close(), conekta.close()]);
  await connection.close();
  await postgres.drop();
});

type CardHolder = Awaited<ReturnType<typeof cardHolder>>;

/** A borrower whose card needs no code, and the calls of their page. */
async function cardHolder(source: 'pm' | 'src' = 'pm') {
  const session = await newBorrower(service);
  const card = {
    id: newId(),
    borrowerId: session.borrowerId,
    bankName: 'Visa',
    bankCode: '',
    maskedNumber: '************4242',
    cardToken: `cus_${randomUUID().replaceAll('-', '')}:${source}_succeeds_1`,
    savedAt: new Date(),
    confirmedAt: new Date(),
  };
  await database.insert(savedCards).values(card);
  const loan = await paidOutLoan(service, session);
  const client = createContractClient({
    fetch: service.fetch,
    apiBase: 'http://lender.test',
    defaultMerchantNumber: 'LL0001',
  });
  const query = {
    ...session,
    appVersion: '',
    clientType: '',
    merchantNumber: '',
    mobilePhone: '',
    language: 'es',
  } as const;
  const ways = () => client.call(readSavedCards, { orderId: loan.orderId }, query);
  return {
    session,
    loan,
    ways,
    async pay() {
      const answer = await ways();
      if (!answer.success) throw new Error('no token');
      const { repayToken } = answer.data;
      const { id: cardId, maskedNumber: cardNumber, bankName, bankCode } = card;
      const { orderId } = loan;
      const chosen = { cardId, cardNumber, bankName, bankCode, couponId: null };
      return client.call(
        payWithCard,
        { orderId, amountMinor, ...chosen, repayToken, asksForCode: false },
        query,
      );
    },
    /** What a channel's reference to pay the amount with says; empty while there is none. */
    async voucher(payCode: 'store' | 'bank-transfer' = 'store') {
      const request = { ...loan, amountMinor, payCode, purpose: 'repay' as const };
      return (await service.ask(readPaymentInstruction, request, session)).payCode;
    },
    paidMinor: async () => (await service.ask(readLoan, loan, session)).balance?.paidMinor,
    chargeCount: () =>
      stripe.intents.filter(({ customer }) => card.cardToken.startsWith(customer)).length +
      conekta.orders.filter(
        ({ customer_info: { customer_id: id } }) => id && card.cardToken.startsWith(`${id}:`),
      ).length,
    events: () => database.select().from(providerEvents).where(eq(providerEvents.loanId, loan.orderId)),
  };
}

async function restart(): Promise<void> {
  await server.kill();
  server = await start();
}

type StandIn = typeof stripe | typeof conekta | typeof razorpay;

/**
 * Asks for something, and kills the server once the provider has made it at a path and before it says so.
 * @returns 'lost', as no client is answered; 'answered' where a job had it made meanwhile.
 */
async function lostAt(
  provider: StandIn,
  madeAt: string | RegExp,
  ask: () => Promise<unknown>,
): Promise<string> {
  const isThere = (path: string) => (typeof madeAt === 'string' ? path === madeAt : madeAt.test(path));
  const killed = new Promise<void>((resolve) => {
    provider.beforeAnswer = async (path: string, method = 'POST') => {
      if (!isThere(path) || method !== 'POST') return;
      provider.beforeAnswer = null;
      await server.kill();
      resolve();
    };
  });
  const asking = ask().then(
    () => 'answered',
    () => 'lost',
  );
  await killed;
  return asking;
}

test.each([
  ['no message ever comes', 'never'],
  ['the message comes twice, and again until it is taken', 'twice'],
  ['the messages come late and the newest first', 'hold'],
] as const)(
  'killed between the provider’s answer and our commit, a payment is charged once and booked once: %s',
  async (_title, delivery) => {
    stripe.delivery = delivery;
    const holder = await cardHolder();
    await lostAt(stripe, '/v1/payment_intents', () => holder.pay());
    expect(holder.chargeCount()).toBe(1);
    await restart();
    await stripe.release();
    // The page asks about it once five seconds have passed; the job does by itself.
    await expect
      .poll(
        async () => {
          await holder.ways();
          return holder.paidMinor();
        },
        { timeout: 20_000, interval: 500 },
      )
      .toBe(amountMinor);
    stripe.delivery = 'at-once';
    await Promise.all([holder.ways(), holder.ways(), stripe.release()]);
    expect(await holder.paidMinor()).toBe(amountMinor);
    expect(holder.chargeCount()).toBe(1);
    expect(await holder.events()).toHaveLength(1);
    expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
  },
);

/** Asks for the form for a card as the page of what is due does, and gives where it leads to. */
async function askForForm({ session, loan }: Pick<CardHolder, 'session' | 'loan'>): Promise<string> {
  const address = new URLSearchParams({ ...session, productId: loan.productId, orderId: loan.orderId });
  const response = await fetch(`${server.address}/repay?${address}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: server.address, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'do=save-card',
  });
  return response.headers.get('Location') ?? '';
}

/** Fills the form in and gives the way back from it, on the server that runs now. */
async function fillIn(link: string): Promise<() => Promise<string>> {
  const body = new URLSearchParams({ choice: '4000056655665556' });
  const response = await fetch(link, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(response.headers.get('Location') ?? '');
  return async () => {
    const { sessionId, userId, deviceId } = Object.fromEntries(back.searchParams);
    expect([sessionId, userId, deviceId]).toEqual([undefined, undefined, undefined]);
    return `${server.address}${back.pathname}${back.search}`;
  };
}

test('killed while a form for a card is asked for, and again while it is filled in, the card is saved once', async () => {
  stripe.delivery = 'hold';
  const holder = await cardHolder();
  const { session, loan } = holder;
  expect(await lostAt(stripe, '/v1/checkout/sessions', () => askForForm(holder))).toBe('lost');
  server = await start();
  const link = await askForForm(holder);
  expect(link).toContain(stripe.origin);
  const wayBack = await fillIn(link);
  await restart();
  const cardsOf = async () => {
    const rows = await database
      .select()
      .from(savedCards)
      .where(eq(savedCards.borrowerId, session.borrowerId));
    return rows.length;
  };
  expect(await cardsOf()).toBe(1);
  const back = `${await wayBack()}&${new URLSearchParams({ ...session, productId: loan.productId })}`;
  const page = await fetch(back);
  expect([page.status, await cardsOf()]).toEqual([200, 2]);
  expect(await page.text()).toContain(payWithCardText.es.cardSaved);
  stripe.delivery = 'at-once';
  await stripe.release();
  await fetch(back);
  expect(await cardsOf()).toBe(2);
});

test('killed between the provider’s voucher and our commit, one voucher is made, shown and booked once', async () => {
  stripe.delivery = 'twice';
  const holder = await cardHolder();
  await lostAt(stripe, '/v1/payment_intents', () => holder.voucher());
  const made = stripe.references.vouchers.length;
  await restart();
  // A request is repeated once ten seconds have passed, by the page or by the job.
  await expect.poll(() => holder.voucher(), { timeout: 30_000, interval: 1_000 }).toMatch(/^\d{32}$/);
  expect(stripe.references.vouchers).toHaveLength(made);
  const [voucher] = stripe.references.vouchers;
  if (!voucher) throw new Error('no voucher');
  stripe.references.payVoucher(voucher.id);
  await expect.poll(holder.paidMinor, { timeout: 10_000 }).toBe(amountMinor);
  expect(await holder.events()).toMatchObject([{ provider: 'stripe', eventId: voucher.id }]);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

/** Lets no answer to a charge arrive; what is asked of the card before it is answered. */
function loseCharges(): void {
  stripe.beforeAnswer = async (path) => {
    if (!path.startsWith('/v1/payment_methods/')) return;
    stripe.beforeAnswer = null;
    stripe.faults.push('drop-after', 'drop-after', 'drop-after');
  };
}

test('killed while a message is taken in, it comes again and is booked once', async () => {
  stripe.delivery = 'hold';
  const holder = await cardHolder();
  loseCharges();
  await holder.pay();
  expect(await holder.paidMinor()).toBe(0);
  const sent = stripe.release().catch(() => {});
  await server.kill();
  await sent;
  server = await start();
  const [intent] = stripe.intents;
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: intent },
  };
  expect(await Promise.all([stripe.send(event), stripe.send(event)])).toEqual([200, 200]);
  expect(await holder.paidMinor()).toBe(amountMinor);
  expect(await holder.events()).toHaveLength(1);
});

test('a message with a wrong signature, an old one, another amount and another currency book nothing', async () => {
  stripe.delivery = 'never';
  const holder = await cardHolder();
  loseCharges();
  await holder.pay();
  const [intent] = stripe.intents;
  const event = (change: object = {}) => ({
    id: `evt_${randomUUID()}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    livemode: false,
    created: Math.floor(Date.now() / 1000),
    data: { object: { ...intent, ...change } },
  });
  const old = new Date(Date.now() - 301_000);
  expect([
    await stripe.send(event(), { secret: 'whsec_anotheranother0001' }),
    await stripe.send(event(), { at: old }),
    await stripe.send(event({ amount_received: 100_001 })),
    await stripe.send(event({ currency: 'usd' })),
  ]).toEqual([401, 401, 422, 422]);
  expect(await holder.paidMinor()).toBe(0);
  expect(await stripe.send(event())).toBe(200);
  expect(await holder.paidMinor()).toBe(amountMinor);
});

/** A borrower in India, and what a loan of theirs is paid with. */
async function payerInIndia() {
  const session = await newBorrower(service, 'IN');
  const loan = await paidOutLoan(service, session, 'in-120');
  const client = createContractClient({
    fetch: service.fetch,
    apiBase: 'http://lender.test',
    defaultMerchantNumber: 'LL0001',
  });
  const query = {
    ...{ ...session, appVersion: '', clientType: '', merchantNumber: '', mobilePhone: '' },
    language: 'en',
  } as const;
  const { orderId } = loan;
  return {
    goToPage: () => client.call(readPaymentPage, { userId: session.userId, orderId, amountMinor }, query),
    async actionLink() {
      const ways = await client.call(readSavedCards, { orderId }, query);
      return ways.success ? ways.data.openPayment?.actionLink : 'refused';
    },
    /** The page that the provider sends the browser back to, on the server that runs now. */
    async comeBack(callback: string) {
      const { pathname, searchParams } = new URL(callback);
      const { borrowerId: _id, ...named } = session;
      const address = new URLSearchParams({ ...Object.fromEntries(searchParams), ...named });
      return (await fetch(`${server.address}${pathname}?${address}`)).text();
    },
    async code(channel: 'upi' | 'virtual-account') {
      const request = { ...loan, amountMinor, payCode: channel, purpose: 'repay' as const };
      return (await service.ask(readPaymentInstruction, request, session)).payCode;
    },
    paidMinor: async () => (await service.ask(readLoan, loan, session)).balance?.paidMinor,
    events: () => database.select().from(providerEvents).where(eq(providerEvents.loanId, loan.orderId)),
  };
}

test.each([
  ['no message ever comes', 'never'],
  ['the messages come late and the newest first', 'hold'],
] as const)(
  'killed between Razorpay’s code or account and our commit, each is made once and its money booked once: %s',
  async (_title, delivery) => {
    razorpay.delivery = delivery;
    const payer = await payerInIndia();
    const count = () => [razorpay.codes.length, razorpay.accounts.length];
    const [codes = 0, accounts = 0] = count();
    const killed = new Promise<void>((resolve) => {
      let waiting = 2;
      razorpay.beforeAnswer = async () => {
        waiting -= 1;
        if (waiting > 0) return new Promise(() => {});
        razorpay.beforeAnswer = null;
        await server.kill();
        resolve();
      };
    });
    // The instructions for the code have the account made besides.
    const asking = payer.code('upi').catch(() => 'lost');
    await killed;
    await asking;
    expect(count()).toEqual([codes + 1, accounts + 1]);
    await restart();
    // Ten seconds later a request is asked again.
    await database.update(referenceRequests).set({ askedAt: new Date(Date.now() - 11_000) });
    await expect.poll(() => payer.code('upi'), { timeout: 30_000, interval: 1_000 }).toMatch(/^RZP/);
    await expect.poll(() => payer.code('virtual-account'), { timeout: 30_000, interval: 1_000 }).not.toBe('');
    expect(count()).toEqual([codes + 1, accounts + 1]);
    expect(razorpay.payCode(razorpay.codes[0]?.id ?? '')).toBe(true);
    razorpay.transfer(await payer.code('virtual-account'), 5_000);
    await restart();
    await razorpay.release();
    // Half a minute later a reference is looked at that no message told of.
    if (delivery === 'never') await database.update(paymentReferences).set({ lookAt: new Date() });
    await expect.poll(payer.paidMinor, { timeout: 60_000, interval: 1_000 }).toBe(amountMinor + 5_000);
    await razorpay.release();
    expect((await payer.events()).map(({ provider, amountMinor: paid }) => [provider, paid]).sort()).toEqual([
      ['razorpay', amountMinor],
      ['razorpay', 5_000],
    ]);
    expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
  },
);

test('killed between Razorpay’s page for a card and our commit, there is one page, and its money is booked once', async () => {
  razorpay.delivery = 'twice';
  const payer = await payerInIndia();
  const before = razorpay.cards.links.length;
  await lostAt(razorpay, '/v1/payment_links', () => payer.goToPage());
  expect(razorpay.cards.links).toHaveLength(before + 1);
  await restart();
  const [link] = razorpay.cards.links;
  // The page asks about it once five seconds have passed; the job does by itself.
  await expect.poll(payer.actionLink, { timeout: 20_000, interval: 500 }).toBe(link?.short_url);
  expect((await payer.goToPage()).success).toBe(true);
  expect(razorpay.cards.links).toHaveLength(before + 1);
  expect(razorpay.cards.pay(link?.id ?? '')).toBe(true);
  await expect.poll(payer.paidMinor, { timeout: 10_000 }).toBe(amountMinor);
  expect(await payer.actionLink()).toBeUndefined();
  expect((await payer.events()).map(({ provider, amountMinor: paid }) => [provider, paid])).toEqual([
    ['card', amountMinor],
  ]);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('killed once a credit card’s payment went back and before that is kept, it went back once, is not booked, and the page says so', async () => {
  razorpay.delivery = 'never';
  const payer = await payerInIndia();
  expect((await payer.goToPage()).success).toBe(true);
  const [link] = razorpay.cards.links;
  const refundsOfIt = () =>
    razorpay.cards.refunds.filter(({ payment_id: of }) => of === link?.payments?.[0]?.payment_id);
  // The page or the job asks what became of the payment, whichever is first.
  await lostAt(razorpay, /^\/v1\/payments\/pay_\w+\/refund$/, async () => {
    razorpay.cards.pay(link?.id ?? '', 'credit');
    return payer.actionLink();
  });
  expect(refundsOfIt()).toMatchObject([{ amount: amountMinor }]);
  await restart();
  const [, afterAmount = ''] = extensionOfferText.en.noticeCreditRefused.split('{amount}');
  expect(await payer.comeBack(link?.callback_url ?? '')).toContain(afterAmount.trim());
  expect(await payer.actionLink()).toBeUndefined();
  // The message comes late, and twice.
  const paid = razorpay.events.findLast((event) => JSON.stringify(event).includes(link?.id ?? 'none'));
  expect([await razorpay.send(paid ?? {}), await razorpay.send(paid ?? {})]).toEqual([200, 200]);
  expect(refundsOfIt()).toHaveLength(1);
  expect([await payer.paidMinor(), await payer.events()]).toEqual([0, []]);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('killed while settlements are gone through, money that no message told of is booked once', async () => {
  stripe.delivery = 'never';
  const holder = await cardHolder();
  await expect.poll(() => holder.voucher(), { timeout: 30_000, interval: 1_000 }).toMatch(/^\d{32}$/);
  stripe.listsSettledAlone = true;
  stripe.references.payVoucher(stripe.references.vouchers[0]?.id ?? '');
  const before = server;
  const killed = new Promise<void>((resolve) => {
    stripe.beforeAnswer = async (path: string) => {
      if (path !== '/v1/balance_transactions') return;
      stripe.beforeAnswer = null;
      await expect.poll(() => server !== before, { timeout: 20_000 }).toBe(true);
      await server.kill();
      resolve();
    };
  });
  // Lists are gone through at once where they never were.
  await database.delete(jobLeases);
  await restart();
  await killed;
  await database.delete(jobLeases);
  server = await start();
  await expect.poll(holder.paidMinor, { timeout: 20_000, interval: 500 }).toBe(amountMinor);
  stripe.listsSettledAlone = false;
  await database.delete(jobLeases);
  await restart();
  await pause(2_000);
  expect([await holder.paidMinor(), (await holder.events()).length]).toEqual([amountMinor, 1]);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('Razorpay’s message with a wrong signature, an old one, another amount and another currency book nothing on the loan', async () => {
  razorpay.delivery = 'never';
  const payer = await payerInIndia();
  await payer.code('upi');
  const [code] = razorpay.codes;
  const seconds = Math.floor(Date.now() / 1000);
  const event = (change: object = {}, at = seconds) => {
    const payment = { id: `pay_${randomUUID().replaceAll('-', '')}`, amount: amountMinor, currency: 'INR' };
    const entity = { ...payment, status: 'captured', created_at: seconds, ...change };
    const payload = { payment: { entity }, qr_code: { entity: code } };
    return { entity: 'event', event: 'qr_code.credited', payload, created_at: at };
  };
  expect([
    await razorpay.send(event(), { secret: razorpayAccount.keySecret }),
    await razorpay.send(event({}, seconds - 26 * 3_600)),
    await razorpay.send(event({ amount: amountMinor + 1 })),
    await razorpay.send(event({ currency: 'USD' })),
    await razorpay.send(event({ status: 'failed' })),
  ]).toEqual([401, 401, 200, 422, 200]);
  expect(await payer.paidMinor()).toBe(0);
  const paid = event();
  const twice = [razorpay.send(paid), razorpay.send(paid)];
  expect(await Promise.all(twice)).toEqual([200, 200]);
  expect(await payer.paidMinor()).toBe(amountMinor);
});

test('killed between Conekta’s answer and our commit, a card of it is charged once and booked once, with no message', async () => {
  conekta.delivery = 'never';
  const holder = await cardHolder('src');
  await lostAt(conekta, '/orders', () => holder.pay());
  expect(holder.chargeCount()).toBe(1);
  await restart();
  await expect
    .poll(
      async () => {
        await holder.ways();
        return holder.paidMinor();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(amountMinor);
  const [order] = conekta.orders;
  expect(await conekta.send(conekta.eventOf('order.paid', order?.id ?? ''))).toBe(200);
  expect([await holder.paidMinor(), holder.chargeCount()]).toEqual([amountMinor, 1]);
  expect(await holder.events()).toHaveLength(1);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});

test('killed between Conekta’s CLABE and our commit, one is made, shown and booked once, told newest first and twice', async () => {
  conekta.delivery = 'hold';
  const holder = await cardHolder();
  const clabe = () => holder.voucher('bank-transfer');
  await lostAt(conekta, '/orders', () => clabe());
  const made = conekta.orders.length;
  await restart();
  // A request is repeated once ten seconds have passed, by the page or by the job.
  await expect.poll(clabe, { timeout: 30_000, interval: 1_000 }).toMatch(/^\d{18}$/);
  expect(conekta.orders).toHaveLength(made);
  const [order] = conekta.orders;
  if (!order) throw new Error('no CLABE');
  expect(await clabe()).toBe(conekta.codesOf(order.id)[0]);
  conekta.pay(order.id);
  await conekta.release();
  expect(await conekta.send(conekta.eventOf('order.paid', order.id))).toBe(200);
  expect(await holder.paidMinor()).toBe(amountMinor);
  expect(await holder.events()).toMatchObject([
    { provider: 'conekta', eventId: order.charges.data[0]?.id, amountMinor },
  ]);
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
});
