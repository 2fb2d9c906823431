import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';

/** Runs a program that says its number and lives on, as npm's shell runs what stands in package.json. */
const run = `
  import { runChild } from '${new URL('./child.mjs', import.meta.url)}';
  await runChild(process.execPath, ['--eval', 'console.log(process.pid); setInterval(() => undefined, 1000)']);
`;

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === 'win32')(
  'a program ends when the shell that npm ran it in does',
  async () => {
    const shell = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1"; true', process.execPath, run]);
    const [said] = await once(shell.stdout, 'data');
    const pid = Number(said);
    onTestFinished(() => {
      if (isAlive(pid)) process.kill(pid);
    });
    expect(isAlive(pid)).toBe(true);
    shell.kill('SIGTERM');
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);
