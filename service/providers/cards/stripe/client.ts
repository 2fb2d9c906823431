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

/** What the adapter works with. */
export interface StripeOptions {
  readonly accounts: Readonly<Partial<Record<Market, StripeAccount>>>;
  /** A stand-in for Stripe's API, in development; empty for Stripe. */
  readonly apiBase: string;
}

/** A try; two more follow where Stripe did not answer, under the same idempotency key. */
const tryMs = 6_000;

/** Stripe's API for each account. */
export function stripeClients({ accounts, apiBase }: StripeOptions): ReadonlyMap<Market, Stripe> {
  const clients = new Map<Market, Stripe>();
  for (const [market, account] of Object.entries(accounts)) {
    if (account) clients.set(market as Market, clientOf(account, apiBase));
  }
  return clients;
}

function clientOf({ secretKey }: StripeAccount, apiBase: string): Stripe {
  const { protocol, hostname, port } = new URL(apiBase || 'https://api.stripe.com');
  return new Stripe(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
    timeout: tryMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

const named = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish();
const keptNotes = z.record(z.string(), z.string());
const money = { amount: z.int(), currency: z.string() };

/** What is read of the objects that events are about, by their kind. */
const subjects: Readonly<Record<string, z.ZodType>> = {
  payment_intent: z.looseObject({
    ...{ id: z.string(), ...money, amount_received: z.int().optional(), status: z.string() },
    metadata: keptNotes,
    next_action: z
      .looseObject({ redirect_to_url: z.looseObject({ url: z.string().nullish() }).nullish() })
      .nullish(),
  }),
  'checkout.session': z.looseObject({
    ...{ id: z.string(), mode: z.string(), client_reference_id: z.string().nullish() },
  }),
  refund: z.looseObject({
    ...{ id: z.string(), ...money, status: z.string().nullish(), reason: z.string().nullish() },
    ...{ payment_intent: named, metadata: keptNotes.nullish() },
  }),
  charge: z.looseObject({ id: z.string(), payment_intent: named }),
  dispute: z.looseObject({ id: z.string(), ...money, reason: z.string(), payment_intent: named }),
  customer_cash_balance_transaction: z.looseObject({
    ...{ id: z.string(), type: z.string(), net_amount: z.int(), currency: z.string(), created: z.int() },
    customer: z.union([z.string(), z.looseObject({ id: z.string() })]),
  }),
};

const signedEvent = z.looseObject({
  ...{ id: z.string().min(1), type: z.string(), livemode: z.boolean(), created: z.int() },
  /** The connected account that it is about, which only a platform is told (Stripe Connect). */
  account: z.string().nullish(),
  data: z.looseObject({ object: z.looseObject({}) }),
});

/** Events whose objects are read, by what their types begin with, and the kind of those objects. */
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
 * The event of a message that one of the accounts signed within five minutes; a test's is none of a live account.
 * @throws WebhookRefused, WebhookUnreadable
 */
export function provenEvent(
  { headers, body }: WebhookMessage,
  accounts: StripeOptions['accounts'],
  clients: ReadonlyMap<Market, Stripe>,
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

/** An event, and the market of the account that signed it. */
export type ProvenEvent = ReturnType<typeof provenEvent>;

/**
 * What is read of an event, for which Stripe may have to be asked; nothing of one that a platform is sent about another account.
 * @throws ProviderUnavailableError where it does not answer now.
 */
export async function readAsking<Notice>(
  proven: ProvenEvent,
  read: (proven: ProvenEvent) => Promise<WebhookEvent<Notice>>,
): Promise<WebhookEvent<Notice>> {
  const { id, created, account } = proven.event;
  const said = { id, at: new Date(created * 1000), acknowledgement: { received: true } };
  if (account) return { ...said, notice: null };
  try {
    return await readKnown(said, () => read(proven));
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
    const isAway = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some(
      (kind) => error instanceof kind,
    );
    throw isAway ? new ProviderUnavailableError('Stripe did not answer.', error) : error;
  }
}

/**
 * What Stripe gives of an object that an event names.
 * @throws UnknownObject where the account does not have it.
 */
export async function ofAccount<Given>(
  asked: Promise<Given>,
  ...unknown: ConstructorParameters<typeof UnknownObject>
): Promise<Given> {
  try {
    return await asked;
  } catch (error) {
    const isMissing =
      error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
    throw isMissing ? new UnknownObject(...unknown) : error;
  }
}

/** What Stripe gave. @throws ProviderUnavailableError where it is not of the kind that was asked for. */
export function ofKind<Given extends { readonly object: string }>(
  kind: Given['object'],
  answer: Given,
): Given {
  if (answer.object !== kind) throw new ProviderUnavailableError(`Stripe gave no ${kind}.`);
  return answer;
}

/** An event whose read fields are as documented. @throws WebhookUnreadable */
function readEvent(said: unknown): Stripe.Event {
  const { type, data } = readSigned(signedEvent, said);
  const [, kind] = kindsRead.find(([prefix]) => type.startsWith(prefix)) ?? [];
  const subject = subjects[kind ?? ''];
  if (subject) readSigned(subject, data.object);
  return said as Stripe.Event;
}

/** Events that tell of money; Stripe lists those of 30 days (docs.stripe.com/api/events/list). */
const sweptTypes: NonNullable<Stripe.EventListParams['types']> = [
  ...(['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled'] as const),
  ...(['checkout.session.completed', 'refund.created', 'refund.updated', 'refund.failed'] as const),
  ...(['charge.refunded', 'charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'] as const),
  'customer_cash_balance_transaction.created',
];

/**
 * The events of every account since a time, and what its balance says was settled meanwhile as the event that would have told it, each read
 * when it is asked for.
 */
export async function* listedSince(
  clients: ReadonlyMap<Market, Stripe>,
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

/** What an account signed; undefined for what it did not. @throws WebhookUnreadable for what is no JSON. */
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
