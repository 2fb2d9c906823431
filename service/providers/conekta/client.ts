import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { currencyOf, homeMarketOf } from '#domain/market.ts';
import { askProvider, readAgain } from '../ask-provider.ts';
import { payerName, payerNameRules } from '../payer-name.ts';
import type { Outflow } from '../ports/outflow.ts';
import {
  type IsKnown,
  readSigned,
  readSignedJson,
  type UnknownFacts,
  type WebhookMessage,
  WebhookRefused,
} from '../ports/webhook.ts';

/** An account with Conekta, which serves one country. */
export interface ConektaAccount {
  readonly privateKey: string;
  /** Public RSA key that its messages are signed with, as base64 of its SubjectPublicKeyInfo. */
  readonly webhookKey: string;
}

/** What the adapters work with. */
export interface ConektaOptions {
  readonly account: ConektaAccount;
  /** Whether money moves. Conekta's keys do not say it themselves; its orders and messages do, and others are not believed. */
  readonly isLive: boolean;
  /** A stand-in for Conekta's API, in development; empty for Conekta. */
  readonly apiBase: string;
  /** Where mail about orders goes: the lender's, since borrowers give no address; `ayuda@lender.example`. */
  readonly payerEmail: string;
}

/** Who pays, as Conekta asks for it. */
export interface ConektaPayer {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

/**
 * A borrower as the one who pays. Conekta refuses many payers under one address as suspicious, so that each has a sub-address of the
 * lender's (RFC 5233), which says nothing of them.
 */
export function payerOf(
  {
    id,
    name,
    mobilePhone: phone,
  }: { readonly id: string; readonly name: string; readonly mobilePhone: string },
  { payerEmail }: Pick<ConektaOptions, 'payerEmail'>,
): ConektaPayer {
  const at = payerEmail.lastIndexOf('@');
  const tag = createHash('sha256').update(id).digest('hex').slice(0, 12);
  return {
    name: payerName(name, payerNameRules.conekta),
    email: `${payerEmail.slice(0, at)}+${tag}${payerEmail.slice(at)}`,
    phone,
  };
}

/** An order as asked for. */
export interface ConektaOrderRequest {
  readonly customer_info: ConektaPayer | { readonly customer_id: string };
  readonly line_items: { readonly name: string; readonly unit_price: number; readonly quantity: number }[];
  readonly charges?: {
    readonly amount: number;
    readonly reference_id: string;
    readonly payment_method:
      | { readonly type: 'cash' | 'spei'; readonly expires_at: number }
      | { readonly type: 'card'; readonly payment_source_id: string };
  }[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly pre_authorize?: boolean;
  readonly checkout?: {
    readonly type: 'HostedPayment';
    readonly allowed_payment_methods: 'card'[];
    readonly name: string;
    readonly force_save_card: boolean;
    readonly on_demand_enabled: boolean;
    readonly success_url: string;
    readonly failure_url: string;
    readonly redirection_time: number;
    readonly expires_at: number;
  };
  readonly three_ds_mode?: 'smart';
  readonly return_url?: string;
}

/** A customer as asked for. */
export interface ConektaCustomerRequest extends ConektaPayer {
  readonly metadata: Readonly<Record<string, string>>;
}

/** A refund of an order as asked for. */
export interface ConektaRefundRequest {
  readonly amount: number;
  readonly reason: 'requested_by_client';
}

/** Conekta's answer that something cannot be done, however often it is asked. */
export class ConektaRefusal extends Error {
  /** Conekta's own code for why, such as `conekta.errors.parameter_validation.name.invalid`. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

const mediaType = 'application/vnd.conekta-v2.2.0+json';
const tryMs = 12_000;
/** The most that a list gives at once. */
const pageSize = 250;
const longestListPages = 40;
/** Statuses that say no for good: a rule broken, a card refused, an order that is not in the state for it. */
const finalStatuses: readonly number[] = [400, 402, 404, 422, 428];
/** How old a message may be; it is sent again for less, and its id is remembered for longer. */
const longestMessageAgeMs = 7 * 24 * 3_600_000;
const clockSkewMs = 5 * 60_000;

const seconds = z.int().nonnegative();

const refundAnswer = z.looseObject({
  id: z.string(),
  amount: z.int(),
  created_at: seconds,
  status: z.string().nullish(),
});

const charge = z.looseObject({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  paid_at: seconds.nullish(),
  payment_method: z.looseObject({
    object: z.string().nullish(),
    reference: z.string().nullish(),
    clabe: z.string().nullish(),
    bank: z.string().nullish(),
    receiving_account_holder_name: z.string().nullish(),
    issuing_account_number: z.string().nullish(),
    expires_at: seconds.nullish(),
    service_name: z.string().nullish(),
    store_name: z.string().nullish(),
    store_names: z.array(z.string()).nullish(),
    /** The convenio of a bank that takes cash. */
    agreement: z.string().nullish(),
    /** The clave de rastreo, once a transfer came. */
    tracking_code: z.string().nullish(),
    last4: z.string().nullish(),
    account_type: z.string().nullish(),
  }),
  refunds: z.looseObject({ data: z.array(refundAnswer).nullish() }).nullish(),
  chargeback: z.looseObject({ reason: z.string().nullish(), status: z.string().nullish() }).nullish(),
});

const order = z.looseObject({
  id: z.string().min(1).max(100),
  amount: z.int(),
  currency: z.string(),
  livemode: z.boolean(),
  created_at: seconds,
  payment_status: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  customer_info: z.looseObject({ customer_id: z.string().nullish() }).nullish(),
  charges: z.looseObject({ data: z.array(charge).nullish() }).nullish(),
  checkout: z.looseObject({ url: z.string().nullish(), status: z.string().nullish() }).nullish(),
  next_action: z.looseObject({ redirect_to_url: z.looseObject({ url: z.string() }).nullish() }).nullish(),
});

const event = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  created_at: seconds,
  /** Without an `object` in a ping. */
  data: z.looseObject({ object: z.unknown() }).partial(),
});

/** What moved on the account's balance: a charge was captured, or something of it went back. */
const transaction = z.looseObject({
  ...{ id: z.string().min(1), type: z.string(), charge: z.string(), amount: z.int() },
  ...{ created_at: seconds, livemode: z.boolean() },
});

/** What any list says of each. */
interface Recorded {
  readonly created_at: number;
  readonly livemode: boolean;
}

const pageOf = <Schema extends z.ZodType>(item: Schema) =>
  z.looseObject({ data: z.array(item), has_more: z.boolean(), next_page_url: z.string().nullish() });

/** What of a charge tells its order by. */
const chargeInEvent = z.looseObject({ order_id: z.string().min(1).max(100) });
/** The same of a chargeback, which its documentation gives as part of a charge and alone. */
const chargebackInEvent = z.union([chargeInEvent, z.looseObject({ charge_id: z.string().min(1).max(100) })]);

/** What tells an order of ours by: those of other systems are not read further. */
const marked = z.looseObject({ metadata: z.record(z.string(), z.unknown()).nullish() });
const ourMark = 'llano_';

/** Messages about a charge whose money left again. */
const chargeEvents: readonly string[] = ['charge.refunded', 'charge.reversed'];
/** Messages about a chargeback that was decided. */
const chargebackEvents: readonly string[] = ['charge.chargeback.lost', 'charge.chargeback.won'];

/** An order as Conekta gives it: what is to be paid, how, and what became of it. */
export type ConektaOrder = z.infer<typeof order>;
/** A payment within an order. */
export type ConektaCharge = z.infer<typeof charge>;

/** A message of Conekta, and the order it is about where it is about one. */
export interface ConektaEvent {
  readonly id: string;
  readonly type: string;
  /** When Conekta wrote what the message holds, or captured the charge; absent where what left of an order is read just now. */
  readonly at?: Date;
  readonly order: ConektaOrder | null;
  /** The order of the charge that it is about, where money of that left again or came back. */
  readonly orderId: string | null;
  /** The charge of a chargeback whose order it does not name. */
  readonly chargeId: string | null;
}

/**
 * Conekta's API as far as used here. Conekta knows no idempotency keys: what makes something is sent once, and looked for
 * among the orders of its time before it is sent again.
 */
export interface ConektaClient {
  /** @throws ConektaRefusal when it cannot be; any other error when it may have been made. */
  createOrder(fields: ConektaOrderRequest): Promise<ConektaOrder>;
  readOrder(id: string): Promise<ConektaOrder>;
  /** The order whose metadata has a value under a name, among those made from a time on for so long, newest first. */
  findOrder(search: {
    readonly name: string;
    readonly value: string;
    readonly from: Date;
    readonly forMs: number;
  }): Promise<ConektaOrder | null>;
  /** Tries to have an order take no money, and gives it as it stands then. */
  cancelOrder(id: string): Promise<ConektaOrder>;
  writeMetadata(id: string, metadata: object): Promise<ConektaOrder>;
  refundOrder(id: string, amountMinor: number): Promise<ConektaOrder>;
  /**
   * The account's events since a time, of its mode, and what its balance says was settled meanwhile as the event that would have told it, each
   * read when it is asked for.
   */
  listedSince(since: Date, isKnown: IsKnown): AsyncGenerator<() => Promise<ConektaEvent>>;
  /** The order of a charge; null where the account's list of charges does not have it. */
  orderOfCharge(chargeId: string): Promise<ConektaOrder | null>;
  /** @returns its id. */
  createCustomer(fields: ConektaCustomerRequest): Promise<string>;
  /** The cards of a customer, the newest first. */
  cardsOf(customerId: string): Promise<readonly ConektaCard[]>;
}

const card = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: seconds.nullish(),
  last4: z.string().nullish(),
  brand: z.string().nullish(),
  /** `credit` or `debit`. */
  card_type: z.string().nullish(),
});

