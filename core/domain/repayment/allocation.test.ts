import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDate } from '../calendar.ts';
import { MoneyError, minorAmount } from '../money/money.ts';
import { allocatePayment, allocationOrder, inDueOrder, type OutstandingInstalment } from './allocation.ts';

const owed = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })).map(minorAmount);
const firstDay = localDate('2026-12-20');
const anyOutstanding: fc.Arbitrary<OutstandingInstalment[]> = fc
  .array(
    fc.record({
      dueDate: fc.nat({ max: 9 }).map((days) => addDays(firstDay, days)),
      penaltyMinor: owed,
      feeMinor: owed,
      vatMinor: owed,
      interestMinor: owed,
      principalMinor: owed,
    }),
    { maxLength: 8 },
  )
  .chain((parts) =>
    fc.shuffledSubarray(
      parts.map((part, index) => ({ sequence: index + 1, ...part })),
      { minLength: parts.length },
    ),
  );
const anyPayment = fc.integer({ min: 1, max: 20_000_000 }).map(minorAmount);

/** Every component in the order it must be paid, with what it owes. */
function queueOf(outstanding: readonly OutstandingInstalment[]) {
  const place = ({ dueDate, sequence }: OutstandingInstalment) => `${dueDate} ${sequence}`;
  return [...outstanding]
    .sort((a, b) => (place(a) < place(b) ? -1 : 1))
    .flatMap((instalment) =>
      allocationOrder.map((component) => ({
        sequence: instalment.sequence,
        component,
        amountMinor: instalment[`${component}Minor`],
      })),
    )
    .filter((line) => line.amountMinor > 0);
}

function instalment(sequence: number, amounts: readonly [number, number, number, number, number]) {
  const [penaltyMinor, feeMinor, vatMinor, interestMinor, principalMinor] = amounts;
  return {
    ...{ sequence, dueDate: addDays(firstDay, 30 * sequence) },
    penaltyMinor: minorAmount(penaltyMinor),
    feeMinor: minorAmount(feeMinor),
    vatMinor: minorAmount(vatMinor),
    interestMinor: minorAmount(interestMinor),
    principalMinor: minorAmount(principalMinor),
  };
}

test('the order is penalty, fee, VAT, interest, principal', () => {
  expect(allocationOrder).toEqual(['penalty', 'fee', 'vat', 'interest', 'principal']);
});

test('the oldest is what is due first, whatever its number, and of one day the lower number', () => {
  const dated = [
    { sequence: 10, dueDate: localDate('2027-01-19') },
    { sequence: 3, dueDate: localDate('2027-02-18') },
    { sequence: 9, dueDate: localDate('2027-01-19') },
    { sequence: 2, dueDate: localDate('2027-01-20') },
  ];
  expect(inDueOrder(dated).map(({ sequence }) => sequence)).toEqual([9, 10, 2, 3]);
  const owing = dated.map((each) => ({ ...instalment(each.sequence, [0, 0, 0, 0, 100]), ...each }));
  const { lines } = allocatePayment(minorAmount(250), owing);
  expect(lines.map(({ sequence, amountMinor }) => [sequence, amountMinor])).toEqual([
    ...[
      [9, 100],
      [10, 100],
    ],
    [2, 50],
  ]);
});

test('whatever is owed, a payment pays the queue in order, each in full before the next begins, and the rest is held', () => {
  fc.assert(
    fc.property(anyPayment, anyOutstanding, (payment, outstanding) => {
      let left: number = payment;
      const lines = queueOf(outstanding).flatMap((line) => {
        const amountMinor = Math.min(left, line.amountMinor);
        left -= amountMinor;
        return amountMinor > 0 ? [{ ...line, amountMinor }] : [];
      });
      expect(allocatePayment(payment, outstanding)).toEqual({ lines, suspenseMinor: left });
    }),
  );
});

test('the given list is left as it was', () => {
  const outstanding = Object.freeze([instalment(2, [0, 0, 0, 0, 1]), instalment(1, [0, 0, 0, 0, 1])]);
  allocatePayment(minorAmount(2), outstanding);
  expect(outstanding.map((each) => each.sequence)).toEqual([2, 1]);
});

test('a payment of nothing, a negative payment and a negative debt are refused', () => {
  expect(() => allocatePayment(minorAmount(0), [])).toThrow(MoneyError);
  expect(() => allocatePayment(minorAmount(-1), [])).toThrow(MoneyError);
  expect(() => allocatePayment(minorAmount(1), [instalment(1, [-1, 0, 0, 0, 0])])).toThrow(MoneyError);
});
