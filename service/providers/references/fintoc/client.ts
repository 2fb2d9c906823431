import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { askProvider, readAgain } from '../../ask-provider.ts';
import { readSignedJson, type WebhookMessage, WebhookRefused } from '../../ports/webhook.ts';
import { type FintocOptions, isLiveFintocKey } from './account.ts';

const tryMs = 8_000;
const pageSize = 100;
const longestListPages = 1_000;
/** How old a message may be, and how far Fintoc's clock may run ahead (docs.fintoc.com, webhooks). */
const toleranceMs = 5 * 60_000;

/** Fintoc understood a request and will not do it. */
export class FintocRefusal extends Error {}

/** A CLABE of ours, and where it leads to. */
export const accountNumber = z.looseObject({
  id: z.string().regex(/^acno_\w{1,80}$/),
  number: z.string().regex(/^\d{18}$/),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  mode: z.string(),
  created_at: z.coerce.date(),
  deleted_at: z.string().nullish(),
  status: z.string().nullish(),
});

/** Money that came by SPEI, or that went back. */
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
    ...{ id: z.string(), number: z.string() },
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

/** Fintoc's API as far as used here. */
export interface FintocClient {
  /** @throws FintocRefusal; any other error leaves it unknown. */
  send<Schema extends z.ZodType>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    answer: Schema,
    request?: { readonly body: object; readonly key?: string },
  ): Promise<z.output<Schema>>;
  /** Everything in a list, page by page, as its `Link` headers lead. */
  list<Schema extends z.ZodType>(path: string, item: Schema): AsyncGenerator<z.output<Schema>>;
}

export function fintocClient({ account, apiBase }: FintocOptions): FintocClient {
  const base = `${apiBase || 'https://api.fintoc.com'}/v2`;

  async function ask(method: string, address: string, request?: { body: object; key?: string }) {
    const headers = {
      Authorization: account.secretKey,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(request?.key && { 'Idempotency-Key': request.key }),
    };
    const answer = await askProvider(address, {
      name: 'Fintoc',
      method,
      headers,
      body: request?.body,
      tryMs,
    });
    if (answer.isOk) return { answer: answer.said, link: answer.headers.get('Link') ?? '' };
    const refusal = `Fintoc answered ${answer.status}`;
    throw [400, 404, 422].includes(answer.status) ? new FintocRefusal(refusal) : new Error(refusal);
  }

  const read = (address: string) => readAgain(() => ask('GET', address));

  return {
    async send(method, path, answer, request) {
      const address = `${base}${path}`;
      const sent = method === 'GET' ? await read(address) : await ask(method, address, request);
      return answer.parse(sent.answer);
    },
    async *list(path, item) {
      const listPage = z.array(item);
      let address: string | undefined = `${base}${path}${path.includes('?') ? '&' : '?'}per_page=${pageSize}`;
      for (let pages = 0; address !== undefined; pages += 1) {
        if (pages >= longestListPages) throw new Error('Fintoc lists more than is looked through.');
        const { answer, link } = await read(address);
        yield* listPage.parse(answer);
        const next = /<([^>]+)>;\s*rel="?next"?/.exec(link)?.[1];
        if (next !== undefined && new URL(next).origin !== new URL(base).origin) {
          throw new Error('Fintoc led a list to another place.');
        }
        address = next;
      }
    },
  };
}

/**
 * Reads a message by Fintoc's scheme: `Fintoc-Signature` holds `t`, seconds since 1970, and `v1`, HMAC-SHA256 in hex over `<t>.<body>`.
 * @throws WebhookRefused, also for one of the other mode, test or live; WebhookUnreadable.
 */
export function provenFintocEvent(
  { headers, body }: WebhookMessage,
  { webhookSecret, secretKey }: FintocOptions['account'],
  now: Date,
): FintocEvent {
  const parts = new URLSearchParams((headers.get('Fintoc-Signature') ?? '').replaceAll(',', '&'));
  const time = parts.get('t') ?? '';
  const signature = Buffer.from(parts.get('v1') ?? '', 'hex');
  const expected = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest();
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  const isTimely = Math.abs(now.getTime() - Number(time) * 1000) <= toleranceMs;
  if (!isSigned || !isTimely) throw new WebhookRefused();
  const message = readSignedJson(event, body);
  if (message.mode !== modeOf(secretKey)) throw new WebhookRefused();
  return message;
}

/** The mode of a key, as Fintoc names it. */
export function modeOf(secretKey: string): 'live' | 'test' {
  return isLiveFintocKey(secretKey) ? 'live' : 'test';
}
