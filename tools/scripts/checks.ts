import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { engineNames } from '#tests/engines/programs.ts';
import { forgetCosts, readCosts } from '#tests/setup/file-cost.ts';
import { forgetServiceStatements } from '#tests/setup/service-statements.ts';
import manifest from '../../package.json' with { type: 'json' };
import { installPrograms, missingEngines } from './install-programs.ts';

// Runs every chosen check even when one fails, and ends with a table. Without a name it runs the checks that each commit needs; `rest`
// is everything else, `all` both. `npm test -- lint unit` runs those two, `npm test -- changed` the tests of what the last commit and
// the work tree change.

const { types, lint, build, unit, journeys, simulate } = manifest.scripts;
const commands = {
  types,
  lint,
  build,
  unit,
  journeys,
  simulate,
  imports:
    'depcruise . && depcruise core/domain service/lending web/pages --config .dependency-cruiser.areas.mjs',
  unused: 'knip',
  'spec-map': 'vitest run --project spec-map',
  changed: 'vitest run --project unit --project browser --changed HEAD~1 --passWithNoTests',
  'long-journeys-1': 'vitest run --project long-journeys --shard 1/3',
  'long-journeys-2': 'vitest run --project long-journeys --shard 2/3',
  'long-journeys-3': 'vitest run --project long-journeys --shard 3/3',
  proofs: 'vitest run --project proofs --project partitions --project three-markets',
  engines: 'vitest run --project engines',
  indexes: 'vitest run --project indexes',
};
type Step = keyof typeof commands;

interface Outcome {
  readonly step: Step;
  readonly isGood: boolean;
  readonly seconds: number;
  /** Steps without test counts count as one. */
  readonly passed: number;
  readonly failed: number;
  /** Failed tests with their messages. */
  readonly failures: readonly string[];
}

/** Each keeps one core busy. */
const singleSteps: readonly Step[] = ['types', 'lint', 'build', 'imports', 'unused', 'spec-map'];
/** Each keeps two cores busy. The longest comes first. */
const doubleSteps: readonly Step[] = ['unit', 'journeys', 'changed'];
/** In three parts, because two run at once and the whole would outlast all others. */
const longJourneys: readonly Step[] = ['long-journeys-1', 'long-journeys-2', 'long-journeys-3'];
const longSteps: readonly Step[] = ['proofs', ...longJourneys, 'engines', 'simulate'];
/** They read what `unit` and `proofs` recorded. */
const lastSteps: readonly Step[] = ['indexes'];
/** They need a build. */
const stepsOnBuild: readonly Step[] = ['journeys', ...longJourneys, 'engines', 'simulate'];
const stepsInBrowsers: readonly Step[] = ['journeys', ...longJourneys, 'engines'];
const steps: readonly Step[] = [...singleSteps, ...doubleSteps, ...longSteps, ...lastSteps];
const rest: readonly Step[] = ['build', ...longSteps, ...lastSteps];
const groups: Readonly<Record<string, readonly Step[]>> = {
  commit: [...singleSteps, 'unit', 'journeys'],
  rest,
  'long-journeys': longJourneys,
  all: steps.filter((step) => step !== 'changed'),
};
const testRuns: readonly Step[] = ['spec-map', ...stepsInBrowsers, 'unit', 'changed', 'proofs', 'indexes'];

const resultsFolder = 'test-results';
/**
 * CPU seconds that a test file of `npm test` may take. A slow machine makes every file take more, and the first file of a worker also loads
 * the modules, so a file is refused only when it exceeds `costMaxShare` of the whole run too.
 */
const costMaxSeconds = 8;
const costMaxShare = 0.04;
/** Shared by the test runs of this process, for example which pages were looked at. */
const sharedFolder = mkdtempSync(join(tmpdir(), 'llano-checks-'));
const stepLimitMs = 40 * 60_000;
const cores = Math.max(2, availableParallelism());
const running = new Set<ChildProcess>();

process.chdir(join(import.meta.dirname, '../..'));
process.once('exit', () => rmSync(sharedFolder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) endGroup(child, signal);
    process.exit(1);
  });
}
process.exitCode = await runChecks(process.argv.slice(2));

