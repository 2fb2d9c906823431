import { relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';

/** Modules that may ship to a browser: browser code and the rules it shares with the server. */
const browserParts = /^(web\/browser|core\/domain)\/|^vite\//;

/** What an island may add: itself, React, UI components, and the bundler's own helpers. */
const islandParts =
  /^(web\/ui|node_modules\/(react|react-dom|scheduler))\/|^web\/(pages|desk)\/.*(\.island\.tsx|\.module\.css)$|^island:|^rolldown\/runtime\.js$/;

/** Fails the build when a browser program contains any other module, and names it. */
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
