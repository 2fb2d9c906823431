import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { pino } from 'pino';
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { createSandboxLender } from '#server/developer/sandbox-lender.ts';
import { readEnvironment } from '#server/environment.ts';
import { startLlano } from '#server/start-llano.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { createProgress, say } from '../load/progress.ts';
import { type BenchPage, benchPages, timedPageNames } from './bench-pages.ts';
import { conditions, measurePage, measureSizes, type PageTimes } from './measure-page.ts';
import { inlineScriptBytes, serveCopies, withExternalModule, withoutScript } from './static-copy.ts';

// `npm run bench` measures pages against static copies of themselves and fails on a missed budget; `-- confirm repay` measures these two,
// `BENCH_PAIRS` sets the number of pairs.

const pairs = Number(process.env.BENCH_PAIRS ?? 15);

/** Budget of a page: bytes of compressed bodies, and median ratios to its static copy. */
const budgets = { scriptBytes: 8_000, islandBytes: 75_000, pageBytes: 20_000, ratio: 1.1 } as const;

type Variant = 'page' | 'copy' | 'secondCopy' | 'inlineModule' | 'externalModule';
type Loads = Readonly<Record<Variant, PageTimes[]>>;

interface Ratio {
  readonly median: number;
  /** The same ratio between two static copies: a smaller difference is noise. */
  readonly noise: number;
}

interface Row {
  readonly name: string;
  readonly htmlBytes: number;
  readonly scriptBytes: number;
  /** Bytes of resources that load after the page is usable. */
  readonly laterBytes: number;
  readonly times: {
    readonly largestPaint: Ratio;
    readonly mainButton: Ratio;
    /** A copy with the module as a separate file, against one with the module inline. */
    readonly externalModule: number;
  } | null;
}

const names = process.argv.slice(2);
const roundsPlanned =
  pairs * timedPageNames.filter((name) => names.length === 0 || names.includes(name)).length;
let roundsDone = 0;
let progress: ReturnType<typeof createProgress> | null = null;

