import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** `body` is signed byte for byte. */
export interface SignedMessage {
  readonly id: string;
  readonly body: string;
}

const toleranceSeconds = 300;

/**
 * The headers that sign a POST (RFC 9421) and say what its body is (RFC 9530).
 * @param url Where it goes; of it path and query are signed.
 * @param secret `whsec_` and the key in base64, as `HOST_SIGNING_SECRET` has it.
 * @param now The real time: a signature serves for five minutes.
 * @throws TypeError where the id is not of printable ASCII.
 */
export function signatureHeaders(url: URL, { id, body }: SignedMessage, secret: string, now: Date) {
  if (!/^[ -~]+$/.test(id)) throw new TypeError('the id of a message has to be of printable ASCII');
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const covered = {
    '@method': 'POST',
    '@path': url.pathname,
    '@query': url.search || '?',
    'content-digest': digest,
  };
  const names = Object.keys(covered).map((name) => `"${name}"`);
  const created = Math.floor(now.getTime() / 1000);
  const nonce = id.replace(/["\\]/g, '\\$&');
  const said = `created=${created};nonce="${nonce}";keyid="${keyIdOf(secret)}";alg="hmac-sha256"`;
  const parameters = `(${names.join(' ')});${said}`;
  const signature = createHmac('sha256', keyOf(secret)).update(signatureBase(covered, parameters));
  return {
    'Content-Digest': digest,
    'Signature-Input': `sig1=${parameters}`,
    Signature: `sig1=:${signature.digest('base64')}:`,
  };
}

/** Text to sign (RFC 9421, section 2.5): covered components, then parameters. */
export function signatureBase(covered: Readonly<Record<string, string>>, parameters: string): string {
  const lines = Object.entries(covered).map(([name, value]) => `"${name}": ${value}`);
  return [...lines, `"@signature-params": ${parameters}`].join('\n');
}

/** `keyid` of a secret: the first 16 hexadecimal digits of its SHA-256. */
export function keyIdOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 16);
}

/** Key of a secret. @throws TypeError for an empty one. */
export function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw new TypeError('the signing secret is empty');
  return key;
}

/**
 * Whether one of the secrets signed an event (Standard Webhooks) within five minutes of `now`.
 * @param header gives a header by its lower-case name.
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
  return createHmac('sha256', keyOf(secret)).update(text).digest();
}
