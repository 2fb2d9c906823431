import { relative } from 'node:path';
import process from 'node:process';
import type { Plugin } from 'vite';

/** Modules that must not ship to the browser: the server's layers and files, its packages, zod (20 kB), Node's own. */
const serverOnly =
  /^(api|db|server|fixtures)\/|\.server\.tsx?$|(^|\/)node_modules\/(zod|drizzle-orm|hono|pg|pino|sharp)\/|browser-external/;

/** Fails the build when a module of the server is in the browser's part of it, and names the files that bring it in. */
export function browserGuard(): Plugin {
  return {
    name: 'browser-guard',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle(_options, bundle) {
      const importersOf = (id: string): readonly string[] => this.getModuleInfo(id)?.importers ?? [];
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const intruder = Object.keys(chunk.modules).find((id) => serverOnly.test(pathOf(id)));
        if (intruder === undefined) continue;
        const bringers = ownFilesThatBring(intruder, importersOf).join(', ');
        this.error(`${pathOf(intruder)} would ship to the browser, brought in by ${bringers}.`);
      }
    },
  };
}

/** The project's own files from which a module is reached, directly or through packages. */
function ownFilesThatBring(id: string, importersOf: (id: string) => readonly string[]): string[] {
  const seen = new Set([id]);
  const own: string[] = [];
  for (const current of seen) {
    for (const importer of importersOf(current)) {
      if (pathOf(importer).includes('node_modules/')) seen.add(importer);
      else own.push(pathOf(importer));
    }
  }
  return [...new Set(own)];
}

function pathOf(id: string): string {
  return relative(process.cwd(), id.replace(/^\0/, '').replace(/\?.*$/, ''));
}
