import { expect, test } from 'vitest';
import { minorAmount } from '../money/money.ts';
import { amountFieldValue, parseTypedAmount } from './typed-amount.ts';

const largest = minorAmount(150_000);

test('an amount of an address is taken up to the most that may be paid, and its fault is named', () => {
  const read = (typed: string, most: typeof largest | null = largest) => {
    const { minor, fault } = parseTypedAmount(typed, most, null);
    return [minor, fault];
  };
  expect(read('')).toEqual([null, null]);
  expect(read('1500')).toEqual([150_000, null]);
  expect(read('1500.01')).toEqual([null, 'too-much']);
  expect(read('1500.01', null)).toEqual([150_001, null]);
  for (const typed of ['0', '0.00', '-5', 'mucho', '1.2.3.4', '1.001,555']) {
    expect([typed, ...read(typed)]).toEqual([typed, null, 'not-an-amount']);
  }
});

test('the field keeps a wrong amount as it was written, and else has the one that is shown', () => {
  const shown = minorAmount(142_281);
  expect(amountFieldValue({ minor: null, fault: null }, '', shown, null)).toBe('1422.81');
  expect(amountFieldValue({ minor: null, fault: 'not-an-amount' }, 'm'.repeat(90), shown, null)).toBe(
    'm'.repeat(60),
  );
});
