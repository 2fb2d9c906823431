import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { screenPathsOf } from './pages/screen-paths.ts';
import { browserGuard } from './scripts/browser-guard.ts';
import { leanRouter } from './scripts/lean-router.ts';
import { precompress } from './scripts/precompress.ts';
import { stillStyles } from './scripts/still-styles.ts';

const everyPagesParts =
  /\/app\/(native-bridge\/|(shell|host-page)\.|ui\/(still|toast|button|empty-state|problem-page)\.)|\/(content\/(text-pack|messages\/fault)|contract\/page-query|domain\/language)\./;

const formParts = /\/app\/(keeping-input|ui\/(pin|note|problem-note|problem-line|submit-button))\./;

export default defineConfig({
  plugins: [leanRouter(), reactRouter(), browserGuard(), stillStyles(), precompress()],
  define: { 'import.meta.env.SCREEN_PATHS': JSON.stringify(screenPathsOf(process.env)) },
  build: {
    assetsInlineLimit: 0,
    // Newer rules stand in @supports with plain ones before them; lowering would write both out again.
    cssTarget: ['chrome123', 'safari17.5'],
  },
  environments: {
    client: {
      build: {
        target: ['chrome80', 'safari14'],
        rolldownOptions: {
          // What only the server uses leaves nothing behind in the browser's build.
          treeshake: {
            moduleSideEffects: [
              { test: /\/(content|domain)\/|\/react\/[^/]*jsx-runtime/, sideEffects: false },
            ],
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'vendor', test: /node_modules/ },
                // What the root brings to every page, in one file.
                { name: 'base', test: everyPagesParts },
                { name: 'form', test: formParts },
              ],
            },
          },
        },
      },
    },
  },
});
