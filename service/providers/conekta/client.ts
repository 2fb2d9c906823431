import { createHash } from 'node:crypto';
import { z } from 'zod';
import { currencyOf, homeMarketOf } from '#domain/market.ts';
import { isTimely, rsaVerifier } from '../message-proof.ts';
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
import { createProviderClient, ifRefused, type ProviderClient } from '../provider-client.ts';

export interface ConektaAccount {
  readonly privateKey: string;
  /** Verifies messages: an RSA key, its SubjectPublicKeyInfo in base64. */
  readonly webhookKey: string;
}

export interface ConektaOptions {
  readonly account: ConektaAccount;
  /** Whether money moves. Conekta's keys do not show their mode, but orders and messages do; those of the other mode are refused. */
  readonly isLive: boolean;
  /** Address of a fake Conekta in development; empty for Conekta. */
  readonly apiBase: string;
  /** The lender's address for mail about orders, since borrowers give none: `ayuda@lender.example`. */
  readonly payerEmail: string;
}

export interface ConektaPayer {
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
}

/**
 * Conekta refuses many payers with one mail address, so each borrower gets a sub-address of the lender's (RFC 5233) that does not
 * identify them.
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

export interface ConektaCustomerRequest extends ConektaPayer {
  readonly metadata: Readonly<Record<string, string>>;
}

export interface ConektaRefundRequest {
  readonly amount: number;
  readonly reason: 'requested_by_client';
}

/** Statuses for a broken rule, a refused card, or an order in the wrong state; a retry does not help. */
const finalStatuses: readonly number[] = [400, 402, 404, 422, 428];
/** Longer than Conekta retries a message, shorter than message ids are stored. */
const oldestMessageMs = 7 * 24 * 3_600_000;
const pageSize = 250;

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
    /** Agreement number (convenio) of a bank that takes cash. */
    agreement: z.string().nullish(),
    /** SPEI tracking key (clave de rastreo) of a received transfer. */
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
  data: z.looseObject({ object: z.unknown() }).partial(),
});

const transaction = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  charge: z.string(),
  amount: z.int(),
  created_at: seconds,
  livemode: z.boolean(),
});

const listPage = z.looseObject({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish(),
  next_page_url: z.string().nullish(),
});

const chargeList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

const chargeInEvent = z.looseObject({ order_id: z.string().min(1).max(100) });
/** Conekta documents both forms: a charge that contains the chargeback, and the chargeback alone. */
const chargebackInEvent = z.union([chargeInEvent, z.looseObject({ charge_id: z.string().min(1).max(100) })]);

/** Parsed first, since orders that other systems created may lack fields that ours have. */
const marked = z.looseObject({ metadata: z.record(z.string(), z.unknown()).nullish() });
const ourMark = 'llano_';

const chargeEvents: readonly string[] = ['charge.refunded', 'charge.reversed'];
const chargebackEvents: readonly string[] = ['charge.chargeback.lost', 'charge.chargeback.won'];

export type ConektaOrder = z.infer<typeof order>;
export type ConektaCharge = z.infer<typeof charge>;

export interface ConektaEvent {
  readonly id: string;
  readonly type: string;
  /** Time of the message's contents or of the capture; absent for facts read just now. */
  readonly at?: Date;
  readonly order: ConektaOrder | null;
  /** The order of a refunded or disputed charge. */
  readonly orderId: string | null;
  /** The charge of a chargeback without an order id. */
  readonly chargeId: string | null;
}

const card = z.looseObject({
  id: z.string(),
  type: z.string(),
  created_at: seconds.nullish(),
  last4: z.string().nullish(),
  brand: z.string().nullish(),
  card_type: z.string().nullish(),
});

export type ConektaCard = z.infer<typeof card>;

export interface Conekta {
  readonly api: ProviderClient;
  readonly isLive: boolean;
}

/**
 * Conekta takes no idempotency keys: a request that creates something is sent once, and `findOrder` looks for its result before it is sent
 * again.
 */
export function connectConekta({ account, isLive, apiBase }: ConektaOptions): Conekta {
  const base = apiBase || 'https://api.conekta.io';
  const api = createProviderClient({
    name: 'Conekta',
    base,
    headers: {
      Accept: 'application/vnd.conekta-v2.2.0+json',
      'Accept-Language': 'es',
      Authorization: `Bearer ${account.privateKey}`,
    },
    timeoutMs: 12_000,
    refusalIn(status, body) {
      const code = codeOf(body);
      return finalStatuses.includes(status) ? { code, message: `Conekta answered ${status} ${code}` } : null;
    },
    paging: {
      query: `limit=${pageSize}`,
      pagesMax: 400,
      read({ path, body }) {
        const { data, has_more: hasMore, next_page_url: nextAddress } = listPage.parse(body);
        if (!hasMore) return { items: data, nextPath: null };
        const next = new URL(nextAddress ?? '', base).searchParams.get('next');
        if (next === null) throw new Error('Conekta gave a list without its next page.');
        const nextPath = new URL(path, base);
        nextPath.searchParams.set('next', next);
        return { items: data, nextPath: nextPath.pathname + nextPath.search };
      },
    },
  });
  return { api, isLive };
}

