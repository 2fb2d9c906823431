import { existsSync } from 'node:fs';
import { firefox, webkit } from 'playwright';

/** What Debian has of the engines beside Chromium: packages, and the programs that they bring. */
export const debianEngines = {
  firefox: { packages: ['firefox-esr'], browser: '/usr/bin/firefox-esr', others: [] },
  // It draws on a screen, which a server has not.
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    browser: '/usr/bin/WebKitWebDriver',
    others: ['/usr/bin/Xvfb'],
  },
} as const;

export type EngineName = keyof typeof debianEngines;

export const engineNames = Object.keys(debianEngines) as readonly EngineName[];

/** Playwright's own builds, elsewhere. */
export const playwrightEngines = { firefox, webkit } as const;

/** Whether Debian's build of an engine is here, and what drives it. */
export function hasDebianEngine(name: EngineName): boolean {
  const { browser, others } = debianEngines[name];
  return [browser, ...others].every((path) => existsSync(path));
}

/** Whether this machine has an engine at all. */
export function hasEngine(name: EngineName): boolean {
  return hasDebianEngine(name) || existsSync(playwrightEngines[name].executablePath());
}
