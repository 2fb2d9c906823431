import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { clabeOf } from './stand-in-clabe.ts';
import { choiceButton, goTo, showPage } from './stand-in-page.ts';
import { startStandInServer } from './stand-in-server.ts';
import { createWebhookSender, type WebhookSender } from './webhook-sender.ts';

/**
 * A stand-in for Conekta's API, its card form, its 3-D Secure page and a shop's counter, as developers.conekta.com and Conekta's
 * OpenAPI document describe them; it shares nothing with the adapters. Conekta knows no idempotency keys, and neither does this.
 */
export interface ConektaStandIn extends WebhookSender<ConektaSigning> {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** The public key of its messages, as base64 of its SubjectPublicKeyInfo. */
  readonly webhookKey: string;
  /** What the next requests to the API meet, one each; then all is well again. */
  readonly faults: ConektaFault[];
  /** Waits before each answer of the API, ms. */
  latencyMs: number;
  /** How many orders a list gives at most, whatever is asked for. */
  pageSize: number;
  /** Every order that was made, the newest first. */
  readonly orders: readonly StandInOrder[];
  /** Has orders of the card form take money at once, as an account without pre-authorisation does. */
  holdsNothing: boolean;
  /** Has its list of events be empty, so that its balance alone says what happened. */
  listsSettledAlone: boolean;
  /** Called when the API has done its work and before it answers. */
  beforeAnswer: ((path: string, method: string) => void | Promise<void>) | null;
  /** What happens when an order is paid by transfer or at a counter. @param place which of its networks it is paid at, 0 for the first. */
  pay(orderId: string, place?: number): void;
  /** What happens when the holder's bank takes a payment back, or a shop takes its cash back. */
  takeBack(orderId: string, way: 'charged_back' | 'reversed'): void;
  /** What happens when the lender wins a chargeback. */
  winBack(orderId: string): void;
  /** What an order can be paid with: the reference of each of its charges. */
  codesOf(orderId: string): string[];
  /** The event by which Conekta tries an address; its `data` has no object. */
  ping(): object;
  /** An event of an order as it stands. */
  eventOf(type: string, orderId: string, change?: object): object;
  close(): Promise<void>;
}

/** `drop-before` loses the request, `drop-after` the answer. */
export type ConektaFault = '429' | '500' | 'drop-before' | 'drop-after';

/** What is wrong with a message. */
export interface ConektaSigning {
  readonly isForged?: boolean;
  readonly isTampered?: boolean;
}

interface StandInCharge {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  status: string;
  paid_at: number | null;
  readonly reference_id: string | null;
  readonly payment_method: CashMethod | TransferMethod | CardMethod;
  refunds: { object: 'list'; has_more: false; total: number; data: StandInRefund[] } | null;
  readonly object: 'charge';
  readonly livemode: false;
  readonly created_at: number;
  readonly description: string;
  readonly order_id: string;
  readonly customer_id: string;
  readonly device_fingerprint: null;
  readonly failure_code: null;
  readonly failure_message: null;
  readonly monthly_installments: null;
  readonly channel: null;
  chargeback?: StandInChargeback;
}

interface StandInRefund {
  readonly object: 'refund';
  readonly id: string;
  readonly amount: number;
  readonly created_at: number;
  readonly status: string;
  readonly auth_code: string;
}

/** A chargeback as the API gives it. */
export interface StandInChargeback {
  readonly id: string;
  readonly object: 'chargeback';
  readonly charge_id: string;
  readonly created_at: number;
  readonly reason: 'unrecognized';
  status: 'lost' | 'won';
}

/** What moved on the account's balance, as the API gives it. */
export interface StandInTransaction {
  readonly id: string;
  readonly object: 'transaction';
  readonly type: string;
  readonly status: string;
  readonly livemode: false;
  readonly charge: string;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly currency: string;
  readonly created_at: number;
}

