import process from 'node:process';
import { parseArgs } from 'node:util';
import { connectDatabase, generousLimits } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { startPostgresServer } from '#tests/setup/postgres-server.ts';
import { progressEveryMs, say } from '../../../load/progress.ts';
import { scenarios } from './scenarios.ts';
import { explore, openWorld } from './schedule.ts';

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
  const chosen = scenarios.filter(({ name }) => name.includes(values.only ?? ''));
  const postgres = await startPostgresServer();
  const connection = await connectDatabase({ databaseUrl: postgres.url }, generousLimits);
  await migrate(connection.db);
  await loadDemoData(connection.db, new Date('2026-11-01T12:00:00Z'));
  await connection.close();
  const world = await openWorld(postgres.url);
  const endsAt = performance.now() + hours * 3_600_000;
  const counts = new Map<string, number>();
  let saidAt = performance.now();
  try {
    for (let turn = 0; performance.now() < endsAt; turn += 1) {
      for (const scenario of chosen) {
        const path = values.path;
        const secondsLeft = Math.max(1, (endsAt - performance.now()) / 1000);
        const seconds = Math.min(turnSeconds, secondsLeft);
        const { finding, schedules } = await explore(world, scenario, { seed: seed + turn, path, seconds });
        counts.set(scenario.name, (counts.get(scenario.name) ?? 0) + schedules);
        if (finding) {
          say(
            `VIOLATION in ${Math.round((endsAt - performance.now()) / 1000)} s before the end: ${finding.text}`,
          );
          const small = await explore(world, scenario, {
            ...{ seed: finding.seed, path: finding.path, seconds: shrinkSeconds, isShrunk: true },
          });
          const { seed: of, path: by, text } = small.finding ?? finding;
          say(`smaller: ${text}`);
          let again = 0;
          for (let replay = 0; replay < replays; replay += 1) {
            const replayed = await explore(world, scenario, { seed: of, path: by, seconds: shrinkSeconds });
            if (replayed.finding) again += 1;
          }
          say(
            `breaks ${again} times of ${replays}: --inside --only '${scenario.name}' --seed ${of} --path ${by}`,
          );
          return values.prove && again === replays ? 0 : 1;
        }
        if (performance.now() - saidAt > progressEveryMs()) {
          saidAt = performance.now();
          say(`${[...counts].map(([name, count]) => `${name}: ${count}`).join('; ')}; no violation`);
        }
        if (path !== undefined || performance.now() > endsAt) break;
      }
      if (values.path !== undefined) break;
    }
    say(
      `${[...counts].map(([name, count]) => `${name}: ${count} schedules`).join('\n')}\n0 violations (seed ${seed})`,
    );
    return values.prove ? 1 : 0;
  } finally {
    await world.close();
    await postgres.stop();
  }
}
