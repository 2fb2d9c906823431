import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { findBrowser } from '#tests/setup/browser.ts';

const advice =
  'The journeys need Chromium, and none could be installed. Install Chromium or Google Chrome, and set CHROMIUM_PATH ' +
  'to the program when it is not in a usual place.';

/** Makes sure that a browser for the journeys is there; gives advice when none can be had, else null. */
export function installBrowser(): string | null {
  if (findBrowser()) return null;
  if (process.env.CHROMIUM_PATH) return `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not exist.`;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isDebian()) {
    process.stdout.write('Installing a browser (apt-get install chromium)\n');
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    run('apt-get', ['update', '-q'], environment);
    run('apt-get', ['install', '-y', '-q', 'chromium'], environment);
    if (findBrowser()) return null;
  }
  process.stdout.write('Installing a browser (playwright install chromium)\n');
  run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], process.env);
  return findBrowser() ? null : advice;
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
