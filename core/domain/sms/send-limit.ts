import { codeResendSeconds } from './sms-code.ts';

/** What a message is for. Each purpose has budgets of its own: what one uses up, no other lacks. */
export const sendPurposes = ['card-payment', 'registration', 'reminder'] as const;

/** One of them. */
export type SendPurpose = (typeof sendPurposes)[number];

/**
 * Whose messages are counted together. `address` is an IPv4 address or an IPv6 /64, `network` an IPv6 /48, `prefix` a
 * block of 10,000 numbers.
 */
export type SendScope = 'number' | 'borrower' | 'address' | 'network' | 'prefix' | 'country' | 'total';

/** At most `sends` messages of one scope in any `windowSeconds`. */
export interface SendLimit {
  readonly scope: SendScope;
  readonly sends: number;
  readonly windowSeconds: number;
  /** Whether it ends as soon as the code of the last message was entered: who has it asks for another thing. */
  readonly endsWhenEntered?: boolean;
}

const hourSeconds = 3_600;
const daySeconds = 86_400;

const numberLimits: readonly SendLimit[] = [
  { scope: 'number', sends: 1, windowSeconds: codeResendSeconds, endsWhenEntered: true },
  { scope: 'number', sends: 5, windowSeconds: daySeconds },
];

/** The part of all registrations' messages that may go to one country. */
const countryShare = 0.75;

/** The part of what all share that is not kept for networks to which nothing was sent within the hour; less while few of those who are sent a code register. */
const returningShare = 0.75;
const brakedShare = 0.25;

/** Most messages to those who register, of all networks together. */
export interface RegistrationBudget {
  /** In an hour, at least 1. */
  readonly sendsPerHour: number;
  /** In a day, at least 1. */
  readonly sendsPerDay: number;
}

/** What is known of the visitor who asks for a registration's code, and of all who did within the hour. */
export interface RegistrationSender {
  /** Whether a message was sent within the hour for the same IPv6 /48 or IPv4 address. */
  readonly isReturning: boolean;
  /** As of `isPumped`. */
  readonly isPumped: boolean;
}

/** Messages in an hour from which on it tells something how many of their receivers register, and the least part of them that do. */
const tellingSends = 60;
const leastRegistered = 0.2;

/** Whether messages are asked for by whom their receivers are nothing to: of many that were sent within the hour, few codes were entered. */
export function isPumped({
  sentCount,
  enteredCount,
}: {
  readonly sentCount: number;
  readonly enteredCount: number;
}): boolean {
  return sentCount >= tellingSends && enteredCount < sentCount * leastRegistered;
}

/** The limits on the codes of payments. They count nothing but the borrower's own messages, so that a stranger uses up none (DESIGN, Money). */
export const paymentSendLimits: readonly SendLimit[] = [
  ...numberLimits,
  { scope: 'borrower', sends: 8, windowSeconds: daySeconds },
];

/**
 * The limits on the codes of registrations: they bound what strangers can make the lender pay for and a number receive (DESIGN,
 * Money). Who floods from some networks leaves a quarter, and three quarters once it shows, to visitors from others.
 */
export function registrationSendLimits(
  { sendsPerHour, sendsPerDay }: RegistrationBudget,
  { isReturning, isPumped: isBraked }: RegistrationSender,
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

/** One limit and the time of its `sends`-th latest message, which decides whether it is reached; null when there were fewer. */
export interface SendTally {
  readonly limit: SendLimit;
  readonly nthLatestAt: Date | null;
}

/** Whether a message may be sent; if not, the limit that holds longest and when it lets go. */
export type SendDecision =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly scope: SendScope; readonly retryAt: Date };

/**
 * Decides whether one more message may be sent, from what was sent before.
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
  const groups = leadingGroups(address, 4);
  return groups === null ? plainAddress(address) : `${groups.join(':')}::/64`;
}

/** The first 48 bits of an IPv6 address, which one site may have all addresses of (RFC 6177); null for IPv4. */
export function networkBlock(address: string): string | null {
  const groups = leadingGroups(address, 3);
  return groups && `${groups.join(':')}::/48`;
}

function plainAddress(address: string): string {
  const plain = address.replace(/^\[|\]$|%.*$/g, '').toLowerCase();
  return /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
}

/** The first groups of an IPv6 address, each without zeros in front; null for IPv4. */
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
