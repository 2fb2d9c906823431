import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { coolingOffExit } from './cooling-off.ts';

const loan = {
  principalMinor: minorAmount(1_200_000),
  disbursedOn: localDate('2026-11-20'),
  terms: { annualInterestPpm: 180_000, vatPpm: 160_000 },
};

test.each([
  ['2026-11-20', 0, 0, 1_200_000],
  ['2026-11-21', 592, 95, 1_200_687],
  ['2026-11-23', 1_775, 284, 1_202_059],
])(
  'on %s giving a loan back costs the interest of the days used and its tax',
  (day, interestMinor, vatMinor, amountMinor) => {
    expect(coolingOffExit(loan, 3, localDate(day))).toEqual({
      ...{ until: '2026-11-23', principalMinor: 1_200_000 },
      ...{ interestMinor, vatMinor, amountMinor },
    });
  },
);

test('nothing can be given back before it was paid out, after the last day, or where there are no such days', () => {
  const day = localDate('2026-11-23');
  expect(coolingOffExit({ ...loan, disbursedOn: null }, 3, day)).toBe(null);
  expect(coolingOffExit(loan, 3, localDate('2026-11-19'))).toBe(null);
  expect(coolingOffExit(loan, 3, localDate('2026-11-24'))).toBe(null);
  expect(coolingOffExit(loan, 0, localDate('2026-11-20'))).toBe(null);
});
