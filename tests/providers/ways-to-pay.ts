import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Call } from '#contract/call.ts';
import { payWithCard, readPaymentPage, readSavedCards } from '#contract/calls/card-payment.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { createContractClient } from '#contract/client.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import type { Database } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { savedCards } from '#db/schema/card-payment.ts';
import { providerEvents, providerOutflows } from '#db/schema/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { settlePendingCharges } from '#lending/card-payment/charge.ts';
import { reconcileAll, reconcileEvents } from '#lending/ledger/reconcile.ts';
import { sweepProvider } from '#lending/provider-webhooks.ts';
import { settleWaitingOutflows } from '#lending/repayment/outflows.ts';
import { cardProviderOf } from '#server/card-provider.ts';
import { readEnvironment } from '#server/environment.ts';
import { referencesOf } from '#server/reference-providers.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { startConektaStandIn } from './conekta-stand-in.ts';
import { startFintocStandIn } from './fintoc-stand-in.ts';
import { type Gate, startGate } from './gate.ts';
import { startRazorpayStandIn } from './razorpay-stand-in.ts';
import { startStripeStandIn } from './stripe-stand-in.ts';

/** What every way pays. */
export const paidMinor = minorAmount(100_000);

/** A stand-in as far as its messages and lists go. */
export interface ToldBy {
  delivery: 'at-once' | 'twice' | 'hold' | 'never';
  listsSettledAlone: boolean;
  /** What it told of, sent or not, the oldest first. */
  readonly events: readonly object[];
  release(): Promise<void>;
  settled(): Promise<void>;
  send(event: object, signing?: object): Promise<number>;
}

/** A way to pay by a provider, and what can happen to what was paid. */
export interface Way {
  readonly name: string;
  readonly provider: 'stripe' | 'conekta' | 'fintoc' | 'razorpay';
  /** A card that is charged in the answer to the borrower, so that its payment needs no message. */
  readonly isChargedAtOnce?: true;
  readonly standIn: ToldBy;
  /** Where its API is asked. */
  readonly gate: Gate;
  /** Begins a loan that is paid this way. @returns what it is paid with: a code, or what stands for the borrower's card. */
  begin(): Promise<string>;
  /** What is paid once; paid again, whether money was taken once more. */
  pay(code: string): Promise<boolean>;
  /** What the payer's bank calls what was paid, where the provider is told it. */
  readonly bankKey?: (code: string) => string;
  /** What the provider itself calls what was paid. */
  readonly paymentId?: (code: string) => string;
  /** Gives money back in the provider's dashboard. */
  refund(code: string, amountMinor: number): Promise<void>;
  /** Whether it gives back whole payments alone. */
  readonly refundsWholeAlone?: true;
  /** Has money that waits at the provider be moved to the account, where nothing else does. */
  readonly settle?: (code: string) => Promise<void>;
  /** Has the payer's bank take money back, where that may take a part. */
  readonly dispute?: (code: string, amountMinor: number) => Promise<void>;
  /** Has the payer's bank, or a shop, take all of it back. */
  readonly reverse?: (code: string) => Promise<void>;
  /** Has the lender win what the payer's bank took back. */
  readonly win?: (code: string) => Promise<void>;
  /** Messages of its own kind that tell of nothing: that something was closed, expired or tried. */
  readonly idle: (code: string) => readonly object[];
  /** A message of the account in the other mode, test or live; null where messages do not say it. */
  readonly inOtherMode: ((event: object) => object) | null;
  /** How a message is signed that another account sent. */
  readonly forged: object;
}

