import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import { chargesOfLoan } from './charge-list.ts';

type Entry = Parameters<typeof chargesOfLoan>[0]['entries'][number];

const nothing = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};
const chargedWith = (charged: Partial<Record<keyof typeof nothing, MinorAmount>>) => [
  {
    ...{ id: 'first', sequence: 1, dueDate: localDate('2026-12-20'), paid: nothing },
    ...{ accruedThrough: null, penaltyRound: 0, extendedFrom: null },
    charged: { ...nothing, ...charged },
  },
];
const entry = (id: string, facts: Partial<Entry> & Pick<Entry, 'kind'>, amount: number): Entry => ({
  ...{ id, reversesId: null, key: id },
  postings: [{ account: 'receivable', instalmentId: 'first', amountMinor: minorAmount(amount) }],
  ...facts,
});

test('what a dispute took off an extension that lapsed is not taken off the next one', () => {
  const kind = 'extension-fee';
  const correction = { kind: 'charge-correction', key: 'charge-correction:extension-fee:dispute' } as const;
  const entries = [
    entry('extension-fee:one', { kind }, 100),
    entry('correction', correction, -30),
    // As much of it goes back as stands.
    entry('reversal', { kind, reversesId: 'extension-fee:one' }, -70),
    entry('extension-fee:two', { kind }, 120),
  ];
  expect(chargesOfLoan({ instalments: chargedWith({ fee: minorAmount(500) }), entries })).toEqual([
    { sequence: 1, kind: 'fee', chargedMinor: 380 },
    { sequence: 1, kind, chargedMinor: 120 },
  ]);
});

test('a late fee that was taken back with what a dispute took off it counts in full when it is charged again', () => {
  const kind = 'late-fee';
  const correction = { kind: 'charge-correction', key: 'charge-correction:late-fee:dispute' } as const;
  const entries = [
    entry('late-fee:one', { kind }, 100),
    entry('correction', correction, -30),
    entry('reversal:late-fee', { kind, reversesId: 'late-fee:one' }, -100),
    entry('reversal:correction', { kind: 'charge-correction', reversesId: 'correction' }, 30),
    entry('late-fee:two', { kind }, 90),
  ];
  expect(chargesOfLoan({ instalments: chargedWith({ penalty: minorAmount(200) }), entries })).toEqual([
    { sequence: 1, kind: 'penalty', chargedMinor: 110 },
    { sequence: 1, kind, chargedMinor: 90 },
  ]);
});
