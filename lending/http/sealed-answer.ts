import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`host answers\n${secret}`).digest();
}

/** Encrypts an answer that has to be given again word for word, AES-256-GCM under a key made from the host secret. */
export function sealAnswer(answer: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/**
 * The answer that was sealed; undefined when the secret has changed since.
 */
export function openAnswer(sealedAnswer: string, secret: string): string | undefined {
  const bytes = Buffer.from(sealedAnswer, 'base64');
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
