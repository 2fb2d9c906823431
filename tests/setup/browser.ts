import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';

/** Debian's Chromium without windows, which takes a quarter less of the processor in the journeys. */
export const debianBrowser = '/usr/bin/chromium-headless-shell';

const knownPlaces = [
  debianBrowser,
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
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return existsSync(configuredPath) ? configuredPath : undefined;
  return [...knownPlaces, chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * Parts of Chromium that no test looks at. The list of the address bar is a page of its own in a process of its own:
 * each context had one, and it took more processor time than the pages under test.
 */
const partsOfNoUse = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'InitialWebUI',
  'WebUIReloadButton',
  'WebUIToolbar',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];

/** Parts that Playwright turns off: Chromium knows one list, and the last one it is given counts. */
const partsOffInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const thriftyFlags = [
  `--disable-features=${[...partsOffInPlaywright, ...partsOfNoUse].join(',')}`,
  // A process for each site of a context, whatever it opens.
  '--renderer-process-limit=1',
];

let shared: Promise<Browser> | undefined;

/** The browser of all files of journeys that a process runs, which goes with the process; one that is gone is followed by another. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared?.catch(() => null))?.isConnected()) shared = launchBrowser(thriftyFlags);
  return shared as Promise<Browser>;
}

/** Has a browser draw in Roboto, where fonts are found by fontconfig, as on Linux. */
export const fontConfiguration = join(import.meta.dirname, 'fonts.conf');

/**
 * A browser without its own network traffic, which draws in Roboto as an Android phone does, whatever fonts the machine has:
 * line breaks and widths are those that borrowers get. Close it when done.
 * @param own flags of its own.
 */
export async function launchBrowser(own: readonly string[] = []): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('No browser found. Set CHROMIUM_PATH, or let `npm test` install one.');
  return chromium.launch({
    executablePath,
    args: [...flags, ...own],
    env: { ...process.env, FONTCONFIG_FILE: fontConfiguration },
  });
}
