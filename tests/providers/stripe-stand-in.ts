import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { choiceButton, goTo, showPage } from './stand-in-page.ts';
import { startStandInServer } from './stand-in-server.ts';
import { type StripeReferencesStandIn, stripeReferencesStandIn } from './stripe-references-stand-in.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/**
 * A stand-in for Stripe's API, its card form and its 3-D Secure page, as docs.stripe.com describes them; it shares nothing
 * with the adapter. Its cards are Stripe's own test cards.
 */
export interface StripeStandIn extends WebhookSender<Signing> {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** What the next requests to the API meet, one each; then all is well again. */
  readonly faults: Fault[];
  /** What each other request to the API meets; null for all being well. */
  misbehave: (() => Misbehaviour | null) | null;
  /** Waits before each answer of the API, ms. */
  latencyMs: number;
  /** OXXO vouchers and CLABEs. */
  readonly references: StripeReferencesStandIn;
  /** Every PaymentIntent of a card that was made. */
  readonly intents: readonly Intent[];
  /** What refunds come to at first. */
  refundStatus: 'succeeded' | 'pending' | 'failed';
  readonly refunds: readonly StripeRefund[];
  /** Has its list of events be empty, so that its balance alone says what happened. */
  listsSettledAlone: boolean;
  /** Called when the API has done its work and before it answers. */
  beforeAnswer: ((path: string) => void | Promise<void>) | null;
  /** What happens when the payer's bank takes a payment back, all of it unless said. @returns the dispute's id. */
  dispute(intentId: string, amount?: number): string;
  /** What happens when the lender wins a dispute. */
  winDispute(id: string): void;
  close(): Promise<void>;
}

/** `drop-before` loses the request, `drop-after` the answer. */
export type Fault = '429' | '500' | 'drop-before' | 'drop-after';
/** `hang` lets the caller wait for the answer. */
export type Misbehaviour = Fault | 'hang';

/** Another secret or time than is right. */
interface Signing {
  readonly secret?: string;
  readonly at?: Date;
}

/** A PaymentIntent of a card as the API gives it. */
export interface Intent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  amount_received: number;
  readonly currency: string;
  readonly customer: string;
  readonly payment_method: string;
  readonly client_secret: string;
  readonly metadata: Record<string, string>;
  readonly livemode: boolean;
  readonly created: number;
  status: 'succeeded' | 'requires_action' | 'requires_payment_method' | 'canceled';
  next_action: {
    readonly type: 'redirect_to_url';
    readonly redirect_to_url: { readonly url: string; readonly return_url: string };
  } | null;
}

/** A form for a card as the API gives it. */
export interface Session {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly mode: 'setup';
  readonly client_reference_id: string | null;
  readonly url: string;
  readonly success_url: string;
  readonly cancel_url: string;
  customer: string | null;
  status: 'open' | 'complete' | 'expired';
  setup_intent: string | object | null;
}

/** Stripe's test cards: numbers of docs.stripe.com/testing and what comes of a charge. */
const testCards = {
  '4000056655665556': { brand: 'visa', charge: 'succeeds', funding: 'debit' },
  '4242424242424242': { brand: 'visa', charge: 'succeeds', funding: 'credit' },
  '4000002760003184': { brand: 'visa', charge: 'authenticates', funding: 'debit' },
  '4000000000000341': { brand: 'visa', charge: 'declines', funding: 'debit' },
} as const;
type CardNumber = keyof typeof testCards;

interface Settings {
  readonly port?: number;
  /** A live one (`sk_live_…`) makes it live. */
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where events are sent. */
  readonly webhookUrl: () => string;
  /** The time it dates by; the real one unless given. */
  readonly now?: () => Date;
}

