import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { zeroMinor } from '../money/money.ts';
import { withoutExtension } from './extension.ts';
import type { InstalmentRecord } from './state.ts';

const none = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};

function record(sequence: number, facts: Partial<InstalmentRecord>): InstalmentRecord {
  return {
    ...{ id: `instalment ${sequence}`, sequence, charged: none, paid: none, penaltyRound: 0 },
    ...{ dueDate: localDate('2027-01-19'), extendedFrom: null, accruedThrough: null },
    ...facts,
  };
}

const extended = record(1, {
  extendedFrom: localDate('2026-12-20'),
  accruedThrough: localDate('2027-01-20'),
});

test.each([
  ['the day before it was due', '2026-12-19', null],
  ['the day it was due', '2026-12-20', null],
  ['the day after', '2026-12-21', '2026-12-21'],
  ['long after', '2027-02-03', '2027-02-03'],
])('once its payment bounced on %s, days up to then cost nothing more', (_when, today, accruedThrough) => {
  const [taken] = withoutExtension([extended], [1], localDate(today));
  expect(taken).toEqual({ ...extended, dueDate: '2026-12-20', extendedFrom: null, accruedThrough });
});

test('only the payments of the plan that it moved go back', () => {
  const others = [
    record(2, { extendedFrom: localDate('2026-12-20') }),
    record(3, { accruedThrough: localDate('2027-01-20') }),
  ];
  expect(withoutExtension(others, [1, 3], localDate('2027-02-03'))).toEqual(others);
});
