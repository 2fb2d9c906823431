import { mkdirSync, writeFileSync } from 'node:fs';
import { build } from 'vite';
import manifest from '../../package.json' with { type: 'json' };

export interface PackageFolder {
  /** Target folder; existing contents are deleted. */
  readonly outDir: string;
  readonly name: string;
  readonly description: string;
  readonly entry: string;
  readonly file: string;
  readonly fields: object;
}

/** Writes a folder that `npx`, `npm install` and `npm pack` accept, without dependencies. */
export async function writePackageFolder(folder: PackageFolder): Promise<void> {
  const { outDir, name, description, entry, file, fields } = folder;
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: entry,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
    },
  });
  mkdirSync(outDir, { recursive: true });
  const { version, license } = manifest;
  const described = { name, version, description, license, type: 'module', ...fields };
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify(described, null, 2)}\n`);
}
