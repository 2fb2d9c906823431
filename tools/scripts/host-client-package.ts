import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hostTypesOf, storedDocument } from './openapi-files.ts';
import { writePackageFolder } from './package-folder.ts';

// `npm run package -- host-client` builds the lender's client as a package of its own: `npm pack ./build/host-client` makes a
// file that `npm install` takes.

process.chdir(path.resolve(import.meta.dirname, '../..'));
const outDir = 'build/host-client';
const entry = 'tools/host-client/host-client.ts';
await writePackageFolder({
  outDir,
  entry,
  file: 'host-client.js',
  name: '@llano/host-client',
  description: "The signed calls of a lender's systems, and the events they are told of, with their types",
  fields: {
    engines: { node: '>=20' },
    exports: { '.': { types: './host-client.d.ts', default: './host-client.js' } },
  },
});
const declared = mkdtempSync('build/declared-');
const declarations = ['--declaration', '--emitDeclarationOnly', '--rootDir', '.', '--outDir', declared];
const read = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node', '--skipLibCheck'];
const files = ['--ignoreConfig', '--allowImportingTsExtensions', entry];
execFileSync('tsc', [...read, ...declarations, ...files], { stdio: 'inherit' });
writeFileSync(`${outDir}/contract.d.ts`, await hostTypesOf(storedDocument()));
// In the package all stand in one folder.
for (const file of ['tools/host-client/host-client', 'core/contract/signature']) {
  const source = readFileSync(`${declared}/${file}.d.ts`, 'utf8').replaceAll('#contract/', './');
  writeFileSync(`${outDir}/${path.basename(file)}.d.ts`, source);
}
rmSync(declared, { recursive: true });
