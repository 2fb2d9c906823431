import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Plugin } from 'vite';

const prefix = 'island:';

function nameOf(file: string): string {
  return basename(file, '.island.tsx');
}

/** Modules to build, by island; each exports `hydrate(root)`. @throws Error if two islands share a name. */
export function islandEntries(root: string): Readonly<Record<string, string>> {
  const files = globSync('web/{pages,desk}/**/*.island.tsx', { cwd: root });
  const names = files.map(nameOf);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new Error(`Two islands have the name ${repeated}.`);
  return Object.fromEntries(names.map((name) => [name, prefix + name]));
}

/**
 * Writes the modules of islands: `amount-choice.island.tsx` exports the component `AmountChoice`, which is hydrated.
 * @param first code that runs before the component is loaded.
 */
export function islandPlugin(root: string, first = ''): Plugin {
  return {
    name: 'islands',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined;
      const name = id.slice(prefix.length + 1);
      const file = globSync(`web/{pages,desk}/**/${name}.island.tsx`, { cwd: root })[0] ?? '';
      const component = name.replace(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
      return `${first}import { ${component} } from ${JSON.stringify(resolve(root, file))};
import { hydrateIsland } from ${JSON.stringify(resolve(root, 'web/browser/hydrate-island.tsx'))};
export const hydrate = (root) => hydrateIsland(root, ${component});`;
    },
  };
}
