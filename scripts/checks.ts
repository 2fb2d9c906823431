import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import manifest from '../package.json' with { type: 'json' };
import { installBrowser } from './install-browser.ts';

// Runs the checks of package.json's scripts one after another; `npm test -- lint unit` runs those two only.

/** In the order of how soon they tell. */
const steps = ['types', 'lint', 'imports', 'unused', 'build', 'unit', 'journeys', 'spec-map'];
const commands: Readonly<Record<string, string>> = manifest.scripts;
const testRuns = ['unit', 'journeys', 'spec-map'];

const resultsFolder = 'test-results';
const stepLimitMs = 20 * 60_000;

process.chdir(join(import.meta.dirname, '..'));
process.exitCode = await runChecks(process.argv.slice(2));

async function runChecks(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !steps.includes(name));
  if (unknown.length > 0) {
    say(`No such step: ${unknown.join(', ')}. The steps are ${steps.join(', ')}.`);
    return 1;
  }
  const chosen = steps.filter((step) => names.length === 0 || names.includes(step));
  if (chosen.includes('journeys')) installBrowser();
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  let passed = 0;
  for (const step of chosen) {
    const isGood = await runStep(step);
    const counts = testRuns.includes(step) ? countsOf(reportFileOf(step)) : { passed: 0, failed: 0 };
    passed += counts.passed;
    if (!isGood) {
      say(`\n${passed} passed, ${Math.max(counts.failed, 1)} failed`);
      return 1;
    }
  }
  say(`\n${passed} passed, 0 failed`);
  return 0;
}

async function runStep(step: string): Promise<boolean> {
  const startedAt = performance.now();
  process.stdout.write(step.padEnd(10));
  const { isGood, output } = await run(commandOf(step));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(isGood ? `${seconds} s` : `failed after ${seconds} s\n\n${output}`);
  return isGood;
}

function commandOf(step: string): string {
  const command = commands[step];
  if (command === undefined) throw new Error(`package.json has no script "${step}".`);
  if (!testRuns.includes(step)) return command;
  return `${command} --allowOnly=false --reporter=default --reporter=json --outputFile.json=${reportFileOf(step)}`;
}

function reportFileOf(step: string): string {
  return join(resultsFolder, `${step}.json`);
}

function run(command: string): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    // A process group of its own, so that ending it ends what it started too.
    const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    const timer = setTimeout(() => {
      output.push(Buffer.from(`\nStopped after ${stepLimitMs / 60_000} minutes.\n`));
      endGroup(child, 'SIGKILL');
    }, stepLimitMs);
    const interrupt = (signal: NodeJS.Signals): void => {
      endGroup(child, signal);
      process.exit(1);
    };
    process.once('SIGINT', interrupt);
    process.once('SIGTERM', interrupt);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      resolve({ isGood: code === 0, output: Buffer.concat(output).toString() });
    });
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, signal);
}

/** How many tests passed and failed; a file that could not be run counts as one failure. */
function countsOf(reportFile: string): { passed: number; failed: number } {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
      testResults: { status: string; assertionResults: unknown[] }[];
    };
    const unrun = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: report.numPassedTests, failed: report.numFailedTests + unrun.length };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
