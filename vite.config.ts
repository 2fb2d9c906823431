import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers, oldWebViews } from './tools/scripts/old-web-views.ts';

/** `npm run build -- --production` leaves out what only MODE=development uses. */
export const isProductionBuild = process.argv.includes('--production');
const developerFile = /(^|\/)developer\//;

const missingParts = '\0developer-parts';
const withoutDeveloperParts: Plugin = {
  name: 'without-developer-parts',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/developer/parts.ts') ? missingParts : undefined),
  load: (id) =>
    id === missingParts
      ? "throw new Error('This build is for production: MODE=development needs npm run build')"
      : undefined,
};

/** The pages' files that styles are collected for, each an entry of its own in the manifest. */
const styledPages = globSync('web/{pages,desk}/*/*.tsx').filter(
  (file) =>
    !(isProductionBuild && developerFile.test(file)) &&
    /^export const \w+ = \w*[sS]creen[<(]|^export function signIn\(/m.test(readFileSync(file, 'utf8')),
);

/** Packages of many small modules, which take a node longer to link and more memory than to run. */
const bundledPackages = [/^react(-dom)?$/, /^hono$/, /^@hono\//, 'drizzle-orm', 'zod', 'libphonenumber-js'];

/** `Features.Colors` of Lightning CSS, which comes with Vite. */
const newColors = 1_113_088;

/** The server and its pages as production runs them. `tools/scripts/build.ts` builds the browser's modules beside them. */
export default defineConfig({
  publicDir: false,
  plugins: isProductionBuild ? [withoutDeveloperParts] : [],
  // One React for every page, and its production build whatever the environment says.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: bundledPackages },
  css: {
    postcss: { plugins: [oldWebViews] },
    // Newer colours stand in @supports with plain ones before them; lowering would write both out again.
    lightningcss: { exclude: newColors },
  },
  build: {
    outDir: 'build/server',
    ssr: true,
    ssrEmitAssets: true,
    manifest: 'manifest.json',
    sourcemap: true,
    assetsInlineLimit: 0,
    cssMinify: true,
    cssTarget: oldestBrowsers,
    rolldownOptions: {
      input: [
        'server/main.ts',
        'server/render-pdf.ts',
        'server/migrate.ts',
        'server/host-call.ts',
        ...(isProductionBuild ? [] : ['web/pages/developer/developer-screens.ts']),
        'web/pages/create-pages.tsx',
        'web/desk/create-desk-pages.tsx',
        'web/pages/document.tsx',
        'web/pages/problem-page.tsx',
        ...styledPages,
      ],
    },
  },
});
