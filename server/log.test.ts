import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';

/** Runs a program with a log; gives what it had written, in the chunks in which it came, and how it ended. */
function running(program: string) {
  const code = `const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)}); const log = createLog('info'); ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const chunks: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  return { child, chunks, ended: once(child, 'close') };
}

function messagesOf(chunks: readonly string[]): string[] {
  const lines = chunks
    .join('')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

test('lines of a busy moment are written together, whole and in their order', async () => {
  const { chunks, ended } = running(
    `for (let count = 0; count < 1000; count += 1) log.info({ count }, 'line ' + count)`,
  );
  await ended;
  expect(messagesOf(chunks)).toEqual(Array.from({ length: 1000 }, (_none, count) => `line ${count}`));
});

test.skipIf(process.platform !== 'linux')('not each line is a write to the system', async () => {
  const { chunks, ended } = running(`
    const { readFileSync } = await import('node:fs');
    const writes = () => Number(/syscw: (\\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))[1]);
    const before = writes();
    for (let count = 0; count < 1000; count += 1) log.info('line');
    log.info(String(writes() - before));
  `);
  await ended;
  const writes = Number(messagesOf(chunks).at(-1));
  expect(writes).toBeGreaterThan(1);
  expect(writes).toBeLessThan(50);
});

test('a line waits for no other', async () => {
  const { child, chunks, ended } = running(`log.info('alone'); setInterval(() => undefined, 1000)`);
  await expect.poll(() => messagesOf(chunks), { timeout: 10_000 }).toEqual(['alone']);
  child.kill('SIGKILL');
  await ended;
});

test.each([
  ['ends', '', 0],
  ['is ended', 'process.exit(3)', 3],
  ['fails', `throw new Error('fault')`, 1],
])('what was gathered is written when the process %s', async (_how, ending, status) => {
  const { chunks, ended } = running(`log.info('last'); ${ending}`);
  expect(await ended).toEqual([status, null]);
  expect(messagesOf(chunks)).toEqual(['last']);
});

test('a warning is there at once with all before it, though the process does nothing more and is killed', async () => {
  const { child, chunks, ended } = running(
    `log.info('before'); log.warn('warning'); log.info('after'); for (;;);`,
  );
  await expect.poll(() => chunks.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await setTimeout(300);
  child.kill('SIGKILL');
  await ended;
  expect(messagesOf(chunks)).toEqual(['before', 'warning']);
});
