import { isIP } from 'node:net';

/**
 * The address a request comes from: the connection's own, or, behind `trustedProxyCount` proxies that each add an
 * entry, the one the outermost of them saw, without the port that some write after it. What a client writes into the header itself is never
 * believed, and what is no address counts as none.
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
