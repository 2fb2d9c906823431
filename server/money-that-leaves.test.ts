import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { paymentReferences, providerEvents, providerOutflows } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { reconcileAll, reconcileEvents } from '#lending/ledger/reconcile.ts';
import { sweepProvider } from '#lending/provider-webhooks.ts';
import { maintainReferences } from '#lending/repayment/deposits.ts';
import { settleWaitingOutflows } from '#lending/repayment/outflows.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService } from '#tests/setup/lending-service.ts';
import { startConektaStandIn } from '../tests/providers/conekta-stand-in.ts';
import { startRazorpayStandIn } from '../tests/providers/razorpay-stand-in.ts';
import { startStripeStandIn } from '../tests/providers/stripe-stand-in.ts';
import { readEnvironment } from './environment.ts';
import { referencesOf } from './reference-providers.ts';

// What each provider tells of money that leaves, in odd orders, against the books.

const { database } = await testLendingService();
let service: LendingService;

/** Where the stand-ins send their messages. */
const door = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  const headers = new Headers(request.headers as Record<string, string>);
  const address = `http://lender.test${request.url}`;
  const answer = await service.api.fetch(new Request(address, { method: 'POST', headers, body }));
  response.writeHead(answer.status).end();
});
await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
const webhookUrl = (name: string) => () =>
  `http://127.0.0.1:${(door.address() as AddressInfo).port}/webhooks/${name}`;

const stripeKey = 'sk_test_moneythatleaves';
const conektaKey = 'key_moneythatleaves';
const razorpayKey = { keyId: 'rzp_test_12345678', keySecret: 'asecretofleaves1' };
const [stripe, conekta, razorpay] = await Promise.all([
  startStripeStandIn({
    ...{ secretKey: stripeKey, webhookSecret: 'whsec_moneythatleaves0001' },
    webhookUrl: webhookUrl('stripe'),
  }),
  startConektaStandIn({ privateKey: conektaKey, webhookUrl: webhookUrl('conekta') }),
  startRazorpayStandIn({
    ...{ ...razorpayKey, webhookSecret: 'anothersecretofleaves1' },
    webhookUrl: webhookUrl('razorpay'),
  }),
]);
const standIns = [stripe, conekta, razorpay];
afterAll(async () => {
  await Promise.all(standIns.map((each) => each.close()));
  door.close();
});

const accounts = {
  ...{ STRIPE_SECRET_KEY_MX: stripeKey, STRIPE_WEBHOOK_SECRET_MX: 'whsec_moneythatleaves0001' },
  ...{ STRIPE_API_BASE: stripe.origin, CONEKTA_PRIVATE_KEY: conektaKey },
  ...{ CONEKTA_WEBHOOK_KEY: conekta.webhookKey, CONEKTA_API_BASE: conekta.origin },
  ...{ CARD_PROVIDER_MX: 'none', CARD_PROVIDER_IN: 'none', RAZORPAY_API_BASE: razorpay.origin },
  ...{ RAZORPAY_KEY_ID: razorpayKey.keyId, RAZORPAY_KEY_SECRET: razorpayKey.keySecret },
  ...{ RAZORPAY_WEBHOOK_SECRET: 'anothersecretofleaves1', MARKETS: 'MX,IN' },
};

const amountMinor = minorAmount(100_000);
let loan: TestLoan;
let shownTo: Awaited<ReturnType<typeof newBorrower>>;

let startedAt = new Date();

beforeEach(() => {
  startedAt = new Date(Date.now() - 2_000);
  for (const standIn of standIns) Object.assign(standIn, { delivery: 'at-once', listsSettledAlone: false });
});

