import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** What a hash is for; the same text hashes differently for each. */
export type HashPurpose = 'code' | 'number' | 'prefix' | 'address' | 'captcha' | 'registration';

/**
 * HMAC-SHA-256 of a text in hexadecimal, under a key made from the service's secret for this purpose (RFC 5869). Six
 * digits or a telephone number are too few to hide behind a plain hash.
 */
export function keyedHash(secret: string, purpose: HashPurpose, text: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `llano ${purpose}`, 32));
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Whether two hashes are the same, in a time that does not tell how much of them is. */
export function isSameHash(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}
