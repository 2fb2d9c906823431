/** Names a loan in the browser's storage without revealing it: 32-bit FNV-1a of its id. */
export function loanMark(orderId: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(orderId)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(36);
}
