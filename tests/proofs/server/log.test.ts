import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';

/** Runs a program with a log; gives what it had written, in the chunks in which it came, its errors, and how it ended. */
function running(program: string) {
  const code = `const { createLog } = await import(${JSON.stringify(import.meta.resolve('#server/log.ts'))}); const log = createLog('info'); ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const chunks: string[] = [];
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  return { child, chunks, errors, ended: once(child, 'close') };
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
  await expect.poll(() => messagesOf(chunks)).toEqual(['alone']);
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
  await expect.poll(() => chunks.length).toBeGreaterThan(0);
  await setTimeout(300);
  child.kill('SIGKILL');
  await ended;
  expect(messagesOf(chunks)).toEqual(['before', 'warning']);
});

/** Logs lines of a thousand characters, more of them than wait, then writes to its errors' file that it goes on. */
const unread = `
  for (let count = 0; count < 2000; count += 1) log.info({ text: 'x'.repeat(1000) }, 'line ' + count);
  setTimeout(() => process.getBuiltinModule('node:fs').writeSync(2, 'goes on'), 300);
`;

test('a log that nobody reads stops nothing; once it is read its lines come in their order, and how many were lost', async () => {
  const { child, chunks, errors, ended } = running(
    `${unread} process.stdin.once('end', () => log.info('later')).resume()`,
  );
  child.stdout.pause();
  await expect.poll(() => errors.join('')).toBe('goes on');
  child.stdout.resume();
  await expect.poll(() => chunks.join('')).toContain('lost');
  child.stdin.end();
  await ended;
  const messages = messagesOf(chunks);
  const [lost, later] = messages.splice(-2);
  expect([lost, later]).toEqual(['log lines were lost because nothing read the log', 'later']);
  expect(messages.length).toBeGreaterThan(900);
  expect(messages).toEqual(messages.map((_message, count) => `line ${count}`));
  expect(chunks.join('')).toContain(`"lines":${2000 - messages.length},`);
});

test('a process whose log nobody reads ends when it is to', async () => {
  const { child, ended } = running(`${unread} process.exit(3)`);
  child.stdout.pause();
  const [status] = await once(child, 'exit');
  child.stdout.resume();
  await ended;
  expect(status).toBe(3);
});

test.each(['info', 'warn'])(
  'a log whose reader is gone stops nothing, whether %s is written',
  async (level) => {
    const { child, errors, ended } = running(
      `process.stdin.once('end', () => { log.${level}('line'); ${unread} }).resume()`,
    );
    child.stdout.destroy();
    child.stdin.end();
    await ended;
    expect(errors.join('')).toBe('goes on');
  },
);
