import { timingSafeEqual } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { CodedError } from '#domain/error-code.ts';
import type { Clock } from '../ports.ts';
import type { Secrets } from '../secrets.ts';

/** Headers of a signed message (Standard Webhooks). */
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** What the ids of our own events begin with, which are signed with the same secret: no message to us may have one. */
export const eventIdPrefix = 'evt_';

const longestMessageId = 128;
/** As long as a signature serves (Standard Webhooks). */
const toleranceSeconds = 300;
const signatureForm = /(?:^| )v1,[A-Za-z0-9+/]{43}=(?: |$)/;

/**
 * Checks what a signed message says of itself before its body is read: an id, a time near now, a signature. Now is what the service's clock
 * says, or this machine's own: while one of the two is wrong, payments are still reported.
 * @throws CodedError 'signature-invalid'.
 */
export function requireSignatureHeaders(headers: Headers, clock: Clock): void {
  const messageId = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const isNear =
    /^\d{1,12}$/.test(timestamp) &&
    [clock.now().getTime(), Date.now()].some(
      (nowMs) => Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds,
    );
  const isSigned = signatureForm.test(headers.get('webhook-signature') ?? '');
  const isForUs =
    messageId !== '' && messageId.length <= longestMessageId && !messageId.startsWith(eventIdPrefix);
  if (!isForUs || !isNear || !isSigned) {
    throw new CodedError('signature-invalid');
  }
}

/** A message whose signature is good. */
export interface VerifiedMessage {
  readonly messageId: string;
  /** The secret that signed it. */
  readonly secret: string;
}

/**
 * Checks a message's signature, and its age as `requireSignatureHeaders` does.
 * @throws CodedError 'signature-invalid'.
 */
export function verifySignature(
  { headers, body }: { readonly headers: Headers; readonly body: string },
  secrets: Secrets,
  clock: Clock,
): VerifiedMessage {
  requireSignatureHeaders(headers, clock);
  const messageId = headers.get('webhook-id') ?? '';
  const signedAt = new Date(Number(headers.get('webhook-timestamp')) * 1000);
  const given = (headers.get('webhook-signature') ?? '').split(' ').map((each) => Buffer.from(each));
  const secret = secrets.find((each) => {
    const right = Buffer.from(new Webhook(each).sign(messageId, signedAt, body));
    return given.some((one) => one.length === right.length && timingSafeEqual(one, right));
  });
  if (secret === undefined) throw new CodedError('signature-invalid');
  return { messageId, secret };
}

/** The same, signed with each of the secrets, so that a receiver that knows one of them believes it (a rotation). */
export function signaturesOf(
  message: { readonly id: string; readonly body: string },
  secrets: Secrets,
  now: Date,
): ReturnType<typeof signatureOf> {
  const signed = secrets.map((secret) => signatureOf(message, secret, now)['webhook-signature']);
  return { ...signatureOf(message, secrets[0], now), 'webhook-signature': signed.join(' ') };
}

/** The headers that sign a message; `now` is the real time. */
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
