import Stripe from 'stripe';
import { z } from 'zod';
import type { Market } from '#domain/market.ts';
import { ProviderUnavailableError } from '../../ports/provider-unavailable.ts';
import {
  type IsKnown,
  readKnown,
  readSigned,
  UnknownObject,
  type WebhookEvent,
  type WebhookMessage,
  WebhookRefused,
  WebhookUnreadable,
} from '../../ports/webhook.ts';
import { isLiveKey, type StripeAccount } from './account.ts';
import { settledSince } from './settled.ts';

export interface StripeOptions {
  readonly accounts: Readonly<Partial<Record<Market, StripeAccount>>>;
  /** Address of a fake Stripe in development; empty for Stripe. */
  readonly apiBase: string;
}

/** Timeout of one attempt; two retries follow under the same idempotency key. */
const timeoutMs = 6_000;

export type StripeClients = ReadonlyMap<Market, Stripe>;

export function stripeClients({ accounts, apiBase }: StripeOptions): StripeClients {
  const clients = new Map<Market, Stripe>();
  for (const [market, account] of Object.entries(accounts)) {
    if (account) clients.set(market as Market, clientOf(account, apiBase));
  }
  return clients;
}

export function clientIn(clients: StripeClients, market: Market): Stripe {
  const client = clients.get(market);
  if (!client) throw new Error(`There is no Stripe account for ${market}.`);
  return client;
}

function clientOf({ secretKey }: StripeAccount, apiBase: string): Stripe {
  const { protocol, hostname, port } = new URL(apiBase || 'https://api.stripe.com');
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

const objectId = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish();
const metadata = z.record(z.string(), z.string());
const money = { amount: z.int(), currency: z.string() };

const subjects: Readonly<Record<string, z.ZodType>> = {
  payment_intent: z.looseObject({
    id: z.string(),
    ...money,
    amount_received: z.int().optional(),
    status: z.string(),
    metadata,
    next_action: z
      .looseObject({ redirect_to_url: z.looseObject({ url: z.string().nullish() }).nullish() })
      .nullish(),
  }),
  'checkout.session': z.looseObject({
    id: z.string(),
    mode: z.string(),
    client_reference_id: z.string().nullish(),
  }),
  refund: z.looseObject({
    id: z.string(),
    ...money,
    status: z.string().nullish(),
    reason: z.string().nullish(),
    payment_intent: objectId,
    metadata: metadata.nullish(),
  }),
  charge: z.looseObject({ id: z.string(), payment_intent: objectId }),
  dispute: z.looseObject({ id: z.string(), ...money, reason: z.string(), payment_intent: objectId }),
  customer_cash_balance_transaction: z.looseObject({
    id: z.string(),
    type: z.string(),
    net_amount: z.int(),
    currency: z.string(),
    created: z.int(),
    customer: z.union([z.string(), z.looseObject({ id: z.string() })]),
  }),
};

const signedEvent = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  livemode: z.boolean(),
  created: z.int(),
  account: z.string().nullish(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

const kindsRead: readonly (readonly [string, string])[] = [
  ['payment_intent.', 'payment_intent'],
  ['checkout.session.', 'checkout.session'],
  ['refund.', 'refund'],
  ['charge.refund.', 'refund'],
  ['charge.refunded', 'charge'],
  ['charge.dispute.', 'dispute'],
  ['customer_cash_balance_transaction.', 'customer_cash_balance_transaction'],
];

/**
 * Reads an event that one of the accounts signed within the last five minutes.
 * @throws WebhookRefused, also for a test event of a live account; WebhookUnreadable.
 */
export function provenEvent(
  { headers, body }: WebhookMessage,
  accounts: StripeOptions['accounts'],
  clients: StripeClients,
): { readonly event: Stripe.Event; readonly market: Market } {
  const signature = headers.get('Stripe-Signature') ?? '';
  for (const [market, client] of clients) {
    const account = accounts[market];
    if (!account) continue;
    const said = signedBy(client, { body, signature, secret: account.webhookSecret });
    if (said === undefined) continue;
    const event = readEvent(said);
    if (event.livemode === isLiveKey(account.secretKey)) return { event, market };
  }
  throw new WebhookRefused();
}

export type ProvenEvent = ReturnType<typeof provenEvent>;

/**
 * Reads an event with `read`, which may call Stripe; ignores events about connected accounts.
 * @throws ProviderUnavailableError if Stripe does not answer.
 */
export async function readEventWith<Notice>(
  proven: ProvenEvent,
  read: (proven: ProvenEvent) => Promise<WebhookEvent<Notice>>,
): Promise<WebhookEvent<Notice>> {
  const { id, created, account } = proven.event;
  const common = { id, at: new Date(created * 1000), acknowledgement: { received: true } };
  if (account) return { ...common, notice: null };
  try {
    return await readKnown(common, () => read(proven));
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
    const isUnavailable = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some(
      (kind) => error instanceof kind,
    );
    throw isUnavailable ? new ProviderUnavailableError('Stripe did not answer.', error) : error;
  }
}

/** Gives `fallback` of a request that Stripe refused, with its error code; other errors are thrown. */
export async function ifStripeRefused<Answer, Fallback>(
  answer: Promise<Answer>,
  fallback: (error: Stripe.errors.StripeInvalidRequestError) => Fallback | Promise<Fallback>,
): Promise<Answer | Fallback> {
  return answer.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return fallback(error);
    throw error;
  });
}