const hostSigningSecret = `whsec_${randomBytes(32).toString('base64')}`;
const connection = await connectDatabase({ memory: true });
await migrate(connection.db);
const settings = readEnvironment({
  PORT: '0',
  LOG_LEVEL: 'silent',
  REQUESTS_PER_MINUTE: '100000',
  ADDRESS_REQUESTS_PER_MINUTE: '100000',
  HOST_SIGNING_SECRET: hostSigningSecret,
});
const llano = await startLlano(settings, { logger: pino({ level: 'silent' }), connection });
const copies = await serveCopies();
const browser = await launchBrowser();
try {
  const sandbox = createSandboxLender({
    hostSigningSecret,
    fetch: (request) => fetch(new Request(llano.address + new URL(request.url).pathname, request)),
  });
  const rows: Row[] = [];
  for await (const page of benchPages(llano.address, sandbox, 'es')) {
    if (names.length > 0 && !names.includes(page.name)) continue;
    if (page.mainButton !== null && !timedPageNames.includes(page.name))
      throw new Error(`${page.name} is not listed`);
    rows.push(await measure(page));
    say(`${page.name}: measured`);
  }
  say(reportOf(rows));
  await mkdir('test-results', { recursive: true });
  await writeFile('test-results/bench.json', JSON.stringify({ conditions, pairs, rows }, null, 2));
  const misses = rows.flatMap(missesOf);
  for (const miss of misses) say(`missed: ${miss}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await copies.close();
  await llano.close();
}

async function measure(page: BenchPage): Promise<Row> {
  const html = await (await fetch(page.link)).text();
  const sizes = await measureSizes(browser, page.link);
  const row = {
    name: page.name,
    htmlBytes: sizes.htmlBytes,
    scriptBytes: inlineScriptBytes(html),
    laterBytes: sizes.otherBytes,
  };
  return {
    ...row,
    times: page.mainButton === null ? null : await timesOf(page.name, page.link, page.mainButton, html),
  };
}

async function timesOf(name: string, link: string, mainButton: string, html: string): Promise<Row['times']> {
  const external = withExternalModule(html, `/${name}.js`);
  copies.add(`/${name}.js`, external.module, 'text/javascript');
  copies.add(`/${name}-external`, external.html);
  copies.add(`/${name}-inline`, html);
  for (const copy of ['copy', 'second-copy']) copies.add(`/${name}-${copy}`, withoutScript(html));
  const addresses: Readonly<Record<Variant, string>> = {
    page: link,
    copy: `${copies.address}/${name}-copy`,
    secondCopy: `${copies.address}/${name}-second-copy`,
    inlineModule: `${copies.address}/${name}-inline`,
    externalModule: `${copies.address}/${name}-external`,
  };
  progress ??= createProgress('Rounds of loads', roundsPlanned);
  const loads: Loads = { page: [], copy: [], secondCopy: [], inlineModule: [], externalModule: [] };
  const variants = Object.keys(addresses) as Variant[];
  for (let pair = 0; pair < pairs; pair += 1) {
    // Rotates the order each round, so that no variant always goes first.
    for (const place of variants.keys()) {
      const variant = variants[(place + pair) % variants.length] as Variant;
      loads[variant].push(await measurePage(browser, addresses[variant], mainButton));
    }
    roundsDone += 1;
    progress(roundsDone);
  }
  return {
    largestPaint: ratioOf(loads, 'largestContentfulPaintMs'),
    mainButton: ratioOf(loads, 'mainButtonWorksMs'),
    externalModule: medianRatio(loads.externalModule, loads.inlineModule, 'mainButtonWorksMs'),
  };
}

function ratioOf({ page, copy, secondCopy }: Loads, key: keyof PageTimes): Ratio {
  const noise = medianRatio(secondCopy, copy, key);
  return { median: medianRatio(page, copy, key), noise: Math.max(noise, 1 / noise) };
}

function medianRatio(
  loads: readonly PageTimes[],
  others: readonly PageTimes[],
  key: keyof PageTimes,
): number {
  const ratios = loads
    .map((load, pair) => load[key] / (others[pair] as PageTimes)[key])
    .sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? Number.NaN;
}

function reportOf(rows: readonly Row[]): string {
  const head =
    '| page | HTML kB | of which script kB | later kB | largest paint | main button works | module in a file |\n|---|---|---|---|---|---|---|\n';
  const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1);
  const ratio = ({ median, noise }: Ratio): string => `${median.toFixed(2)} (noise ${noise.toFixed(2)})`;
  const lines = rows.map(
    ({ name, htmlBytes, scriptBytes, laterBytes, times }) =>
      `| ${[
        name,
        kilobytes(htmlBytes),
        kilobytes(scriptBytes),
        kilobytes(laterBytes),
        ...(times
          ? [ratio(times.largestPaint), ratio(times.mainButton), times.externalModule.toFixed(2)]
          : ['', '', '']),
      ].join(' | ')} |`,
  );
  return `\nPage against its static copy, median ratio of ${pairs} interleaved pairs; sizes of compressed bodies.\n\n${head}${lines.join('\n')}\n`;
}

function missesOf({ name, htmlBytes, scriptBytes, laterBytes, times }: Row): string[] {
  const isMissed = (ratio: Ratio): boolean => ratio.median > budgets.ratio && ratio.median > ratio.noise;
  return [
    scriptBytes > budgets.scriptBytes ? `${name}: ${scriptBytes} bytes of script` : '',
    htmlBytes > budgets.pageBytes ? `${name}: ${htmlBytes} bytes of page` : '',
    laterBytes + scriptBytes > budgets.islandBytes ? `${name}: ${laterBytes} bytes later` : '',
    times && isMissed(times.largestPaint) ? `${name}: largest paint` : '',
    times && isMissed(times.mainButton) ? `${name}: main button` : '',
  ].filter((miss) => miss !== '');
}
