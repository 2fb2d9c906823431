import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { debianEngines, type EngineName, engineNames, hasEngine } from '#tests/engines/programs.ts';
import { debianBrowser, findBrowser } from '#tests/setup/browser.ts';
import { findProgram } from '#tests/setup/programs.ts';
import { shippedProxyNames } from '#tests/setup/shipped-proxy.ts';

const advice =
  'The journeys need Chromium, and none could be installed. Install Chromium or Google Chrome, and set CHROMIUM_PATH ' +
  'to the program when it is not in a usual place.';

/** Why a step cannot run; null when it can. */
export interface Obstacles {
  readonly journeys: string | null;
  readonly engines: string | null;
}

/**
 * Makes sure that Chromium is installed; with `isRest` also the other engines and, as root on Debian, the supported proxies and promtool.
 * Prints which are unavailable: their journeys are skipped, except on Debian as root, where a missing engine is an error.
 */
export function installPrograms({ isRest }: { readonly isRest: boolean }): Obstacles {
  const canInstallPackages = process.getuid?.() === 0 && isDebian();
  if (canInstallPackages) installPackages(isRest);
  const { CHROMIUM_PATH } = process.env;
  const isMissing = !findBrowser() && !CHROMIUM_PATH;
  installFromPlaywright([...(isMissing ? ['chromium'] : []), ...(isRest ? missingEngines() : [])]);
  const missing = missingEngines();
  if (isRest) {
    for (const name of shippedProxyNames) {
      if (!findProgram(name)) say(`${name} is not installed: the journey behind it is skipped`);
    }
    if (!findProgram('promtool')) say('promtool is not installed: no alert is fired');
    for (const name of missing) say(`${name} is not installed: no journey is run in it`);
  }
  const journeys = findBrowser()
    ? null
    : CHROMIUM_PATH
      ? `CHROMIUM_PATH=${CHROMIUM_PATH} does not exist.`
      : advice;
  const isLacking = canInstallPackages ? missing.length > 0 : missing.length === engineNames.length;
  return { journeys, engines: isLacking ? `${missing.join(' and ')} could not be installed` : journeys };
}

export function missingEngines(): readonly EngineName[] {
  return engineNames.filter((name) => !hasEngine(name));
}

function installFromPlaywright(names: readonly string[]): void {
  if (names.length === 0) return;
  say(`Installing browsers (playwright install ${names.join(' ')})`);
  for (const name of names) {
    run('playwright', ['install', ...(process.getuid?.() === 0 ? ['--with-deps'] : []), name], process.env);
  }
}

function installPackages(isRest: boolean): void {
  // With systemd the packages would start proxies as services on port 80.
  const services =
    !isRest || existsSync('/run/systemd/system')
      ? []
      : [
          ...shippedProxyNames.filter((name) => !findProgram(name)),
          ...(findProgram('promtool') ? [] : ['prometheus']),
        ];
  const isBrowserChosen = process.env.CHROMIUM_PATH !== undefined || existsSync(debianBrowser);
  const missing = [
    ...(isBrowserChosen ? [] : [basename(debianBrowser)]),
    ...services,
    ...(isRest ? missingEngines() : []).flatMap((name) => debianEngines[name].packages),
  ];
  if (missing.length === 0) return;
  say(`Installing what tests need (apt-get install ${missing.join(' ')})`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-q'], environment);
  // One by one, because a Debian release may lack one of them.
  for (const name of missing)
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], environment);
  if (!findBrowser())
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], environment);
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

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
