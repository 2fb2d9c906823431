import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { workerPaths } from '#domain/site/worker-paths.ts';
import { sharedBrowser } from '#tests/setup/browser.ts';

const root = join(import.meta.dirname, '../../..');
const copy = join(inject('testRun').folder, randomUUID());
const sources = [
  'package.json',
  'tsconfig.json',
  'core',
  'web',
  'service',
  'server',
  'tests/fixtures',
  'tools/host-client',
  'tools/kit',
];

const pollFor = { timeout: 30_000 };

let browser: Browser;
let page: Page;
let address: string;
let end: () => Promise<void>;

/** That the page listens for changes: one that comes before is not told to it. */
const listening = () =>
  page.waitForEvent('console', {
    predicate: (message) => message.text() === '[vite] connected.',
    ...pollFor,
  });

/** Opens an address until its page listens for changes. */
async function visit(path: string): Promise<void> {
  const listens = listening();
  await page.goto(`${address}${path}`);
  await listens;
}

/** Writes a file of the copy, until the page has opened again by itself and listens for the next change. */
async function write(file: string, source: string): Promise<void> {
  const listensAgain = listening();
  writeFileSync(join(copy, file), source);
  await listensAgain;
}

/** Replaces `old` once in a file of the copy. */
async function change(file: string, old: string, changed: string): Promise<void> {
  const source = readFileSync(join(copy, file), 'utf8');
  expect(source).toContain(old);
  await write(file, source.replace(old, changed));
}

beforeAll(async () => {
  for (const each of sources) cpSync(join(root, each), join(copy, each), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const server = spawn(process.execPath, ['server/main.ts', '--live'], {
    cwd: copy,
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(copy, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  end = async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  address = await new Promise((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      const [, listening] = /^Llano listens on (.+)$/.exec(line) ?? [];
      if (listening !== undefined) resolve(listening);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  browser = await sharedBrowser();
});

beforeEach(async () => {
  page = await browser.newPage({ serviceWorkers: 'block' });
  await visit('/Contact');
  return () => page.close();
});

afterAll(async () => {
  await end?.();
});

test('a changed screen, style sheet and browser module are seen without a restart', async () => {
  await change('web/pages/site/contact.tsx', '<h1>', '<h1 data-changed="">');
  const heading = page.locator('h1[data-changed]');
  await heading.waitFor();

  await change('web/ui/elements.css', 'main,', 'h1 { outline: 3px solid rgb(1, 2, 3); }\nmain,');
  await expect
    .poll(() => heading.evaluate((each) => getComputedStyle(each).outlineColor), pollFor)
    .toBe('rgb(1, 2, 3)');

  const named = `document.title = 'By the module';\nexport function`;
  await change('web/browser/enhanced-form.ts', 'export function', named);
  await expect.poll(() => page.title(), pollFor).toBe('By the module');
});

test('the worker of an earlier build is taken away', async () => {
  const worker = await (await fetch(address + workerPaths.worker)).text();
  expect(worker).toContain('registration.unregister()');
});

test('a fault in a source is shown in its place and gone with it', async () => {
  const file = 'web/pages/site/contact-message.ts';
  const source = readFileSync(join(copy, file), 'utf8');
  await write(file, `throw new Error('mistyped');\n${source}`);
  await page.getByText('mistyped').waitFor();
  await write(file, source);
  await page.getByRole('main').waitFor();
});

test('a changed component of an island is put in place with its state', async () => {
  const faults: string[] = [];
  page.on('console', (message) => {
    // React tells of markup that is not what it would write.
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  await visit('/testPreview');
  const link = await page.locator('a[href*="/complaint?"]').first().getAttribute('href');
  await visit(`/complainPageNext${new URL(link ?? '', address).search}&problemType=2`);
  const area = page.locator('textarea');
  const isTakenOver = () => area.getAttribute('maxlength').then((limit) => limit === null);
  await expect.poll(isTakenOver, pollFor).toBe(true);
  await area.fill('Cobro doble');
  const shown = "document.documentElement.dataset.shown = 'before the change'";
  await page.evaluate(shown);
  const file = join(copy, 'web/browser/complaint/complaint-text.tsx');
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, source.replace('id="content-hint"', 'id="content-hint" title="changed"'));
  await page.locator('[data-shown] #content-hint[title=changed]').waitFor();
  expect(await area.inputValue()).toBe('Cobro doble');
  expect(await page.locator('main').textContent()).toContain('11/');
  expect(faults).toEqual([]);
});
