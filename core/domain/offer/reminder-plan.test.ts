import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allMarkets, currencyOf, marketOf } from '../market.ts';
import { reminderDaysOf, reminderPlanOf, reminderProblems, remindsAt } from './reminder-plan.ts';

const anyDays = fc.uniqueArray(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 20 });
const anyHours = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 1, max: 24 }));
const anyPlan = fc
  .tuple(anyDays, anyHours)
  .map(([days, [fromHour, untilHour]]) => ({ days, fromHour, untilHour }));
const anyTerms = fc.record({
  reminderDays: fc.option(anyDays),
  hours: fc.option(anyHours),
});
const termsOf = ({ reminderDays, hours }: { reminderDays: number[] | null; hours: number[] | null }) => ({
  reminderDays,
  reminderFromHour: hours?.[0] ?? null,
  reminderUntilHour: hours?.[1] ?? null,
});

test('a product reminds by its own days and hours, each by the settings where it has none', () => {
  fc.assert(
    fc.property(anyTerms, anyPlan, (drawn, settings) => {
      const plan = reminderPlanOf(termsOf(drawn), settings);
      expect(plan.days).toEqual(drawn.reminderDays ?? settings.days);
      expect([plan.fromHour, plan.untilHour]).toEqual(drawn.hours ?? [settings.fromHour, settings.untilHour]);
    }),
  );
});

test('the days that are looked for are just those on which some plan reminds', () => {
  fc.assert(
    fc.property(fc.array(anyPlan, { maxLength: 4 }), (plans) => {
      const days = reminderDaysOf(plans);
      expect(days).toEqual([...days].sort((a, b) => a - b));
      for (let day = -31; day <= 31; day += 1) {
        const isNeeded = plans.some((plan) => remindsAt(plan, day, []));
        expect([day, days.filter((each) => each === day).length]).toEqual([day, Number(isNeeded)]);
      }
    }),
  );
});

test('a plan reminds only on its days, and only where every hour that it may be is one of its hours', () => {
  fc.assert(
    fc.property(
      anyPlan,
      fc.integer({ min: -31, max: 31 }),
      fc.array(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 2 }),
      (plan, day, hours) => {
        const isInHours = hours.every((hour) => plan.fromHour <= hour && hour < plan.untilHour);
        expect(remindsAt(plan, day, hours)).toBe(plan.days.includes(day) && isInHours);
      },
    ),
  );
});

test('reminders outside the contact hours of the market are refused, and all others taken', () => {
  const anyHour = fc.option(fc.integer({ min: -1, max: 25 }));
  fc.assert(
    fc.property(fc.constantFrom(...allMarkets), anyHour, anyHour, (market, from, until) => {
      const [first, last] = marketOf[market].collection.hours;
      const problems = reminderProblems({
        market,
        currency: currencyOf(market),
        reminderDays: null,
        reminderFromHour: from,
        reminderUntilHour: until,
      });
      const isGood =
        (from === null && until === null) ||
        (from !== null && until !== null && from >= first && until <= last && from < until);
      expect(problems.length === 0).toBe(isGood);
      for (const problem of problems) expect(problem).toMatch(/^reminder(From|Until)Hour must be /);
    }),
  );
});

test.each<[string, number[], boolean]>([
  ['the furthest days', [-30, 30], true],
  ['no day', [], false],
  ['a day twice', [0, 0], false],
  ['a day too early', [-31], false],
  ['a day too late', [31], false],
  ['part of a day', [0.5], false],
])('%s: %o are taken: %s', (_, reminderDays, isGood) => {
  const none = { reminderFromHour: null, reminderUntilHour: null };
  const problems = reminderProblems({ market: 'MX', currency: 'MXN', reminderDays, ...none });
  expect(problems).toEqual(
    isGood ? [] : ['reminderDays must be different whole numbers from -30 to 30, at least one'],
  );
});
