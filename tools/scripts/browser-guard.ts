import { relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';

/** What may ship to a browser: the browser's own modules, and the rules they share with the server. */
const browserParts = /^(web\/browser|core\/domain)\/|^vite\//;

/** What an island may bring besides: React, components of the kit, and what the bundler needs for its modules. */
const islandParts = /^(web\/ui|node_modules\/(react|react-dom|scheduler))\/|^rolldown\/runtime\.js$/;

/** Fails the build of a browser program when another module is in it, and names it. Only an island brings React. */
export function browserGuard({ isIsland }: { readonly isIsland: boolean }): Plugin {
  return {
    name: 'browser-guard',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const intruder = Object.keys(chunk.modules)
          .map(pathOf)
          .find((path) => !browserParts.test(path) && !(isIsland && islandParts.test(path)));
        if (intruder !== undefined) this.error(`${intruder} would ship to the browser.`);
      }
    },
  };
}

function pathOf(id: string): string {
  return relative(process.cwd(), id.replace(/^\0/, '').replace(/\?.*$/, ''));
}
