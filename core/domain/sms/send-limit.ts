import { codeResendSeconds } from './sms-code.ts';

/** Purposes of messages. Each has its own budget, so that one cannot exhaust another's. */
export const codePurposes = ['card-payment', 'registration', 'phone-code'] as const;
/** `phone-code` goes to a borrower's new number, `phone-notice` to the old one. */
export const sendPurposes = [...codePurposes, 'reminder', 'loan-message', 'phone-notice'] as const;

export type SendPurpose = (typeof sendPurposes)[number];

/** What messages are counted by. `address` is an IPv4 address or an IPv6 /64, `network` an IPv6 /48, `prefix` a block of 10,000 numbers. */
export type SendScope = 'number' | 'borrower' | 'address' | 'network' | 'prefix' | 'country' | 'total';

/** At most `sends` messages of one scope in any `windowSeconds`. */
export interface SendLimit {
  readonly scope: SendScope;
  readonly sends: number;
  readonly windowSeconds: number;
  /** Whether it ends once the last code was entered: the borrower then starts something new. */
  readonly endsWhenEntered?: boolean;
}

const hourSeconds = 3_600;
const daySeconds = 86_400;

const numberLimits: readonly SendLimit[] = [
  { scope: 'number', sends: 1, windowSeconds: codeResendSeconds, endsWhenEntered: true },
  { scope: 'number', sends: 5, windowSeconds: daySeconds },
];

const countryShare = 0.75;

/** Share of the common budget open to networks with a message in the last hour; lower while few receivers register. */
const returningShare = 0.75;
const brakedShare = 0.25;

export interface RegistrationBudget {
  /** At least 1. */
  readonly sendsPerHour: number;
  /** At least 1. */
  readonly sendsPerDay: number;
}

export interface RegistrationSender {
  /** Whether the same IPv6 /48 or IPv4 address had a message in the last hour. */
  readonly isReturning: boolean;
  readonly isSmsPumping: boolean;
}

/** Messages in an hour from which on the share of registered receivers is meaningful, and its lower limit. */
const tellingSends = 60;
const leastRegistered = 0.2;

/** Detects SMS pumping (mass requests to numbers of strangers): few of the many codes sent in the last hour were entered. */
export function isSmsPumping({
  sentCount,
  enteredCount,
}: {
  readonly sentCount: number;
  readonly enteredCount: number;
}): boolean {
  return sentCount >= tellingSends && enteredCount < sentCount * leastRegistered;
}

/** Limits on payment codes. They count only the borrower's own messages, so that no stranger exhausts them (DESIGN, Money). */
export const paymentSendLimits: readonly SendLimit[] = [
  ...numberLimits,
  { scope: 'borrower', sends: 8, windowSeconds: daySeconds },
];

/**
 * Limits on registration codes: they bound the lender's cost and what a number receives (DESIGN, Money). A flood from some networks
 * leaves a quarter to others, and three quarters once it is detected.
 */
export function registrationSendLimits(
  { sendsPerHour, sendsPerDay }: RegistrationBudget,
  { isReturning, isSmsPumping: isBraked }: RegistrationSender,
): readonly SendLimit[] {
  const share = isReturning ? (isBraked ? brakedShare : returningShare) : 1;
  const part = (sends: number) => Math.ceil(sends * share);
  return [
    ...numberLimits,
    { scope: 'address', sends: 20, windowSeconds: hourSeconds },
    { scope: 'network', sends: 60, windowSeconds: hourSeconds },
    { scope: 'prefix', sends: 40, windowSeconds: 6 * hourSeconds },
    { scope: 'country', sends: part(sendsPerHour * countryShare), windowSeconds: hourSeconds },
    { scope: 'total', sends: part(sendsPerHour), windowSeconds: hourSeconds },
    { scope: 'total', sends: part(sendsPerDay), windowSeconds: daySeconds },
  ];
}

export interface SendTally {
  readonly limit: SendLimit;
  readonly nthLatestAt: Date | null;
}

/** Whether a message may be sent; if not, the longest limit and its end. */
export type SendDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly scope: SendScope; readonly retryAt: Date };

/**
 * Decides on one more message.
 * @param enteredAt when the receiver last entered a code; null for never.
 */
export function maySend(
  history: readonly SendTally[],
  now: Date,
  enteredAt: Date | null = null,
): SendDecision {
  let held: Extract<SendDecision, { isAllowed: false }> | undefined;
  for (const { limit, nthLatestAt } of history) {
    if (nthLatestAt === null) continue;
    if (limit.endsWhenEntered && enteredAt !== null && nthLatestAt <= enteredAt) continue;
    const retryAt = new Date(nthLatestAt.getTime() + limit.windowSeconds * 1000);
    if (retryAt <= now || (held && held.retryAt >= retryAt)) continue;
    held = { isAllowed: false, scope: limit.scope, retryAt };
  }
  return held ?? { isAllowed: true };
}

const blockDigits = 4;

export function numberPrefix(mobilePhone: string): string {
  const digits = mobilePhone.replace(/\D/g, '');
  return digits.slice(0, Math.max(0, digits.length - blockDigits));
}

/** Counted part of an address: all of IPv4, the first 64 bits of IPv6, since a household has all addresses of such a block (RFC 6177). */
export function addressBlock(address: string): string {
  const groups = leadingGroups(address, 4);
  return groups === null ? plainAddress(address) : `${groups.join(':')}::/64`;
}

/** First 48 bits of an IPv6 address, which belong to one site (RFC 6177); null for IPv4. */
export function networkBlock(address: string): string | null {
  const groups = leadingGroups(address, 3);
  return groups && `${groups.join(':')}::/48`;
}

function plainAddress(address: string): string {
  const plain = address.replace(/^\[|\]$|%.*$/g, '').toLowerCase();
  return /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

/** First groups of an IPv6 address without leading zeros; null for IPv4. */
function leadingGroups(address: string, count: number): readonly string[] | null {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return null;
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, count);
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
