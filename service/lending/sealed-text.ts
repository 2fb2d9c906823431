import { createCipheriv, createDecipheriv } from 'node:crypto';
import { derivedKey, type KeyPurpose, type Secrets } from './secrets.ts';

const algorithm = 'aes-256-gcm';
/** Bytes of a nonce, which must be unique under one key. */
export const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts a text so that it can be read again, with AES-256-GCM and a key for its purpose. */
export function sealText(
  text: string,
  secret: string,
  { purpose, nonce }: { readonly purpose: KeyPurpose; readonly nonce: Buffer },
): string {
  const cipher = createCipheriv(algorithm, derivedKey(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a text; undefined when none of the secrets fits, or when it was erased. */
export function openText(sealed: string, secrets: Secrets, purpose: KeyPurpose): string | undefined {
  if (sealed === '') return undefined;
  for (const secret of secrets) {
    const text = openWith(sealed, secret, purpose);
    if (text !== undefined) return text;
  }
}

function openWith(sealed: string, secret: string, purpose: KeyPurpose): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(algorithm, derivedKey(secret, purpose), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