/** @throws UnknownObject if Stripe answers that the account does not have the object. */
export async function requireObject<Given>(
  answer: Promise<Given>,
  ...unknown: ConstructorParameters<typeof UnknownObject>
): Promise<Given> {
  return ifStripeRefused(answer, (error) => {
    throw error.code === 'resource_missing' ? new UnknownObject(...unknown) : error;
  });
}

/** Returns Stripe's answer. @throws ProviderUnavailableError if it is not an object of this kind. */
export function requireKind<Given extends { readonly object: string }>(
  kind: Given['object'],
  answer: Given,
): Given {
  if (answer.object !== kind) throw new ProviderUnavailableError(`Stripe gave no ${kind}.`);
  return answer;
}

/** Checks the fields that are read. @throws WebhookUnreadable */
function readEvent(said: unknown): Stripe.Event {
  const { type, data } = readSigned(signedEvent, said);
  const [, kind] = kindsRead.find(([prefix]) => type.startsWith(prefix)) ?? [];
  const subject = subjects[kind ?? ''];
  if (subject) readSigned(subject, data.object);
  return said as Stripe.Event;
}

/** Events about money; Stripe lists those of the last 30 days (docs.stripe.com/api/events/list). */
const sweptTypes: NonNullable<Stripe.EventListParams['types']> = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'checkout.session.completed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refunded',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'customer_cash_balance_transaction.created',
];

/** The events of every account since a time, then an event for each movement of its balance; each is read when it is called. */
export async function* listedSince(
  clients: StripeClients,
  since: Date,
  isKnown: IsKnown,
): AsyncGenerator<() => Promise<ReturnType<typeof provenEvent>>> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for (const [market, client] of clients) {
    const list = client.events.list({ types: sweptTypes, created, limit: 100 });
    for await (const event of list) yield async () => ({ event: readEvent(event), market });
    for await (const read of settledSince(client, created, isKnown)) {
      yield async () => ({ event: await read(), market });
    }
  }
}

/** Undefined for another signature. @throws WebhookUnreadable for a body that is no JSON. */
function signedBy(
  client: Stripe,
  { body, signature, secret }: Readonly<Record<'body' | 'signature' | 'secret', string>>,
): unknown {
  try {
    return client.webhooks.constructEvent(body, signature, secret);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return undefined;
    throw new WebhookUnreadable(['body']);
  }
}
