import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReactNode } from 'react';
import { build } from 'vite';
import { createContractClient } from '#contract/client.ts';
import type { createPages } from '#pages/create-pages.tsx';
import type { PagesDependencies } from '#pages/dependencies.ts';
import { companiesOf } from '#server/companies.ts';
import { readEnvironment } from '#server/environment.ts';
import { builtAssets } from '#server/pages.ts';
import { publicConfigOf } from '#server/public-config.ts';
import { type Credentials, serviceAt } from '#tests/setup/lending-service.ts';
import { productionVariables } from '#tests/setup/production-variables.ts';
import { type Measured, type MeasuringOptions, measureRequests, median, randomAddress } from './calls.ts';
import { type Answered, type Asking, askServer, type ClientRequest } from './clients.ts';
import { type NextServer, startNext } from './next-pages.ts';
import { type LoadBorrower, type LoadedNode, withNode } from './node.ts';
import type { Portfolios } from './portfolios.ts';
import { timePerAnswer } from './processor-time.ts';
import { createProgress, tableOf } from './progress.ts';

interface Round extends Measured {
  /** CPU milliseconds of React's `renderToString` alone. */
  readonly reactMs: number;
  readonly next?: Answered & { readonly nodeMs: number | null };
}

interface MeasuredPage {
  readonly name: string;
  /** Uncompressed. */
  readonly bytes: number;
  readonly rounds: readonly Round[];
}

const runs = `loans.status in ('to-repay', 'overdue')`;

export const pages = [
  { name: 'order', path: '/order', condition: runs },
  { name: 'repay', path: '/repay', condition: runs },
  {
    name: 'confirmation',
    path: '/confirmLoan',
    condition: `loans.status = 'settled' and borrowers.blocked_at is null`,
  },
] as const;

const root = path.join(import.meta.dirname, '../..');

export interface PagesOptions extends MeasuringOptions {
  /** Also measures Next with the same pages. */
  readonly hasNext?: boolean;
}

interface ReadyPage {
  readonly name: string;
  readonly requests: readonly ClientRequest[];
  /** Renders the page's React tree once. */
  readonly write: () => string;
}

/**
 * Measures the cost of three pages on one node, interleaved with React's `renderToString` of the same tree and data and, when asked, with
 * Next. Clients accept compression, as browsers do.
 */
export async function measurePages(portfolios: Portfolios, options: PagesOptions) {
  const { sizes, clients, rounds, seconds, hasNext = false } = options;
  const [loans = 1000] = sizes;
  const trees = await buildTrees();
  try {
    return await withNode(portfolios, loans, async (node) => {
      const ready: ReadyPage[] = [];
      for (const page of pages) ready.push(await readyPage(node, page, trees));
      const next = hasNext
        ? await startNext(ready.map(({ name, write }) => ({ name, html: write() })))
        : null;
      await warmUp(node, next, ready, clients);
      const turns = next ? 3 : 2;
      const progress = createProgress('Pages, seconds', pages.length * rounds * turns * seconds);
      let done = 0;
      const passed = () => {
        done += seconds;
        progress(done);
      };
      try {
        const measured: MeasuredPage[] = [];
        for (const page of ready) measured.push(await measurePage(node, next, page, options, passed));
        return {
          table: reportOf(measured, options),
          result: { loans, clients, rounds, seconds, pages: measured },
        };
      } finally {
        await next?.stop();
      }
    });
  } finally {
    await trees.remove();
  }
}

async function readyPage(node: LoadedNode, page: (typeof pages)[number], trees: Trees): Promise<ReadyPage> {
  const service = serviceAt(node.address);
  const requests: ClientRequest[] = [];
  for (const borrower of await node.borrowers(page.condition)) {
    requests.push(pageRequest(page, borrower, await service.session(borrower.borrowerId)));
  }
  const [first] = requests;
  if (!first) throw new Error(`Nobody can open the ${page.name} page.`);
  return { name: page.name, requests, write: await trees.writerOf(node.address, first.path) };
}

async function measurePage(
  node: LoadedNode,
  next: NextServer | null,
  { name, requests, write }: ReadyPage,
  { clients, rounds, seconds }: MeasuringOptions,
  passed: () => void,
): Promise<MeasuredPage> {
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const answered = await measureRequests(node, requests, { clients, seconds });
    passed();
    const reactMs = processorMs(write, seconds);
    passed();
    const byNext = next && (await measureNext(next, name, { clients, seconds }));
    if (byNext) passed();
    measured.push({ ...answered, reactMs, ...(byNext && { next: byNext }) });
  }
  return { name, bytes: Buffer.byteLength(write()), rounds: measured };
}

async function measureNext({ address, time }: NextServer, name: string, asking: Asking) {
  const before = time();
  const request: ClientRequest = { method: 'GET', path: `/${name}`, headers: { 'Accept-Encoding': 'gzip' } };
  const answered = await askServer(address, [request], asking);
  return { ...answered, nodeMs: timePerAnswer(before, time(), answered.answers) };
}

/** Bounds of the warm-up, in turns of one second per page. */
const warmUpTurns = { least: 4, most: 12 };

/** A turn still gets cheaper when it costs less than this share of the cheapest one so far. */
const cheaperPart = 0.98;

