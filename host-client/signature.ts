import { createHmac, timingSafeEqual } from 'node:crypto';

/** A message that is signed: its id, and its body as it goes over the wire. */
export interface SignedMessage {
  readonly id: string;
  readonly body: string;
}

/** As long as a signature serves (Standard Webhooks). */
const toleranceSeconds = 300;

/**
 * The headers that sign a message (Standard Webhooks).
 * @param secret `whsec_` and the key in base64, as `HOST_SIGNING_SECRET` has it.
 * @param now The real time: a signature serves for five minutes.
 */
export function signatureHeaders({ id, body }: SignedMessage, secret: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${digestOf(`${id}.${timestamp}.${body}`, secret).toString('base64')}`,
  };
}

/**
 * Whether one of the secrets signed a message within five minutes of `now`.
 * @param header A header of the message by its name in lower case.
 */
export function isSigned(
  body: string,
  header: (name: string) => string | null | undefined,
  secrets: readonly string[],
  now: Date,
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const versioned = signatures.split(' ').filter((each) => each.startsWith('v1,'));
  const digests = versioned.map((each) => Buffer.from(each.slice('v1,'.length), 'base64'));
  return secrets.some((secret) => {
    const right = digestOf(`${id}.${timestamp}.${body}`, secret);
    return digests.some((each) => each.length === right.length && timingSafeEqual(each, right));
  });
}

function digestOf(text: string, secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw new TypeError('the signing secret is empty');
  return createHmac('sha256', key).update(text).digest();
}