/** A card that Conekta keeps. */
export type ConektaCard = z.infer<typeof card>;

export function conektaClient({ account, isLive, apiBase }: ConektaOptions): ConektaClient {
  const base = apiBase || 'https://api.conekta.io';
  const currency = currencyOf(homeMarketOf('conekta'));

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const headers = {
      Accept: mediaType,
      'Accept-Language': 'es',
      Authorization: `Bearer ${account.privateKey}`,
      'Content-Type': 'application/json',
    };
    const address = new URL(path, base).href;
    const { status, isOk, said } = await askProvider(address, {
      name: 'Conekta',
      method,
      headers,
      body,
      tryMs,
    });
    if (isOk) return said;
    const refusal = `Conekta answered ${status} ${codeOf(said)}`;
    throw finalStatuses.includes(status) ? new ConektaRefusal(refusal, codeOf(said)) : new Error(refusal);
  }

  const read = (path: string) => readAgain(() => send('GET', path));

  function orderIn(answer: unknown): ConektaOrder {
    const orderAnswer = order.parse(answer);
    if (orderAnswer.livemode !== isLive) throw new Error('The order is one of the other mode, test or live.');
    return orderAnswer;
  }

  const readOrder = async (id: string) => orderIn(await read(`/orders/${encodeURIComponent(id)}`));

  async function orderOfCharge(chargeId: string): Promise<ConektaOrder | null> {
    const page = await read(`/charges?${new URLSearchParams({ search: chargeId, limit: '20' })}`);
    const { data } = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) }).parse(page);
    const orderAnswer = chargeInEvent.safeParse(data.find(({ id }) => id === chargeId));
    return orderAnswer.success ? readOrder(orderAnswer.data.order_id) : null;
  }

  /** What a list of the account has since a time, of its mode; its lists begin with the newest. */
  async function* recentIn<Schema extends z.ZodType<Recorded>>(
    path: string,
    item: Schema,
    since: Date,
  ): AsyncGenerator<z.output<Schema>> {
    const listPage = pageOf(item);
    let search = new URLSearchParams({ limit: String(pageSize) });
    for (let pages = 0; pages < longestListPages * 10; pages += 1) {
      const page = listPage.parse(await read(`${path}?${search}`));
      const recent = page.data.filter((each) => each.created_at * 1000 >= since.getTime());
      for (const each of recent) if (each.livemode === isLive) yield each;
      if (!page.has_more || recent.length === 0) return;
      const next = new URL(page.next_page_url ?? '', base).searchParams.get('next');
      if (next === null) throw new Error('Conekta gave a list without its next page.');
      search = new URLSearchParams({ limit: String(pageSize), next });
    }
    throw new Error('Conekta lists more than is looked through.');
  }

  return {
    readOrder,
    createOrder: async (fields) => orderIn(await send('POST', '/orders', { currency, ...fields })),
    async findOrder({ name, value, from, forMs }) {
      const fromSeconds = Math.floor(from.getTime() / 1000);
      const search = new URLSearchParams({
        limit: String(pageSize),
        'created_at.gte': String(fromSeconds),
        'created_at.lte': String(fromSeconds + Math.ceil(forMs / 1000)),
      });
      let path = `/orders?${search}`;
      for (let pages = 0; pages < longestListPages; pages += 1) {
        const page = pageOf(order).parse(await read(path));
        const match = page.data.find(({ metadata }) => metadata?.[name] === value);
        if (match) return orderIn(match);
        if (!page.has_more) return null;
        const next = new URL(page.next_page_url ?? '', base).searchParams.get('next');
        if (next === null) throw new Error('Conekta gave a list without its next page.');
        search.set('next', next);
        path = `/orders?${search}`;
      }
      throw new Error('Conekta has more orders than are looked through.');
    },
    async cancelOrder(id) {
      try {
        return orderIn(await send('POST', `/orders/${encodeURIComponent(id)}/cancel`));
      } catch (error) {
        if (error instanceof ConektaRefusal) return readOrder(id);
        throw error;
      }
    },
    writeMetadata: async (id, metadata) =>
      orderIn(await send('PUT', `/orders/${encodeURIComponent(id)}`, { metadata })),
    refundOrder: async (id, amountMinor) =>
      orderIn(
        await send('POST', `/orders/${encodeURIComponent(id)}/refunds`, {
          amount: amountMinor,
          reason: 'requested_by_client',
        } satisfies ConektaRefundRequest),
      ),
    async *listedSince(since, isKnown) {
      for await (const each of recentIn('/events', event, since)) yield async () => readEvent(each);
      for await (const settled of recentIn('/transactions', transaction, since)) {
        const { id, type, charge: chargeId, amount } = settled;
        const said = { id, order: null, orderId: null, chargeId: null };
        if (type !== 'capture') yield async () => ({ ...said, type, chargeId });
        else if (!(await isKnown(chargeId, amount))) {
          yield async () => {
            const captured = await orderOfCharge(chargeId);
            const at = new Date(settled.created_at * 1000);
            return { ...said, at, type: 'order.paid', order: captured && isOurs(captured) ? captured : null };
          };
        }
      }
    },
    orderOfCharge,
    async createCustomer(fields) {
      const made = await send('POST', '/customers', fields);
      return z.looseObject({ id: z.string().min(1) }).parse(made).id;
    },
    async cardsOf(customerId) {
      const path = `/customers/${encodeURIComponent(customerId)}/payment_sources?limit=${pageSize}`;
      const { data } = z.looseObject({ data: z.array(card) }).parse(await read(path));
      return data
        .filter(({ type }) => type === 'card')
        .sort((one, other) => (other.created_at ?? 0) - (one.created_at ?? 0));
    },
  };
}