/** A loan with a reference of a channel, and what the reference says. */
async function reference(channel: 'store' | 'bank-transfer' | 'upi' | 'virtual-account', variables: object) {
  service = lendingService(
    database,
    {},
    { references: await referencesOf(readEnvironment({ ...accounts, ...variables })) },
  );
  // The stand-ins live in the real time.
  service.setTime(new Date().toISOString());
  const market = channel === 'upi' || channel === 'virtual-account' ? 'IN' : 'MX';
  const session = await newBorrower(service, market);
  shownTo = session;
  loan = await paidOutLoan(service, session, market === 'IN' ? 'in-120' : 'mx-120');
  const { channelGroups } = await service.ask(readRepayment, loan, session);
  const shown = channelGroups.flatMap(({ channels }) => channels).find(({ kind }) => kind === channel);
  if (shown && shown.payCode !== '') return shown.payCode;
  const request = { ...loan, amountMinor, payCode: channel, purpose: 'repay' as const };
  return (await service.ask(readPaymentInstruction, request, session)).payCode;
}

const owed = async () =>
  (await service.tell(readLoanStatement, { orderNumber: loan.orderNumber })).loan.owedMinor;

const settled = () => Promise.all(standIns.map((standIn) => standIn.settled()));

/** What left of the loan's payments, and why it waits. */
async function outflows(): Promise<string[]> {
  const rows = await database
    .select({ outflow: providerOutflows })
    .from(providerOutflows)
    .innerJoin(
      providerEvents,
      and(eq(providerEvents.eventId, providerOutflows.paymentId), eq(providerEvents.loanId, loan.orderId)),
    )
    .orderBy(providerOutflows.id);
  return rows.map(({ outflow }) => outflow.doubt ?? outflow.state);
}

const lookAgain = () => {
  const { random, logger, clock } = service.dependencies;
  return settleWaitingOutflows(database, { random, logger, now: clock.now() });
};

async function expectBooksAgree(): Promise<void> {
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

async function stripeRefund(intentId: string, amount?: number): Promise<void> {
  const body = new URLSearchParams({ payment_intent: intentId, ...(amount && { amount: String(amount) }) });
  await fetch(`${stripe.origin}/v1/refunds`, { method: 'POST', headers: bearer(stripeKey), body });
}

async function conektaRefund(orderId: string, amount: number): Promise<void> {
  const headers = { ...bearer(conektaKey), Accept: 'application/vnd.conekta-v2.2.0+json' };
  const body = JSON.stringify({ amount, reason: 'requested_by_client' });
  await fetch(`${conekta.origin}/orders/${orderId}/refunds`, { method: 'POST', headers, body });
}

async function razorpayRefund(paymentId: string, amount: number): Promise<void> {
  const credentials = Buffer.from(`${razorpayKey.keyId}:${razorpayKey.keySecret}`).toString('base64');
  const headers = { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ amount });
  await fetch(`${razorpay.origin}/v1/payments/${paymentId}/refund`, { method: 'POST', headers, body });
}

/** A way to pay, and how its provider's dashboard gives money back. */
interface Way {
  readonly name: string;
  readonly issue: () => Promise<string>;
  readonly pay: (code: string) => void;
  readonly refund: (code: string, amount: number) => Promise<void>;
  /** Has money that waits at the provider be moved to the account, where nothing else does. */
  readonly settle?: (code: string) => Promise<void>;
  readonly standIn: {
    delivery: 'at-once' | 'twice' | 'hold' | 'never';
    listsSettledAlone: boolean;
    release(): Promise<void>;
  };
}

const voucherOf = (code: string) =>
  stripe.references.vouchers.find(({ next_action: action }) => JSON.stringify(action).includes(code))?.id ??
  vouchers.get(code) ??
  '';
const vouchers = new Map<string, string>();
const orderOf = (code: string) =>
  conekta.orders.find(({ charges }) => JSON.stringify(charges).includes(code))?.id ?? '';
const upiCodeOf = (code: string) =>
  razorpay.codes.find(({ image_content: content }) => content?.includes(code))?.id ?? '';
const paymentIn = (id: string) =>
  (razorpay.paymentsOf(id)[0] as { readonly id: string } | undefined)?.id ?? '';
const accountOf = (code: string) =>
  razorpay.accounts.find(({ receivers }) => receivers[0]?.account_number === code)?.id ?? '';

