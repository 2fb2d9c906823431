import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, localDate } from '../calendar.ts';
import { MoneyError, minorAmount } from '../money/money.ts';
import {
  ExtensionError,
  extensionOffer,
  isExtensionTooDear,
  maximumExtensionDays,
} from './extension-price.ts';

const terms = { extensionDailyPpm: 10_000, extensionMaxDays: 7, vatPpm: 160_000 };
const due = {
  amountWithoutPenaltyMinor: minorAmount(140_136),
  penaltyMinor: minorAmount(12_612),
  dueDate: localDate('2027-01-19'),
};

test('[DELAY-3] three days late, seven more days cost 98.10 and both options show their whole cost', () => {
  expect(extensionOffer(terms, due, localDate('2027-01-22'))).toEqual({
    days: 7,
    feeMinor: 9810,
    vatMinor: 0,
    payTodayMinor: 22_422,
    newDueDate: '2027-01-29',
    payLaterMinor: 140_136,
    totalMinor: 162_558,
    payNowTotalMinor: 152_748,
  });
});

test('[DELAY-3] where the tax is on what extending costs, it comes on top of the fee', () => {
  const taxed = { ...terms, taxOn: ['interest', 'extension-fee'] as const };
  expect(extensionOffer(taxed, due, localDate('2027-01-22'))).toMatchObject({
    ...{ feeMinor: 9_810, vatMinor: 1_570, payTodayMinor: 23_992, totalMinor: 164_128 },
  });
});

test('[DELAY-3] no product postpones by more than 7 days', () => {
  expect(maximumExtensionDays).toBe(7);
  for (const [allowed, days] of [
    [1, 1],
    [7, 7],
    [8, 7],
    [30, 7],
  ] as const) {
    expect(extensionOffer({ ...terms, extensionMaxDays: allowed }, due, due.dueDate).days).toBe(days);
  }
});

test('[DELAY-3] the new date is 1 to 7 days after the later of due date and today', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -60, max: 400 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.subarray(['interest', 'fee', 'extension-fee'] as const),
      (lateDays, allowed, unpaid, taxOn) => {
        const today = addDays(due.dueDate, lateDays);
        const request = { ...due, amountWithoutPenaltyMinor: minorAmount(unpaid) };
        const offer = extensionOffer({ ...terms, taxOn, extensionMaxDays: allowed }, request, today);
        const later = lateDays > 0 ? today : due.dueDate;
        expect(daysBetween(later, offer.newDueDate)).toBe(Math.min(allowed, 7));
        expect(offer.totalMinor - offer.payNowTotalMinor).toBe(offer.feeMinor + offer.vatMinor);
        expect(offer.payTodayMinor + offer.payLaterMinor).toBe(offer.totalMinor);
      },
    ),
  );
});

test('the fee is rounded once, over all days', () => {
  const small = { ...due, amountWithoutPenaltyMinor: minorAmount(40) };
  expect(extensionOffer(terms, small, due.dueDate).feeMinor).toBe(3);
});

test('a product without extensions and a debt of nothing get no offer', () => {
  for (const extensionMaxDays of [0, -1, 1.5, Number.NaN]) {
    expect(() => extensionOffer({ ...terms, extensionMaxDays }, due, due.dueDate)).toThrow(/not-extendable/);
  }
  const paid = { ...due, amountWithoutPenaltyMinor: minorAmount(0) };
  expect(() => extensionOffer(terms, paid, due.dueDate)).toThrow(ExtensionError);
});

test('[MONEY-3] a fractional fee rate is refused', () => {
  expect(() => extensionOffer({ ...terms, extensionDailyPpm: 0.01 }, due, due.dueDate)).toThrow(MoneyError);
});

test('an extension is too dear above the threshold, not at it, and never without one', () => {
  const offer = { payTodayMinor: minorAmount(25_000), payNowTotalMinor: minorAmount(100_000) };
  expect(isExtensionTooDear(offer, 250_000)).toBe(false);
  expect(isExtensionTooDear(offer, 249_999)).toBe(true);
  expect(isExtensionTooDear(offer, 0)).toBe(false);
});
