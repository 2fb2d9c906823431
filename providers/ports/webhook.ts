import type { Outflow } from './outflow.ts';

/** A message that says it is a provider's, before anybody believes it. */
export interface WebhookMessage {
  readonly headers: Headers;
  /** As it came, byte for byte: signatures are over this. */
  readonly body: string;
  /** Of its address, with the question mark; empty for none, which is what most providers send. */
  readonly search?: string;
}

/** A message that the provider's scheme proved to be its own. */
export interface WebhookEvent<Told> {
  /** The provider's own id of it, 1 to 200 characters; the same each time it is sent. */
  readonly id: string;
  /** What it tells us; null for what is none of our business. */
  readonly told: Told | null;
  /** Money of our payments that it says left again or came back. */
  readonly outflows?: readonly Outflow[];
  /** What the provider wants to read in return; an empty object when absent. */
  readonly acknowledgement?: Readonly<Record<string, unknown>>;
}

/** A message whose signature or age is wrong. */
export class WebhookRefused extends Error {}
