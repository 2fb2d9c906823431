import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { build } from 'vite';
import manifest from '../package.json' with { type: 'json' };

// `npm run build:check-backend` builds the kit as a package of its own: `npx ./build/check-backend URL …` needs neither our
// sources nor a registry.

process.chdir(path.resolve(import.meta.dirname, '..'));
const outDir = 'build/check-backend';
await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: {
    outDir,
    emptyOutDir: true,
    ssr: 'kit/main.ts',
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'check-backend.js', codeSplitting: false } },
  },
});
mkdirSync(outDir, { recursive: true });
// `npx` links a folder as it is.
chmodSync(`${outDir}/check-backend.js`, 0o755);
writeFileSync(
  `${outDir}/package.json`,
  `${JSON.stringify(
    {
      name: 'llano-check-backend',
      version: manifest.version,
      description: 'Asks a backend the calls of the loan pages, and says where it differs',
      license: manifest.license,
      type: 'module',
      bin: { 'check-backend': 'check-backend.js' },
      engines: { node: '>=20' },
    },
    null,
    2,
  )}\n`,
);
