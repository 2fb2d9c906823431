import { codeResendSeconds } from './sms-code.ts';

/** Whose messages are counted together. */
export type SendScope = 'number' | 'borrower' | 'address' | 'prefix' | 'total';

/** At most `sends` messages of one scope in any `windowSeconds`. */
export interface SendLimit {
  readonly scope: SendScope;
  readonly sends: number;
  readonly windowSeconds: number;
}

const hourSeconds = 3_600;
const daySeconds = 86_400;

/**
 * The limits on codes sent: they bound what a stranger can make the lender pay for and a borrower receive. A prefix is
 * a block of numbers, as pumping fraud uses them (DESIGN, Money).
 */
export const sendLimits: readonly SendLimit[] = [
  { scope: 'number', sends: 1, windowSeconds: codeResendSeconds },
  { scope: 'number', sends: 5, windowSeconds: daySeconds },
  { scope: 'borrower', sends: 8, windowSeconds: daySeconds },
  { scope: 'address', sends: 20, windowSeconds: hourSeconds },
  { scope: 'prefix', sends: 40, windowSeconds: daySeconds },
  { scope: 'total', sends: 2_000, windowSeconds: hourSeconds },
];

/** One limit and the time of its `sends`-th latest message, which decides whether it is reached; null when there were fewer. */
export interface SendTally {
  readonly limit: SendLimit;
  readonly nthLatestAt: Date | null;
}

/** Whether a message may be sent; if not, the limit that holds longest and when it lets go. */
export type SendDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly scope: SendScope; readonly retryAt: Date };

/** Decides whether one more message may be sent, from what was sent before. */
export function maySend(history: readonly SendTally[], now: Date): SendDecision {
  let held: Extract<SendDecision, { isAllowed: false }> | undefined;
  for (const { limit, nthLatestAt } of history) {
    if (nthLatestAt === null) continue;
    const retryAt = new Date(nthLatestAt.getTime() + limit.windowSeconds * 1000);
    if (retryAt <= now || (held && held.retryAt >= retryAt)) continue;
    held = { isAllowed: false, scope: limit.scope, retryAt };
  }
  return held ?? { isAllowed: true };
}

const blockDigits = 4;

/** The block a telephone number lies in: the number without its last four digits. */
export function numberPrefix(mobilePhone: string): string {
  const digits = mobilePhone.replace(/\D/g, '');
  return digits.slice(0, Math.max(0, digits.length - blockDigits));
}

/**
 * The part of a caller's address that is counted: all of an IPv4 address, the first 64 bits of an IPv6 address, since a
 * household has all addresses of such a block (RFC 6177).
 */
export function addressBlock(address: string): string {
  const plain = address.replace(/^\[|\]$|%.*$/g, '').toLowerCase();
  const mapped = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}