/** An order of the account's own mode, test or live. @throws Error for one of the other mode. */
function ofMode(found: ConektaOrder, { isLive }: Conekta): ConektaOrder {
  if (found.livemode !== isLive) throw new Error('The order is one of the other mode, test or live.');
  return found;
}

const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`;

export async function createOrder(conekta: Conekta, fields: ConektaOrderRequest): Promise<ConektaOrder> {
  const body = { currency: currencyOf(homeMarketOf('conekta')), ...fields };
  return ofMode(await conekta.api.send('POST', '/orders', order, { body }), conekta);
}

export async function readOrder(conekta: Conekta, id: string): Promise<ConektaOrder> {
  return ofMode(await conekta.api.get(orderPath(id), order), conekta);
}

/** Finds an order by its metadata, among those created within `forMs` after `from`; the newest of several. */
export async function findOrder(
  conekta: Conekta,
  search: { readonly name: string; readonly value: string; readonly from: Date; readonly forMs: number },
): Promise<ConektaOrder | null> {
  const fromSeconds = Math.floor(search.from.getTime() / 1000);
  const query = new URLSearchParams({
    'created_at.gte': String(fromSeconds),
    'created_at.lte': String(fromSeconds + Math.ceil(search.forMs / 1000)),
  });
  for await (const each of conekta.api.list(`/orders?${query}`, order)) {
    if (each.metadata?.[search.name] === search.value) return ofMode(each, conekta);
  }
  return null;
}

/** Cancels an order if it can still be cancelled. @returns the order as it is then. */
export async function cancelOrder(conekta: Conekta, id: string): Promise<ConektaOrder> {
  const cancelled = conekta.api.send('POST', `${orderPath(id)}/cancel`, order);
  return ofMode(await ifRefused(cancelled, () => readOrder(conekta, id)), conekta);
}

export async function writeMetadata(conekta: Conekta, id: string, metadata: object): Promise<ConektaOrder> {
  return ofMode(await conekta.api.send('PUT', orderPath(id), order, { body: { metadata } }), conekta);
}

export async function refundOrder(conekta: Conekta, id: string, amountMinor: number): Promise<ConektaOrder> {
  const body: ConektaRefundRequest = { amount: amountMinor, reason: 'requested_by_client' };
  return ofMode(await conekta.api.send('POST', `${orderPath(id)}/refunds`, order, { body }), conekta);
}

/** The order of a charge; null if the account's list of charges does not contain the charge. */
async function orderOfCharge(conekta: Conekta, chargeId: string): Promise<ConektaOrder | null> {
  const path = `/charges?${new URLSearchParams({ search: chargeId, limit: '20' })}`;
  const { data } = await conekta.api.get(path, chargeList);
  const found = chargeInEvent.safeParse(data.find(({ id }) => id === chargeId));
  return found.success ? readOrder(conekta, found.data.order_id) : null;
}

export async function createCustomer(conekta: Conekta, body: ConektaCustomerRequest): Promise<string> {
  return (await conekta.api.send('POST', '/customers', z.looseObject({ id: z.string().min(1) }), { body }))
    .id;
}

export async function cardsOf(conekta: Conekta, customerId: string): Promise<readonly ConektaCard[]> {
  const path = `/customers/${encodeURIComponent(customerId)}/payment_sources?limit=${pageSize}`;
  const { data } = await conekta.api.get(path, z.looseObject({ data: z.array(card) }));
  return data
    .filter(({ type }) => type === 'card')
    .sort((one, other) => (other.created_at ?? 0) - (one.created_at ?? 0));
}

/** Items of a list since a time, of the account's mode; Conekta lists the newest first. */
async function* recentIn<Item extends { readonly created_at: number; readonly livemode: boolean }>(
  { api, isLive }: Conekta,
  path: string,
  item: z.ZodType<Item>,
  since: Date,
): AsyncGenerator<Item> {
  for await (const page of api.pages(path, item)) {
    const recent = page.filter((each) => each.created_at * 1000 >= since.getTime());
    for (const each of recent) if (each.livemode === isLive) yield each;
    if (recent.length === 0) return;
  }
}

/** The account's events since a time, then an event for each movement of its balance. Each item is a function that reads its event. */
export async function* listedSince(
  conekta: Conekta,
  since: Date,
  isKnown: IsKnown,
): AsyncGenerator<() => Promise<ConektaEvent>> {
  for await (const each of recentIn(conekta, '/events', event, since)) yield async () => readEvent(each);
  for await (const settled of recentIn(conekta, '/transactions', transaction, since)) {
    const { id, type, charge: chargeId, amount } = settled;
    const common = { id, order: null, orderId: null, chargeId: null };
    if (type !== 'capture') yield async () => ({ ...common, type, chargeId });
    else if (!(await isKnown(chargeId, amount))) {
      yield async () => {
        const captured = await orderOfCharge(conekta, chargeId);
        const at = new Date(settled.created_at * 1000);
        return { ...common, at, type: 'order.paid', order: captured && isOurs(captured) ? captured : null };
      };
    }
  }
}

/** Newest last. */
export function chargesOf({ charges }: ConektaOrder): readonly ConektaCharge[] {
  return charges?.data ?? [];
}

const paidStatuses: readonly string[] = ['paid', 'partially_refunded', 'refunded', 'charged_back'];

export function wasPaid({ paid_at: paidAt, status }: ConektaCharge): boolean {
  return Boolean(paidAt) || paidStatuses.includes(status);
}

export function refundsOf({ refunds }: ConektaCharge) {
  return [...(refunds?.data ?? [])].sort((one, other) => one.created_at - other.created_at);
}

const orderEvents: readonly string[] = ['order.refunded', 'order.partially_refunded', 'order.charged_back'];

/** The order whose money left or came back according to a message; null for other messages. */
async function orderLeft(
  conekta: Conekta,
  { type, order, orderId, chargeId }: ConektaEvent,
): Promise<ConektaOrder | null> {
  if (orderId !== null) return readOrder(conekta, orderId);
  if (chargeId !== null) return orderOfCharge(conekta, chargeId);
  return orderEvents.includes(type) ? order : null;
}

export interface ReadEvent {
  readonly event: ConektaEvent;
  readonly left: ConektaOrder | null;
  readonly unknown?: UnknownFacts;
}

export async function readEventWhole(conekta: Conekta, event: ConektaEvent): Promise<ReadEvent> {
  const unknown = { object: event.orderId ?? event.chargeId ?? '', isOurs: false, names: [] };
  const left = orderLeft(conekta, event).then((order) => ({ event, left: order }));
  return ifRefused(left, (refusal) => {
    if (!refusal.code.includes('resource_not_found')) throw refusal;
    return { event, left: null, unknown };
  });
}

/** Verifies a message and reads its event, once for cards and references together. */
export async function readMessage(
  conekta: Conekta,
  message: WebhookMessage,
  verify: (message: WebhookMessage) => ConektaEvent,
): Promise<ReadEvent> {
  const read = async (): Promise<ReadEvent> => {
    const whole = await readEventWhole(conekta, verify(message));
    const { chargeId } = whole.event;
    const isUnknown = chargeId !== null && whole.left === null;
    return isUnknown ? { ...whole, unknown: { object: chargeId, isOurs: false, names: [] } } : whole;
  };
  return message.once ? message.once(read) : read();
}

/**
 * The refunds, chargebacks and reversals of an order's payments, each with whether its money left or came back, as the order says now.
 * @param paymentOf gives the name under which the payment of a charge is stored.
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

export function noteOf({ metadata }: ConektaOrder, name: string): string | null {
  const value = metadata?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/**
 * Checks the header `Digest`, RSA-SHA256 in base64 over the body.
 * @throws WebhookRefused, also for a message of the other mode or older than a week; WebhookUnreadable.
 */
export function conektaVerifier({ account, isLive }: ConektaOptions, now = () => new Date()) {
  const isSigned = rsaVerifier(account.webhookKey);
  return ({ headers, body }: WebhookMessage): ConektaEvent => {
    if (!isSigned(body, headers.get('Digest') ?? '')) throw new WebhookRefused();
    const notice = readSignedJson(event, body);
    const isRecent = isTimely(notice.created_at * 1000, now(), oldestMessageMs);
    if (notice.livemode !== isLive || !isRecent) throw new WebhookRefused();
    return readEvent(notice);
  };
}

/** @throws WebhookUnreadable */
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

/** Conekta's error code; its message is not used, since it may name a person. */
function codeOf(answer: unknown): string {
  const said = z.looseObject({ details: z.array(z.looseObject({ code: z.string() })) }).safeParse(answer);
  return said.success ? (said.data.details[0]?.code ?? '') : '';
}
