import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { isClaimableDay, isSameClaim, meetsClaim, trackingKeyOf } from './payment-claim.ts';

const claim = (trackingKey: string, paidOn = '2026-12-20', amount = 100) => ({
  trackingKey,
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
  expect(meetsClaim(claim('A', '2026-11-01', 5), claim('A'))).toBe(true);
  expect(meetsClaim(claim(''), claim('', '2026-12-19'))).toBe(true);
  expect(meetsClaim(claim('X'), claim('Y', '2026-12-21'))).toBe(true);
  expect(meetsClaim(claim(''), claim('', '2026-12-22'))).toBe(false);
  expect(meetsClaim(claim(''), claim('', '2026-12-20', 99))).toBe(false);
  expect(meetsClaim(claim('', '2026-11-01', 5), claim(''))).toBe(false);
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
