import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { Window } from 'happy-dom';
import { freePort } from '#tests/setup/postgres-server.ts';
import { type ProcessorTime, timeOfProcess } from './processor-time.ts';
import { say } from './progress.ts';

/** Uses the React version of this project. */
const nextVersion = '16.4.6';

export interface WrittenPage {
  readonly name: string;
  readonly html: string;
}

export interface NextServer {
  readonly address: string;
  readonly time: ProcessorTime;
  stop(): Promise<void>;
}

/** An element as JSX source: tag, React attribute names, children. */
type WrittenNode =
  | string
  | readonly [name: string, properties: Readonly<Record<string, unknown>>, WrittenNode[]];

const run = promisify(execFile);
const root = path.join(import.meta.dirname, '../..');

/**
 * Creates a Next application in a temporary folder (needs npm's registry), builds and serves it. Each page is a server component that
 * renders our page's body element by element on each request. Styles are a separate file, as Next does it; our browser modules are left
 * out.
 */
export async function startNext(pages: readonly WrittenPage[]): Promise<NextServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'llano-next-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeApplication(folder, pages);
    say(`Installing Next ${nextVersion} in ${folder}`);
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const;
    const next = [path.join(folder, 'node_modules/next/dist/bin/next')];
    await run(process.execPath, [...next, 'build'], { cwd: folder, env });
    const port = await freePort();
    const server = spawn(process.execPath, [...next, 'start', '-p', String(port), '-H', '127.0.0.1'], {
      ...{ cwd: folder, env, stdio: 'ignore' },
    });
    const stop = async () => {
      await end(server);
      await remove();
    };
    const address = `http://127.0.0.1:${port}`;
    try {
      for (const { name } of pages) await untilAnswered(`${address}/${name}`, server);
    } catch (error) {
      await stop();
      throw error;
    }
    return { address, time: timeOfProcess(server.pid ?? 0), stop };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function writeApplication(folder: string, pages: readonly WrittenPage[]): Promise<void> {
  const { dependencies } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const { react, 'react-dom': reactDom } = dependencies;
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      name: 'pages-of-next',
      private: true,
      type: 'module',
      dependencies: { next: nextVersion, react, 'react-dom': reactDom },
    }),
    'app/layout.js': `export default function Layout({ children }) {
  return <html lang="es-MX"><body>{children}</body></html>;
}
`,
    'app/elements.js': `import { createElement } from 'react';

export function elementsOf(nodes) {
  return nodes.map((node, key) => {
    if (typeof node === 'string') return node;
    const [name, properties, children] = node;
    return children.length === 0
      ? createElement(name, { ...properties, key })
      : createElement(name, { ...properties, key }, ...elementsOf(children));
  });
}
`,
  };
  for (const { name, html } of pages) {
    const { title, style, body } = partsOf(html);
    files[`app/${name}/page.css`] = style;
    files[`app/${name}/tree.json`] = JSON.stringify(body);
    files[`app/${name}/page.js`] = `import { elementsOf } from '../elements.js';
import tree from './tree.json';
import './page.css';

export const dynamic = 'force-dynamic';
export const metadata = { title: ${JSON.stringify(title)} };

export default function Page() {
  return elementsOf(tree);
}
`;
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

function partsOf(html: string) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } });
  document.write(html);
  return {
    title: document.title,
    style: document.querySelector('style')?.textContent ?? '',
    body: nodesIn(document.body as unknown as Element),
  };
}

function nodesIn(parent: ParentNode): WrittenNode[] {
  return [...parent.childNodes].flatMap((node): WrittenNode[] => {
    if (node.nodeType === node.TEXT_NODE) return [node.textContent ?? ''];
    if (node.nodeType !== node.ELEMENT_NODE) return [];
    const element = node as Element;
    const name = element.localName;
    if (name === 'script') return [];
    const holder = name === 'template' ? (element as HTMLTemplateElement).content : element;
    return [[name, propertiesOf(element), nodesIn(holder)]];
  });
}

const reactNames: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  readonly: 'readOnly',
};
const isFlag =
  /^(autofocus|checked|disabled|hidden|inert|multiple|novalidate|open|readonly|required|selected)$/;

function propertiesOf(element: Element): Record<string, unknown> {
  return Object.fromEntries(
    [...element.attributes].map(({ name, value }) => [
      reactNames[name] ?? name,
      name === 'style' ? styleOf(value) : isFlag.test(name) ? true : value,
    ]),
  );
}

function styleOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split(';')
      .map((each) => each.split(':').map((part) => part.trim()))
      .filter(([name]) => name)
      .map(([name = '', ...value]) => [
        name.startsWith('--') ? name : name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase()),
        value.join(':'),
      ]),
  );
}

async function untilAnswered(address: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) break;
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Next does not answer ${new URL(address).pathname}.`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  server.kill();
  await ended;
}
