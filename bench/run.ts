import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import type { Browser } from 'playwright';
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { readEnvironment } from '#server/environment.ts';
import { createSandboxLender } from '#server/sandbox-lender.ts';
import { startLlano } from '#server/start-llano.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { type BenchPage, loanPages } from './loan-pages.ts';
import { conditions, measurePage, type PageMeasurement } from './measure-page.ts';
import { sitePages } from './site-pages.ts';
import { serveStaticCopies } from './static-copy.ts';

/** Loads of each page and of its copy; the middle one counts. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 5);

/** What a loan screen may cost (aims of the measurement, as ratios to its static copy, and in bytes). */
const aims = { largestPaint: 1.15, mainButton: 1.1, scriptBytes: 95 * 1024 } as const;

interface Comparison {
  readonly name: string;
  readonly page: PageMeasurement;
  readonly copy: PageMeasurement;
}

const hostSigningSecret = `whsec_${randomBytes(32).toString('base64')}`;
const connection = await connectDatabase({ memory: true });
await migrate(connection.db);
const settings = readEnvironment({
  PORT: '0',
  LOG_LEVEL: 'silent',
  REQUESTS_PER_MINUTE: '100000',
  HOST_SIGNING_SECRET: hostSigningSecret,
});
const llano = await startLlano(settings, { logger: pino({ level: 'silent' }), connection });
const copies = await serveStaticCopies();
const browser = await launchBrowser();
try {
  const sandbox = createSandboxLender({
    hostSigningSecret,
    fetch: (request) => fetch(new Request(llano.address + new URL(request.url).pathname, request)),
  });
  const comparisons: Comparison[] = [];
  for await (const page of loanPages(llano.address, sandbox, 'es'))
    comparisons.push(await compare(browser, page));
  for (const page of sitePages(llano.address)) comparisons.push(await compare(browser, page));
  process.stdout.write(reportOf(comparisons));
  await mkdir('test-results', { recursive: true });
  await writeFile('test-results/bench.json', JSON.stringify({ conditions, rounds, comparisons }, null, 2));
  const misses = comparisons.flatMap(missesOf);
  for (const miss of misses) process.stdout.write(`missed: ${miss}\n`);
  process.exitCode = misses.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await copies.close();
  await llano.close();
}

async function compare(browser: Browser, page: BenchPage): Promise<Comparison> {
  const path = `/${page.name}`;
  copies.add(path, await (await fetch(page.link)).text());
  const pageLoads: PageMeasurement[] = [];
  const copyLoads: PageMeasurement[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pageLoads.push(await measurePage(browser, page.link, page.mainButton));
    copyLoads.push(await measurePage(browser, copies.address + path, page.mainButton));
  }
  return { name: page.name, page: median(pageLoads), copy: median(copyLoads) };
}

function median(loads: readonly PageMeasurement[]): PageMeasurement {
  const middle = (key: keyof PageMeasurement) =>
    Math.round(loads.map((load) => load[key]).sort((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0);
  return {
    firstContentfulPaintMs: middle('firstContentfulPaintMs'),
    largestContentfulPaintMs: middle('largestContentfulPaintMs'),
    mainButtonWorksMs: middle('mainButtonWorksMs'),
    htmlBytes: middle('htmlBytes'),
    scriptBytes: middle('scriptBytes'),
    otherBytes: middle('otherBytes'),
  };
}

function ratio(page: number, copy: number): string {
  return (page / copy).toFixed(2);
}

function reportOf(comparisons: readonly Comparison[]): string {
  const head = `| screen | HTML kB | script kB | first paint | largest paint | main button works |\n|---|---|---|---|---|---|\n`;
  const rows = comparisons.map(({ name, page, copy }) =>
    [
      '',
      name,
      `${(page.htmlBytes / 1000).toFixed(1)} (${(copy.htmlBytes / 1000).toFixed(1)})`,
      (page.scriptBytes / 1000).toFixed(1),
      `${page.firstContentfulPaintMs} / ${copy.firstContentfulPaintMs} = ${ratio(page.firstContentfulPaintMs, copy.firstContentfulPaintMs)}`,
      `${page.largestContentfulPaintMs} / ${copy.largestContentfulPaintMs} = ${ratio(page.largestContentfulPaintMs, copy.largestContentfulPaintMs)}`,
      `${page.mainButtonWorksMs} / ${copy.mainButtonWorksMs} = ${ratio(page.mainButtonWorksMs, copy.mainButtonWorksMs)}`,
      '',
    ].join(' | '),
  );
  return `Page / static copy, milliseconds, median of ${rounds}; sizes of compressed bodies.\n\n${head}${rows.map((row) => row.trim()).join('\n')}\n`;
}

function missesOf({ name, page, copy }: Comparison): string[] {
  const misses: string[] = [];
  if (page.largestContentfulPaintMs > copy.largestContentfulPaintMs * aims.largestPaint)
    misses.push(`${name}: largest paint`);
  if (page.mainButtonWorksMs > copy.mainButtonWorksMs * aims.mainButton) misses.push(`${name}: main button`);
  if (page.scriptBytes > aims.scriptBytes) misses.push(`${name}: script`);
  return misses;
}
