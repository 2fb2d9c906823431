import { createHmac } from 'node:crypto';
import { derivedKey, isHashOf, type Secrets } from '../secrets.ts';

/** Where images are served, before their name. */
export const imagePath = '/user-problem/problem-img/';

const linkLifeMs = 15 * 60 * 1000;

/** The address of an image as it travels: without an origin, since it is one of this service's own. */
export function imageAddressOf(name: string): string {
  return imagePath + name;
}

/** The name in an address that this service gave; undefined for any other, whatever it looks like. */
export function imageNameOf(address: string): string | undefined {
  return /^\/user-problem\/problem-img\/([0-9a-f]{32}\.jpg)$/.exec(address)?.[1];
}

/** An address that opens an image without a session for a quarter of an hour, for the lender's own staff. */
export function signedImageLink(name: string, secret: string, now: Date): string {
  const expires = String(now.getTime() + linkLifeMs);
  return `${imageAddressOf(name)}?${new URLSearchParams({ expires, signature: sign(name, expires, secret) })}`;
}

/** Whether the parameters of an address are those of a signed link to this image that still holds. */
export function isSignedImageLink(
  name: string,
  parameters: URLSearchParams,
  secrets: Secrets,
  now: Date,
): boolean {
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
