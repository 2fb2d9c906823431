import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { debianBrowser, findBrowser } from '#tests/setup/browser.ts';
import { findProxy, shippedProxyNames } from '#tests/setup/shipped-proxy.ts';

const advice =
  'The journeys need Chromium, and none could be installed. Install Chromium or Google Chrome, and set CHROMIUM_PATH ' +
  'to the program when it is not in a usual place.';

/**
 * Makes sure that a browser for the journeys is there, and as root on Debian the proxies whose files are shipped; says which
 * of these cannot be had, without which journeys are skipped.
 * @returns advice when no browser can be had, else null.
 */
export function installPrograms(): string | null {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isDebian()) installPackages();
  for (const name of shippedProxyNames) {
    if (!findProxy(name))
      process.stdout.write(`${name} is not installed: the journey behind it is skipped\n`);
  }
  if (findBrowser()) return null;
  if (process.env.CHROMIUM_PATH) return `CHROMIUM_PATH=${process.env.CHROMIUM_PATH} does not exist.`;
  process.stdout.write('Installing a browser (playwright install chromium)\n');
  run('playwright', ['install', ...(isRoot ? ['--with-deps'] : []), 'chromium'], process.env);
  return findBrowser() ? null : advice;
}

function installPackages(): void {
  // Where systemd runs, an installed proxy is a service on port 80 from then on.
  const proxies = existsSync('/run/systemd/system')
    ? []
    : shippedProxyNames.filter((name) => !findProxy(name));
  const isBrowserChosen = process.env.CHROMIUM_PATH !== undefined || existsSync(debianBrowser);
  const missing = [...(isBrowserChosen ? [] : [basename(debianBrowser)]), ...proxies];
  if (missing.length === 0) return;
  process.stdout.write(`Installing what journeys need (apt-get install ${missing.join(' ')})\n`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], environment);
  // Each by itself: a release may lack one.
  for (const name of missing) run('apt-get', ['install', '-y', '-q', name], environment);
  if (!findBrowser()) run('apt-get', ['install', '-y', '-q', 'chromium'], environment);
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
