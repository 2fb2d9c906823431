import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fontConfiguration } from '#tests/setup/browser.ts';
import { freePort } from '#tests/setup/postgres-server.ts';
import { engineOfPlaywright } from './playwright.ts';
import { debianEngines, hasDebianEngine } from './programs.ts';
import { type Engine, keyActions, type Tab, type TabOptions, tapActions } from './tab.ts';

// WebKitGTK as Debian ships it, driven by its own WebDriver on a screen that shows nothing.

const {
  browser: program,
  others: [screenProgram],
} = debianEngines.webkit;

/** What the name of an element has in an answer, by the standard. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** How long the driver may take for a command: generous for a busy machine, and far within a test's time. */
const answerMs = 20_000;

/** A driver that runs. */
interface Driver {
  readonly address: string;
  close(): void;
}

let driver: Promise<Driver> | undefined;

export const webkit: Engine = hasDebianEngine('webkit')
  ? { name: 'webkit', isFound: () => true, open: (_llano, options) => openTab(options), stop }
  : engineOfPlaywright('webkit');

async function openTab({ hasScript }: TabOptions): Promise<Tab> {
  driver ??= start();
  const { address } = await driver;
  const { sessionId } = await ask<{ sessionId: string }>(`${address}/session`, 'POST', {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        timeouts: { script: answerMs / 4, pageLoad: answerMs },
        'webkitgtk:browserOptions': {
          args: [
            '--automation',
            // Without its bars, the page has the window.
            '--full-screen',
            `--enable-javascript=${hasScript}`,
          ],
        },
      },
    },
  });
  const session = `${address}/session/${sessionId}`;
  const post = <Value>(path: string, body: object) => ask<Value>(`${session}/${path}`, 'POST', body);
  await post('window/rect', { width: 412, height: 823 });
  return {
    // Its driver tells nothing of the console.
    faults: [],
    async go(url) {
      await post('url', { url });
    },
    read: (look, ...input) => post('execute/sync', { script: `return (${look})(...arguments)`, args: input }),
    async tap(x, y) {
      // Where a press leads to another document its answer may be lost with the one before: the page says what was pressed.
      await post('actions', { actions: tapActions(x, y) }).catch((error: Error) => {
        if (error.name !== 'TimeoutError') throw error;
      });
    },
    async type(text) {
      await post('actions', { actions: keyActions(text) });
    },
    async attach(selector, files) {
      const field = await post<Record<string, string>>('element', { using: 'css selector', value: selector });
      await post(`element/${field[elementKey]}/value`, { text: files.join('\n') });
    },
    async close() {
      await ask(session, 'DELETE');
    },
  };
}

async function ask<Value>(url: string, method: 'POST' | 'DELETE', body?: object): Promise<Value> {
  const signal = AbortSignal.timeout(answerMs);
  const response = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value & { message?: string } };
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${value.message}`);
  return value;
}

async function stop(): Promise<void> {
  (await driver)?.close();
  driver = undefined;
}

/** Starts a screen and the driver on it; both end with the process at the latest. */
async function start(): Promise<Driver> {
  const screen = spawn(screenProgram, ['-displayfd', '1', '-screen', '0', '412x823x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  endWithProcess(screen);
  const [display] = (await once(screen.stdout, 'data')) as [Buffer];
  const port = await freePort();
  const browser = spawn(program, [`--port=${port}`, '--replace-on-new-session'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, FONTCONFIG_FILE: fontConfiguration },
  });
  endWithProcess(browser);
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`${address}/status`).catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const close = () => {
    browser.kill();
    screen.kill();
  };
  return { address, close };
}

function endWithProcess(child: ChildProcess): void {
  process.once('exit', () => child.kill());
}
