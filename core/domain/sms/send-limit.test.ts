import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressBlock,
  isSmsPumping,
  maySend,
  networkBlock,
  numberPrefix,
  paymentSendLimits,
  registrationSendLimits,
  type SendScope,
  type SendTally,
} from './send-limit.ts';

const newcomer = { isReturning: false, isSmsPumping: false };
const budget = (sendsPerHour: number) => ({ sendsPerHour, sendsPerDay: sendsPerHour * 4 });
const sendLimits = [...paymentSendLimits, ...registrationSendLimits(budget(2_000), newcomer)];

const start = new Date('2026-11-20T12:00:00Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** The tallies of one scope set in which all messages count together. */
function tallies(sent: readonly Date[], scopes: readonly SendScope[]): SendTally[] {
  const latestFirst = [...sent].sort((a, b) => b.getTime() - a.getTime());
  return sendLimits
    .filter(({ scope }) => scopes.includes(scope))
    .map((limit) => ({ limit, nthLatestAt: latestFirst[limit.sends - 1] ?? null }));
}

test('a number gets one code in 60 s and five in a day, whatever is asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 60 }), (waits) => {
      const sent: Date[] = [];
      let seconds = 0;
      for (const wait of waits) {
        seconds += wait;
        const now = after(seconds);
        if (maySend(tallies(sent, ['number']), now).isAllowed) sent.push(now);
      }
      for (const [index, at] of sent.entries()) {
        const before = sent[index - 1];
        if (before) expect(at.getTime() - before.getTime()).toBeGreaterThanOrEqual(60_000);
        const fifthBefore = sent[index - 5];
        if (fifthBefore) expect(at.getTime() - fifthBefore.getTime()).toBeGreaterThanOrEqual(86_400_000);
      }
    }),
  );
});

test('a message that is refused may be sent at the time that was given, and not a moment before', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 50 }), (times) => {
      const history = tallies(times.map(after), ['number', 'borrower', 'address', 'network', 'prefix']);
      const now = after(Math.max(...times));
      const decision = maySend(history, now);
      if (decision.isAllowed) return;
      expect(maySend(history, decision.retryAt).isAllowed).toBe(true);
      expect(maySend(history, new Date(decision.retryAt.getTime() - 1)).isAllowed).toBe(false);
    }),
  );
});

test('every scope has a limit, and the one that holds longest is named', () => {
  expect(new Set(sendLimits.map(({ scope }) => scope))).toEqual(
    new Set(['number', 'borrower', 'address', 'network', 'prefix', 'country', 'total']),
  );
  const reached = sendLimits.map((limit) => ({ limit, nthLatestAt: start }));
  expect(maySend(reached, after(1))).toEqual({ isAllowed: false, scope: 'number', retryAt: after(86_400) });
  expect(maySend([], start)).toEqual({ isAllowed: true });
});

test('numbers of one block of ten thousand share a prefix', () => {
  expect(numberPrefix('+52 55 5000 0100')).toBe('52555000');
  expect(numberPrefix('525550009999')).toBe('52555000');
  expect(numberPrefix('525550010000')).toBe('52555001');
  expect(numberPrefix('12')).toBe('');
});

test('an address counts alone when it is IPv4 and with its /64 when it is IPv6', () => {
  expect(addressBlock('203.0.113.7')).toBe('203.0.113.7');
  expect(addressBlock('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(addressBlock('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressBlock('2001:DB8:0001:2::1')).toBe('2001:db8:1:2::/64');
  expect(addressBlock('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(addressBlock('::1')).toBe('0:0:0:0::/64');
  expect(addressBlock('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
});

test('an IPv6 site counts with its /48, an IPv4 address has none', () => {
  expect(networkBlock('2001:DB8:0001:2::1')).toBe('2001:db8:1::/48');
  expect(networkBlock('2001:db8::1')).toBe('2001:db8:0::/48');
  expect(networkBlock('203.0.113.7')).toBeNull();
  expect(networkBlock('::ffff:203.0.113.7')).toBeNull();
});

test('nothing that a stranger’s messages count towards limits a payment', () => {
  const scopes = new Set(paymentSendLimits.map(({ scope }) => scope));
  expect(scopes).toEqual(new Set(['number', 'borrower']));
});

test('one country may take three quarters of what all registrations may', () => {
  const sends = (scope: SendScope) =>
    registrationSendLimits(budget(1_000), newcomer).find((limit) => limit.scope === scope)?.sends;
  expect([sends('country'), sends('total')]).toEqual([750, 1_000]);
});

test('of what all networks share a quarter is kept for those nothing was sent to, three quarters while messages are pumped', () => {
  const shared = (sender: Parameters<typeof registrationSendLimits>[1]) =>
    registrationSendLimits(budget(1_000), sender)
      .slice(-3)
      .map(({ sends }) => sends);
  expect(shared(newcomer)).toEqual([750, 1_000, 4_000]);
  expect(shared({ isReturning: false, isSmsPumping: true })).toEqual([750, 1_000, 4_000]);
  expect(shared({ isReturning: true, isSmsPumping: false })).toEqual([563, 750, 3_000]);
  expect(shared({ isReturning: true, isSmsPumping: true })).toEqual([188, 250, 1_000]);
});

test('messages are pumped where of sixty or more within the hour fewer than a fifth were entered', () => {
  expect(isSmsPumping({ sentCount: 59, enteredCount: 0 })).toBe(false);
  expect(isSmsPumping({ sentCount: 60, enteredCount: 11 })).toBe(true);
  expect(isSmsPumping({ sentCount: 60, enteredCount: 12 })).toBe(false);
});