interface CashMethod {
  readonly object: 'cash_payment';
  readonly type: 'cash';
  readonly service_name: string;
  readonly reference: string;
  readonly store: null;
  readonly agreement: string | null;
  readonly barcode_url: string;
  readonly expires_at: number;
  readonly auth_code: null;
  readonly cashier_id: null;
  readonly product_type: string;
  readonly store_names: readonly string[];
}

interface TransferMethod {
  readonly object: 'bank_transfer_payment';
  readonly type: 'spei';
  readonly clabe: string;
  readonly bank: string;
  readonly expires_at: number;
  readonly receiving_account_number: string;
  readonly receiving_account_bank: string;
  readonly receiving_account_holder_name: string;
  readonly payment_attempts: never[];
  /** The clave de rastreo, once it is paid. */
  tracking_code: string | null;
}

interface CardMethod {
  readonly object: 'card_payment';
  readonly type: 'credit' | 'debit';
  readonly account_type: string;
  readonly brand: string;
  readonly issuer: string;
  readonly country: string;
  readonly last4: string;
  readonly fraud_indicators: never[];
}

/** An event as sent. */
export interface StandInEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly livemode: false;
  readonly created_at: number;
  readonly webhook_status: string;
  readonly webhook_logs: never[];
  readonly data: { readonly object: object; readonly previous_attributes: object };
}

/** An order as the API gives it. */
export interface StandInOrder {
  readonly id: string;
  readonly object: 'order';
  readonly livemode: false;
  readonly amount: number;
  readonly currency: string;
  readonly created_at: number;
  updated_at: number;
  payment_status: string | null;
  amount_refunded: number;
  metadata: Record<string, unknown>;
  readonly customer_info: {
    readonly object: 'customer_info';
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly corporate: boolean;
    readonly customer_id: string | null;
  };
  readonly line_items: { object: 'list'; has_more: false; total: number; data: StandInItem[] };
  readonly is_refundable: boolean;
  readonly processing_mode: null;
  readonly charges: { object: 'list'; has_more: false; total: number; data: StandInCharge[] };
  next_action: {
    readonly type: 'redirect_to_url';
    readonly redirect_to_url: { readonly url: string; readonly return_url: string };
  } | null;
  checkout: StandInCheckout | null;
}

interface StandInItem {
  readonly object: 'line_item';
  readonly id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly unit_price: number;
  readonly quantity: number;
}

interface StandInCheckout {
  readonly id: string;
  readonly object: 'checkout';
  readonly livemode: false;
  readonly name: string;
  readonly type: string;
  readonly slug: string;
  readonly url: string;
  readonly allowed_payment_methods: string[];
  readonly force_save_card: boolean;
  readonly success_url: string;
  readonly failure_url: string;
  status: string;
}

/** What the stand-in keeps of an order and does not tell. */
interface Untold {
  readonly returnUrl: string;
  holdsOnly: boolean;
}