/** The payments of an order, newest last. */
export function chargesOf({ charges }: ConektaOrder): readonly ConektaCharge[] {
  return charges?.data ?? [];
}

/** Statuses of a charge that took money, also of one that some of it left again. */
const paidStatuses: readonly string[] = ['paid', 'partially_refunded', 'refunded', 'charged_back'];

/** Whether a charge took money: it says when, or its status says so. */
export function wasPaid({ paid_at: paidAt, status }: ConektaCharge): boolean {
  return Boolean(paidAt) || paidStatuses.includes(status);
}

/** The refunds of a charge, oldest first. */
export function refundsOf({ refunds }: ConektaCharge) {
  return [...(refunds?.data ?? [])].sort((one, other) => one.created_at - other.created_at);
}

/** Messages about an order whose money left again. */
const orderEvents: readonly string[] = ['order.refunded', 'order.partially_refunded', 'order.charged_back'];

/**
 * The order that a message says money left of or came back to, read where the message is about its charge alone; null for other
 * messages.
 */
async function orderLeft(
  { type, order, orderId, chargeId }: ConektaEvent,
  client: Pick<ConektaClient, 'readOrder' | 'orderOfCharge'>,
): Promise<ConektaOrder | null> {
  if (orderId !== null) return client.readOrder(orderId);
  if (chargeId !== null) return client.orderOfCharge(chargeId);
  return orderEvents.includes(type) ? order : null;
}

