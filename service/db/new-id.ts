import { randomBytes } from 'node:crypto';

/**
 * A new identifier: UUID version 7 (RFC 9562, 5.7): 48 bits of the time in milliseconds, 12 bits of its fraction (6.2, method 3), 62 random
 * bits, so that later rows sort later. Written here because PostgreSQL before 18 cannot make one.
 */
export function newId(): string {
  const bytes = randomBytes(16);
  const milliseconds = performance.timeOrigin + performance.now();
  const whole = Math.floor(milliseconds);
  bytes.writeUIntBE(whole, 0, 6);
  bytes.writeUInt16BE(0x7000 | Math.floor((milliseconds - whole) * 4096), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Whether a text has the form of an identifier, so that a query may compare it. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
