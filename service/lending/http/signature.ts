import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { keyIdOf } from '#contract/signature.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Clock } from '../ports.ts';
import type { Secrets } from '../secrets.ts';
import { textOfBytes } from './read-body.ts';

const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** The prefix of our own events' ids, which the same secret signs: no incoming message may use it. */
export const eventIdPrefix = 'evt_';

const longestMessageId = 128;
const toleranceSeconds = 300;
const signatureForm = /(?:^| )v1,[A-Za-z0-9+/]{43}=(?: |$)/;

export function isMessageId(id: string): boolean {
  return id !== '' && id.length <= longestMessageId && !id.startsWith(eventIdPrefix);
}

/**
 * Whether a time, in seconds since 1970, is near now by the service's clock or this machine's: while one of them is wrong, payments are
 * still reported.
 */
export function isNear(seconds: number, clock: Clock): boolean {
  return [clock.now().getTime(), Date.now()].some(
    (nowMs) => Math.abs(nowMs / 1000 - seconds) <= toleranceSeconds,
  );
}

export interface MessageHead {
  readonly messageId: string;
  /** The key that signed it; absent where only the body can tell. */
  readonly keyId?: string;
  /**
   * Checks the body. @returns the id of the key that signed. @throws CodedError 'signature-invalid' for another body, 'request-malformed'.
   */
  verify(body: Uint8Array): string;
}

/**
 * Checks the headers of a Standard Webhooks message: an id, a time near now, the form of a signature. @throws CodedError
 * 'signature-invalid'.
 */
export function webhookHead(headers: Headers, secrets: Secrets, clock: Clock): MessageHead {
  const messageId = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const signature = headers.get('webhook-signature') ?? '';
  const isTimely = /^\d{1,12}$/.test(timestamp) && isNear(Number(timestamp), clock);
  if (!isMessageId(messageId) || !isTimely || !signatureForm.test(signature)) {
    throw new CodedError('signature-invalid');
  }
  const signedAt = new Date(Number(timestamp) * 1000);
  return {
    messageId,
    verify(body) {
      const text = textOfBytes(body);
      const signatures = signature.split(' ').map((each) => Buffer.from(each));
      const secret = secrets.find((each) => {
        const right = Buffer.from(new Webhook(each).sign(messageId, signedAt, text));
        return signatures.some((one) => one.length === right.length && timingSafeEqual(one, right));
      });
      if (secret === undefined) throw new CodedError('signature-invalid');
      return keyIdOf(secret);
    },
  };
}

/** Signs with each of the secrets, so that a receiver that knows one of them accepts it during a rotation. */
export function signaturesOf(
  message: { readonly id: string; readonly body: string },
  secrets: Secrets,
  now: Date,
): ReturnType<typeof signatureOf> {
  const signed = secrets.map((secret) => signatureOf(message, secret, now)['webhook-signature']);
  return { ...signatureOf(message, secrets[0], now), 'webhook-signature': signed.join(' ') };
}

/** The signature headers of a message. @param now real time, also where the sandbox's clock runs ahead. */
export function signatureOf(
  message: { readonly id: string; readonly body: string },
  secret: string,
  now: Date,
): Record<(typeof signatureHeaders)[number], string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(message.id, now, message.body),
  };
}
