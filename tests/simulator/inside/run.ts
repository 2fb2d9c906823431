import process from 'node:process';
import { parseArgs } from 'node:util';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { startPostgresServer } from '#tests/setup/postgres-server.ts';
import { clockOf, progressEveryMs, say } from '../../../tools/load/progress.ts';
import { scenarios } from './scenarios.ts';
import type { Scenario } from './scene.ts';
import { explore, type Finding, openWorld, type World } from './schedule.ts';

// `npm run simulate -- --inside` has acts on one loan meet in every order of their statements, for ten minutes or `--hours`. What it finds it
// makes smaller and prints with `--seed`, `--path` and `--only`, which draw it again. `--prove` ends with 0 where something is found that
// breaks ten times of ten.

const { values } = parseArgs({
  options: {
    inside: { type: 'boolean' },
    prove: { type: 'boolean' },
    hours: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    only: { type: 'string' },
  },
});
const replays = 10;
const shrinkSeconds = 60;
/** Each scenario has its turn for so long. */
const turnSeconds = 10;
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const hours = Number(values.hours ?? 1 / 6);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await run();

async function run(): Promise<number> {
  say(`Seed ${seed}`);
  const postgres = await startPostgresServer();
  const connection = await connectDatabase({ databaseUrl: postgres.url }, generousLimits);
  await migrate(connection.db);
  await loadDemoData(connection.db, new Date('2026-11-01T12:00:00Z'));
  await connection.close();
  const world = await openWorld(postgres.url);
  try {
    const found = await search(world);
    if (found === null) return values.prove ? 1 : 0;
    const isCertain = await tell(world, found);
    return values.prove && isCertain ? 0 : 1;
  } finally {
    await world.close();
    await postgres.stop();
  }
}

/** What was found in a scenario. */
interface Found {
  readonly scenario: Scenario;
  readonly finding: Finding;
}

/** Gives each scenario its turn until something is found or time is over; where a path is given, each one turn. */
async function search(world: World): Promise<Found | null> {
  const chosen = scenarios.filter(({ name }) => name.includes(values.only ?? ''));
  const counts = new Map<string, number>();
  const said = () => [...counts].map(([name, count]) => `${name}: ${count}`).join('; ');
  const startedAt = performance.now();
  const secondsLeft = () => hours * 3600 - (performance.now() - startedAt) / 1000;
  let saidAt = startedAt;
  for (let turn = 0; secondsLeft() > 0 && (turn === 0 || values.path === undefined); turn += 1) {
    for (const scenario of chosen) {
      const seconds = Math.min(turnSeconds, Math.max(1, secondsLeft()));
      const drawing = { seed: seed + turn, path: values.path, seconds };
      const { finding, schedules } = await explore(world, scenario, drawing);
      counts.set(scenario.name, (counts.get(scenario.name) ?? 0) + schedules);
      if (finding) {
        say(`VIOLATION after ${Math.round(hours * 3600 - secondsLeft())} s: ${finding.text}`);
        return { scenario, finding };
      }
      if (performance.now() - saidAt > progressEveryMs()) {
        saidAt = performance.now();
        say(`at most ${clockOf(Math.max(0, secondsLeft()))} left, schedules of ${said()}`);
      }
      if (secondsLeft() <= 0) break;
    }
  }
  say(`schedules of ${said()}`);
  say(`0 violations (seed ${seed})`);
  return null;
}

/** Makes what was found smaller, and says how it comes again. @returns whether it did each time. */
async function tell(world: World, { scenario, finding }: Found): Promise<boolean> {
  const shrunk = { ...finding, seconds: shrinkSeconds, isShrunk: true };
  const { seed: ofSeed, path, text } = (await explore(world, scenario, shrunk)).finding ?? finding;
  say(`smaller: ${text}`);
  let again = 0;
  for (let replay = 0; replay < replays; replay += 1) {
    const replayed = await explore(world, scenario, { seed: ofSeed, path, seconds: shrinkSeconds });
    if (replayed.finding?.path === path) again += 1;
  }
  say(
    `breaks ${again} times of ${replays}: --inside --only '${scenario.name}' --seed ${ofSeed} --path ${path}`,
  );
  return again === replays;
}