interface Fields {
  readonly currency?: string;
  readonly customer_info?: Record<string, string>;
  readonly line_items?: readonly { name?: string; unit_price?: number; quantity?: number }[];
  readonly charges?: readonly {
    amount?: number;
    reference_id?: string;
    payment_method?: { type?: string; expires_at?: number; payment_source_id?: string };
  }[];
  readonly checkout?: {
    type?: string;
    success_url?: string;
    failure_url?: string;
    allowed_payment_methods?: string[];
    force_save_card?: boolean;
    name?: string;
  };
  readonly metadata?: Record<string, unknown>;
  readonly return_url?: string;
  readonly pre_authorize?: boolean;
  readonly amount?: number;
  readonly reason?: string;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** The stand-in's own cards: what comes of a charge stands in the id of the source, so that a card outlives the stand-in. */
const cards = {
  '4242424242424242': 'succeeds',
  '5555555555554444': 'succeeds',
  '4000000000003220': 'authenticates',
  '4000000000000002': 'declines',
} as const;
type CardNumber = keyof typeof cards;
const cardKinds = {
  '4242424242424242': 'debit',
  '5555555555554444': 'credit',
  '4000000000003220': 'debit',
  '4000000000000002': 'debit',
} as const satisfies Record<CardNumber, string>;

const suspicious = 'conekta.errors.processing.charge.card_payment.suspicious_behaviour';

/** Chains that take cash under one reference. */
const cashChains = [
  '7 Eleven',
  'Farmacias del Ahorro',
  'Circle K',
  'Extra',
  'Farmacias Benavides',
  'Soriana',
];

const digits = (count: number) => [...randomBytes(count)].map((byte) => byte % 10).join('');
const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const seconds = () => Math.floor(Date.now() / 1000);
const listOf = <Item>(data: Item[]) => ({
  ...{ object: 'list' as const, has_more: false as const, total: data.length },
  data,
});

/** Conekta refuses digits, other scripts and other apostrophes in a name. */
const takenName = /^[\p{Script=Latin}\p{M} .'-]{2,}$/u;

export async function startConektaStandIn(settings: {
  readonly port?: number;
  readonly privateKey: string;
  /** Where events are sent. */
  readonly webhookUrl: () => string;
}): Promise<ConektaStandIn> {
  const signer = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const forger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const orders: StandInOrder[] = [];
  const customers = new Map<string, { id: string; name: string; email: string; phone: string }>();
  const sources: { id: string; customer: string; number: CardNumber; created_at: number }[] = [];

  const sender = createWebhookSender<ConektaSigning>({
    webhookUrl: settings.webhookUrl,
    sign,
    isTaken: (status) => status === 200,
  });
  const standIn: ConektaStandIn = Object.assign(sender, {
    origin: '',
    webhookKey: signer.publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    faults: [],
    latencyMs: 0,
    pageSize: 250,
    orders,
    holdsNothing: false,
    listsSettledAlone: false,
    beforeAnswer: null,
    pay(orderId, place = 0) {
      const order = orders.find(({ id }) => id === orderId);
      if (order?.charges.data[place]?.status === 'pending_payment') markPaid(order, place);
    },
    takeBack(orderId, way) {
      const order = orders.find(({ id }) => id === orderId);
      const charge = order?.charges.data.find(({ status }) => status === 'paid');
      if (!order || !charge) throw new Error('Nothing was paid.');
      charge.status = way;
      order.payment_status = way;
      if (way === 'reversed') return tell('charge.reversed', charge);
      charge.chargeback = {
        ...{ id: newId('chbk'), object: 'chargeback', charge_id: charge.id, created_at: seconds() },
        ...{ reason: 'unrecognized', status: 'lost' },
      };
      tell('order.charged_back', order);
    },
    winBack(orderId) {
      const order = orders.find(({ id }) => id === orderId);
      const charge = order?.charges.data.find(({ chargeback }) => chargeback);
      if (!order || !charge?.chargeback) throw new Error('There is no chargeback.');
      charge.status = 'paid';
      order.payment_status = 'paid';
      charge.chargeback.status = 'won';
      tell('charge.chargeback.won', charge.chargeback);
    },
    codesOf: (orderId) =>
      (orders.find(({ id }) => id === orderId)?.charges.data ?? []).map(({ payment_method: method }) =>
        method.object === 'cash_payment' ? method.reference : 'clabe' in method ? method.clabe : '',
      ),
    ping: () => ({ ...eventAbout('webhook_ping', {}), data: { action: 'ping', livemode: false } }),
    eventOf(type, orderId, change = {}) {
      const order = orders.find(({ id }) => id === orderId);
      return eventAbout(type, { ...structuredClone(order), ...change });
    },
    async close() {
      await standIn.settled();
      await server.close();
    },
  } satisfies Omit<ConektaStandIn, keyof typeof sender>);

  function sign(event: object, { isForged = false, isTampered = false }: ConektaSigning = {}) {
    const body = JSON.stringify(event);
    const key = (isForged ? forger : signer).privateKey;
    const digest = createSign('sha256').update(body).sign(key, 'base64');
    const headers = new Headers({ 'Content-Type': 'application/json', DIGEST: digest });
    return { headers, body: isTampered ? `${body} ` : body };
  }

  const eventAbout = (type: string, object: object): StandInEvent => ({
    ...{ id: randomBytes(12).toString('hex'), object: 'event', type, livemode: false },
    ...{ created_at: seconds(), webhook_status: 'pending', webhook_logs: [] },
    data: { object, previous_attributes: {} },
  });

  function tell(type: string, object: object): void {
    const event = eventAbout(type, structuredClone(object));
    events.unshift(event);
    standIn.deliver(event);
  }

  const events: StandInEvent[] = [];
  const untold = new Map<string, Untold>();

  const ok = (body: object): Answer => ({ status: 200, body });
  const refuse = (status: number, type: string, code: string): Answer => ({
    status,
    body: {
      object: 'error',
      type,
      log_id: randomBytes(12).toString('hex'),
      details: [{ code, message: code }],
    },
  });
  const invalid = (code: string) =>
    refuse(422, 'parameter_validation_error', `conekta.errors.parameter_validation.${code}`);
  const missing = () => refuse(404, 'resource_not_found_error', 'conekta.errors.resource_not_found.entity');

  function setStatus(order: StandInOrder, status: string): void {
    order.payment_status = status;
    order.updated_at = seconds();
    for (const charge of order.charges.data) charge.status = status;
  }

  function markPaid(order: StandInOrder, place = 0): void {
    const charge = order.charges.data[place];
    if (!charge) throw new Error('There is no such charge.');
    Object.assign(order, { payment_status: 'paid', updated_at: seconds(), next_action: null });
    Object.assign(charge, { status: 'paid', paid_at: seconds() });
    const { payment_method: method } = charge;
    if (method.object === 'bank_transfer_payment') method.tracking_code = `STANDIN${digits(12)}`;
    // Both kinds of event tell of it.
    tell('charge.paid', charge);
    tell('order.paid', order);
  }

  function markDeclined(order: StandInOrder): void {
    setStatus(order, 'declined');
    order.next_action = null;
    tell('order.declined', order);
  }

  function chargeIn(
    order: StandInOrder,
    amount: number,
    method: StandInCharge['payment_method'],
    reference?: string,
  ): StandInCharge {
    const charge: StandInCharge = {
      ...{ id: randomBytes(12).toString('hex'), object: 'charge', livemode: false, created_at: seconds() },
      ...{ amount, currency: order.currency, status: 'pending_payment', paid_at: null, refunds: null },
      ...{ description: 'Payment from order', order_id: order.id, reference_id: reference ?? null },
      ...{ customer_id: '', device_fingerprint: null, failure_code: null, failure_message: null },
      ...{ monthly_installments: null, channel: null, payment_method: { ...method } },
    };
    order.charges.data.push(charge);
    order.charges.total = order.charges.data.length;
    return charge;
  }

  function createOrder(fields: Fields): Answer {
    const { customer_info: payer = {}, line_items: items = [] } = fields;
    const isKnown = payer.customer_id || (payer.name && payer.email?.includes('@') && payer.phone);
    if (!isKnown) return invalid('customer_info.missing');
    if (payer.name && !takenName.test(payer.name)) return invalid('name.invalid');
    const amount = items.reduce((sum, { unit_price = 0, quantity = 0 }) => sum + unit_price * quantity, 0);
    if (fields.currency !== 'MXN') return invalid('currency.invalid');
    if (!Number.isSafeInteger(amount) || amount < 300) return invalid('order.amount.too_small');
    for (const value of Object.values(fields.metadata ?? {})) {
      if (String(value).length > 249) return invalid('metadata.too_long');
    }
    const id = newId('ord');
    const entry = customers.get(payer.customer_id ?? '') ?? payer;
    const order: StandInOrder = {
      ...{ id, object: 'order', livemode: false, amount, currency: 'MXN', created_at: seconds() },
      ...{ updated_at: seconds(), payment_status: null, amount_refunded: 0, next_action: null },
      ...{ metadata: { ...fields.metadata }, charges: listOf([]), checkout: null },
      ...{ is_refundable: false, processing_mode: null },
      customer_info: {
        ...{ object: 'customer_info', name: entry.name ?? '', email: entry.email ?? '' },
        ...{ phone: entry.phone ?? '', corporate: false, customer_id: payer.customer_id ?? null },
      },
      line_items: listOf(
        items.map(({ name = '', unit_price = 0, quantity = 0 }) => ({
          ...{ object: 'line_item', id: newId('line_item'), parent_id: id, name, unit_price, quantity },
        })),
      ),
    };
    untold.set(id, {
      returnUrl: fields.return_url ?? '',
      holdsOnly: fields.pre_authorize === true && !standIn.holdsNothing,
    });
    const [request] = fields.charges ?? [];
    if (fields.checkout) return openCheckout(order, fields.checkout);
    if (!request) return invalid('charges.missing');
    if (request.amount !== amount) return invalid('charges.amount');
    const {
      type,
      expires_at: expiresAt = seconds() + 30 * 86_400,
      payment_source_id: source,
    } = request.payment_method ?? {};
    if (type === 'cash' || type === 'spei') {
      if (amount > 1_000_000 && type === 'cash') return invalid('charges.amount.too_large');
      if (amount < 1_000) return invalid('charges.amount.too_small');
      const methods = type === 'cash' ? cashMethods(expiresAt) : [speiMethod(expiresAt)];
      for (const method of methods) chargeIn(order, amount, method, request.reference_id);
      orders.unshift(order);
      setStatus(order, 'pending_payment');
      tell('order.pending_payment', order);
      return ok(order);
    }
    return chargeCard(order, { amount, source: source ?? '', reference: request.reference_id });
  }

  /** As in Conekta's sample of several charges: a bank's machines with an agreement, then chains under another reference. */
  const cashMethods = (expiresAt: number): CashMethod[] => {
    const said = {
      ...({ object: 'cash_payment', type: 'cash', service_name: 'Cash', store: null } as const),
      ...({ expires_at: expiresAt, auth_code: null, cashier_id: null } as const),
    };
    const [bank, chains] = [`108${digits(17)}`, `100${digits(17)}`];
    const picture = (folder: string, reference: string) =>
      `${standIn.origin}/cash/${folder}/${reference}.png`;
    return [
      {
        ...{ ...said, agreement: '2409992', reference: bank, product_type: 'bbva_cash_in' },
        ...{ store_names: ['BBVA ATM'], barcode_url: picture('bbva', bank) },
      },
      {
        ...{ ...said, agreement: null, reference: chains, product_type: 'cash_in' },
        ...{ store_names: cashChains, barcode_url: picture('datalogic', chains) },
      },
    ];
  };

  const speiMethod = (expiresAt: number): TransferMethod => {
    const clabe = clabeOf(`64618011${digits(9)}`);
    return {
      ...{ object: 'bank_transfer_payment', type: 'spei', clabe, bank: 'STP', expires_at: expiresAt },
      ...{ receiving_account_number: clabe, receiving_account_bank: 'STP', payment_attempts: [] },
      receiving_account_holder_name: 'Llano',
      tracking_code: null,
    };
  };

  function chargeCard(
    order: StandInOrder,
    { amount, source, reference }: { amount: number; source: string; reference?: string | undefined },
  ): Answer {
    const [, kind] = /^src_(succeeds|authenticates|declines)/.exec(source) ?? [];
    const match = sources.find(({ id }) => id === source);
    if (!kind || (match && match.customer !== order.customer_info.customer_id)) {
      return invalid('charges.payment_method.payment_source_id.nonexistent');
    }
    chargeIn(order, amount, { ...cardFacts(match?.number ?? '4242424242424242') }, reference);
    orders.unshift(order);
    if (kind === 'succeeds') markPaid(order);
    if (kind === 'authenticates') {
      setStatus(order, 'pending_payment');
      const url = `${standIn.origin}/pages/3ds/${order.id}`;
      const returnUrl = untold.get(order.id)?.returnUrl ?? '';
      order.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
      tell('order.pending_payment', order);
    }
    if (kind !== 'declines') return ok(order);
    markDeclined(order);
    return refuse(402, 'processing_error', 'conekta.errors.processing.bank.declined');
  }

  const cardFacts = (number: CardNumber): CardMethod => ({
    ...{ object: 'card_payment', type: cardKinds[number], account_type: cardKinds[number], brand: 'visa' },
    ...{ issuer: 'banamex', country: 'MX', last4: number.slice(-4), fraud_indicators: [] },
  });

  function openCheckout(order: StandInOrder, request: NonNullable<Fields['checkout']>): Answer {
    const { type, success_url: success, failure_url: failure, allowed_payment_methods: methods } = request;
    if (type !== 'HostedPayment' || !success || !failure) return invalid('checkout.urls');
    if (methods?.join() !== 'card' || !order.customer_info.customer_id) return invalid('checkout.methods');
    order.checkout = {
      ...{ id: newId('checkout'), object: 'checkout', livemode: false, name: request.name ?? '', type },
      ...{ url: `${standIn.origin}/pages/checkout/${order.id}`, slug: order.id, status: 'Issued' },
      ...{ allowed_payment_methods: methods, force_save_card: request.force_save_card === true },
      ...{ success_url: success, failure_url: failure },
    };
    orders.unshift(order);
    tell('order.created', order);
    return ok(order);
  }

  function fillIn(order: StandInOrder, number: CardNumber): void {
    const customer = String(order.customer_info.customer_id);
    const id = newId(`src_${cards[number]}`);
    sources.push({ id, customer, number, created_at: seconds() });
    const charge = chargeIn(order, order.amount, cardFacts(number));
    if (order.checkout) order.checkout.status = 'Finalized';
    if (!untold.get(order.id)?.holdsOnly || standIn.holdsNothing) {
      markPaid(order);
      return;
    }
    setStatus(order, 'pre_authorized');
    charge.status = 'pre_authorized';
    tell('order.pre_authorized', order);
  }

  function cancel(order: StandInOrder): Answer {
    const next = { pending_payment: 'canceled', pre_authorized: 'voided' }[order.payment_status ?? ''];
    if (!next) return refuse(428, 'processing_error', 'conekta.errors.processing.order.not_cancelable');
    setStatus(order, next);
    order.next_action = null;
    tell(next === 'voided' ? 'order.voided' : 'order.canceled', order);
    return ok(order);
  }

  const reasons = ['requested_by_client', 'cannot_be_fulfilled', 'duplicated_transaction', 'suspected_fraud'];

  function refund(order: StandInOrder, { amount = 0, reason = '' }: Fields): Answer {
    const charge = order.charges.data.find(({ paid_at: at }) => at !== null) ?? order.charges.data[0];
    if (!charge || !reasons.includes(reason)) return invalid('reason.invalid');
    const isLess = amount > 0 && order.amount_refunded + amount <= order.amount;
    if (charge.paid_at === null || !isLess) return invalid('refund.amount.invalid');
    const made: StandInRefund = {
      ...{ object: 'refund', id: randomBytes(12).toString('hex'), amount: -amount, created_at: seconds() },
      ...{ status: 'refunded', auth_code: digits(6) },
    };
    charge.refunds = listOf([...(charge.refunds?.data ?? []), made]);
    order.amount_refunded += amount;
    order.payment_status = order.amount_refunded === order.amount ? 'refunded' : 'partially_refunded';
    charge.status = order.payment_status;
    tell(`order.${order.payment_status}`, order);
    if (order.payment_status === 'refunded') tell('charge.refunded', charge);
    return ok(order);
  }

  function listOrders(search: URLSearchParams): Answer {
    const from = Number(search.get('created_at.gte') ?? 0);
    const until = Number(search.get('created_at.lte') ?? Number.MAX_SAFE_INTEGER);
    const inTime = orders.filter(({ created_at: at }) => at >= from && at <= until);
    const limit = Math.min(Number(search.get('limit') ?? 20), standIn.pageSize);
    const next = search.get('next');
    const start = next === null ? 0 : inTime.findIndex(({ id }) => id === next) + 1;
    const data = inTime.slice(start, start + limit);
    const hasMore = start + limit < inTime.length;
    const link = `${standIn.origin}/orders?limit=${limit}&next=${data.at(-1)?.id}`;
    return ok({
      ...{ object: 'list', has_more: hasMore, data, previous_page_url: null },
      next_page_url: hasMore ? link : null,
    });
  }

  function listPage(path: string, rows: readonly { readonly id: string }[], search: URLSearchParams): Answer {
    const next = search.get('next');
    const start = next === null ? 0 : rows.findIndex(({ id }) => id === next) + 1;
    const data = rows.slice(start, start + standIn.pageSize);
    const hasMore = start + standIn.pageSize < rows.length;
    const link = `${standIn.origin}/${path}?next=${data.at(-1)?.id}`;
    return ok({ object: 'list', has_more: hasMore, data, next_page_url: hasMore ? link : null });
  }

  /** What moved on the account's balance, the newest first, as the description of transactions has it. */
  function transactions(): StandInTransaction[] {
    const charges = orders.flatMap((order) => order.charges.data);
    const moved = charges.flatMap(({ id, amount, currency, paid_at: paidAt, ...charge }) => {
      const entry = (type: string, of: string, at: number, sum: number): StandInTransaction => ({
        ...{ id: `txn${of}${type}`, object: 'transaction', type, status: 'available', livemode: false },
        ...{ charge: id, amount: sum, fee: 0, net: sum, currency, created_at: at },
      });
      if (paidAt === null) return [];
      return [
        entry('capture', id, paidAt, amount),
        ...(charge.refunds?.data ?? []).map((each) =>
          entry('refund', each.id, each.created_at, Math.abs(each.amount)),
        ),
        ...(charge.chargeback ? [entry('chargeback', id, charge.chargeback.created_at, amount)] : []),
        ...(charge.chargeback?.status === 'won' ? [entry('won_chargeback', id, seconds(), amount)] : []),
        ...(charge.status === 'reversed' ? [entry('capture_reversal', id, seconds(), amount)] : []),
      ];
    });
    return moved.sort((one, other) => other.created_at - one.created_at);
  }

  function workOf(method: string, { pathname, searchParams }: URL, fields: Fields): Answer {
    const [, kind, id = '', act] = pathname.split('/');
    if (kind === 'customers') {
      if (method === 'GET' && act === 'payment_sources') {
        const data = sources
          .filter(({ customer }) => customer === id)
          .map(({ id: sourceId, number, created_at }) => ({
            ...{ id: sourceId, object: 'payment_source', type: 'card', created_at, parent_id: id },
            ...{ last4: number.slice(-4), brand: 'visa', issuer: 'banamex', card_type: cardKinds[number] },
          }));
        return ok({ object: 'list', has_more: false, data });
      }
      const isWhole = fields.name && fields.email?.includes('@') && fields.phone;
      if (method !== 'POST' || !isWhole) return invalid('customer');
      if (!takenName.test(fields.name ?? '')) return invalid('name.invalid');
      // Conekta takes many payers under one address for fraud.
      const isSuspicious = [...customers.values()].some(
        ({ email, phone }) => email === fields.email && phone !== fields.phone,
      );
      if (isSuspicious) return refuse(402, 'processing_error', suspicious);
      const { name = '', email = '', phone = '' } = fields;
      const made = { id: newId('cus'), name, email, phone };
      customers.set(made.id, made);
      const about = { object: 'customer', livemode: false, created_at: seconds(), corporate: false };
      return ok({ ...made, ...about, metadata: fields.metadata });
    }
    if (kind === 'events' && method === 'GET') {
      return listPage('events', standIn.listsSettledAlone ? [] : events, searchParams);
    }
    if (kind === 'transactions' && method === 'GET') {
      return listPage('transactions', transactions(), searchParams);
    }
    if (kind === 'charges' && method === 'GET') {
      const request = searchParams.get('search');
      const data = orders.flatMap(({ charges }) => charges.data).filter((charge) => charge.id === request);
      return ok({ object: 'list', has_more: false, data });
    }
    if (kind !== 'orders') return missing();
    if (id === '') return method === 'POST' ? createOrder(fields) : listOrders(searchParams);
    const order = orders.find((each) => each.id === id);
    if (!order) return missing();
    if (method === 'POST' && act === 'cancel') return cancel(order);
    if (method === 'POST' && act === 'refunds') return refund(order, fields);
    if (method === 'PUT') order.metadata = { ...fields.metadata };
    return ok(order);
  }

  async function answerApi(request: IncomingMessage, response: ServerResponse, url: URL, body: string) {
    await pause(standIn.latencyMs);
    const fault = standIn.faults.shift();
    if (fault === 'drop-before') return request.socket.destroy();
    const { authorization, accept = '' } = request.headers;
    if (authorization !== `Bearer ${settings.privateKey}`) {
      return json(
        response,
        refuse(401, 'authentication_error', 'conekta.errors.authentication.unaccesible_api_key'),
      );
    }
    if (!/^application\/vnd\.conekta-v2\.\d\.\d\+json$/.test(accept))
      return json(response, invalid('version'));
    if (fault === '429') return json(response, refuse(429, 'rate_limit_error', 'conekta.errors.rate_limit'));
    if (fault === '500') return json(response, refuse(500, 'api_error', 'conekta.errors.internal'));
    const method = request.method ?? '';
    const fields = (body === '' ? {} : JSON.parse(body)) as Fields;
    const answer = structuredClone(workOf(method, url, fields));
    await standIn.beforeAnswer?.(url.pathname, method);
    if (fault === 'drop-after') return request.socket.destroy();
    json(response, answer);
  }

  /** The pages that a borrower sees. */
  function answerPage(request: IncomingMessage, response: ServerResponse, url: URL, body: string): unknown {
    const [, , kind, id] = url.pathname.split('/');
    const order = orders.find((each) => each.id === id);
    const choice = new URLSearchParams(body).get('choice');
    if (!order) return showPage(response, 404, 'Nothing here', '');
    if (kind === 'checkout') {
      const { checkout } = order;
      if (checkout?.status !== 'Issued') return showPage(response, 404, 'This form is over', '');
      if (request.method === 'GET') return showPage(response, 200, 'Stand-in card form', cardChoices);
      if (choice === 'cancel') return goTo(response, checkout.failure_url);
      if (!choice || !(choice in cards)) return showPage(response, 400, 'Choose a card', cardChoices);
      fillIn(order, choice as CardNumber);
      return goTo(response, checkout.success_url);
    }
    if (request.method === 'GET') return showPage(response, 200, 'Stand-in bank', bankChoices);
    if (order.payment_status === 'pending_payment') {
      if (choice === 'confirm') markPaid(order);
      else markDeclined(order);
    }
    const back = new URL(untold.get(order.id)?.returnUrl ?? '');
    back.searchParams.set('order_id', order.id);
    back.searchParams.set('payment_status', order.payment_status ?? '');
    return goTo(response, back.href);
  }

  const server = await startStandInServer((request, response, url, body) => {
    if (url.pathname === '/favicon.ico') response.writeHead(204).end();
    else if (url.pathname.startsWith('/pages/')) answerPage(request, response, url, body);
    else return answerApi(request, response, url, body);
  }, settings.port);
  return Object.assign(standIn, { origin: server.origin });
}

function json(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

const cardChoices =
  choiceButton('4242424242424242', '4242, debit: every payment succeeds') +
  choiceButton('5555555555554444', '4444, credit: every payment succeeds where credit is taken') +
  choiceButton('4000000000003220', '3220: the bank asks (3-D Secure)') +
  choiceButton('4000000000000002', '0002: every payment is declined') +
  choiceButton('cancel', 'Back without a card');

const bankChoices = choiceButton('confirm', 'Confirm the payment') + choiceButton('refuse', 'Refuse it');
