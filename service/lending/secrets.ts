import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** A secret and earlier ones during a rotation: the first encrypts, all of them decrypt. */
export type Secrets = readonly [current: string, ...previous: readonly string[]];

/** Purposes of a hash; the same text has another hash for each. */
export type HashPurpose =
  | 'code'
  | 'number'
  | 'prefix'
  | 'address'
  | 'captcha'
  | 'registration'
  | 'proof'
  | 'payer account'
  | 'receipt'
  | 'phone change';

/** Purposes of a key; a leaked key says nothing of the others. */
export type KeyPurpose =
  | HashPurpose
  | 'host answers'
  | 'complaint images'
  | 'request counts'
  | 'desk sign-in'
  | 'desk id tokens'
  | 'desk form drafts';

/** A key of 256 bits, derived from the service's secret for one purpose (RFC 5869). */
export function derivedKey(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `llano ${purpose}`, 32));
}

/**
 * HMAC-SHA-256 of a text in hexadecimal, with the secret's key for this purpose. A plain hash of six digits or a telephone number could be
 * guessed.
 */
export function keyedHash(secret: string, purpose: HashPurpose, text: string): string {
  return createHmac('sha256', derivedKey(secret, purpose)).update(text).digest('hex');
}

/** Whether one of the secrets made this hash; compares in constant time. */
export function isHashOf(hash: string, secrets: Secrets, hashUnder: (secret: string) => string): boolean {
  return secrets.some((secret) => isSameHash(hash, hashUnder(secret)));
}

function isSameHash(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
