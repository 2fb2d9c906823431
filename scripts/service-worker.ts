import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { build } from 'vite';
import { precompress } from './precompress.ts';

/**
 * Builds the service worker into the browser's part of the build. Its revision is that of the pages, so that a browser
 * fetches the offline page again when they change.
 */
export async function buildServiceWorker(): Promise<void> {
  const revision = createHash('sha256')
    .update(readFileSync('build/server/index.js'))
    .digest('hex')
    .slice(0, 16);
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [precompress()],
    define: {
      BUILD_REVISION: JSON.stringify(revision),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      outDir: 'build/client',
      emptyOutDir: false,
      copyPublicDir: false,
      target: ['chrome80', 'safari14'],
      rolldownOptions: {
        input: 'app/service-worker/worker.ts',
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
