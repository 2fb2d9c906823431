import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';

/** Whether a signature is the HMAC of a text, compared in constant time. */
export function isHmac(
  { algorithm = 'sha256', secret, text }: { algorithm?: 'sha1' | 'sha256'; secret: string; text: string },
  signature: string,
  encoding: 'hex' | 'base64',
): boolean {
  const expected = createHmac(algorithm, secret).update(text).digest();
  const given = Buffer.from(signature, encoding);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Checks signatures by RSA-SHA256 (PKCS #1 v1.5).
 * @param publicKey SubjectPublicKeyInfo in base64.
 */
export function rsaVerifier(publicKey: string): (text: string, signatureInBase64: string) => boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return (text, signature) => verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

const clockSkewMs = 5 * 60_000;

/** Whether a message is no older than `oldestMs`, and at most five minutes ahead of our clock; false for NaN. */
export function isTimely(sentAtMs: number, now: Date, oldestMs = clockSkewMs): boolean {
  const ageMs = now.getTime() - sentAtMs;
  return ageMs <= oldestMs && ageMs >= -clockSkewMs;
}
