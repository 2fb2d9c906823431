import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageFiles, isCopied, isInContext, projectFiles } from '#tests/setup/image-files.ts';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

test('the image runs the very Node that the project is tested on', () => {
  const containerfile = readFileSync(join(root, 'deploy/Containerfile'), 'utf8');
  const [, tag] = /^ARG NODE_IMAGE=docker\.io\/library\/node:([\d.]+)-/m.exec(containerfile) ?? [];
  expect(tag).toBe(manifest.dependencies.node);
});

const besideTheFolders = [
  ...['production.env', 'staging.env', '.env', '.env.local', 'llano.key', 'tls.pem', 'id_ed25519'],
  ...['.git/config', 'data/complaints/1.jpg', '.data/load/1', 'node_modules/pg/package.json', 'build/stamp'],
  ...['test-results/unit.json', 'llano.log', 'trial.env', 'deploy/compose.yaml', 'docs/deploy.md'],
];
const inTheFolders = [
  ...[
    'server/.env',
    'server/production.env',
    'service/lending/.env.local',
    'service/db/ca.key',
    'web/desk/tls.pem',
    'service/db/store.p12',
  ],
  ...[
    'web/pages/.git/config',
    'tools/scripts/node_modules/pg/package.json',
    'service/lending/create-lending.test.ts',
  ],
  'server/core.log',
];

test('no secret, package, test or data gets into the image, and none is shown to who builds it', () => {
  const planted = [...besideTheFolders, ...inTheFolders];
  expect(planted.filter(isInContext)).toEqual([]);
  // Whatever an engine makes of the list.
  expect(besideTheFolders.filter(isCopied)).toEqual([]);
});

test('of two lists engines prefer the other', () => {
  const preferred = [
    '.containerignore',
    'deploy/Containerfile.containerignore',
    'deploy/Containerfile.dockerignore',
  ];
  expect(preferred.filter((file) => existsSync(join(root, file)))).toEqual([]);
});

test('the image is built from every folder that production code imports, whole but for tests', () => {
  const folders = Object.values(manifest.imports).map((path) => path.slice('./'.length, -'*'.length));
  const developerFolders = ['tests/', 'tests/fixtures/', 'tools/kit/'];
  const wantedFolders = [...folders, 'server/', 'tools/scripts/'].filter(
    (folder) => !developerFolders.includes(folder),
  );
  const files = ['.npmrc', 'package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.ts'];
  const isWanted = (path: string) =>
    files.includes(path) ||
    (wantedFolders.some((folder) => path.startsWith(folder)) && !/\.test\.\w+$/.test(path));
  const all = projectFiles();
  expect(imageFiles()).toEqual(all.filter(isWanted));
  expect(all.filter(isInContext)).toEqual(all.filter(isWanted));
});

test('the image holds the production build, its packages and the migrations, and no sources', () => {
  const lines = readFileSync(join(root, 'deploy/Containerfile'), 'utf8').split('\n');
  expect(lines.find((line) => line.startsWith('RUN npm run build'))).toContain('build -- --production &&');
  const copied = lines.flatMap((line) => /^COPY --from=build \/llano\/(\S*)/.exec(line)?.[1] ?? []);
  expect(copied).toEqual(['package.json', 'node_modules', 'build', 'service/db/migrations']);
});

test('one file alone imports the parts of MODE=development, when it runs in that mode', () => {
  const files = globSync('server/**/*.ts', { cwd: root }).filter((file) => !file.includes('.test.'));
  const importing = files.filter((file) =>
    /(?<!type \{[^}]*\} )from '[^']*developer\/(parts|workbench|sandbox-lender|live-pages)\.ts'|import\('[^']*developer\/|from '#(kit|fixtures)\//.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(importing.filter((file) => !file.startsWith('server/developer/'))).toEqual([
    'server/start-llano.ts',
  ]);
});
