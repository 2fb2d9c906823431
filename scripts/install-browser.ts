import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { findBrowser } from '#tests/setup/browser.ts';

const advice =
  'The journeys need Chromium, and none could be installed. Install Chromium or Google Chrome, and set CHROMIUM_PATH ' +
  'to the program when it is not in a usual place.';

/** Makes sure that a browser for the journeys is there; ends the process with advice when none can be had. */
export function installBrowser(): void {
  if (process.env.CHROMIUM_PATH && !findBrowser())
    end(`CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not exist.`);
  if (findBrowser()) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isDebian()) {
    process.stdout.write('Installing a browser (apt-get install chromium)\n');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-q'], environment);
    run('apt-get', ['install', '-y', '-q', 'chromium'], environment);
    if (findBrowser()) return;
  }
  process.stdout.write('Installing a browser (playwright install chromium)\n');
  run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], process.env);
  if (!findBrowser()) end(advice);
}

function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function run(program: string, parameters: string[], environment: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr } = spawnSync(program, parameters, { encoding: 'utf8', env: environment });
  if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
}

function end(message: string): never {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}