interface RecordedAnswer {
  readonly fingerprint: string;
  readonly answer: Promise<Answer>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** An event as sent. */
export interface StripeMessage {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly livemode: boolean;
  readonly created: number;
  readonly api_version: string;
  readonly pending_webhooks: number;
  readonly request: null;
  readonly data: { readonly object: object };
}

/** A refund as the API gives it. */
export interface StripeRefund {
  readonly id: string;
  readonly object: 'refund';
  readonly amount: number;
  readonly charge: string;
  readonly created: number;
  readonly payment_intent: string;
  readonly currency: string;
  readonly metadata: Record<string, string>;
  readonly reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null;
  readonly status: 'succeeded' | 'pending' | 'failed';
}

/** What moved on the account's balance, and by what. */
interface Moved {
  readonly type: string;
  readonly amount: number;
  readonly source: {
    readonly id: string;
    readonly amount: number;
    readonly created: number;
    readonly currency: string;
  };
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export async function startStripeStandIn(settings: Settings): Promise<StripeStandIn> {
  const sessions = new Map<string, Session>();
  const methods = new Map<
    string,
    { id: string; object: 'payment_method'; number: CardNumber; customer: string }
  >();
  const intents: Intent[] = [];
  const refunds: StripeRefund[] = [];
  const returnUrls = new Map<string, string>();
  const keys = new Map<string, RecordedAnswer>();
  const events: { readonly type: string; readonly created: number }[] = [];
  const moved: Moved[] = [];
  const seconds = () => Math.floor((settings.now?.() ?? new Date()).getTime() / 1000);
  const livemode = settings.secretKey.startsWith('sk_live_');

  const sender = createWebhookSender<Signing>({ webhookUrl: settings.webhookUrl, sign });
  const standIn: StripeStandIn = Object.assign(sender, {
    origin: '',
    faults: [],
    misbehave: null,
    latencyMs: 0,
    references: stripeReferencesStandIn({ origin: () => standIn.origin, tell, seconds, livemode }),
    refundStatus: 'succeeded',
    intents,
    refunds,
    listsSettledAlone: false,
    beforeAnswer: null,
    dispute(intentId, amount) {
      const paid = paidIntents().find(({ id }) => id === intentId);
      if (!paid) throw new Error('Nothing was paid.');
      const dispute = {
        ...{
          id: newId('du'),
          object: 'dispute',
          amount: amount ?? paid.amount_received,
          currency: paid.currency,
        },
        ...{ charge: `ch_${paid.id}`, payment_intent: paid.id, reason: 'fraudulent', created: seconds() },
        ...{ status: 'needs_response', metadata: {}, livemode },
      };
      moved.push({ type: 'adjustment', amount: -dispute.amount, source: dispute });
      tell('charge.dispute.created', dispute);
      tell('charge.dispute.funds_withdrawn', dispute);
      return dispute.id;
    },
    winDispute(id) {
      const match = moved.find(({ source }) => source.id === id);
      if (!match) throw new Error('There is no such dispute.');
      const dispute = { ...match.source, status: 'won' };
      moved.push({ type: 'adjustment', amount: dispute.amount, source: dispute });
      tell('charge.dispute.funds_reinstated', dispute);
      tell('charge.dispute.closed', dispute);
    },
    async close() {
      await standIn.settled();
      await server.close();
    },
  } satisfies Omit<StripeStandIn, keyof typeof sender>);

  function sign(event: object, signing: Signing = {}) {
    const body = JSON.stringify(event);
    const seconds = Math.floor((signing.at ?? new Date()).getTime() / 1000);
    const signed = createHmac('sha256', signing.secret ?? settings.webhookSecret);
    const signature = signed.update(`${seconds}.${body}`).digest('hex');
    const headers = new Headers({
      'Content-Type': 'application/json',
      'Stripe-Signature': `t=${seconds},v1=${signature}`,
    });
    return { headers, body };
  }

  function tell(type: string, object: object): void {
    const event: StripeMessage = {
      ...{ id: newId('evt'), object: 'event', type, livemode, created: seconds() },
      ...{ api_version: '2026-01-28.clover', pending_webhooks: 1, request: null },
      data: { object: structuredClone(object) },
    };
    events.unshift(event);
    standIn.deliver(event);
  }

  const paidIntents = () =>
    [...intents, ...standIn.references.vouchers].filter(({ status }) => status === 'succeeded');

  /** What moved on the account's balance, of one type, since a time. */
  function balance(type: string | null, from: number): object[] {
    const entries: readonly Moved[] = [
      ...paidIntents().map((intent): Moved => {
        const { id, amount_received: amount, currency, created, customer, metadata } = intent;
        const paid = { id: `ch_${id}`, object: 'charge', amount, currency, created, paid: true };
        const source = { ...paid, payment_intent: id, customer, metadata };
        return { type: 'payment_method' in intent ? 'charge' : 'payment', amount, source };
      }),
      ...refunds.map((refund): Moved => {
        const isCard = intents.some(({ id }) => id === refund.payment_intent);
        return { type: isCard ? 'refund' : 'payment_refund', amount: -refund.amount, source: refund };
      }),
      ...moved,
    ];
    return entries
      .filter((entry) => entry.type === type && entry.source.created >= from)
      .map((entry) => ({
        ...{ id: `txn_${entry.type}_${entry.source.id}_${entry.amount}`, object: 'balance_transaction' },
        ...{ ...entry, created: entry.source.created, currency: entry.source.currency, status: 'available' },
      }));
  }

  const refuse = (status: number, error: object): Answer => ({ status, body: { error } });
  const missing = (what: string) =>
    refuse(404, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` });

  function createSession(fields: URLSearchParams): Answer {
    const id = newId('cs_test');
    const session: Session = {
      id,
      object: 'checkout.session',
      mode: 'setup',
      client_reference_id: fields.get('client_reference_id'),
      url: `${standIn.origin}/c/pay/${id}`,
      success_url: fields.get('success_url') ?? '',
      cancel_url: fields.get('cancel_url') ?? '',
      customer: fields.get('customer'),
      status: 'open',
      setup_intent: newId('seti'),
    };
    sessions.set(id, session);
    return { status: 200, body: session };
  }

  function readSession(id: string, isExpanded: boolean): Answer {
    const session = sessions.get(id);
    if (!session) return missing('checkout.session');
    const method = [...methods.values()].find(({ id: methodId }) => methodId === sessionMethods.get(id));
    if (!isExpanded) return { status: 200, body: session };
    const setup = {
      id: session.setup_intent,
      object: 'setup_intent',
      status: method ? 'succeeded' : 'requires_payment_method',
      payment_method: method
        ? {
            id: method.id,
            object: 'payment_method',
            type: 'card',
            card: cardOf(method.number),
          }
        : null,
    };
    return { status: 200, body: { ...session, setup_intent: setup } };
  }

  const cardOf = (number: CardNumber) => {
    const { brand, funding } = testCards[number];
    return { brand, funding, last4: number.slice(-4) };
  };

  const sessionMethods = new Map<string, string>();

  function completeSession(session: Session, number: CardNumber): void {
    session.customer ??= newId('cus');
    // Its kind stands in its id, so that a card outlives this stand-in.
    const id = newId(`pm_${testCards[number].charge}`);
    methods.set(id, { id, object: 'payment_method', number, customer: session.customer });
    sessionMethods.set(session.id, id);
    session.status = 'complete';
    tell('checkout.session.completed', session);
  }

  /** Stripe's test cards by name (docs.stripe.com/testing), each attached as a card of its own. */
  function attach(name: string, customer: string): Answer {
    const numbers: Readonly<Record<string, CardNumber>> = {
      pm_card_visa: '4242424242424242',
      pm_card_visa_debit: '4000056655665556',
      pm_card_authenticationRequired: '4000002760003184',
    };
    const number = numbers[name];
    if (!number) return missing('PaymentMethod');
    const method = {
      id: newId(`pm_${testCards[number].charge}`),
      object: 'payment_method' as const,
      number,
      customer,
    };
    methods.set(method.id, method);
    return { status: 200, body: method };
  }

  function createIntent(fields: URLSearchParams): Answer {
    const methodId = fields.get('payment_method') ?? '';
    const customer = fields.get('customer') ?? '';
    const [, charge] = /^pm_(succeeds|authenticates|declines)_/.exec(methodId) ?? [];
    const entry = methods.get(methodId);
    if (!charge || (entry && entry.customer !== customer)) return missing('PaymentMethod');
    const amount = Number(fields.get('amount'));
    if (!Number.isSafeInteger(amount) || amount < 1) {
      return refuse(400, { type: 'invalid_request_error', code: 'parameter_invalid_integer' });
    }
    if (fields.get('currency') === 'mxn' && amount < 1_000) {
      return refuse(400, { type: 'invalid_request_error', code: 'amount_too_small' });
    }
    const id = newId('pi');
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      amount_received: charge === 'succeeds' ? amount : 0,
      currency: fields.get('currency') ?? '',
      customer,
      payment_method: methodId,
      client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
      metadata: metadataOf(fields),
      livemode,
      created: seconds(),
      status:
        charge === 'succeeds'
          ? 'succeeded'
          : charge === 'declines'
            ? 'requires_payment_method'
            : 'requires_action',
      next_action: null,
    };
    intents.unshift(intent);
    const returnUrl = fields.get('return_url') ?? '';
    returnUrls.set(id, returnUrl);
    if (charge === 'authenticates') {
      const url = `${standIn.origin}/3d_secure_2/${id}`;
      intent.next_action = {
        type: 'redirect_to_url',
        redirect_to_url: { url, return_url: returnUrl },
      };
      tell('payment_intent.requires_action', intent);
    }
    if (charge === 'succeeds') tell('payment_intent.succeeded', intent);
    if (charge !== 'declines') return { status: 200, body: intent };
    tell('payment_intent.payment_failed', intent);
    return refuse(402, { type: 'card_error', code: 'card_declined', payment_intent: intent });
  }

  function cancelIntent(intent: Intent): Answer {
    if (intent.status === 'succeeded') {
      return refuse(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
    }
    intent.status = 'canceled';
    intent.next_action = null;
    tell('payment_intent.canceled', intent);
    return { status: 200, body: intent };
  }

  function createRefund(fields: URLSearchParams): Answer {
    const paid = [...intents, ...standIn.references.vouchers];
    const intent = paid.find(({ id }) => id === fields.get('payment_intent'));
    if (!intent) return missing('payment_intent');
    const amount = Number(fields.get('amount') ?? intent.amount_received);
    const before = refunds.filter((refund) => refund.payment_intent === intent.id);
    const sum = before.reduce((total, refund) => total + Number(refund.amount), 0);
    if (sum + amount > intent.amount_received) {
      return refuse(400, { type: 'invalid_request_error', code: 'charge_already_refunded' });
    }
    const refund: StripeRefund = {
      id: newId('re'),
      object: 'refund',
      amount,
      charge: `ch_${intent.id}`,
      created: seconds(),
      payment_intent: intent.id,
      currency: intent.currency,
      metadata: metadataOf(fields),
      reason: fields.get('reason') as StripeRefund['reason'],
      status: standIn.refundStatus,
    };
    refunds.push(refund);
    tell('refund.created', refund);
    if (refund.status === 'succeeded') {
      const charge = {
        id: refund.charge,
        object: 'charge',
        amount: intent.amount,
        currency: intent.currency,
      };
      tell('charge.refunded', { ...charge, payment_intent: intent.id, amount_refunded: sum + amount });
    }
    return { status: 200, body: refund };
  }

  function workOf(method: string, { pathname, searchParams }: URL, fields: URLSearchParams): Answer {
    const ofReferences = standIn.references.answer(method, new URL(pathname, standIn.origin), fields);
    if (ofReferences) return ofReferences;
    const [, , kind, id = '', act] = pathname.split('/');
    if (method === 'GET' && pathname === '/v1/events') {
      const types = [...searchParams].filter(([name]) => name.startsWith('types')).map(([, value]) => value);
      const from = Number(searchParams.get('created[gte]') ?? 0);
      const recent = events.filter(({ type, created }) => types.includes(type) && created >= from);
      const data = standIn.listsSettledAlone ? [] : recent;
      return { status: 200, body: { object: 'list', url: pathname, has_more: false, data } };
    }
    if (method === 'GET' && pathname === '/v1/balance_transactions') {
      const from = Number(searchParams.get('created[gte]') ?? 0);
      const data = balance(searchParams.get('type'), from);
      return { status: 200, body: { object: 'list', url: pathname, has_more: false, data } };
    }
    if (method === 'POST' && pathname === '/v1/checkout/sessions') return createSession(fields);
    if (method === 'GET' && pathname.startsWith('/v1/checkout/sessions/')) {
      return readSession(
        pathname.split('/')[4] ?? '',
        [...searchParams.keys()].some((key) => key.startsWith('expand')),
      );
    }
    if (method === 'POST' && pathname === '/v1/payment_intents') return createIntent(fields);
    if (method === 'GET' && pathname === '/v1/payment_intents') {
      const customer = searchParams.get('customer');
      const data = intents.filter((intent) => intent.customer === customer);
      return { status: 200, body: { object: 'list', url: pathname, has_more: false, data } };
    }
    if (method === 'POST' && pathname === '/v1/refunds') return createRefund(fields);
    if (method === 'GET' && pathname === '/v1/refunds') {
      const data = refunds.filter((refund) => refund.payment_intent === searchParams.get('payment_intent'));
      return { status: 200, body: { object: 'list', url: pathname, has_more: false, data } };
    }
    if (method === 'POST' && kind === 'payment_methods' && act === 'attach') {
      return attach(id, fields.get('customer') ?? '');
    }
    if (method === 'GET' && kind === 'payment_methods') {
      const entry = methods.get(id);
      if (!entry && !/^pm_(succeeds|authenticates|declines)_/.test(id)) return missing('PaymentMethod');
      const card = cardOf(entry?.number ?? '4000056655665556');
      return { status: 200, body: { id, object: 'payment_method', type: 'card', card } };
    }
    const intent = kind === 'payment_intents' ? intents.find((each) => each.id === id) : undefined;
    if (!intent) return missing('object');
    return act === 'cancel' ? cancelIntent(intent) : { status: 200, body: intent };
  }

  /** The same key gives the first answer again; with other fields it is refused. */
  function answerOnce(
    key: string | undefined,
    fingerprint: string,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    if (key === undefined) return work();
    const entry = keys.get(key);
    if (entry && entry.fingerprint !== fingerprint) {
      return Promise.resolve(refuse(400, { type: 'idempotency_error', message: 'other fields' }));
    }
    if (entry) return entry.answer;
    const answer = work();
    keys.set(key, { fingerprint, answer });
    return answer;
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    const { authorization } = request.headers;
    await pause(standIn.latencyMs);
    const fault: Misbehaviour | null = standIn.faults.shift() ?? standIn.misbehave?.() ?? null;
    if (fault === 'drop-before') return request.socket.destroy();
    if (authorization !== `Bearer ${settings.secretKey}`) {
      return json(response, refuse(401, { type: 'invalid_request_error', message: 'Invalid API Key' }));
    }
    if (fault === '429') return json(response, refuse(429, { type: 'rate_limit_error', code: 'rate_limit' }));
    if (fault === '500') return json(response, refuse(500, { type: 'api_error' }));
    const key = request.headers['idempotency-key'] as string | undefined;
    const method = request.method ?? '';
    const answer = await answerOnce(key, `${method} ${url.pathname} ${body}`, async () =>
      structuredClone(workOf(method, url, new URLSearchParams(body))),
    );
    await standIn.beforeAnswer?.(url.pathname);
    if (fault === 'hang') return;
    if (fault === 'drop-after') return request.socket.destroy();
    json(response, answer);
  }

  /** The pages that a borrower sees. */
  function answerPage(request: IncomingMessage, response: ServerResponse, url: URL, body: string): unknown {
    const [, kind, ...rest] = url.pathname.split('/');
    if (kind === 'favicon.ico') return response.writeHead(204).end();
    const choice = new URLSearchParams(body).get('choice');
    if (kind === 'c') {
      const session = sessions.get(rest[1] ?? '');
      if (session?.status !== 'open') return showPage(response, 404, 'This form is over', '');
      if (request.method === 'GET') return showPage(response, 200, 'Stand-in card form', cardChoices);
      if (choice === 'cancel') return goTo(response, session.cancel_url);
      if (!choice || !(choice in testCards)) return showPage(response, 400, 'Choose a card', cardChoices);
      completeSession(session, choice as CardNumber);
      return goTo(response, session.success_url);
    }
    if (kind === 'oxxo') {
      const voucher = standIn.references.vouchers.find(({ id }) => id === rest[0]);
      if (!voucher) return showPage(response, 404, 'No such voucher', '');
      if (choice === 'pay') standIn.references.payVoucher(voucher.id);
      const isOpen = voucher.status === 'requires_action';
      return showPage(
        response,
        200,
        isOpen ? 'Stand-in OXXO voucher' : `Voucher: ${voucher.status}`,
        isOpen ? counterChoice : '',
      );
    }
    const intent = intents.find(({ id }) => id === rest[0]);
    if (kind !== '3d_secure_2' || !intent) return showPage(response, 404, 'Nothing here', '');
    if (request.method === 'GET') return showPage(response, 200, 'Stand-in bank', bankChoices);
    if (intent.status === 'requires_action') {
      const isConfirmed = choice === 'confirm';
      intent.status = isConfirmed ? 'succeeded' : 'requires_payment_method';
      intent.amount_received = isConfirmed ? intent.amount : 0;
      intent.next_action = null;
      tell(isConfirmed ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', intent);
    }
    const back = new URL(returnUrls.get(intent.id) ?? '');
    back.searchParams.set('payment_intent', intent.id);
    back.searchParams.set('payment_intent_client_secret', intent.client_secret);
    back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    return goTo(response, back.href);
  }

  const server = await startStandInServer((request, response, url, body) => {
    if (url.pathname.startsWith('/v1/')) return answerApi(request, response, url, body);
    return answerPage(request, response, url, body);
  }, settings.port);
  return Object.assign(standIn, { origin: server.origin });
}

function metadataOf(fields: URLSearchParams): Record<string, string> {
  const entries = [...fields].map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const);
  return Object.fromEntries(entries.filter(([name]) => name !== undefined)) as Record<string, string>;
}

function json(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': newId('req') });
  response.end(JSON.stringify(body));
}

const cardChoices =
  choiceButton('4000056655665556', '4000 0566 5566 5556, debit: every payment succeeds') +
  choiceButton(
    '4242424242424242',
    '4242 4242 4242 4242, credit: every payment succeeds where credit is taken',
  ) +
  choiceButton('4000002760003184', '4000 0027 6000 3184: the bank asks (3-D Secure)') +
  choiceButton('4000000000000341', '4000 0000 0000 0341: every payment is declined') +
  choiceButton('cancel', 'Back without a card');

const counterChoice = choiceButton('pay', 'Paid at the counter');

const bankChoices = choiceButton('confirm', 'Confirm the payment') + choiceButton('refuse', 'Refuse it');
