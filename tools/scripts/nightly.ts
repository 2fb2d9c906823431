import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { clockOf, say, tableOf } from '../load/progress.ts';

// `npm run nightly` runs the checks that take hours one after another, even when one fails, prints a table and exits with 1 when one
// failed or could not run. `-- build attacks` runs those two.

interface Task {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** An environment variable without which it does not run. */
  readonly needs?: string;
  /** Folder of the PostgreSQL programs to use instead of the package's; it does not run without them. */
  readonly programs?: string;
}

const oldestPrograms = '/usr/lib/postgresql/15/bin';

/** Test files whose properties use fixed seeds in `npm test`. */
const fixedDraws = [
  'kit/page-tolerances',
  'pages/generated-backends',
  'schedules',
  'correct-payment',
  'promises',
];

const otherDraws = 20;

const tasks: readonly Task[] = [
  { name: 'spec-map', parameters: ['test', '--', 'spec-map'] },
  { name: 'build', parameters: ['run', 'build'] },
  { name: 'attacks', parameters: ['exec', '--', 'vitest', 'run', '--project', 'attacks'] },
  { name: 'guides', parameters: ['run', 'docs', '--', 'check'], needs: 'TEST_DATABASE_URL' },
  {
    name: 'oldest-postgresql',
    parameters: [
      'exec',
      '--',
      'vitest',
      'run',
      '--project',
      'unit',
      '--project',
      'proofs',
      'service/db/',
      'list-plans',
    ],
    programs: oldestPrograms,
  },
  ...Array.from({ length: otherDraws }, (_, draw) => ({
    name: `draws-${draw + 1}`,
    parameters: ['exec', '--', 'vitest', 'run', '--project', 'unit', '--project', 'proofs', ...fixedDraws],
    environment: { SEED_SHIFT: String(1000 * (draw + 1)) },
  })),
  {
    name: 'oracle',
    parameters: ['exec', '--', 'vitest', 'run', '--project', 'proofs', 'proofs/oracle'],
    environment: {
      ORACLE_COMMANDS: '1000000',
      ORACLE_SEED: String(Math.floor(Math.random() * 2 ** 31)),
    },
  },
  { name: 'inside', parameters: ['run', 'simulate', '--', '--inside', '--hours', '0.5'] },
  { name: 'simulate', parameters: ['run', 'simulate', '--', '--hours', '1'] },
  { name: 'mutants', parameters: ['run', 'mutants'] },
];

process.chdir(join(import.meta.dirname, '../..'));
process.exitCode = runTasks(process.argv.slice(2));

function runTasks(names: readonly string[]): number {
  const unknown = names.filter(
    (name) => !tasks.some((task) => task.name === name || task.name.startsWith(`${name}-`)),
  );
  if (unknown.length > 0) {
    say(`No such task: ${unknown.join(', ')}. The tasks are ${tasks.map(({ name }) => name).join(', ')}.`);
    return 1;
  }
  const rows: [name: string, outcome: string, took: string][] = [];
  for (const { name, parameters, environment, needs, programs } of tasks) {
    if (names.length > 0 && !names.some((each) => name === each || name.startsWith(`${each}-`))) continue;
    const isWanting =
      needs !== undefined ? !process.env[needs] : programs !== undefined && !existsSync(programs);
    if (isWanting) {
      rows.push([name, 'NOT RUN', `${needs ?? programs} is wanting`]);
      continue;
    }
    say(`\n${name}`);
    const startedAt = performance.now();
    const env = { ...process.env, ...environment, ...(programs && { POSTGRES_PROGRAMS: programs }) };
    const { status: code } = spawnSync('npm', parameters, { stdio: 'inherit', env });
    rows.push([name, code === 0 ? 'passed' : 'FAILED', clockOf((performance.now() - startedAt) / 1000)]);
  }
  say(`\n${tableOf(['task', 'outcome', 'minutes'], rows)}`);
  return rows.every(([, outcome]) => outcome === 'passed') ? 0 : 1;
}
