import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from '../calendar.ts';
import { addMinor, type MinorAmount, minorAmount } from '../money/money.ts';
import { type GrossDue, type RepaymentRow, repaymentRows } from './repayment-rows.ts';

const amount = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 })).map(minorAmount);
const instalment = fc.record({
  sequence: fc.integer({ min: 1, max: 6 }),
  dueDate: fc.constantFrom('2026-12-20', '2027-01-19').map(localDate),
  ...{
    penaltyMinor: amount,
    feeMinor: amount,
    vatMinor: amount,
    interestMinor: amount,
    principalMinor: amount,
  },
});
const sumOf = (rows: readonly RepaymentRow[]) => addMinor(...rows.map(({ amountMinor }) => amountMinor));

test('[REPAY-2] the visible rows, and each list in the fold, sum to the amount above them, whatever is paid', () => {
  fc.assert(
    fc.property(
      fc.array(instalment, { maxLength: 3 }),
      amount.filter((minor) => minor > 0),
      amount,
      (outstanding, amountMinor, lateFeeMinor) => {
        const { open, folded } = repaymentRows(amountMinor, outstanding, { lateFeeMinor, gross: null });
        expect(open.length).toBeGreaterThan(0);
        expect(open.length).toBeLessThanOrEqual(2);
        for (const list of [open, ...folded]) expect(sumOf(list)).toBe(amountMinor);
      },
    ),
  );
});

test('[REPAY-2] so do those of a debt with penalties and payments on it', () => {
  fc.assert(
    fc.property(amount, amount, amount, amount, (chargedMinor, penaltyMinor, lateFee, received) => {
      const wholeMinor = addMinor(chargedMinor, penaltyMinor);
      fc.pre(received < wholeMinor);
      const due = minorAmount(wholeMinor - received);
      const lateFeeMinor = minorAmount(Math.min(lateFee, penaltyMinor));
      const gross: GrossDue = { chargedMinor, penaltyMinor, lateFeeMinor, receivedMinor: received };
      const outstanding = [{ ...owed(due), sequence: 1, dueDate: localDate('2026-12-20') }];
      const { open, folded } = repaymentRows(due, outstanding, { lateFeeMinor: minorAmount(0), gross });
      expect(open.length).toBeLessThanOrEqual(2);
      for (const list of [open, ...folded]) expect(sumOf(list)).toBe(due);
    }),
  );
});

test.each<[string, MinorAmount, Partial<GrossDue> | null, string[]]>([
  ['a payment on time', minorAmount(142_281), {}, ['principal 125000', 'interest 17281']],
  [
    'half paid',
    minorAmount(71_140),
    { receivedMinor: minorAmount(71_141) },
    ['payment 142281', 'received -71141'],
  ],
  ['late', minorAmount(146_549), { penaltyMinor: minorAmount(4_268) }, ['payment 142281', 'penalty 4268']],
  [
    'late and half paid',
    minorAmount(75_408),
    { penaltyMinor: minorAmount(4_268), receivedMinor: minorAmount(71_141) },
    ['payment-and-penalty 146549', 'received -71141'],
  ],
  ['more than what is due', minorAmount(242_281), null, ['payment 142281', 'beyond 100000']],
])('[REPAY-2] %s', (_name, amountMinor, change, expected) => {
  const none = minorAmount(0);
  const gross = change && {
    ...{ chargedMinor: minorAmount(142_281), penaltyMinor: none, lateFeeMinor: none, receivedMinor: none },
    ...change,
  };
  const outstanding = [{ ...owed(minorAmount(142_281)), sequence: 1, dueDate: localDate('2026-12-20') }];
  const { open } = repaymentRows(amountMinor, outstanding, { lateFeeMinor: none, gross });
  expect(open.map((row) => `${row.kind} ${row.amountMinor}`)).toEqual(expected);
});

/** An amount that is owed, 172.81 of it charges where it is that large. */
function owed(amountMinor: MinorAmount) {
  const charges = Math.min(amountMinor, 17_281);
  return {
    ...{ penaltyMinor: minorAmount(0), feeMinor: minorAmount(0), vatMinor: minorAmount(0) },
    interestMinor: minorAmount(charges),
    principalMinor: minorAmount(amountMinor - charges),
  };
}
