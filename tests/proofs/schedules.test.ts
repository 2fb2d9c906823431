import { afterAll, expect, test } from 'vitest';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { shiftedSeed } from '#tests/setup/seeded-random.ts';
import { scenarios } from '#tests/simulator/inside/scenarios.ts';
import { explore, openWorld } from '#tests/simulator/inside/schedule.ts';

// A short part of `npm run simulate -- --inside`, the same each time; tests/mutants/missing-locks.ts says what the whole finds.

const runs = 1;
const actsMax = 2;

const database = await openPostgresDatabase(0);
const world = await openWorld(database.url);
afterAll(async () => {
  await world.close();
  await database.close();
});

const numbered = scenarios.map((scenario, seed) => ({ ...scenario, seed: shiftedSeed(seed) }));

test.each(numbered)('at once: $name, as one after another', async ({ seed, ...scenario }) => {
  const { finding, schedules } = await explore(world, scenario, { seed, runs, actsMax });
  expect(finding?.text).toBeUndefined();
  expect(schedules).toBe(runs);
});
