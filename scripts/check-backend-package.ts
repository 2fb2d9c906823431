import { chmodSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { writePackageFolder } from './package-folder.ts';

// `npm run build:check-backend` builds the kit as a package of its own: `npx ./build/check-backend URL …` needs neither our
// sources nor a registry.

process.chdir(path.resolve(import.meta.dirname, '..'));
const outDir = 'build/check-backend';
const file = 'check-backend.js';
await writePackageFolder({
  outDir,
  file,
  name: 'llano-check-backend',
  description: 'Asks a backend the calls of the loan pages, and says where it differs',
  entry: 'kit/main.ts',
  fields: { bin: { 'check-backend': file } },
});
// `npx` links a folder as it is.
chmodSync(`${outDir}/${file}`, 0o755);
