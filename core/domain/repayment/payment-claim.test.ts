import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { channelOfPayment, providerByHand } from './payment-by-hand.ts';
import {
  type ClaimChannel,
  claimChannels,
  isAllClaimed,
  isClaimableDay,
  isSameClaim,
  matchesClaim,
  trackingKeyOf,
} from './payment-claim.ts';

const claim = (
  trackingKey: string,
  paidOn = '2026-12-20',
  amount = 100,
  channel: ClaimChannel = 'bank-transfer',
) => ({
  ...{ trackingKey, channel, isKeyOfBank: true },
  paidOn: localDate(paidOn),
  amountMinor: minorAmount(amount),
});

test('a tracking key is its letters and figures, however it is typed', () => {
  expect(trackingKeyOf(' mban 0100-2212 １２ ')).toBe('MBAN0100221212');
  expect(trackingKeyOf(' - ')).toBe('');
});

test('two claims are the same by their keys, and by day and amount where one has none', () => {
  expect(isSameClaim(claim('A', '2026-12-01', 5), claim('A'))).toBe(true);
  expect(isSameClaim(claim('A'), claim('B'))).toBe(false);
  expect(isSameClaim(claim(''), claim('B'))).toBe(true);
  expect(isSameClaim(claim(''), claim('B', '2026-12-21'))).toBe(false);
  expect(isSameClaim(claim(''), claim('', '2026-12-20', 101))).toBe(false);
});

test('money meets a claim by its key, or by its amount at most a day off', () => {
  expect(matchesClaim(claim('A', '2026-11-01', 5), claim('A'))).toBe(true);
  expect(matchesClaim(claim(''), claim('', '2026-12-19'))).toBe(true);
  expect(matchesClaim(claim('X'), claim('', '2026-12-21'))).toBe(true);
  expect(matchesClaim(claim('X'), claim('Y', '2026-12-21'))).toBe(false);
  expect(matchesClaim(claim(''), claim('', '2026-12-22'))).toBe(false);
  expect(matchesClaim(claim(''), claim('', '2026-12-20', 99))).toBe(false);
  expect(matchesClaim(claim('', '2026-11-01', 5), claim(''))).toBe(false);
});

const ofDay = {
  paidOn: fc.integer({ min: -3, max: 3 }).map((days) => addDays(localDate('2026-12-20'), days)),
};
const sum = { amountMinor: fc.integer({ min: 1, max: 3 }).map((amount) => minorAmount(amount)) };
const key = { trackingKey: fc.constantFrom('', 'A', 'B') };
const channel = { channel: fc.constantFrom(...claimChannels) };
const payments = fc.record({ ...ofDay, ...sum, ...key, ...channel, isKeyOfBank: fc.boolean() });

test('a payment by card is never what a claim of another way tells of, unless it has its key', () => {
  const byCard = payments.map((payment) => ({ ...payment, channel: 'card' as const }));
  fc.assert(
    fc.property(payments, byCard, (claimed, paid) => {
      if (
        claimed.channel === 'card' ||
        (claimed.trackingKey !== '' && claimed.trackingKey === paid.trackingKey)
      )
        return;
      expect(matchesClaim(claimed, paid)).toBe(false);
    }),
  );
});

test('two keys that differ are two payments, whatever amount, day and way are, where the bank gave the one that came', () => {
  fc.assert(
    fc.property(payments, payments, (claimed, paid) => {
      const keys = [claimed.trackingKey, paid.trackingKey];
      fc.pre(!keys.includes('') && keys[0] !== keys[1]);
      expect(matchesClaim(claimed, { ...paid, isKeyOfBank: true })).toBe(false);
      const keyless = { ...paid, trackingKey: '' };
      expect(matchesClaim(claimed, { ...paid, isKeyOfBank: false })).toBe(matchesClaim(claimed, keyless));
    }),
  );
});

test('a payment meets its own claim, and one whose way is not known meets what it would if it were the claim’s', () => {
  fc.assert(
    fc.property(payments, payments, (claimed, paid) => {
      expect(matchesClaim(claimed, claimed)).toBe(true);
      const isMet = matchesClaim(claimed, { ...paid, channel: 'other' });
      expect(isMet).toBe(matchesClaim(claimed, { ...paid, channel: claimed.channel }));
    }),
  );
});

test('money that is sent to an account is one way, whatever the account is', () => {
  const by = (of: ClaimChannel) => claim('', '2026-12-20', 100, of);
  expect(matchesClaim(by('bank-transfer'), by('virtual-account'))).toBe(true);
  expect(matchesClaim(by('virtual-account'), by('bank-transfer'))).toBe(true);
  expect(matchesClaim(by('store'), by('bank-transfer'))).toBe(false);
  expect(matchesClaim(by('upi'), by('bank-transfer'))).toBe(false);
  expect(matchesClaim(by('other'), by('store'))).toBe(true);
  expect(matchesClaim(by('other'), by('card'))).toBe(false);
});

test('how a payment was made is known of a card, of its code and of what was recorded by hand', () => {
  expect(channelOfPayment('card', undefined)).toBe('card');
  expect(channelOfPayment('spei', 'bank-transfer')).toBe('bank-transfer');
  expect(channelOfPayment(providerByHand('store'), undefined)).toBe('store');
  expect(channelOfPayment('bank', undefined)).toBe('other');
});

test('only open claims can claim the whole amount due', () => {
  const some = (state: 'waiting' | 'received' | 'not-found', amount: number) => {
    return { state, amountMinor: minorAmount(amount) };
  };
  expect(isAllClaimed([some('waiting', 60), some('waiting', 40)], minorAmount(100))).toBe(true);
  expect(isAllClaimed([some('waiting', 99)], minorAmount(100))).toBe(false);
  expect(isAllClaimed([some('not-found', 100), some('received', 100)], minorAmount(100))).toBe(false);
  expect(isAllClaimed([], minorAmount(0))).toBe(false);
});

test('a payment was made between the loan and today, in the last ninety days', () => {
  const at = { today: localDate('2027-03-20'), disbursedOn: localDate('2026-11-20') };
  expect(isClaimableDay(localDate('2027-03-20'), at)).toBe(true);
  expect(isClaimableDay(localDate('2027-03-21'), at)).toBe(false);
  expect(isClaimableDay(localDate('2026-12-20'), at)).toBe(true);
  expect(isClaimableDay(localDate('2026-12-19'), at)).toBe(false);
  const fresh = { today: localDate('2026-11-25'), disbursedOn: localDate('2026-11-20') };
  expect(isClaimableDay(localDate('2026-11-19'), fresh)).toBe(false);
});
