import { z } from 'zod';
import { isHmac, isTimely } from '../../message-proof.ts';
import { readSignedJson, type WebhookMessage, WebhookRefused } from '../../ports/webhook.ts';
import { createProviderClient, type ProviderClient } from '../../provider-client.ts';
import { type FintocOptions, isLiveFintocKey } from './account.ts';

export const accountNumber = z.looseObject({
  id: z.string().regex(/^acno_\w{1,80}$/),
  number: z.string().regex(/^\d{18}$/),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  mode: z.string(),
  created_at: z.coerce.date(),
  deleted_at: z.string().nullish(),
  status: z.string().nullish(),
});

export const transfer = z.looseObject({
  id: z.string().regex(/^tr_\w{1,80}$/),
  amount: z.int().positive(),
  currency: z.string(),
  direction: z.string(),
  mode: z.string(),
  status: z.string(),
  transaction_date: z.coerce.date(),
  tracking_key: z.string().max(64).nullish(),
  return_reason: z.string().nullish(),
  account_number: z.looseObject({
    id: z.string(),
    number: z.string(),
    metadata: z.record(z.string(), z.unknown()).nullish(),
  }),
  counterparty: z.looseObject({ account_number: z.string().nullish() }).nullish(),
});
export type FintocTransfer = z.output<typeof transfer>;

const event = z.looseObject({
  id: z.string().min(1),
  type: z.string(),
  mode: z.string(),
  data: z.looseObject({ id: z.string() }),
});
export type FintocEvent = z.output<typeof event>;

export function fintocClient({ account, apiBase }: FintocOptions): ProviderClient {
  const base = `${apiBase || 'https://api.fintoc.com'}/v2`;
  return createProviderClient({
    name: 'Fintoc',
    base,
    headers: { Authorization: account.secretKey, Accept: 'application/json' },
    timeoutMs: 8_000,
    refusalIn: (status) =>
      [400, 404, 422].includes(status) ? { code: '', message: `Fintoc answered ${status}` } : null,
    paging: {
      query: 'per_page=100',
      pagesMax: 1_000,
      read({ body, headers }) {
        const next = /<([^>]+)>;\s*rel="?next"?/.exec(headers.get('Link') ?? '')?.[1];
        if (next !== undefined && !next.startsWith(`${base}/`)) {
          throw new Error("The next page of Fintoc's list is at another address.");
        }
        return { items: body, nextPath: next?.slice(base.length) ?? null };
      },
    },
  });
}

/**
 * Reads a signed message: `Fintoc-Signature` holds `t`, seconds since 1970, and `v1`, HMAC-SHA256 in hex over `<t>.<body>`; it is valid for
 * five minutes (docs.fintoc.com, webhooks).
 * @throws WebhookRefused, also for a message of the other mode, test or live; WebhookUnreadable.
 */
export function provenFintocEvent(
  { headers, body }: WebhookMessage,
  { webhookSecret, secretKey }: FintocOptions['account'],
  now: Date,
): FintocEvent {
  const parts = new URLSearchParams((headers.get('Fintoc-Signature') ?? '').replaceAll(',', '&'));
  const time = parts.get('t') ?? '';
  const isSigned = isHmac({ secret: webhookSecret, text: `${time}.${body}` }, parts.get('v1') ?? '', 'hex');
  if (!isSigned || !isTimely(Number(time) * 1000, now)) throw new WebhookRefused();
  const message = readSignedJson(event, body);
  if (message.mode !== modeOf(secretKey)) throw new WebhookRefused();
  return message;
}

export function modeOf(secretKey: string): 'live' | 'test' {
  return isLiveFintocKey(secretKey) ? 'live' : 'test';
}
