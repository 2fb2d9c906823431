/**
 * The address a request comes from: the connection's own, or, behind `trustedProxyCount` proxies that each add an
 * entry, the one the outermost of them saw. What a client writes into the header itself is never believed.
 */
export function clientAddress(
  peerAddress: string,
  forwardedFor: string | undefined,
  trustedProxyCount: number,
): string {
  if (trustedProxyCount === 0 || forwardedFor === undefined) return peerAddress;
  const entries = forwardedFor.split(',').map((entry) => entry.trim());
  return entries.at(-trustedProxyCount) || peerAddress;
}
