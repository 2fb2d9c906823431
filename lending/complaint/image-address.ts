import { createHmac, timingSafeEqual } from 'node:crypto';

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
  secret: string,
  now: Date,
): boolean {
  const expires = parameters.get('expires') ?? '';
  const given = Buffer.from(parameters.get('signature') ?? '');
  const wanted = Buffer.from(sign(name, expires, secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(expires) > now.getTime();
}

function sign(name: string, expires: string, secret: string): string {
  return createHmac('sha256', `complaint images\n${secret}`).update(`${name}\n${expires}`).digest('hex');
}