/** Sends requests until answers get no cheaper, so that compilation by V8 is not measured. Next gets the same number of turns. */
async function warmUp(
  node: LoadedNode,
  next: NextServer | null,
  ready: readonly ReadyPage[],
  clients: number,
): Promise<void> {
  const progress = createProgress('Warming up, turns at most', warmUpTurns.most);
  const isCheaper = createFall();
  const isNextCheaper = createFall();
  for (let turn = 1; turn <= warmUpTurns.most; turn += 1) {
    let nodeMs = 0;
    let nextMs = 0;
    for (const { name, requests } of ready) {
      nodeMs += (await measureRequests(node, requests, { clients, seconds: 1 })).nodeMs ?? 0;
      if (next) nextMs += (await measureNext(next, name, { clients, seconds: 1 })).nodeMs ?? 0;
    }
    progress(turn);
    const isFalling = [isCheaper(nodeMs), isNextCheaper(nextMs)].includes(true);
    if (turn >= warmUpTurns.least && !isFalling) break;
  }
}

/** Returns a function that says whether a figure is clearly below all earlier ones. */
function createFall(): (figure: number) => boolean {
  let least = Number.POSITIVE_INFINITY;
  return (figure) => {
    const isLess = figure < least * cheaperPart;
    least = Math.min(least, figure);
    return isLess;
  };
}

export function pageRequest(
  page: (typeof pages)[number],
  { productId, loanId }: LoadBorrower,
  { sessionId, userId, deviceId }: Credentials,
): ClientRequest {
  const query = new URLSearchParams({ productId, orderId: loanId, sessionId, userId, deviceId });
  return {
    method: 'GET',
    path: `${page.path}?${query}`,
    headers: { 'X-Forwarded-For': randomAddress(), 'Accept-Encoding': 'gzip' },
  };
}

interface Trees {
  /** Opens a page once against a service. @returns a function that renders the same tree again. */
  writerOf(apiBase: string, address: string): Promise<() => string>;
  remove(): Promise<void>;
}

interface BuiltTrees {
  readonly createPages: typeof createPages;
  readonly lastTree: () => ReactNode;
  readonly renderToString: (tree: ReactNode) => string;
}

/** Builds the pages with a renderer that records each page's React tree. */
async function buildTrees(): Promise<Trees> {
  const folder = await mkdtemp(path.join(root, 'build', 'load-'));
  const render = path.join(import.meta.dirname, 'recorded-render.ts');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    resolve: { alias: [{ find: /^react-dom\/server$/, replacement: render }] },
    ssr: { noExternal: ['react', 'react-dom'] },
    build: { outDir: folder, ssr: true, rolldownOptions: { input: 'tools/load/page-trees.ts' } },
  });
  const file = pathToFileURL(path.join(folder, 'page-trees.js')).href;
  const { createPages: create, lastTree, renderToString } = (await import(file)) as BuiltTrees;
  return {
    async writerOf(apiBase, address) {
      const app = create(dependenciesOn(apiBase), builtAssets(path.join(root, 'build')));
      const { status } = await app.request(new URL(address, productionVariables.H5_BASE).href);
      if (status !== 200) throw new Error(`${address.split('?')[0]} was answered with ${status}.`);
      const tree = lastTree();
      return () => renderToString(tree);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function dependenciesOn(apiBase: string): PagesDependencies {
  const settings = readEnvironment(productionVariables);
  const used: Partial<PagesDependencies> = {
    config: publicConfigOf(settings),
    client: createContractClient({ ...settings.backend, fetch, apiBase }),
    h5Base: settings.http.h5Base,
    apiBase: '',
    isSessionInAddress: true,
    imageOrigins: [],
    redirectOrigins: [],
    reportTolerance() {},
    markets: settings.markets,
    companies: companiesOf(settings),
    tickets: null,
    sandbox: null,
    workbench: null,
    smsInbox: null,
    now: () => new Date(),
    reportFault(error) {
      throw error;
    },
  };
  return used as PagesDependencies;
}

/** Mean CPU milliseconds per run of `work`, over many runs. */
function processorMs(work: () => void, seconds: number): number {
  const until = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let turns = 0;
  for (; performance.now() < until; turns += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / turns;
}

function reportOf(measured: readonly MeasuredPage[], { clients, rounds, seconds }: MeasuringOptions): string {
  const middle = (page: MeasuredPage, of: (round: Round) => number | null | undefined) => {
    const figures = page.rounds.map(of).filter((figure) => figure !== null && figure !== undefined);
    return figures.length === 0 ? '' : Math.round(median(figures) * 100) / 100;
  };
  const hasNext = measured.some((page) => page.rounds.some(({ next }) => next));
  const ofNext = (page: MeasuredPage) => [
    middle(page, ({ next }) => next?.perSecond ?? null),
    middle(page, ({ next }) => next?.nodeMs ?? null),
    middle(page, ({ next, perSecond }) => next && perSecond / next.perSecond),
    middle(page, ({ next, nodeMs }) => next?.nodeMs && nodeMs && next.nodeMs / nodeMs),
  ];
  return [
    `Medians of ${rounds} rounds of ${seconds} s with ${clients} clients, all in turns; milliseconds of processor for one page`,
    tableOf(
      [
        ...['page', 'bytes', 'pages/s', 'node ms', 'PostgreSQL ms', 'React ms', 'React / node'],
        ...['p50 ms', 'p99 ms'],
        ...(hasNext ? ['Next pages/s', 'Next ms', 'times of Next', 'Next / node'] : []),
      ],
      measured.map((page) => [
        page.name,
        page.bytes,
        middle(page, ({ perSecond }) => perSecond),
        middle(page, ({ nodeMs }) => nodeMs),
        middle(page, ({ postgresMs }) => postgresMs),
        middle(page, ({ reactMs }) => reactMs),
        middle(page, ({ reactMs, nodeMs }) => nodeMs && reactMs / nodeMs),
        middle(page, ({ p50Ms }) => p50Ms),
        middle(page, ({ p99Ms }) => p99Ms),
        ...(hasNext ? ofNext(page) : []),
      ]),
    ),
  ].join('\n');
}
