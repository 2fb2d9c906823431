import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';
import { islandEntries, islandPlugin } from '../../server/developer/island-entries.ts';
import viteConfig, { isProductionBuild } from '../../vite.config.ts';
import { browserGuard } from './browser-guard.ts';
import { oldestBrowsers } from './old-web-views.ts';

// `node tools/scripts/build.ts` builds the server, its pages, their browser modules and islands, and the service worker. `--if-changed`
// skips the build when no source has changed; `--production` leaves out what only MODE=development uses.

const { css } = viteConfig;

const developerModules: readonly string[] = ['test-preview', 'workbench'];

const stampFile = 'build/stamp';
const sources = [
  '{core,web,service,server,tests/fixtures}/**/*',
  'tools/scripts/*.ts',
  'package-lock.json',
  'vite.config.ts',
];

/** Drops the CSS of islands: their page already has these styles under the same class names. */
const stylesOfPages: Plugin = {
  name: 'styles-of-pages',
  generateBundle(_options, bundle) {
    const ofPages = globSync('build/server/assets/*.css').map((file) => readFileSync(file, 'utf8'));
    for (const asset of Object.values(bundle)) {
      if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue;
      const names = String(asset.source).match(/\._[\w-]+/g) ?? [];
      const foreign = names.find((name) => !ofPages.some((style) => style.includes(name)));
      if (foreign !== undefined) this.error(`No page has the style ${foreign} of an island.`);
      delete bundle[asset.fileName];
    }
  },
};

process.chdir(`${import.meta.dirname}/../..`);
const stamp = stampOfSources();
const isBuilt = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
if (process.argv.includes('--if-changed') && isBuilt) {
  process.stdout.write('Llano is built\n');
} else {
  process.stdout.write('Building\n');
  rmSync('build', { recursive: true, force: true });
  await build({ logLevel: 'warn' });
  for (const file of globSync('web/browser/pages/*.ts')) {
    if (isProductionBuild && developerModules.includes(basename(file, '.ts'))) continue;
    await build(browserBuild(file, 'build/browser', { format: 'iife', name: `${basename(file, '.ts')}.js` }));
  }
  // Content hashes in file names, so that browsers cache React across releases.
  await build(
    browserBuild(islandEntries(process.cwd()), 'build/client/assets', {
      format: 'es',
      name: '[name].[hash].js',
      isIsland: true,
    }),
  );
  await build(
    browserBuild('web/browser/service-worker/worker.ts', 'build/client', {
      format: 'iife',
      name: 'service-worker.js',
    }),
  );
  for (const file of globSync('build/client/**/*.js')) {
    const source = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(source));
    writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }));
  }
  mkdirSync('build', { recursive: true });
  writeFileSync(stampFile, stamp);
}

/**
 * Builds a browser program as one file, because it is inlined in its page or fetched by name. Islands get a file each and share one for
 * React.
 */
function browserBuild(
  input: string | Readonly<Record<string, string>>,
  outDir: string,
  {
    format,
    name,
    isIsland = false,
  }: { readonly format: 'es' | 'iife'; readonly name: string; readonly isIsland?: boolean },
): InlineConfig {
  return {
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [browserGuard({ isIsland }), ...(isIsland ? [islandPlugin(process.cwd()), stylesOfPages] : [])],
    ...(isIsland && { css }),
    define: {
      // A new hash when pages change makes browsers fetch the offline page again.
      BUILD_REVISION: JSON.stringify(stamp.slice(0, 16)),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      outDir,
      emptyOutDir: false,
      target: oldestBrowsers,
      modulePreload: false,
      rolldownOptions: {
        // Market data has no side effects on import: unused parts are dropped.
        treeshake: { moduleSideEffects: (id) => !id.includes('/markets/') },
        input,
        // Pages refer to these exports by name.
        preserveEntrySignatures: isIsland ? 'strict' : false,
        output: {
          format,
          entryFileNames: name,
          chunkFileNames: name,
          hashCharacters: 'hex',
          codeSplitting: isIsland && {
            groups: [
              { name: 'react', test: /\/node_modules\/|\/hydrate-island\.tsx$/ },
              { name: 'kit', test: /\/web\/(ui|browser)\//, minShareCount: 2 },
            ],
          },
        },
      },
    },
  };
}

function stampOfSources(): string {
  const hash = createHash('sha256').update(String(isProductionBuild));
  const files = globSync(sources)
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile())
    .sort();
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
