import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDate } from '../calendar.ts';
import { loanStatuses } from '../loan/loan-status.ts';
import { addMinor, MoneyError, minorAmount, zeroMinor } from '../money/money.ts';
import { allocatePayment, allocationOrder, type OutstandingInstalment } from '../repayment/allocation.ts';
import {
  type ExtensionSituation,
  extensionRefusal,
  type PayableExtension,
  takeExtensionPayment,
} from './extension-rules.ts';

const extendable: ExtensionSituation = {
  status: 'overdue',
  terms: { extensionMaxDays: 7 },
  dueSequences: [3],
  extendedSequences: [1],
};

test('[DELAY-3] only a running loan of a product with extensions, with something due, can be extended', () => {
  for (const status of loanStatuses) {
    const refusal = status === 'to-repay' || status === 'overdue' ? null : 'status';
    expect(extensionRefusal({ ...extendable, status })).toBe(refusal);
  }
  expect(extensionRefusal({ ...extendable, terms: { extensionMaxDays: 0 } })).toBe('product');
  expect(extensionRefusal({ ...extendable, dueSequences: [] })).toBe('nothing-due');
});

test('[DELAY-3] what was extended once is not extended again, alone or with others', () => {
  expect(extensionRefusal({ ...extendable, extendedSequences: [3] })).toBe('extended-before');
  expect(extensionRefusal({ ...extendable, dueSequences: [2, 3], extendedSequences: [3] })).toBe(
    'extended-before',
  );
  expect(extensionRefusal({ ...extendable, extendedSequences: [] })).toBeNull();
});

function owes(sequence: number, penalty: number, base = 130_000): OutstandingInstalment {
  return {
    ...{ sequence, dueDate: addDays(localDate('2027-01-12'), sequence) },
    penaltyMinor: minorAmount(penalty),
    feeMinor: minorAmount(7_500),
    vatMinor: minorAmount(2_636),
    interestMinor: minorAmount(0),
    principalMinor: minorAmount(base),
  };
}

const offer: PayableExtension = {
  feeMinor: minorAmount(9_810),
  vatMinor: zeroMinor,
  payTodayMinor: minorAmount(22_422),
  newDueDate: localDate('2027-01-29'),
  sequences: [2],
};

test('what is beyond the price settles what is then due first, which is not what moved behind it', () => {
  const { lines } = takeExtensionPayment(minorAmount(22_922), offer, [owes(2, 12_612), owes(3, 0)]);
  expect(lines.slice(2)).toEqual([{ sequence: 3, component: 'fee', amountMinor: 500 }]);
});

test('one minor unit too little extends nothing and settles debt like any payment', () => {
  const outstanding = [owes(2, 12_612), owes(3, 0)];
  const amountMinor = minorAmount(22_421);
  expect(takeExtensionPayment(amountMinor, offer, outstanding)).toEqual({
    isExtended: false,
    feeMinor: 0,
    vatMinor: 0,
    ...allocatePayment(amountMinor, outstanding),
  });
});

test('an offer about other penalties than those owed is refused', () => {
  expect(() => takeExtensionPayment(minorAmount(22_422), offer, [owes(2, 12_611)])).toThrow(MoneyError);
});

test('every minor unit is placed once, nothing is overpaid, and the instalments that move keep no penalty', () => {
  const owed = fc.record({ penalty: fc.nat(50_000), base: fc.nat(200_000) });
  fc.assert(
    fc.property(
      fc.array(owed, { minLength: 1, maxLength: 4 }),
      fc.nat(3),
      fc.nat(20_000),
      fc.nat(3_200),
      fc.integer({ min: 1, max: 900_000 }),
      (debts, moving, fee, vat, amount) => {
        const outstanding = debts.map(({ penalty, base }, index) => owes(index + 1, penalty, base));
        const moved = outstanding.slice(0, moving + 1);
        const feeMinor = minorAmount(fee);
        const vatMinor = minorAmount(vat);
        const payTodayMinor = addMinor(feeMinor, vatMinor, ...moved.map((row) => row.penaltyMinor));
        const sequences = moved.map(({ sequence }) => sequence);
        const taken = takeExtensionPayment(
          minorAmount(amount),
          { ...offer, feeMinor, vatMinor, payTodayMinor, sequences },
          outstanding,
        );
        const placed = addMinor(taken.suspenseMinor, ...taken.lines.map((line) => line.amountMinor));
        expect(placed).toBe(amount);
        expect(taken.isExtended).toBe(amount >= payTodayMinor);
        const left = outstanding.map((row) => {
          const isCharged = taken.isExtended && row.sequence === 1;
          const charged: Record<string, number> = isCharged ? { fee, vat } : {};
          return allocationOrder.map((component) => {
            const paid = taken.lines
              .filter((line) => line.sequence === row.sequence && line.component === component)
              .map((line) => line.amountMinor);
            expect(paid.length).toBeLessThanOrEqual(1);
            return row[`${component}Minor`] + (charged[component] ?? 0) - addMinor(...paid);
          });
        });
        expect(Math.min(...left.flat())).toBeGreaterThanOrEqual(0);
        if (taken.suspenseMinor > 0) expect(Math.max(...left.flat())).toBe(0);
        if (taken.isExtended) {
          for (const sequence of sequences) expect(left[sequence - 1]?.[0]).toBe(0);
        }
      },
    ),
  );
});