const ways: readonly Way[] = [
  {
    name: 'Stripe, OXXO',
    issue: async () => {
      const code = await reference('store', { STORE_PROVIDER: 'stripe' });
      vouchers.set(code, voucherOf(code));
      return code;
    },
    pay: (code) => stripe.references.payVoucher(voucherOf(code)),
    refund: (code, amount) => stripeRefund(voucherOf(code), amount),
    standIn: stripe,
  },
  {
    name: 'Stripe, SPEI',
    issue: () => reference('bank-transfer', { SPEI_PROVIDER: 'stripe' }),
    pay: (code) => stripe.references.transfer(code, amountMinor),
    // As a node does that ends before it books what it looked for.
    async settle(code) {
      const id = stripe.references.customers.find(({ clabe }) => clabe === code)?.id ?? '';
      const [provider] = service.dependencies.references.providers;
      const known = {
        id: '',
        market: 'MX',
        channelKind: 'bank-transfer',
        code,
        providerReference: id,
      } as const;
      await provider?.lookUp(known);
    },
    refund: async (code, amount) => {
      const customer = stripe.references.customers.find(({ clabe }) => clabe === code);
      const movements = customer?.movements.map(({ id }) => id) ?? [];
      const moved = stripe.references.vouchers.find(({ metadata }) =>
        movements.includes(metadata.llano_cash_movement),
      );
      await stripeRefund(moved?.id ?? '', amount);
    },
    standIn: stripe,
  },
  ...(['store', 'bank-transfer'] as const).map((channel) => ({
    name: `Conekta, ${channel}`,
    issue: () =>
      reference(channel, { [channel === 'store' ? 'STORE_PROVIDER' : 'SPEI_PROVIDER']: 'conekta' }),
    pay: (code: string) => conekta.pay(orderOf(code)),
    refund: (code: string, amount: number) => conektaRefund(orderOf(code), amount),
    standIn: conekta,
  })),
  {
    name: 'Razorpay, UPI',
    issue: () => reference('upi', { UPI_PROVIDER: 'razorpay' }),
    pay: (code) => void razorpay.payCode(upiCodeOf(code)),
    refund: (code, amount) => razorpayRefund(paymentIn(upiCodeOf(code)), amount),
    standIn: razorpay,
  },
  {
    name: 'Razorpay, virtual account',
    issue: () => reference('virtual-account', { VIRTUAL_ACCOUNT_PROVIDER: 'razorpay' }),
    pay: (code) => void razorpay.transfer(code, amountMinor),
    refund: (code, amount) => razorpayRefund(paymentIn(accountOf(code)), amount),
    standIn: razorpay,
  },
];

