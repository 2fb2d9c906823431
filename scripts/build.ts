import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { screenPathsOf } from '#pages/screen-paths.ts';

// `node scripts/build.ts` builds the pages; with --if-changed only when something they are made of has changed.

const stampFile = 'build/stamp';

const sources = [
  '{app,contract,domain,content}/**/*',
  'scripts/*.ts',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
];

process.chdir(`${import.meta.dirname}/..`);
const stamp = stampOfSources();
const isBuilt = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
if (process.argv.includes('--if-changed') && isBuilt) {
  process.stdout.write('The pages are built\n');
} else {
  build();
}

function build(): void {
  process.stdout.write('Building the pages\n');
  rmSync(stampFile, { force: true });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@react-router/dev/bin.cjs', 'build'],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nThe pages could not be built; the reason stands above.\n`);
    process.exit(status ?? 1);
  }
  mkdirSync('build', { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** A hash of everything the pages are built from, the configured paths of the environment among it. */
function stampOfSources(): string {
  const hash = createHash('sha256').update(JSON.stringify(screenPathsOf(process.env)));
  const files = globSync(sources)
    .filter((file) => !/\.test\.tsx?$/.test(file) && statSync(file).isFile())
    .sort();
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
