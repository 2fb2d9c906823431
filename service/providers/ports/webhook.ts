import type { z } from 'zod';
import type { Outflow } from './outflow.ts';

/** A message that says it is a provider's, before anybody believes it. */
export interface WebhookMessage {
  readonly headers: Headers;
  /** As it came, byte for byte: signatures are over this. */
  readonly body: string;
  /** Of its address, with the question mark; empty for none, which is what most providers send. */
  readonly search?: string;
  /** Runs `read` once for a message, however many adapters of its provider read it; absent where one alone does. */
  readonly once?: <Read>(read: () => Read) => Read;
}

/** A message that the provider's scheme proved to be its own. */
export interface WebhookEvent<Notice> {
  /** The provider's own id of it, 1 to 200 characters; the same each time it is sent. */
  readonly id: string;
  /** What it tells us; null for what is none of our business. */
  readonly notice: Notice | null;
  /** When the provider said it; absent where what it tells was read just now. */
  readonly at?: Date | undefined;
  /** Money of our payments that it says left again or came back. */
  readonly outflows?: readonly Outflow[];
  /** An object that it is about and that the account does not have; what else it tells is then of that object alone. */
  readonly unknown?: UnknownFacts;
  /** Its ids of references of ours that take no more money from now on. */
  readonly closed?: readonly string[];
  /** What the provider wants to read in return; an empty object when absent. */
  readonly acknowledgement?: Readonly<Record<string, unknown>>;
}

/** Whether money of an id is kept in this amount, in minor units. */
export type IsKnown = (paymentId: string, amountMinor: number) => Promise<boolean>;

/**
 * Goes through what a provider's own lists say happened since a time, for messages that never came; each is read when it is asked for, and
 * may fail by itself. What a list does not know by its time is told again and again, each time under the same id.
 * What was settled is on lists of its own, where it stands when its payment, its message and its event are long past.
 * @param isKnown whether this much is kept already, under the provider's id of it or our reference of its charge, so that what is of it need
 * not be asked for.
 */
export type ProviderSweep<Notice> = (
  since: Date,
  isKnown: IsKnown,
) => AsyncIterable<() => Promise<WebhookEvent<Notice>>>;

/** An object that a provider says its account does not have. */
export interface UnknownFacts {
  /** The provider's id of it, 1 to 128 characters. */
  readonly object: string;
  /** Whether the message bears an id of ours, so that the object has to be there. */
  readonly isOurs: boolean;
  /** What the message calls it by besides: ids that are of ours where we know them. */
  readonly names: readonly string[];
}

/** A provider says that its account does not have the object of a message. */
export class UnknownObject extends Error {
  readonly facts: UnknownFacts;
  /** Money that the message says left or came back, of a payment that is the object. */
  readonly outflows: readonly Outflow[];

  constructor(
    { object, isOurs = false, names = [] }: Pick<UnknownFacts, 'object'> & Partial<UnknownFacts>,
    outflows: readonly Omit<Outflow, 'payment'>[] = [],
  ) {
    super('A provider does not know the object of its message.');
    this.name = 'UnknownObject';
    this.facts = { object, isOurs, names };
    this.outflows = outflows.map((each) => ({ ...each, payment: { deposit: object }, isOfUnknown: true }));
  }
}

/** Reads a message; of one about an object that the account does not have only that, and what left of it. */
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

/** A message whose signature or age is wrong. */
export class WebhookRefused extends Error {}

/** A message that the provider signed and that does not have the form it documents: a person has to look. */
export class WebhookUnreadable extends Error {
  /** Where it is not as documented, and never what stands there. */
  readonly places: readonly string[];

  constructor(places: readonly string[]) {
    super('A message is signed and not of its documented form.');
    this.name = 'WebhookUnreadable';
    this.places = places;
  }
}

/** What a signed message says, by the form that its provider documents. @throws WebhookUnreadable for another form. */
export function readSigned<Schema extends z.ZodType>(schema: Schema, said: unknown): z.output<Schema> {
  const read = schema.safeParse(said);
  if (read.success) return read.data;
  throw new WebhookUnreadable(read.error.issues.slice(0, 5).map(({ path }) => path.join('.') || 'body'));
}

/** The JSON of a signed body. @throws WebhookUnreadable for what is none. */
export function readSignedJson<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    throw new WebhookUnreadable(['body']);
  }
  return readSigned(schema, said);
}
