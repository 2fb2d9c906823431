import { isIP } from 'node:net';

/**
 * Address of the client: that of the connection, or the entry of `X-Forwarded-For` that the outermost of `trustedProxyCount` proxies
 * added, without its port. Entries of the client itself are ignored.
 */
export function clientAddress(
  peerAddress: string,
  forwardedFor: string | undefined,
  trustedProxyCount: number,
): string {
  if (trustedProxyCount === 0 || forwardedFor === undefined) return peerAddress;
  const entry = forwardedFor.split(',').at(-trustedProxyCount)?.trim() ?? '';
  const address = /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
  return isIP(address) === 0 ? peerAddress : address;
}
