import { afterAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { scenarios } from './scenarios.ts';
import { explore, openWorld } from './schedule.ts';

// A short part of `npm run simulate -- --inside`; tests/mutants/missing-locks.ts says what it is to find.

const seed = 1;
const secondsOfEach = 0.5;

const database = await openPostgresDatabase(0);
const world = await openWorld(database.url);
afterAll(async () => {
  await world.close();
  await database.close();
});

test.each(scenarios)('at once: $name, as one after another', async (scenario) => {
  const { finding, schedules } = await explore(world, scenario, { seed, seconds: secondsOfEach });
  expect(finding?.text).toBeUndefined();
  expect(schedules).toBeGreaterThan(0);
});
