import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import { fontConfiguration } from '#tests/setup/browser.ts';
import { engineOfPlaywright } from './playwright.ts';
import { debianEngines, hasDebianEngine } from './programs.ts';
import { type Engine, keyActions, type Tab, type TabOptions, tapActions } from './tab.ts';

// Firefox as shipped, driven by WebDriver BiDi. Puppeteer, which speaks it too, waits for ever on a page without script.

const { browser: program } = debianEngines.firefox;
const viewport = { width: 412, height: 823 };

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly message?: string;
  readonly result?: unknown;
  readonly params?: { readonly level?: string; readonly text?: string };
}

/** A connection to a Firefox. */
interface Connection {
  send<Result>(method: string, params: object): Promise<Result>;
  /** Errors in the console since the tab was opened. */
  readonly faults: string[];
  close(): Promise<void>;
}

const connections = new Map<boolean, Promise<Connection>>();

export const firefox: Engine = hasDebianEngine('firefox')
  ? { name: 'firefox', isFound: () => true, open: (_llano, options) => openTab(options), stop }
  : engineOfPlaywright('firefox');

async function openTab({ hasScript }: TabOptions): Promise<Tab> {
  const connection = connections.get(hasScript) ?? start(hasScript);
  connections.set(hasScript, connection);
  const { send, faults } = await connection;
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext });
  await send('browsingContext.setViewport', { context, viewport });
  faults.length = 0;
  return {
    faults,
    async go(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async read(look, ...input) {
      const { result, exceptionDetails } = await send<{
        result?: { value: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        // One text is the answer: a value of Firefox comes with the type of each of its parts.
        functionDeclaration: `(input) => JSON.stringify([(${look})(...JSON.parse(input))])`,
        arguments: [{ type: 'string', value: JSON.stringify(input) }],
        target: { context },
        awaitPromise: false,
      });
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value)[0];
    },
    async tap(x, y) {
      await send('input.performActions', { context, actions: tapActions(x, y) });
    },
    async type(text) {
      await send('input.performActions', { context, actions: keyActions(text) });
    },
    async attach(selector, files) {
      const locator = { type: 'css', value: selector };
      const { nodes } = await send<{ nodes: { sharedId: string }[] }>('browsingContext.locateNodes', {
        context,
        locator,
      });
      await send('input.setFiles', { context, element: { sharedId: nodes[0]?.sharedId }, files });
    },
    async close() {
      await send('browser.removeUserContext', { userContext });
    },
  };
}

async function stop(): Promise<void> {
  for (const connection of connections.values()) await (await connection).close();
  connections.clear();
}

/** Starts a Firefox, which ends with the process at the latest; script is on or off for all its tabs. */
async function start(hasScript: boolean): Promise<Connection> {
  const profile = join(inject('testRun').folder, randomUUID());
  mkdirSync(profile);
  const preferences = { 'javascript.enabled': hasScript, 'ui.prefersReducedMotion': 1 };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref("${name}", ${value});\n`)
      .join(''),
  );
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, FONTCONFIG_FILE: fontConfiguration },
    },
  );
  process.once('exit', () => browser.kill());
  const socket = new WebSocket(`${await addressOf(browser)}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (answer: Answer) => void>();
  const faults: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
    else if (answer.params?.level === 'error') faults.push(`console: ${answer.params.text}`);
  });
  let count = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    count += 1;
    const id = count;
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await new Promise<Answer>((resolve) => waiting.set(id, resolve));
    waiting.delete(id);
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result as Result;
  };
  await send('session.new', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const close = async () => {
    const ended = once(browser, 'exit');
    browser.kill();
    await ended;
  };
  return { send, faults, close };
}

/** Where a Firefox that was just started listens. */
function addressOf(browser: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(browser.stderr as NonNullable<typeof browser.stderr>).on('line', (line) => {
      const [, address] = /^WebDriver BiDi listening on (.+)$/.exec(line) ?? [];
      if (address !== undefined) resolve(address);
    });
    browser.once('exit', (code) => reject(new Error(`Firefox ended with ${code}.`)));
  });
}
