import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { askProvider, type ProviderAnswer, readAgain } from '../../ask-provider.ts';
import { readSignedJson, type WebhookMessage, WebhookRefused } from '../../ports/webhook.ts';
import type { RazorpayOptions } from './account.ts';

/** How long one request may take. */
const tryMs = 6_000;
/** What a list gives at most at once. */
const pageSize = 100;
/** After so many pages a list is given up. */
const mostPages = 100;
/** A message is sent again for a day; an older one is a recording. */
const oldestMessageMs = 25 * 3_600_000;
/** How far Razorpay's clock may run ahead. */
const clockSkewMs = 5 * 60_000;

/** Razorpay understood the request and will not do it: what it says is certain, however often it is asked. */
export class RazorpayRefusal extends Error {
  /** Razorpay's word, such as `BAD_REQUEST_ERROR`. */
  readonly code: string;

  constructor(code: string, description: string) {
    super(`${code}: ${description}`);
    this.code = code;
  }
}

const refusal = z.object({
  error: z.object({ code: z.string().max(80), description: z.string().max(400) }),
});

/** Values that we gave Razorpay to keep with something; an empty list stands for none. */
export const notes = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .nullish()
  .transform((signature) => (Array.isArray(signature) ? {} : (signature ?? {})));

/** Razorpay's API with one account. */
export interface RazorpayClient {
  /** Reads, again where there was no answer. @throws RazorpayRefusal; any other error leaves it unknown. */
  get<Schema extends z.ZodType>(path: string, answer: Schema): Promise<z.output<Schema>>;
  /**
   * Has something done, once: Razorpay takes no key that would make a repetition harmless, but for refunds.
   * @throws RazorpayRefusal where it was not done; after any other error it is not known.
   */
  post<Schema extends z.ZodType>(
    path: string,
    body: object,
    answer: Schema,
    headers?: Readonly<Record<string, string>>,
  ): Promise<z.output<Schema>>;
  /** Everything in a list, page by page. @throws Error for more than 10,000. */
  list<Schema extends z.ZodType>(path: string, item: Schema): AsyncGenerator<z.output<Schema>>;
}

/** A client of our own: the official package cuts no request off, repeats none and loses what a lost connection was. */
export function createRazorpayClient({ account, apiBase }: RazorpayOptions): RazorpayClient {
  const origin = apiBase || 'https://api.razorpay.com';
  const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64');

  const ask = (method: 'GET' | 'POST', path: string, body?: object, more = {}) => {
    const headers = { Authorization: `Basic ${credentials}`, 'Content-Type': 'application/json', ...more };
    return askProvider(`${origin}/v1${path}`, { name: 'Razorpay', method, headers, body, tryMs });
  };

  const client: RazorpayClient = {
    get: async (path, answer) => answer.parse(bodyOf(await readAgain(() => ask('GET', path)))),
    post: async (path, body, answer, headers) => answer.parse(bodyOf(await ask('POST', path, body, headers))),
    async *list(path, item) {
      const page = z.object({ items: z.array(item) });
      for (let skip = 0; skip < pageSize * mostPages; skip += pageSize) {
        const mark = path.includes('?') ? '&' : '?';
        const { items } = await client.get(`${path}${mark}count=${pageSize}&skip=${skip}`, page);
        yield* items;
        if (items.length < pageSize) return;
      }
      throw new Error('Razorpay lists more than can be looked through.');
    },
  };
  return client;
}

function bodyOf({ status, isOk, said: body }: ProviderAnswer): unknown {
  if (isOk) return body;
  const said = refusal.safeParse(body);
  // Wrong keys and missing rights are ours to mend: what was asked for may well be had then.
  const isCertain = status === 400 || status === 404 || status === 422;
  if (isCertain && said.success) throw new RazorpayRefusal(said.data.error.code, said.data.error.description);
  throw new Error(`Razorpay answered ${status}.`);
}

const event = z.object({
  event: z.string().max(100),
  created_at: z.int().positive(),
  /** Absent in some messages of other products. */
  payload: z.record(z.string(), z.unknown()).default({}),
});

/** What a message is about; other systems' messages may have other forms, and are none of ours. */
const subject = z.object({ entity: z.looseObject({ id: z.string().catch('') }) });

/** A message that Razorpay signed. */
export interface RazorpayEvent {
  /** The same each time it is sent: a digest of what happened, when and to what, since the header with Razorpay's id is not signed. */
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  /** What it is about, by the kind of each. */
  readonly about: Readonly<Record<string, unknown>>;
}

/**
 * Reads a message by Razorpay's scheme: `X-Razorpay-Signature` is HMAC-SHA256 in hex over the raw body, and the body says when
 * it happened.
 * @throws WebhookRefused for another signature, or for what happened more than 25 hours ago; WebhookUnreadable.
 */
export function provenEvent(
  { headers, body }: WebhookMessage,
  { webhookSecret }: { readonly webhookSecret: string },
  now: Date,
): RazorpayEvent {
  const expected = createHmac('sha256', webhookSecret).update(body).digest();
  const signature = Buffer.from(headers.get('X-Razorpay-Signature') ?? '', 'hex');
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected))
    throw new WebhookRefused();
  const { event: name, created_at: seconds, payload } = readSignedJson(event, body);
  const at = new Date(seconds * 1000);
  const ageMs = now.getTime() - at.getTime();
  if (ageMs > oldestMessageMs || ageMs < -clockSkewMs) throw new WebhookRefused();
  const subjects = Object.entries(payload).flatMap(([kind, said]) => {
    const read = subject.safeParse(said);
    return read.success ? [[kind, read.data.entity] as const] : [];
  });
  const ids = subjects.map(([kind, { id }]) => `${kind}=${id}`).sort();
  const id = createHash('sha256')
    .update([name, seconds, ...ids].join('\n'))
    .digest('hex');
  return { id, name, at, about: Object.fromEntries(subjects) };
}
