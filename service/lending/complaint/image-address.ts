import { createHmac } from 'node:crypto';
import { derivedKey, isHashOf, type Secrets } from '../secrets.ts';

export const imagePath = '/user-problem/problem-img/';

const linkLifeMs = 15 * 60 * 1000;

/** The address of an image on the wire: without an origin, since this service serves it. */
export function imageAddressOf(name: string): string {
  return imagePath + name;
}

/** The name in an address that this service gave; undefined for any other. */
export function imageNameOf(address: string): string | undefined {
  return /^\/user-problem\/problem-img\/([0-9a-f]{32}\.jpg)$/.exec(address)?.[1];
}

/** An address that opens an image without a session for 15 minutes, for the lender's staff. */
export function signedImageLink(name: string, secret: string, now: Date): string {
  const expires = String(now.getTime() + linkLifeMs);
  return `${imageAddressOf(name)}?${new URLSearchParams({ expires, signature: sign(name, expires, secret) })}`;
}

/** Whether an address is a signed link to this image that has not expired. */
export function isSignedImageLink(name: string, parameters: URLSearchParams, secrets: Secrets, now: Date) {
  const expires = parameters.get('expires') ?? '';
  const signature = parameters.get('signature') ?? '';
  const isGood = isHashOf(signature, secrets, (secret) => sign(name, expires, secret));
  return isGood && Number(expires) > now.getTime();
}

function sign(name: string, expires: string, secret: string): string {
  return createHmac('sha256', derivedKey(secret, 'complaint images'))
    .update(`${name}\n${expires}`)
    .digest('hex');
}