test.each(ways)(
  '$name: a refund of the whole in the dashboard is owed again, once, told twice',
  async (way) => {
    way.standIn.delivery = 'twice';
    const code = await way.issue();
    const before = await owed();
    way.pay(code);
    await settled();
    expect(await owed()).toBe(before - amountMinor);
    await way.refund(code, amountMinor);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test.each(ways)('$name: a part waits, and with the rest it is the whole', async (way) => {
  const code = await way.issue();
  const before = await owed();
  way.pay(code);
  await settled();
  await way.refund(code, 30_000);
  await settled();
  expect([await owed(), await outflows()]).toEqual([before - amountMinor, ['part']]);
  await way.refund(code, 70_000);
  await settled();
  expect([await owed(), await outflows()]).toEqual([before, ['booked', 'booked']]);
  await expectBooksAgree();
});

test.each(ways.filter(({ name }) => name !== 'Stripe, SPEI'))(
  '$name: a refund that is told before its payment waits for it',
  async (way) => {
    const code = await way.issue();
    const before = await owed();
    way.standIn.delivery = 'hold';
    way.pay(code);
    await way.refund(code, amountMinor);
    await way.standIn.release();
    expect([await owed(), await outflows()]).toEqual([before - amountMinor, ['no-payment']]);
    await lookAgain();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test('a transfer to a CLABE of Stripe’s that is taken back is owed again; which of two it was, a person says', async () => {
  const code = await reference('bank-transfer', { SPEI_PROVIDER: 'stripe' });
  const before = await owed();
  stripe.references.transfer(code, 40_000);
  await settled();
  stripe.references.reverseTransfer(code, 40_000);
  await settled();
  expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
  stripe.references.transfer(code, 50_000);
  stripe.references.transfer(code, 50_000);
  await settled();
  stripe.references.reverseTransfer(code, 50_000);
  await settled();
  expect(await owed()).toBe(before - 100_000);
  const customer = stripe.references.customers.find(({ clabe }) => clabe === code);
  const waiting = await database
    .select()
    .from(providerOutflows)
    .where(eq(providerOutflows.paymentId, customer?.id ?? ''));
  expect(waiting).toMatchObject([{ cause: 'reversal', doubt: 'no-payment', amountMinor: 50_000 }]);
  expect(service.reported.filter(({ level }) => level === 'error')).toHaveLength(1);
  await expectBooksAgree();
});

test.each(['charged_back', 'reversed'] as const)(
  'an order of Conekta’s that is %s is owed again',
  async (how) => {
    const code = await reference('store', { STORE_PROVIDER: 'conekta' });
    const before = await owed();
    conekta.pay(orderOf(code));
    await settled();
    conekta.takeBack(orderOf(code), how);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    await expectBooksAgree();
  },
);

test('a UPI payment whose dispute is lost is owed again, and a part of one waits', async () => {
  const code = await reference('upi', { UPI_PROVIDER: 'razorpay' });
  const before = await owed();
  razorpay.payCode(upiCodeOf(code));
  await settled();
  const id = paymentIn(upiCodeOf(code));
  razorpay.cards.loseDispute({ id }, 1_000);
  await settled();
  expect([await owed(), await outflows()]).toEqual([before - amountMinor, ['part']]);
  razorpay.cards.loseDispute({ id });
  await settled();
  expect([await owed(), await outflows()]).toEqual([before, ['part', 'booked']]);
  await expectBooksAgree();
});

const nameOf = ({ name }: Pick<Way, 'name'>) => name.split(',')[0]?.toLowerCase() ?? '';

/** Goes through the lists of a provider, and looks again at what waits. */
async function sweep(way: Pick<Way, 'name'>): Promise<void> {
  expect(await sweepProvider(service.dependencies, nameOf(way), startedAt)).toBe('done');
  await lookAgain();
}

test.each(ways)(
  '$name: with messages lost, its lists bring payment and refund once, and say that no message told',
  async (way) => {
    way.standIn.delivery = 'never';
    const code = await way.issue();
    const before = await owed();
    way.pay(code);
    await sweep(way);
    expect(await owed()).toBe(before - amountMinor);
    await way.refund(code, amountMinor);
    await sweep(way);
    await sweep(way);
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    const rows = service.reported.filter(({ message }) => message.startsWith('money was found'));
    expect(rows.map(({ fields }) => fields)).toEqual(Array(2).fill({ provider: nameOf(way), foundCount: 1 }));
    await expectBooksAgree();
  },
);

test.each(ways)(
  '$name: a payment that was settled and is on no other list is found, and so is what left of it',
  async (way) => {
    way.standIn.delivery = 'never';
    way.standIn.listsSettledAlone = true;
    const code = await way.issue();
    const before = await owed();
    way.pay(code);
    await way.settle?.(code);
    await sweep(way);
    expect(await owed()).toBe(before - amountMinor);
    await way.refund(code, amountMinor);
    await sweep(way);
    await sweep(way);
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    const rows = service.reported.filter(({ message }) => message.startsWith('money was found'));
    expect(rows.map(({ fields }) => fields)).toEqual(Array(2).fill({ provider: nameOf(way), foundCount: 1 }));
    await expectBooksAgree();
  },
);

test('a payment that was settled in another amount than it was booked in is an error in the log', async () => {
  const code = await reference('upi', { UPI_PROVIDER: 'razorpay' });
  razorpay.payCode(upiCodeOf(code));
  await settled();
  const before = await owed();
  const [paid = {}] = razorpay.paymentsOf(upiCodeOf(code));
  Object.assign(paid, { amount: amountMinor - 1 });
  razorpay.listsSettledAlone = true;
  expect(await sweepProvider(service.dependencies, 'razorpay', startedAt)).toBe('failed');
  const rows = service.reported.filter(({ level }) => level === 'error').map(({ message }) => message);
  expect(rows).toContain('what a provider lists was not taken in');
  expect(await owed()).toBe(before);
  Object.assign(paid, { amount: amountMinor });
});

test.each(ways)('$name: what was told by messages is not found again', async (way) => {
  const code = await way.issue();
  const before = await owed();
  way.pay(code);
  await settled();
  await sweep(way);
  expect(await owed()).toBe(before - amountMinor);
  expect(service.reported.filter(({ message }) => message.startsWith('money was found'))).toEqual([]);
});

/** What happens at a provider: the whole and parts go back, and what came is told or looked for meanwhile. */
const history = fc.array(
  fc.oneof(
    fc.record({ refund: fc.constantFrom(10_000, 30_000, 70_000) }),
    fc.constant({ sweep: true } as const),
    fc.constant({ lookAgain: true } as const),
  ),
  { minLength: 1, maxLength: 4 },
);

type Step = { readonly refund: number } | { readonly sweep: true } | { readonly lookAgain: true };

/** Plays a history on a loan of its own. @returns what is owed less than before, and what became of what left. */
async function play(
  way: Way,
  steps: readonly Step[],
  delivery: Way['standIn']['delivery'],
): Promise<unknown> {
  way.standIn.delivery = 'at-once';
  const code = await way.issue();
  const before = await owed();
  way.standIn.delivery = delivery;
  way.pay(code);
  await settled();
  // Until its cash is moved, Stripe has nothing to give back.
  if (way.name === 'Stripe, SPEI') await sweep(way);
  let leftMinor = amountMinor as number;
  for (const step of steps) {
    if ('refund' in step && step.refund <= leftMinor) {
      leftMinor -= step.refund;
      await way.refund(code, step.refund);
    }
    if ('sweep' in step) await sweep(way);
    if ('lookAgain' in step) await lookAgain();
  }
  await settled();
  await way.standIn.release();
  await sweep(way);
  await lookAgain();
  await expectBooksAgree();
  return [before - (await owed()), (await outflows()).sort()];
}

test.each(ways)(
  '$name: any history ends the same with messages, with its lists alone, and with both in any order',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const notice = await play(way, steps, 'at-once');
        for (const delivery of ['never', 'hold', 'twice'] as const) {
          expect([delivery, await play(way, steps, delivery)]).toEqual([delivery, notice]);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  },
  120_000,
);

test('a CLABE that was paid long after anybody saw it is found by looking alone', async () => {
  stripe.delivery = 'never';
  const code = await reference('bank-transfer', { SPEI_PROVIDER: 'stripe' });
  const before = await owed();
  const seenAt = Date.now();
  const dayMs = 24 * 3_600_000;
  for (let day = 0; day <= 40; day += 1) {
    if (day === 30) stripe.references.transfer(code, amountMinor);
    service.setTime(new Date(seenAt + day * dayMs).toISOString());
    await maintainReferences(service.dependencies);
  }
  const [record] = await database.select().from(paymentReferences).where(eq(paymentReferences.code, code));
  expect(record?.lookAt?.getTime()).toBeGreaterThan(seenAt + 40 * dayMs);
  expect(
    (await database.select().from(providerEvents).where(eq(providerEvents.loanId, loan.orderId))).length,
  ).toBe(1);
  expect(await owed()).not.toBe(before);
});

test.each(['message', 'look'] as const)(
  'an account of Razorpay’s that was closed, told by a %s, is shown no more, and another one is made',
  async (how) => {
    razorpay.delivery = how === 'message' ? 'at-once' : 'never';
    const code = await reference('virtual-account', { VIRTUAL_ACCOUNT_PROVIDER: 'razorpay' });
    razorpay.closeIdle(code);
    await settled();
    if (how === 'look') {
      await database
        .update(paymentReferences)
        .set({ lookAt: new Date(0) })
        .where(eq(paymentReferences.code, code));
      await maintainReferences(service.dependencies);
    }
    const { channelGroups } = await service.ask(readRepayment, loan, shownTo);
    const shown = channelGroups
      .flatMap(({ channels }) => channels)
      .find(({ kind }) => kind === 'virtual-account');
    expect(shown?.payCode).toMatch(/^\d{16}$/);
    expect(shown?.payCode).not.toBe(code);
  },
);