/** An event with the order of which money left or came back; null for none. */
export interface ReadEvent {
  readonly event: ConektaEvent;
  readonly left: ConektaOrder | null;
  /** What the event is about, where the account does not have it. */
  readonly unknown?: UnknownFacts;
}

/** Reads an event, and asks Conekta for the order where it tells of a refund. */
export async function readEventWhole(
  event: ConektaEvent,
  client: Parameters<typeof orderLeft>[1],
): Promise<ReadEvent> {
  const object = event.orderId ?? event.chargeId ?? '';
  try {
    return { event, left: await orderLeft(event, client) };
  } catch (error) {
    const isMissing = error instanceof ConektaRefusal && error.code.includes('resource_not_found');
    if (!isMissing) throw error;
    return { event, left: null, unknown: { object, isOurs: false, names: [] } };
  }
}

/** Verifies a message and reads its event, once for cards and references together. */
export async function readMessage(
  message: WebhookMessage,
  verify: (message: WebhookMessage) => ConektaEvent,
  client: Parameters<typeof orderLeft>[1],
): Promise<ReadEvent> {
  const read = async (): Promise<ReadEvent> => {
    const { event, ...read } = await readEventWhole(verify(message), client);
    const { chargeId } = event;
    const isUnknown = chargeId !== null && read.left === null;
    return { event, ...read, ...(isUnknown && { unknown: { object: chargeId, isOurs: false, names: [] } }) };
  };
  return message.once ? message.once(read) : read();
}

