import { relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';

/** What may ship to a browser: the browser's own modules, and the rules they share with the server. */
const browserParts = /^(browser|domain)\/|^vite\//;

/** Fails the build of a browser program when another module is in it, and names it. */
export function browserGuard(): Plugin {
  return {
    name: 'browser-guard',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const intruder = Object.keys(chunk.modules)
          .map(pathOf)
          .find((path) => !browserParts.test(path));
        if (intruder !== undefined) this.error(`${intruder} would ship to the browser.`);
      }
    },
  };
}

function pathOf(id: string): string {
  return relative(process.cwd(), id.replace(/^\0/, '').replace(/\?.*$/, ''));
}
