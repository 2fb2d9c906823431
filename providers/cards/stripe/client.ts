import Stripe from 'stripe';
import type { Market } from '#domain/market.ts';
import { type WebhookMessage, WebhookRefused } from '../../ports/webhook.ts';
import { isLiveKey, type StripeAccount } from './account.ts';

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

/** The event of a message that one of the accounts signed within five minutes; a test's is none of a live account. */
export function provenEvent(
  { headers, body }: WebhookMessage,
  accounts: StripeOptions['accounts'],
  clients: ReadonlyMap<Market, Stripe>,
): { readonly event: Stripe.Event; readonly market: Market } {
  const signature = headers.get('Stripe-Signature') ?? '';
  for (const [market, client] of clients) {
    const account = accounts[market];
    if (!account) continue;
    try {
      const event = client.webhooks.constructEvent(body, signature, account.webhookSecret);
      if (event.livemode === isLiveKey(account.secretKey)) return { event, market };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  }
  throw new WebhookRefused();
}
