import type { z } from 'zod';
import type { Outflow } from './outflow.ts';

export interface WebhookMessage {
  readonly headers: Headers;
  readonly body: string;
  /** Query of the address with the question mark; usually empty. */
  readonly search?: string;
  /** Runs `read` once per message for all adapters of a provider; absent for a single adapter. */
  readonly once?: <Read>(read: () => Read) => Read;
}

export interface WebhookEvent<Notice> {
  /** The provider's id, the same at each repetition; 1 to 200 characters. */
  readonly id: string;
  /** Null for a message that does not concern us. */
  readonly notice: Notice | null;
  /** When the provider sent it; absent for facts read just now. */
  readonly at?: Date | undefined;
  readonly outflows?: readonly Outflow[];
  /** Set if the account does not have the object of the message. */
  readonly unknown?: UnknownFacts;
  /** The provider's ids of references that are closed. */
  readonly closed?: readonly string[];
  /** Body of our answer; an empty object if absent. */
  readonly acknowledgement?: Readonly<Record<string, unknown>>;
}

/** Whether a payment is booked in this amount, in minor units. */
export type IsKnown = (paymentId: string, amountMinor: number) => Promise<boolean>;

/**
 * Reads a provider's lists since a time, for webhooks that never arrived. Each entry is read when it is called and may fail alone.
 * Lists without times repeat their entries under the same ids.
 * @param isKnown whether a payment is booked already, by the provider's id or our reference of the charge.
 */
export type ProviderSweep<Notice> = (
  since: Date,
  isKnown: IsKnown,
) => AsyncIterable<() => Promise<WebhookEvent<Notice>>>;

export interface UnknownFacts {
  /** The provider's id, 1 to 128 characters. */
  readonly object: string;
  /** Whether the message carries an id of ours, so that the object should exist. */
  readonly isOurs: boolean;
  readonly names: readonly string[];
}

/** The provider's account does not have the object of a message. */
export class UnknownObject extends Error {
  readonly facts: UnknownFacts;
  readonly outflows: readonly Outflow[];

  constructor(
    { object, isOurs = false, names = [] }: Pick<UnknownFacts, 'object'> & Partial<UnknownFacts>,
    outflows: readonly Omit<Outflow, 'payment'>[] = [],
  ) {
    super('A provider does not know the object of its message.');
    this.name = 'UnknownObject';
    this.facts = { object, isOurs, names };
    this.outflows = outflows.map((each) => ({
      ...each,
      payment: { deposit: object },
      isPaymentUnknown: true,
    }));
  }
}

/** Reads a message; turns `UnknownObject` into an event without notice. */
export async function readKnown<Notice>(
  said: Pick<WebhookEvent<Notice>, 'id' | 'at' | 'acknowledgement'>,
  read: () => Promise<WebhookEvent<Notice>>,
): Promise<WebhookEvent<Notice>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnknownObject)) throw error;
    return { ...said, notice: null, outflows: error.outflows, unknown: error.facts };
  }
}

export class WebhookRefused extends Error {}

/** A signed message has another form than documented; staff have to look. */
export class WebhookUnreadable extends Error {
  /** Paths of the wrong fields, never their values. */
  readonly places: readonly string[];

  constructor(places: readonly string[]) {
    super('A message is signed and not of its documented form.');
    this.name = 'WebhookUnreadable';
    this.places = places;
  }
}

/** Reads a signed message by its documented form. @throws WebhookUnreadable */
export function readSigned<Schema extends z.ZodType>(schema: Schema, said: unknown): z.output<Schema> {
  const read = schema.safeParse(said);
  if (read.success) return read.data;
  throw new WebhookUnreadable(read.error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'body'));
}

/** @throws WebhookUnreadable */
export function readSignedJson<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    throw new WebhookUnreadable(['body']);
  }
  return readSigned(schema, said);
}