async function runChecks(names: readonly string[]): Promise<number> {
  const named = (names.length === 0 ? ['commit'] : names).flatMap(
    (name): readonly string[] => groups[name] ?? [name],
  );
  const unknown = named.filter((name) => !steps.some((step) => step === name));
  if (unknown.length > 0) {
    const known = [...Object.keys(groups), ...steps].join(', ');
    say(`No such step: ${unknown.join(', ')}. The steps are ${known}.`);
    return 1;
  }
  const chosen = steps.filter((step) => named.includes(step));
  const obstacles = chosen.some((step) => stepsInBrowsers.includes(step))
    ? installPrograms({ isRest: chosen.some((step) => longSteps.includes(step)) })
    : null;
  mkdirSync(resultsFolder, { recursive: true });
  for (const step of chosen) rmSync(reportFileOf(step), { force: true });
  forgetCosts();
  if (chosen.includes('unit')) forgetServiceStatements();
  const among = (group: readonly Step[]) => chosen.filter((step) => group.includes(step));
  const outcomes = await runAtOnce(among(singleSteps), cores);
  const isUnbuilt = outcomes.some(({ step, isGood }) => step === 'build' && !isGood);
  const obstacleOf = (step: Step): string | null => {
    if (isUnbuilt && stepsOnBuild.includes(step)) return 'the pages are not built';
    if (!stepsInBrowsers.includes(step)) return null;
    return (step === 'engines' ? obstacles?.engines : obstacles?.journeys) ?? null;
  };
  const double = among([...longSteps, ...doubleSteps]).filter((step) => obstacleOf(step) === null);
  outcomes.push(...(await runAtOnce(double, Math.max(2, Math.floor(cores / 2)))));
  outcomes.push(...(await runAtOnce(among(lastSteps), 1)));
  const passed = sumOf(outcomes, 'passed');
  const failed = sumOf(outcomes, 'failed') + chosen.length - outcomes.length;
  say(`\n${chosen.map((step) => rowOf(step, outcomes, obstacleOf(step))).join('\n')}`);
  for (const title of outcomes.flatMap(({ failures }) => failures)) say(`failed: ${title}`);
  const costly = sayCosts();
  say(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && costly.length === 0 ? 0 : 1;
}

/**
 * Prints the most expensive test files. With CHECK_COSTS it returns those outside of tests/proofs/ that exceed the limit and do not justify
 * it by a comment `// Takes long: …`.
 */
function sayCosts(): readonly string[] {
  const costs = readCosts().sort((one, other) => other.seconds - one.seconds);
  if (costs.length === 0) return [];
  say('\nSeconds of processor of the slowest files:');
  for (const { file, seconds } of costs.slice(0, 10)) say(`${seconds.toFixed(1).padStart(6)}  ${file}`);
  if (!process.env.CHECK_COSTS) return [];
  const totalSeconds = costs.reduce((total, { seconds }) => total + seconds, 0);
  const costly = costs.filter(
    ({ file, seconds }) =>
      seconds > Math.max(costMaxSeconds, costMaxShare * totalSeconds) &&
      !file.startsWith('tests/proofs/') &&
      !readFileSync(file, 'utf8').includes('// Takes long: '),
  );
  for (const { file } of costly) {
    say(
      `failed: ${file} takes more than ${costMaxSeconds} s and ${costMaxShare * 100} % of the run: move it to tests/proofs/, or say why it takes long`,
    );
  }
  return costly.map(({ file }) => file);
}

async function runAtOnce(chosen: readonly Step[], count: number): Promise<Outcome[]> {
  const waiting = [...chosen];
  const outcomes: Outcome[] = [];
  const runNext = async (): Promise<void> => {
    const step = waiting.shift();
    if (step === undefined) return;
    outcomes.push(await runStep(step));
    await runNext();
  };
  await Promise.all(Array.from({ length: count }, runNext));
  return outcomes;
}

async function runStep(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  const { isGood, output } = await run(commandOf(step));
  const seconds = (performance.now() - startedAt) / 1000;
  say(`${step.padEnd(16)}${isGood ? 'passed' : 'failed'} after ${seconds.toFixed(1)} s`);
  if (!isGood) say(`\n${output}`);
  const { failed, ...counts } = testRuns.includes(step)
    ? countsOf(reportFileOf(step))
    : { passed: Number(isGood), failed: Number(!isGood), failures: [] };
  return { step, isGood, seconds, ...counts, failed: isGood ? 0 : Math.max(failed, 1) };
}

function rowOf(step: Step, outcomes: readonly Outcome[], obstacle: string | null): string {
  const outcome = outcomes.find((each) => each.step === step);
  if (!outcome) return `${step.padEnd(16)}NOT RUN   ${obstacle}`;
  const { isGood, seconds, passed, failed } = outcome;
  const counts = testRuns.includes(step) ? `   ${passed} passed, ${failed} failed` : '';
  const where = step === 'engines' ? `   ${enginesRun()}` : '';
  return `${step.padEnd(16)}${isGood ? 'passed' : 'FAILED'}${seconds.toFixed(1).padStart(8)} s${counts}${where}`;
}

/** The engines of the main journeys, and those missing on this machine. */
function enginesRun(): string {
  const missing = missingEngines();
  const found = ['chromium', ...engineNames.filter((name) => !missing.includes(name))];
  return `in ${found.join(', ')}${missing.map((name) => `; not run: ${name}`).join('')}`;
}

function sumOf(outcomes: readonly Outcome[], count: 'passed' | 'failed'): number {
  return outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
}

function commandOf(step: Step): string {
  const command = commands[step];
  if (!testRuns.includes(step)) return command;
  return `${command} --allowOnly=false --reporter=default --reporter=json --outputFile.json=${reportFileOf(step)}`;
}

function reportFileOf(step: Step): string {
  return join(resultsFolder, `${step}.json`);
}

function run(command: string): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    // A process group of its own, so that ending it also ends its children.
    const child = spawn(command, {
      shell: true,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CHECKS_FOLDER: sharedFolder },
    });
    running.add(child);
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    const timer = setTimeout(() => {
      output.push(Buffer.from(`\nStopped after ${stepLimitMs / 60_000} minutes.\n`));
      endGroup(child, 'SIGKILL');
    }, stepLimitMs);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ isGood: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, signal);
}

type Counts = Pick<Outcome, 'passed' | 'failed' | 'failures'>;

/** Counts passed and failed tests of a report. A file that could not run counts as one failure. */
function countsOf(reportFile: string): Counts {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      testResults: {
        name: string;
        message: string;
        status: string;
        assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
      }[];
    };
    const unrun = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    const failedTests = report.testResults
      .flatMap((file) => file.assertionResults)
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => `${fullName}: ${firstLine(why)}`);
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests + unrun.length,
      failures: [...failedTests, ...unrun.map(({ name, message }) => `${name}: ${firstLine(message)}`)],
    };
  } catch {
    return { passed: 0, failed: 1, failures: [] };
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
