import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.mjs';

// Runs on the machine's own Node before anything is installed: plain JavaScript, Node's modules only.

const oldestNodeMajor = 20;
const oldestNpmMajor = 9;

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = join(root, 'node_modules', '.bin');

export const projectNode = join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** On Windows npm is a batch file, which only the shell can run. */
const [npm, ...npmParameters] = process.platform === 'win32' ? ['cmd.exe', '/d', '/c', 'npm'] : ['npm'];

export function say(line) {
  process.stdout.write(`${line}\n`);
}

export function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** An environment whose PATH starts with the project's programs, its Node among them. */
export function projectEnvironment() {
  return { ...process.env, PATH: [programs, ...machinePath()].join(delimiter) };
}

export async function install() {
  process.chdir(root);
  const nodeMajor = Number(process.versions.node.split('.')[0]);
  if (nodeMajor < oldestNodeMajor) {
    fail(`Llano needs Node ${oldestNodeMajor} or newer to start; this is Node ${process.versions.node}.`);
  }
  if (isInstalled()) return;
  const environment = { ...process.env, PATH: machinePath().join(delimiter) };
  const asked = spawnSync(npm, [...npmParameters, '--version'], { encoding: 'utf8', env: environment });
  if (asked.error || asked.status !== 0) {
    fail('Llano needs npm to install its packages, and npm was not found.');
  }
  if (Number(asked.stdout.split('.')[0]) < oldestNpmMajor) {
    fail(`Llano needs npm ${oldestNpmMajor} or newer; this is npm ${asked.stdout.trim()}.`);
  }
  say('Installing the packages (npm ci)');
  const code = await runChild(
    npm,
    [
      ...npmParameters,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    environment,
  );
  if (code !== 0) fail('The packages could not be installed; npm says why above.');
  if (!isInstalled()) fail('The packages are not complete after npm ci: are install scripts switched off?');
}

function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed) || !existsSync(projectNode)) return false;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return missingPackages(lock, JSON.parse(readFileSync(installed, 'utf8'))).length === 0;
}

/**
 * Paths of packages that the lockfile names and the installation lacks or has in another version. Missing optional packages are for other
 * platforms and do not count.
 */
export function missingPackages(lock, installed) {
  return Object.entries(lock.packages)
    .filter(([path, wanted]) => {
      if (path === '') return false;
      const present = installed.packages[path];
      if (!present) return !wanted.optional;
      return present.version !== wanted.version || present.integrity !== wanted.integrity;
    })
    .map(([path]) => path);
}

/** PATH without this project's programs: npm must not run on the Node that it is about to replace. */
function machinePath() {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '' && folder !== programs);
}
