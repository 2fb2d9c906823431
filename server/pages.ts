import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createDeskPages } from '#desk/create-desk-pages.tsx';
import type { DeskDependencies } from '#desk/dependencies.ts';
import type { createPages } from '#pages/create-pages.tsx';
import type { PagesDependencies } from '#pages/dependencies.ts';
import type { developerScreens } from '#pages/developer/developer-screens.ts';
import type { PageAssets } from '#pages/document.tsx';
import type { PagesApp } from '#pages/screen.tsx';

interface BuiltFile {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, BuiltFile>>;

/**
 * Loads the built pages from `buildDirectory`.
 * @throws Error that says to build first, when nothing is there.
 */
export async function loadPages(buildDirectory: string, dependencies: PagesDependencies): Promise<PagesApp> {
  const built = await loadEntry<{ createPages: typeof createPages }>(buildDirectory, 'create-pages.js');
  const { developerScreens: screens = {} } = dependencies.config.isDevelopment
    ? await loadEntry<{ developerScreens: typeof developerScreens }>(buildDirectory, 'developer-screens.js')
    : {};
  return built.createPages(dependencies, builtAssets(buildDirectory), screens);
}

export async function loadDeskPages(
  buildDirectory: string,
  dependencies: PagesDependencies,
  desk: DeskDependencies,
): Promise<PagesApp> {
  const built = await loadEntry<{ createDeskPages: typeof createDeskPages }>(
    buildDirectory,
    'create-desk-pages.js',
  );
  return built.createDeskPages(dependencies, desk, builtAssets(buildDirectory));
}

async function loadEntry<Built>(buildDirectory: string, name: string): Promise<Built> {
  const entryFile = path.join(buildDirectory, 'server', name);
  return (await import(pathToFileURL(entryFile).href).catch((cause: unknown) => {
    throw new Error(`The pages are not built: ${entryFile} cannot be loaded. Run npm run build.`, { cause });
  })) as Built;
}

/** The styles of each page, from Vite's manifest, the browser modules and where the islands are, all read once. */
export function builtAssets(buildDirectory: string): PageAssets {
  const serverDirectory = path.join(buildDirectory, 'server');
  const browserDirectory = path.join(buildDirectory, 'browser');
  const manifest = JSON.parse(readFileSync(path.join(serverDirectory, 'manifest.json'), 'utf8')) as Manifest;
  const styles = new Map<string, string>();
  const scripts = new Map(
    globSync('*.js', { cwd: browserDirectory }).map((file) => [
      path.basename(file, '.js'),
      readFileSync(path.join(browserDirectory, file), 'utf8'),
    ]),
  );
  const islands = new Map(
    globSync('assets/*.js', { cwd: path.join(buildDirectory, 'client') }).map((file) => [
      path.basename(file).replace(/\..*/, ''),
      `/${file}`,
    ]),
  );
  return {
    styleOf(key) {
      const cached = styles.get(key);
      if (cached !== undefined) return cached;
      const sources = styleSources(key);
      const missing = sources.find((source) => manifest[source] === undefined);
      if (missing) throw new Error(`The build collected no styles for ${missing}.`);
      const files = [...new Set(sources.flatMap((entry) => stylesOf(manifest, entry)))];
      const style = files.map((file) => readFileSync(path.join(serverDirectory, file), 'utf8')).join('');
      styles.set(key, style);
      return style;
    },
    scriptOf(name) {
      const script = scripts.get(name);
      if (script === undefined) throw new Error(`There is no built browser module ${name}.`);
      return script;
    },
    islandOf(name) {
      const address = islands.get(name);
      if (address === undefined) throw new Error(`There is no built island ${name}.`);
      return address;
    },
  };
}

/** The files whose style sheets, and those of all they import, a screen needs, by its key in `screens.ts` or `desk-screens.ts`. */
export function styleSources(screenKey: string): readonly string[] {
  const [key = ''] = screenKey.split('#');
  const file = key.startsWith('desk/') ? `web/${key}.tsx` : `web/pages/${key}.tsx`;
  return ['web/pages/document.tsx', key === 'problem' ? 'web/pages/problem-page.tsx' : file];
}

/** The style sheets of an entry and of all it imports, those of what it is made of first. */
function stylesOf(manifest: Manifest, entry: string, visited: Set<string> = new Set()): string[] {
  const built = manifest[entry];
  if (!built || visited.has(entry)) return [];
  visited.add(entry);
  return [
    ...(built.imports ?? []).flatMap((each) => stylesOf(manifest, each, visited)),
    ...(built.css ?? []),
  ];
}
