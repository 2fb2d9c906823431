import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'llano-lock-')), 'data');
});
afterEach(() => rmSync(dirname(folder), { recursive: true, force: true }));

test('one holder at a time; the refusal names the folder and the process', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUseError);
  expect(() => lockFolder(folder)).toThrow(folder);
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`);
  release();
  lockFolder(folder)();
  expect(readdirSync(folder)).toEqual([]);
});

test('a living other process keeps the folder, and its death gives it up', async () => {
  const script = `import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))};
    lockFolder(${JSON.stringify(folder)}); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  try {
    expect(() => lockFolder(folder)).toThrow(`process ${holder.pid}`);
  } finally {
    holder.kill('SIGKILL');
  }
  await once(holder, 'exit');
  expect(existsSync(join(folder, 'database.lock'))).toBe(true);
  lockFolder(folder)();
});

test('a lock of an earlier process that had the same id is taken over', () => {
  lockFolder(folder)();
  writeFileSync(join(folder, 'database.lock'), `${process.pid}\n1\nearlier`);
  lockFolder(folder)();
});

test('a lock file that says nothing is taken over', () => {
  lockFolder(folder)();
  writeFileSync(join(folder, 'database.lock'), '');
  lockFolder(folder)();
});

test('releasing leaves the lock of a later holder alone', () => {
  const release = lockFolder(folder);
  writeFileSync(join(folder, 'database.lock'), 'another holder');
  release();
  expect(readdirSync(folder)).toEqual(['database.lock']);
});
