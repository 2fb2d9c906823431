import { expect, test } from 'vitest';
import { newPlanFault } from './new-plan.ts';

test.each([
  [{ moratoriumDays: 0, spread: null, waivesPenalties: false }, 'waivesPenalties'],
  [{ moratoriumDays: -1, spread: null, waivesPenalties: true }, 'moratoriumDays'],
  [{ moratoriumDays: 181, spread: null, waivesPenalties: true }, 'moratoriumDays'],
  [{ moratoriumDays: 0, spread: { count: 25, days: 30 }, waivesPenalties: false }, 'count'],
  [{ moratoriumDays: 0, spread: { count: 3, days: 0 }, waivesPenalties: false }, 'days'],
  [{ moratoriumDays: 0.5, spread: null, waivesPenalties: true }, 'moratoriumDays'],
] as const)('%j is no plan: %s', (plan, fault) => {
  expect(newPlanFault(plan)).toBe(fault);
});
