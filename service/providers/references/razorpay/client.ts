import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isHmac, isTimely } from '../../message-proof.ts';
import { readSignedJson, type WebhookMessage, WebhookRefused } from '../../ports/webhook.ts';
import { createProviderClient, type ProviderClient } from '../../provider-client.ts';
import type { RazorpayOptions } from './account.ts';

/** Razorpay sends a message again for a day; an older one is a replay. */
const oldestMessageMs = 25 * 3_600_000;

const refusal = z.object({
  error: z.object({ code: z.string().max(80), description: z.string().max(400) }),
});

/** Our own values that Razorpay stores with an object; it sends an empty list for none. */
export const notes = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .nullish()
  .transform((values) => (Array.isArray(values) ? {} : (values ?? {})));

const listPage = z.object({ items: z.array(z.unknown()) });
const pageSize = 100;

/** Razorpay takes no idempotency key, except for refunds. */
export function createRazorpayClient({ account, apiBase }: RazorpayOptions): ProviderClient {
  const credentials = Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64');
  return createProviderClient({
    name: 'Razorpay',
    base: `${apiBase || 'https://api.razorpay.com'}/v1`,
    headers: { Authorization: `Basic ${credentials}` },
    timeoutMs: 6_000,
    refusalIn(status, body) {
      const { data } = refusal.safeParse(body);
      // Wrong keys and missing rights are ours to fix: the request may succeed then.
      const isFinal = status === 400 || status === 404 || status === 422;
      return isFinal && data
        ? { code: data.error.code, message: `${data.error.code}: ${data.error.description}` }
        : null;
    },
    paging: {
      query: `count=${pageSize}&skip=0`,
      pagesMax: 100,
      read({ path, body }) {
        const { items } = listPage.parse(body);
        const nextPath = path.replace(/skip=(\d+)/, (_match, skip) => `skip=${Number(skip) + pageSize}`);
        return { items, nextPath: items.length < pageSize ? null : nextPath };
      },
    },
  });
}

const event = z.object({
  event: z.string().max(100),
  created_at: z.int().positive(),
  /** Absent in some messages of other products. */
  payload: z.record(z.string(), z.unknown()).default({}),
});

/** Messages caused by other systems of the account may have other forms; those are ignored. */
const subject = z.object({ entity: z.looseObject({ id: z.string().catch('') }) });

export interface RazorpayEvent {
  /** Digest of event, time and objects, the same each time it is sent; the header with Razorpay's id is not signed. */
  readonly id: string;
  readonly name: string;
  readonly at: Date;
  /** Objects of the message by kind, such as `payment`. */
  readonly about: Readonly<Record<string, unknown>>;
}

/**
 * Reads a signed message: `X-Razorpay-Signature` is HMAC-SHA256 in hex over the raw body.
 * @throws WebhookRefused for another signature, or an event of more than 25 hours ago; WebhookUnreadable.
 */
export function provenEvent(
  { headers, body }: WebhookMessage,
  { webhookSecret }: { readonly webhookSecret: string },
  now: Date,
): RazorpayEvent {
  const signature = headers.get('X-Razorpay-Signature') ?? '';
  if (!isHmac({ secret: webhookSecret, text: body }, signature, 'hex')) throw new WebhookRefused();
  const { event: name, created_at: seconds, payload } = readSignedJson(event, body);
  const at = new Date(seconds * 1000);
  if (!isTimely(at.getTime(), now, oldestMessageMs)) throw new WebhookRefused();
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
