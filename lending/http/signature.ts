import { Webhook } from 'standardwebhooks';
import { CodedError } from '#domain/error-code.ts';

/** Headers of a signed message (Standard Webhooks). */
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const longestMessageId = 128;
/** As long as a signature serves (Standard Webhooks). */
const toleranceSeconds = 300;

/**
 * Checks what a signed message says of itself before its body is read: an id, a time near the real one, a signature.
 * @throws CodedError 'signature-invalid'.
 */
export function requireSignatureHeaders(headers: Headers): void {
  const messageId = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  const isNear =
    /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds;
  const isSigned = /(?:^| )v1,[A-Za-z0-9+/]{43}=(?: |$)/.test(headers.get('webhook-signature') ?? '');
  if (messageId === '' || messageId.length > longestMessageId || !isNear || !isSigned) {
    throw new CodedError('signature-invalid');
  }
}

/**
 * Checks a message's signature and age, five minutes at most by the real time (Standard Webhooks).
 * @returns the id of the message.
 * @throws CodedError 'signature-invalid'.
 */
export function verifySignature(headers: Headers, body: string, secret: string): string {
  const given = Object.fromEntries(signatureHeaders.map((name) => [name, headers.get(name) ?? '']));
  const messageId = given['webhook-id'] ?? '';
  requireSignatureHeaders(headers);
  try {
    new Webhook(secret).verify(body, given, { jsonParse: false });
  } catch {
    throw new CodedError('signature-invalid');
  }
  return messageId;
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