/**
 * What left of an order's payments by refunds, chargebacks and reversals, and what of that came back, as the order stands.
 * @param paymentOf what a payment is known by.
 */
export function outflowsOf(
  order: ConektaOrder,
  paymentOf: (charge: ConektaCharge) => Outflow['payment'],
): Outflow[] {
  return chargesOf(order).flatMap((charge) => {
    const { id, amount, status, chargeback } = charge;
    if (!wasPaid(charge)) return [];
    const said = { payment: paymentOf(charge), currency: charge.currency.toUpperCase() };
    const refunded = refundsOf(charge).flatMap((refund): Outflow[] => {
      if (refund.status === 'pending') return [];
      const isBack = refund.status === 'failed' || refund.status === 'declined';
      const outcome = isBack ? 'came-back' : 'left';
      const amountMinor = Math.abs(refund.amount);
      return [{ ...said, id: refund.id, cause: 'refund', outcome, amountMinor, reason: '' }];
    });
    const isWon = chargeback?.status === 'won';
    const isLost = chargeback?.status === 'lost' || [order.payment_status, status].includes('charged_back');
    const isDisputed = isWon || isLost;
    const outcome = isWon ? 'came-back' : 'left';
    const reason = chargeback?.reason ?? '';
    return [
      ...refunded,
      ...(isDisputed
        ? [{ ...said, id, cause: 'dispute' as const, outcome, amountMinor: amount, reason } as const]
        : []),
      ...(status === 'reversed'
        ? [
            {
              ...said,
              id: `reversal:${id}`,
              cause: 'reversal',
              outcome: 'left',
              amountMinor: amount,
              reason: status,
            } as const,
          ]
        : []),
    ];
  });
}

/** A text in the metadata of an order; null where there is none. */
export function noteOf({ metadata }: ConektaOrder, name: string): string | null {
  const value = metadata?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Who checks messages: the header `Digest` holds the base64 of RSA-SHA256 (PKCS #1 v1.5) over the body, and the time that is
 * signed with it may be a week back.
 * @throws WebhookRefused, also for a message of the other mode, test or live; WebhookUnreadable.
 */
export function conektaVerifier({ account, isLive }: ConektaOptions, now = () => new Date()) {
  const key: KeyObject = createPublicKey({
    ...{ key: Buffer.from(account.webhookKey, 'base64'), format: 'der', type: 'spki' },
  });
  return ({ headers, body }: WebhookMessage): ConektaEvent => {
    const signature = Buffer.from(headers.get('Digest') ?? '', 'base64');
    if (!verify('sha256', Buffer.from(body), key, signature)) throw new WebhookRefused();
    const notice = readSignedJson(event, body);
    const ageMs = now().getTime() - notice.created_at * 1000;
    const isTimely = ageMs < longestMessageAgeMs && ageMs > -clockSkewMs;
    if (notice.livemode !== isLive || !isTimely) throw new WebhookRefused();
    return readEvent(notice);
  };
}

/** What an event is about. @throws WebhookUnreadable */
function readEvent({ id, type, created_at: seconds, data }: z.infer<typeof event>): ConektaEvent {
  const said = { id, type, order: null, orderId: null, chargeId: null };
  if (chargeEvents.includes(type)) {
    return { ...said, orderId: readSigned(chargeInEvent, data.object).order_id };
  }
  if (chargebackEvents.includes(type)) {
    const notice = readSigned(chargebackInEvent, data.object);
    return 'order_id' in notice && typeof notice.order_id === 'string'
      ? { ...said, orderId: notice.order_id }
      : { ...said, chargeId: String(notice.charge_id) };
  }
  if (!type.startsWith('order.')) return said;
  const isOfOurs = isOurs(readSigned(marked, data.object));
  const at = new Date(seconds * 1000);
  return isOfOurs ? { ...said, at, order: readSigned(order, data.object) } : said;
}

function isOurs({ metadata }: z.infer<typeof marked>): boolean {
  return Object.keys(metadata ?? {}).some((name) => name.startsWith(ourMark));
}

/** What Conekta calls a refusal; its words to people are not repeated, since they may name somebody. */
function codeOf(answer: unknown): string {
  const said = z.looseObject({ details: z.array(z.looseObject({ code: z.string() })) }).safeParse(answer);
  return said.success ? (said.data.details[0]?.code ?? '') : '';
}
