import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const knownPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The program of the browser: CHROMIUM_PATH, else one that is installed, else Playwright's own download, if any. */
export function findBrowser(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return existsSync(given) ? given : undefined;
  return [...knownPlaces, chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * A browser for the journeys, without its own network traffic. Close it in `afterAll`.
 * @param environment variables of its process beside those of this one.
 */
export async function launchBrowser(environment: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser found. Set CHROMIUM_PATH, or let `npm test` install one.');
  return chromium.launch({ executablePath, args: flags, env: { ...process.env, ...environment } });
}
