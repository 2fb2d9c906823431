import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { type MinorAmount, minorAmount, zeroMinor } from '../money/money.ts';
import { chargesIn } from './charges.ts';

type FeePosting = Parameters<typeof chargesIn>[1][number];

const nothing = {
  penalty: zeroMinor,
  fee: zeroMinor,
  vat: zeroMinor,
  interest: zeroMinor,
  principal: zeroMinor,
};
const chargedWith = (charged: Partial<Record<keyof typeof nothing, MinorAmount>>) => [
  {
    id: 'first',
    sequence: 1,
    dueDate: localDate('2026-12-20'),
    charged: { ...nothing, ...charged },
    paid: nothing,
  },
];
const posting = (
  transactionId: string,
  facts: Partial<FeePosting> & Pick<FeePosting, 'kind'>,
  amount: number,
) => ({
  ...{ transactionId, reversesId: null, key: transactionId, instalmentId: 'first' },
  ...facts,
  amountMinor: minorAmount(amount),
});

test('what a dispute took off an extension that lapsed is not taken off the next one', () => {
  const kind = 'extension-fee';
  const correction = { kind: 'charge-correction', key: 'charge-correction:extension-fee:dispute' } as const;
  const postings = [
    posting('extension-fee:one', { kind }, 100),
    posting('correction', correction, -30),
    // As much of it goes back as stands.
    posting('reversal', { kind, reversesId: 'extension-fee:one' }, -70),
    posting('extension-fee:two', { kind }, 120),
  ];
  expect(chargesIn(chargedWith({ fee: minorAmount(500) }), postings)).toEqual([
    { sequence: 1, kind: 'fee', chargedMinor: 380 },
    { sequence: 1, kind, chargedMinor: 120 },
  ]);
});

test('a late fee that was taken back with what a dispute took off it counts in full when it is charged again', () => {
  const kind = 'late-fee';
  const correction = { kind: 'charge-correction', key: 'charge-correction:late-fee:dispute' } as const;
  const postings = [
    posting('late-fee:one', { kind }, 100),
    posting('correction', correction, -30),
    posting('reversal:late-fee', { kind, reversesId: 'late-fee:one' }, -100),
    posting('reversal:correction', { kind: 'charge-correction', reversesId: 'correction' }, 30),
    posting('late-fee:two', { kind }, 90),
  ];
  expect(chargesIn(chargedWith({ penalty: minorAmount(200) }), postings)).toEqual([
    { sequence: 1, kind: 'penalty', chargedMinor: 110 },
    { sequence: 1, kind, chargedMinor: 90 },
  ]);
});
