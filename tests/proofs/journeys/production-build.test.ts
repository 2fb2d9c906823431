import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deskScreens } from '#desk/desk-screens.ts';
import { developerScreens } from '#pages/developer/developer-screens.ts';
import { screens } from '#pages/screens.ts';
import { styleSources } from '#server/pages.ts';

const root = join(import.meta.dirname, '../../..');

/** Loads the built pages in a process of its own and writes every module that was loaded for them. */
const listLoadedModules = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
  await import(process.argv[1]);
  process.stdout.write(loaded.join('\\n'));
`;

test('the built pages load React’s production build, whatever the environment says', () => {
  const output = execFileSync(
    process.execPath,
    ['--input-type=module', '-e', listLoadedModules, join(root, 'build/server/create-pages.js')],
    { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'development' } },
  );
  const modules = output.split('\n');
  expect(modules.length).toBeGreaterThan(1);
  expect(modules.filter((url) => /react.*development/.test(url))).toEqual([]);
});

test('the build contains no development build of React', () => {
  const files = globSync('build/**/*.js', { cwd: root });
  expect(files.length).toBeGreaterThan(3);
  const withWarnings = files.filter((file) =>
    /react-dom[\w-]*\.(node\.|edge\.|browser\.)?development|Each child in a list should have a unique/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(withWarnings).toEqual([]);
});

test('the build collects the styles of every screen that is written', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'build/server/manifest.json'), 'utf8'));
  const written = Object.keys({ ...developerScreens, ...screens }).filter((key) =>
    existsSync(join(root, `web/pages/${key}.tsx`)),
  );
  expect(written.length).toBeGreaterThan(10);
  const all = [...written, ...Object.keys(deskScreens)];
  const missing = all.flatMap(styleSources).filter((source) => manifest[source] === undefined);
  expect(missing).toEqual([]);
});
