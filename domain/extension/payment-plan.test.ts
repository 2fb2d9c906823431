import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, localDate } from '../calendar.ts';
import { minorAmount } from '../money/money.ts';
import { isExtensionTooDear, paymentPlan } from './payment-plan.ts';

const from = localDate('2027-01-22');
const amounts = fc.integer({ min: 1, max: 1_000_000_000 }).map(minorAmount);

test('an extension is too dear above the threshold, not at it, and never without one', () => {
  const offer = { payTodayMinor: minorAmount(25_000), payNowTotalMinor: minorAmount(100_000) };
  expect(isExtensionTooDear(offer, 250_000)).toBe(false);
  expect(isExtensionTooDear(offer, 249_999)).toBe(true);
  expect(isExtensionTooDear(offer, 0)).toBe(false);
});

test('any amount is split into parts that sum to it, differ only in the last, and stand on rising dates', () => {
  const coming = fc.array(
    fc.record({
      dueDate: fc.integer({ min: -40, max: 300 }).map((days) => addDays(from, days)),
      owedMinor: fc.oneof(fc.constant(minorAmount(0)), amounts),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(amounts, coming, (dueMinor, payments) => {
      const plan = paymentPlan(dueMinor, from, payments);
      expect(plan.length).toBeGreaterThanOrEqual(2);
      expect(plan.length).toBeLessThanOrEqual(4);
      expect(plan.reduce((sum, { partMinor }) => sum + partMinor, 0)).toBe(dueMinor);
      const [first] = plan;
      const last = plan.at(-1);
      expect(first?.date).toBe(from);
      for (const part of plan.slice(0, -1)) expect(part.partMinor).toBe(first?.partMinor);
      expect((last?.partMinor ?? 0) - (first?.partMinor ?? 0)).toBeLessThan(plan.length);
      expect(last?.partMinor).toBeGreaterThanOrEqual(first?.partMinor ?? 0);
      plan.forEach(({ date, partMinor, scheduledMinor, payMinor }, index) => {
        expect(payMinor).toBe(partMinor + scheduledMinor);
        const falling = payments.filter(({ dueDate }) => dueDate === date && dueDate > from);
        expect(scheduledMinor).toBe(falling.reduce((sum, { owedMinor }) => sum + owedMinor, 0));
        const before = plan[index - 1];
        if (before) expect(daysBetween(before.date, date)).toBeGreaterThan(0);
      });
    }),
    { numRuns: 500 },
  );
});

test('the parts stand on the next dates of the loan, with what falls due on them', () => {
  const payment = (dueDate: string) => ({ dueDate: localDate(dueDate), owedMinor: minorAmount(140_136) });
  const next = ['2027-03-20', '2027-02-18'].map(payment);
  expect(paymentPlan(minorAmount(100_000), from, next)).toEqual([
    { date: '2027-01-22', partMinor: 33_333, scheduledMinor: 0, payMinor: 33_333 },
    { date: '2027-02-18', partMinor: 33_333, scheduledMinor: 140_136, payMinor: 173_469 },
    { date: '2027-03-20', partMinor: 33_334, scheduledMinor: 140_136, payMinor: 173_470 },
  ]);
});

test('at the end of a loan the parts are a week apart', () => {
  expect(paymentPlan(minorAmount(10), from, []).map(({ date, payMinor }) => [date, payMinor])).toEqual([
    ['2027-01-22', 2],
    ['2027-01-29', 2],
    ['2027-02-05', 2],
    ['2027-02-12', 4],
  ]);
});
