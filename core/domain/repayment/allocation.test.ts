import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, localDate } from '../calendar.ts';
import { addMinor, MoneyError, minorAmount, subtractMinor } from '../money/money.ts';
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

test('a payment settles the oldest instalment first, its penalty before its principal', () => {
  const newer = instalment(2, [0, 7500, 2088, 5548, 125_000]);
  const older = instalment(1, [12_612, 7500, 2384, 7397, 125_000]);
  expect(allocatePayment(minorAmount(160_000), [newer, older])).toEqual({
    lines: [
      { sequence: 1, component: 'penalty', amountMinor: 12_612 },
      { sequence: 1, component: 'fee', amountMinor: 7500 },
      { sequence: 1, component: 'vat', amountMinor: 2384 },
      { sequence: 1, component: 'interest', amountMinor: 7397 },
      { sequence: 1, component: 'principal', amountMinor: 125_000 },
      { sequence: 2, component: 'fee', amountMinor: 5107 },
    ],
    suspenseMinor: 0,
  });
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

test('a payment with nothing outstanding goes to suspense', () => {
  expect(allocatePayment(minorAmount(500), [])).toEqual({ lines: [], suspenseMinor: 500 });
});

test('no payment creates or loses money, and every line is above zero', () => {
  fc.assert(
    fc.property(anyPayment, anyOutstanding, (payment, outstanding) => {
      const { lines, suspenseMinor } = allocatePayment(payment, outstanding);
      expect(addMinor(suspenseMinor, ...lines.map((line) => line.amountMinor))).toBe(payment);
      expect(lines.every((line) => line.amountMinor > 0)).toBe(true);
      expect(suspenseMinor).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('lines pay the queue in order: each in full before the next begins, none above what is owed', () => {
  fc.assert(
    fc.property(anyPayment, anyOutstanding, (payment, outstanding) => {
      const { lines } = allocatePayment(payment, outstanding);
      const queue = queueOf(outstanding);
      lines.forEach((line, index) => {
        const due = queue[index];
        expect(line).toMatchObject({ sequence: due?.sequence, component: due?.component });
        if (index < lines.length - 1) expect(line.amountMinor).toBe(due?.amountMinor);
        else expect(line.amountMinor).toBeLessThanOrEqual(due?.amountMinor ?? 0);
      });
    }),
  );
});

test('money goes to suspense only when all is paid', () => {
  fc.assert(
    fc.property(anyPayment, anyOutstanding, (payment, outstanding) => {
      const { suspenseMinor } = allocatePayment(payment, outstanding);
      const total = addMinor(...queueOf(outstanding).map((line) => line.amountMinor));
      expect(suspenseMinor).toBe(payment > total ? subtractMinor(payment, total) : 0);
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
