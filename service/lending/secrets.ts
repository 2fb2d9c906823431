import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A secret and the one before it, while a rotation lasts: the first makes what is new, all of them know what they made. */
export type Secrets = readonly [current: string, ...previous: readonly string[]];

/** What a hash is for; the same text hashes differently for each. */
export type HashPurpose =
  | 'code'
  | 'number'
  | 'prefix'
  | 'address'
  | 'captcha'
  | 'registration'
  | 'proof'
  | 'payer account'
  | 'receipt';

/** What a key is for; what one of them gives away tells nothing of the others. */
export type KeyPurpose =
  | HashPurpose
  | 'host answers'
  | 'complaint images'
  | 'request counts'
  | 'desk sign-in'
  | 'desk id tokens';

/** A key of 256 bits made from the service's secret for one purpose (RFC 5869). */
export function derivedKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `llano ${purpose}`, 32));
}

/**
 * HMAC-SHA-256 of a text in hexadecimal, under the secret's key for this purpose. Six digits or a telephone number are
 * too few to hide behind a plain hash.
 */
export function keyedHash(secret: string, purpose: HashPurpose, text: string): string {
  return createHmac('sha256', derivedKey(secret, purpose)).update(text).digest('hex');
}

/** Whether one of the secrets made this hash, in a time that does not tell how much of it is right. */
export function isHashOf(hash: string, secrets: Secrets, hashUnder: (secret: string) => string): boolean {
  return secrets.some((secret) => isSameHash(hash, hashUnder(secret)));
}

function isSameHash(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
