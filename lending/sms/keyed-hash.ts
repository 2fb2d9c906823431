import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a hash is for; the same text hashes differently for each. */
export type HashPurpose = 'code' | 'number' | 'prefix' | 'address' | 'captcha' | 'registration' | 'proof';

/** The key for a purpose, 32 bytes made from the service's secret (RFC 5869). */
export function keyFor(secret: string, purpose: HashPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `llano ${purpose}`, 32));
}

/**
 * HMAC-SHA-256 of a text in hexadecimal, under a key of this purpose. Six
 * digits or a telephone number are too few to hide behind a plain hash.
 */
export function keyedHash(secret: string, purpose: HashPurpose, text: string): string {
  return createHmac('sha256', keyFor(secret, purpose)).update(text).digest('hex');
}

/** Whether two hashes are the same, in a time that does not tell how much of them is. */
export function isSameHash(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
