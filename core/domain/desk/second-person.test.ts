import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limitCrossed, limitIn, needsSecondPerson } from './second-person.ts';

test.each([
  [100, 0, 100, false],
  [101, 0, 100, true],
  [60, 40, 100, false],
  [60, 41, 100, true],
  [1, 0, 0, true],
  [0, 500, 100, false],
])('%i after %i of the day with a limit of %i: %s', (amount, moved, limit, isNeeded) => {
  expect(needsSecondPerson(amount, moved, limit)).toBe(isNeeded);
});

test('a limit is the same in every role, or of each role, and of several the highest', () => {
  expect(limitIn(500, ['agent'])).toBe(500);
  expect(limitIn({ treasury: 300, manager: 700 }, ['treasury'])).toBe(300);
  expect(limitIn({ treasury: 300, manager: 700 }, ['treasury', 'manager'])).toBe(700);
  expect(limitIn({ manager: 700 }, ['treasury'])).toBe(0);
  expect(limitIn({ manager: 700 }, [])).toBe(0);
});

test('however an amount is cut and spread, one person moves no more than the limit of a kind alone', () => {
  const parts = fc.array(fc.record({ loan: fc.nat(3), amountMinor: fc.nat(2_000) }), { maxLength: 40 });
  fc.assert(
    fc.property(parts, fc.nat(3_000), fc.nat(10_000), (acts, onOneLimit, ofKindLimit) => {
      const onLoan = new Map<number, number>();
      let ofKind = 0;
      for (const { loan, amountMinor } of acts) {
        const moved = onLoan.get(loan) ?? 0;
        const crossed = limitCrossed(amountMinor, {
          onOne: { limitMinor: onOneLimit, movedMinor: moved },
          ofKind: { limitMinor: ofKindLimit, movedMinor: ofKind },
        });
        if (crossed !== null) continue;
        onLoan.set(loan, moved + amountMinor);
        ofKind += amountMinor;
      }
      expect(ofKind).toBeLessThanOrEqual(ofKindLimit);
      for (const moved of onLoan.values()) expect(moved).toBeLessThanOrEqual(onOneLimit);
    }),
  );
});