/** Every way to pay by a provider, with loans on a database. @returns it, with what the books say of the newest loan. */
export async function openWays(database: Database) {
  let service: LendingService;
  let loan: TestLoan;
  let session: TestSession;
  let startedAt = new Date();

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

  const stripeKey = 'sk_test_waystopay0001';
  const conektaKey = 'key_waystopay0001';
  const razorpayKey = { keyId: 'rzp_test_12345678', keySecret: 'asecretofleaves1' };
  const fintocKey = 'sk_test_waystopay0001';
  const [stripe, conekta, fintoc, razorpay] = await Promise.all([
    startStripeStandIn({
      ...{ secretKey: stripeKey, webhookSecret: 'whsec_waystopay000000001' },
      webhookUrl: webhookUrl('stripe'),
    }),
    startConektaStandIn({ privateKey: conektaKey, webhookUrl: webhookUrl('conekta') }),
    startFintocStandIn({
      ...{ secretKey: fintocKey, webhookSecret: 'whsec_waystopay000000001' },
      webhookUrl: webhookUrl('fintoc'),
    }),
    startRazorpayStandIn({
      ...{ ...razorpayKey, webhookSecret: 'anothersecretofleaves1' },
      webhookUrl: webhookUrl('razorpay'),
    }),
  ]);
  const standIns = [stripe, conekta, fintoc, razorpay];
  const [stripeGate, conektaGate, fintocGate, razorpayGate] = await Promise.all([
    ...([startGate(stripe.origin), startGate(conekta.origin)] as const),
    ...([startGate(fintoc.origin), startGate(razorpay.origin)] as const),
  ]);
  const gates = [stripeGate, conektaGate, fintocGate, razorpayGate];
  afterAll(async () => {
    await Promise.all([...standIns, ...gates].map((each) => each.close()));
    door.close();
  });
  beforeEach(() => {
    startedAt = new Date(Date.now() - 2_000);
    for (const gate of gates) gate.answers = 'well';
    for (const standIn of standIns) Object.assign(standIn, { delivery: 'at-once', listsSettledAlone: false });
  });

  const accounts = {
    ...{ STRIPE_SECRET_KEY_MX: stripeKey, STRIPE_WEBHOOK_SECRET_MX: 'whsec_waystopay000000001' },
    ...{ STRIPE_API_BASE: stripeGate.origin, CONEKTA_PRIVATE_KEY: conektaKey },
    ...{ CONEKTA_WEBHOOK_KEY: conekta.webhookKey, CONEKTA_API_BASE: conektaGate.origin },
    ...{ CARD_PROVIDER_MX: 'none', RAZORPAY_API_BASE: razorpayGate.origin },
    ...{ FINTOC_SECRET_KEY: fintocKey, FINTOC_WEBHOOK_SECRET: 'whsec_waystopay000000001' },
    ...{ FINTOC_ACCOUNT_ID: fintoc.accountId, FINTOC_API_BASE: fintocGate.origin },
    ...{ RAZORPAY_KEY_ID: razorpayKey.keyId, RAZORPAY_KEY_SECRET: razorpayKey.keySecret },
    ...{ RAZORPAY_WEBHOOK_SECRET: 'anothersecretofleaves1', MARKETS: 'MX,IN' },
  };

  /** A loan in a service with these settings. */
  async function beginLoan(market: 'MX' | 'IN', variables: Readonly<Record<string, string>>) {
    const settings = readEnvironment({ ...accounts, ...variables });
    const clock = { now: () => service.dependencies.clock.now() };
    const cards = await cardProviderOf(settings, clock);
    const ports = { references: await referencesOf(settings), ...(cards && { cards: cards as never }) };
    service = lendingService(database, { paymentPage: { address: '', origins: [] } }, ports);
    // The stand-ins live in the real time.
    service.setTime(new Date().toISOString());
    session = await newBorrower(service, market);
    loan = await paidOutLoan(service, session, market === 'IN' ? 'in-120' : 'mx-120');
  }

  /** A loan with a reference of a channel, and what the reference says. */
  async function reference(
    channel: 'store' | 'bank-transfer' | 'upi' | 'virtual-account',
    variables: Readonly<Record<string, string>>,
  ): Promise<string> {
    await beginLoan(channel === 'upi' || channel === 'virtual-account' ? 'IN' : 'MX', variables);
    const shown = await shownCode(channel);
    if (shown) return shown;
    const request = { ...loan, amountMinor: paidMinor, payCode: channel, purpose: 'repay' as const };
    return (await service.ask(readPaymentInstruction, request, session)).payCode;
  }

  /**
   * The code of a channel that the page shows, again where its provider's answer comes later than a page waits for it; empty where it has
   * to be asked for.
   */
  async function shownCode(kind: string): Promise<string> {
    for (let looksLeft = 5; ; looksLeft -= 1) {
      const { channelGroups } = await service.ask(readRepayment, loan, session);
      const channel = channelGroups.flatMap(({ channels }) => channels).find((each) => each.kind === kind);
      if (!channel?.unavailable || looksLeft === 0) return channel?.payCode ?? '';
    }
  }

  /** A loan whose borrower has a card that needs no code, and the card's id. */
  async function cardOf(token: string, variables: Readonly<Record<string, string>>): Promise<string> {
    await beginLoan('MX', variables);
    const card = {
      ...{ id: newId(), borrowerId: session.borrowerId, bankName: 'Visa', bankCode: '' },
      ...{ maskedNumber: '************5556', cardToken: `cus_${newId().replaceAll('-', '')}:${token}` },
      ...{ savedAt: service.dependencies.clock.now(), confirmedAt: service.dependencies.clock.now() },
    };
    await database.insert(savedCards).values(card);
    return card.id;
  }

  const client = createContractClient({
    fetch: async (request) => service.api.fetch(request),
    apiBase: 'http://lender.test',
    defaultMerchantNumber: 'LL0001',
  });

  /** Makes a call as the borrower's page does. */
  async function asBorrower<Request, Answer>(call: Call<Request, Answer>, request: Request): Promise<Answer> {
    const about = { appVersion: '', clientType: '', merchantNumber: '', mobilePhone: '' };
    const answer = await client.call(call, request, { ...session, ...about, language: 'es' });
    if (!answer.success) throw new Error(`${call.name} was refused: ${answer.errorCode}`);
    return answer.data;
  }

  async function payByCard(cardId: string): Promise<boolean> {
    const { repayToken, cards } = await asBorrower(readSavedCards, { orderId: loan.orderId });
    const card = cards.find((each) => each.cardId === cardId);
    if (!card) throw new Error('The card is not listed.');
    const request = { orderId: loan.orderId, amountMinor: paidMinor, ...card, couponId: null, repayToken };
    const { isPending } = await asBorrower(payWithCard, { ...request, asksForCode: false });
    return !isPending;
  }

  /** The reference of the newest payment of the loan by card. */
  async function chargeReference(): Promise<string> {
    const [event] = await database
      .select({ id: providerEvents.eventId })
      .from(providerEvents)
      .where(and(eq(providerEvents.provider, 'card'), eq(providerEvents.loanId, loan.orderId)));
    return event?.id ?? '';
  }

  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

  async function stripeRefund(intentId: string, amount: number): Promise<void> {
    const body = new URLSearchParams({ payment_intent: intentId, amount: String(amount) });
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

  const vouchers = new Map<string, string>();
  const disputes = new Map<string, string>();
  const voucherOf = (code: string) =>
    stripe.references.vouchers.find(({ next_action: action }) => JSON.stringify(action).includes(code))?.id ??
    vouchers.get(code) ??
    '';
  const customerOf = (clabe: string) => stripe.references.customers.find((each) => each.clabe === clabe);
  /** What moved the money of a CLABE to the account. */
  const movedBy = (clabe: string) => {
    const movements = customerOf(clabe)?.movements.map(({ id }) => id) ?? [];
    return (
      stripe.references.vouchers.find(({ metadata }) => movements.includes(metadata.llano_cash_movement))
        ?.id ?? ''
    );
  };
  const intentOf = async () => {
    const reference = await chargeReference();
    return stripe.intents.find(({ metadata }) => metadata.llano_reference === reference)?.id ?? '';
  };
  const cardOrder = async () => {
    const reference = await chargeReference();
    return conekta.orders.find(({ metadata }) => metadata.llano_reference === reference)?.id ?? '';
  };
  const transferTo = (clabe: string) =>
    fintoc.transfers.find(({ account_number: number }) => JSON.stringify(number).includes(clabe))?.id ?? '';
  const orderOf = (code: string) =>
    conekta.orders.find(({ charges }) => JSON.stringify(charges).includes(code))?.id ?? '';
  const upiCodeOf = (code: string) =>
    razorpay.codes.find(({ image_content: content }) => content?.includes(code))?.id ?? '';
  const accountOf = (code: string) =>
    razorpay.accounts.find(({ receivers }) => receivers[0]?.account_number === code)?.id ?? '';
  const paymentIn = (id: string) => razorpay.paymentsOf(id)[0]?.id ?? '';
  const transferInto = (id: string) =>
    razorpay.transfers.find(({ virtual_account_id: account }) => account === id);
  const linkPayment = (id: string) =>
    razorpay.cards.links.find((link) => link.id === id)?.payments?.[0]?.payment_id ?? '';

  const ofStripe = {
    provider: 'stripe',
    standIn: stripe,
    gate: stripeGate,
    inOtherMode: (event: object) => ({ ...event, id: `evt_${newId()}`, livemode: true }),
    forged: { secret: 'whsec_anotheraccount0001' },
  } as const;
  const ofConekta = {
    provider: 'conekta',
    standIn: conekta,
    gate: conektaGate,
    inOtherMode: (event: object) => ({ ...event, id: newId(), livemode: true }),
    forged: { isForged: true },
  } as const;
  const ofFintoc = {
    provider: 'fintoc',
    standIn: fintoc,
    gate: fintocGate,
    inOtherMode: (event: object) => ({ ...event, id: `evt_${newId()}`, mode: 'live' }),
    forged: { secret: 'whsec_anotheraccount0001' },
  } as const;
  // Razorpay's messages do not say the mode: each mode has a secret of its own.
  const ofRazorpay = {
    provider: 'razorpay',
    standIn: razorpay,
    gate: razorpayGate,
    inOtherMode: null,
    forged: { secret: 'thesecretofanotheraccount' },
  } as const;
  const stripeEvent = (type: string, object: object) => ({
    ...{ id: `evt_${newId()}`, object: 'event', type, livemode: false },
    ...{ created: Math.floor(Date.now() / 1000), data: { object } },
  });
  const razorpayEvent = (event: string, payload: object) => ({
    ...{ entity: 'event', account_id: 'acc_StandInOfLlano', event, contains: Object.keys(payload), payload },
    created_at: Math.floor(Date.now() / 1000),
  });
  const settledMessage = razorpayEvent('settlement.processed', {
    settlement: { entity: { id: 'setl_1', entity: 'settlement', amount: 1, status: 'processed' } },
  });
  const intentNow = (id: string) =>
    [...stripe.intents, ...stripe.references.vouchers].find((each) => each.id === id);

  const ways: readonly Way[] = [
    {
      ...ofStripe,
      name: 'Stripe, OXXO',
      async begin() {
        const code = await reference('store', { STORE_PROVIDER: 'stripe' });
        vouchers.set(code, voucherOf(code));
        return code;
      },
      async pay(code) {
        const isOpen = intentNow(voucherOf(code))?.status === 'requires_action';
        stripe.references.payVoucher(voucherOf(code));
        return isOpen;
      },
      refund: (code, amount) => stripeRefund(voucherOf(code), amount),
      dispute: async (code, amount) => void disputes.set(code, stripe.dispute(voucherOf(code), amount)),
      win: async (code) => stripe.winDispute(disputes.get(code) ?? ''),
      idle: (code) => [
        stripeEvent('payment_intent.canceled', { ...intentNow(voucherOf(code)), status: 'canceled' }),
        stripeEvent('payout.paid', { id: 'po_1', object: 'payout' }),
      ],
    },
    {
      ...ofStripe,
      name: 'Stripe, SPEI',
      begin: () => reference('bank-transfer', { SPEI_PROVIDER: 'stripe' }),
      async pay(code) {
        stripe.references.transfer(code, paidMinor);
        return true;
      },
      // As a node does that ends before it books what it looked for.
      async settle(code) {
        const providerReference = customerOf(code)?.id ?? '';
        const [provider] = service.dependencies.references.providers;
        await provider?.lookUp({
          id: '',
          market: 'MX',
          channelKind: 'bank-transfer',
          code,
          providerReference,
        });
      },
      refund: (code, amount) => stripeRefund(movedBy(code), amount),
      reverse: async (code) => stripe.references.reverseTransfer(code, paidMinor),
      idle: () => [stripeEvent('payout.paid', { id: 'po_1', object: 'payout' })],
    },
    {
      ...ofStripe,
      name: 'Stripe, card',
      isChargedAtOnce: true,
      begin: () => cardOf('pm_succeeds_1', { CARD_PROVIDER_MX: 'stripe' }),
      pay: payByCard,
      refund: async (_card, amount) => stripeRefund(await intentOf(), amount),
      dispute: async (card, amount) => void disputes.set(card, stripe.dispute(await intentOf(), amount)),
      win: async (card) => stripe.winDispute(disputes.get(card) ?? ''),
      idle: () => [stripeEvent('payout.paid', { id: 'po_1', object: 'payout' })],
    },
    ...(['store', 'bank-transfer'] as const).map(
      (channel): Way => ({
        ...ofConekta,
        name: `Conekta, ${channel}`,
        begin: () =>
          reference(channel, { [channel === 'store' ? 'STORE_PROVIDER' : 'SPEI_PROVIDER']: 'conekta' }),
        async pay(code) {
          const order = conekta.orders.find(({ id }) => id === orderOf(code));
          const place = order?.charges.data.findIndex(({ status }) => status === 'pending_payment') ?? -1;
          if (place >= 0) conekta.pay(orderOf(code), place);
          return place >= 0;
        },
        paymentId: (code) => conekta.orders.find(({ id }) => id === orderOf(code))?.charges.data[0]?.id ?? '',
        ...(channel === 'bank-transfer' && {
          bankKey: (code: string) =>
            conekta.orders
              .find(({ id }) => id === orderOf(code))
              ?.charges.data.map(({ payment_method: method }) =>
                'tracking_code' in method ? method.tracking_code : null,
              )[0] ?? '',
        }),
        refund: (code, amount) => conektaRefund(orderOf(code), amount),
        reverse: async (code) =>
          conekta.takeBack(orderOf(code), channel === 'store' ? 'reversed' : 'charged_back'),
        ...(channel === 'bank-transfer' && { win: async (code: string) => conekta.winBack(orderOf(code)) }),
        idle: (code) => [conekta.ping(), conekta.eventOf('order.expired', orderOf(code))],
      }),
    ),
    {
      ...ofConekta,
      name: 'Conekta, card',
      isChargedAtOnce: true,
      begin: () => cardOf('src_succeeds_1', { CARD_PROVIDER_MX: 'conekta' }),
      pay: payByCard,
      refund: async (_card, amount) => conektaRefund(await cardOrder(), amount),
      reverse: async () => conekta.takeBack(await cardOrder(), 'charged_back'),
      win: async () => conekta.winBack(await cardOrder()),
      idle: () => [conekta.ping()],
    },
    {
      ...ofFintoc,
      name: 'Fintoc, SPEI',
      refundsWholeAlone: true,
      begin: () => reference('bank-transfer', { SPEI_PROVIDER: 'fintoc' }),
      pay: async (code) => fintoc.transfer(code, paidMinor),
      paymentId: transferTo,
      bankKey: (code) => fintoc.transfers.find(({ id }) => id === transferTo(code))?.tracking_key ?? '',
      // Fintoc returns whole transfers alone.
      async refund(code, amount) {
        if (amount === paidMinor) fintoc.returnTransfer(transferTo(code));
      },
      reverse: async (code) => fintoc.returnTransfer(transferTo(code)),
      idle: (code) => [
        fintoc.eventOf('transfer.inbound.rejected', {
          ...fintoc.transfers.find(({ id }) => id === transferTo(code)),
          ...{ id: 'tr_rejected', status: 'rejected' },
        }),
        fintoc.eventOf('transfer.inbound.return_failed', {
          ...fintoc.transfers.find(({ id }) => id === transferTo(code)),
        }),
        fintoc.eventOf('account_number.deleted', fintoc.numbers.find(({ number }) => number === code) ?? {}),
      ],
    },
    {
      ...ofRazorpay,
      name: 'Razorpay, UPI',
      begin: () => reference('upi', { UPI_PROVIDER: 'razorpay' }),
      pay: async (code) => razorpay.payCode(upiCodeOf(code)),
      paymentId: (code) => paymentIn(upiCodeOf(code)),
      bankKey: (code) => razorpay.paymentsOf(upiCodeOf(code))[0]?.acquirer_data.rrn ?? '',
      refund: (code, amount) => razorpayRefund(paymentIn(upiCodeOf(code)), amount),
      dispute: async (code, amount) => razorpay.cards.loseDispute({ id: paymentIn(upiCodeOf(code)) }, amount),
      idle: (code) => [
        settledMessage,
        razorpayEvent('qr_code.closed', {
          qr_code: { entity: razorpay.codes.find(({ id }) => id === upiCodeOf(code)) },
        }),
      ],
    },
    {
      ...ofRazorpay,
      name: 'Razorpay, virtual account',
      begin: () => reference('virtual-account', { VIRTUAL_ACCOUNT_PROVIDER: 'razorpay' }),
      pay: async (code) => razorpay.transfer(code, paidMinor),
      paymentId: (code) => paymentIn(accountOf(code)),
      bankKey: (code) => transferInto(accountOf(code))?.bank_reference ?? '',
      refund: (code, amount) => razorpayRefund(paymentIn(accountOf(code)), amount),
      dispute: async (code, amount) => razorpay.cards.loseDispute({ id: paymentIn(accountOf(code)) }, amount),
      idle: (code) => [
        settledMessage,
        razorpayEvent('virtual_account.closed', {
          virtual_account: { entity: razorpay.accounts.find(({ id }) => id === accountOf(code)) },
        }),
      ],
    },
    {
      ...ofRazorpay,
      name: 'Razorpay, card',
      async begin() {
        await beginLoan('IN', { CARD_PROVIDER_IN: 'razorpay' });
        const request = { userId: session.userId, orderId: loan.orderId, amountMinor: paidMinor };
        await asBorrower(readPaymentPage, request);
        return razorpay.cards.links[0]?.id ?? '';
      },
      pay: async (link) => razorpay.cards.pay(link),
      refund: (link, amount) => razorpayRefund(linkPayment(link), amount),
      dispute: async (link, amount) => razorpay.cards.loseDispute({ id: link }, amount),
      idle: (link) => [
        settledMessage,
        razorpayEvent('payment_link.expired', {
          payment_link: {
            entity: { ...razorpay.cards.links.find(({ id }) => id === link), status: 'expired' },
          },
        }),
      ],
    },
  ];

  const lookAgain = () => {
    const { random, logger, clock } = service.dependencies;
    return settleWaitingOutflows(database, { random, logger, now: clock.now() });
  };

  return {
    ways,
    /** What is in the settings of the accounts and in no log. */
    secrets: [stripeKey, conektaKey, razorpayKey.keySecret, 'whsec_waystopay', 'anothersecretofleaves1'],
    standIns: { stripe, conekta, fintoc, razorpay },
    service: () => service,
    loan: () => loan,
    session: () => session,
    reference,
    shownCode,
    upiCodeOf,
    /** What is owed on the newest loan. */
    owed: async () =>
      (await service.tell(readLoanStatement, { orderNumber: loan.orderNumber })).loan.owedMinor as number,
    /** What left of its payments, and why it waits. */
    async outflows(): Promise<string[]> {
      const rows = await database
        .select({ outflow: providerOutflows })
        .from(providerOutflows)
        .innerJoin(
          providerEvents,
          and(
            eq(providerEvents.eventId, providerOutflows.paymentId),
            eq(providerEvents.loanId, loan.orderId),
          ),
        )
        .orderBy(providerOutflows.id);
      return rows.map(({ outflow }) => outflow.doubt ?? outflow.state);
    },
    settled: () => Promise.all(standIns.map((standIn) => standIn.settled())),
    lookAgain,
    /** Asks about pending charges as the job does. */
    askAboutCharges: () => settlePendingCharges(service.dependencies, null),
    /** Goes through the lists of a provider, and looks again at what waits. */
    async sweep({ provider }: Pick<Way, 'provider'>): Promise<void> {
      expect(await sweepProvider(service.dependencies, provider, startedAt)).toBe('done');
      await lookAgain();
    },
    sweepOnce: ({ provider }: Pick<Way, 'provider'>) =>
      sweepProvider(service.dependencies, provider, startedAt),
    async expectBooksAgree(): Promise<void> {
      expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
    },
  };
}
