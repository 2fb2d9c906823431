import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { type PageQuery, screenLink } from '#contract/page-query.ts';
import { connectDatabase } from '#db/connect.ts';
import { migrate } from '#db/migrate.ts';
import { type Language, localeOf } from '#domain/language.ts';
import { readEnvironment } from '#server/environment.ts';
import { startLlano } from '#server/start-llano.ts';
import { launchBrowser } from '#tests/setup/browser.ts';
import { serviceAt, testConfiguration } from '#tests/setup/lending-service.ts';
import { type PicturedLoan, picturedLoan } from './screen-loan.ts';
import { type Screen, screens, stages } from './screen-table.ts';
import { startStandIns } from './stand-ins.ts';

// Takes every picture of docs/screens from the demo data on a fixed day, with the same provider stand-ins as `npm start`. The same code
// gives the same pictures except for slip numbers and times. `npm run docs -- screens repay` takes those whose name starts with `repay`.

const pictureFolder = 'docs/screens';
const viewWidthPx = 412;
const viewHeightPx = 823;
const pictureColours = 64;
const mostBytes = 4_000_000;
const moment = new Date('2026-11-20T12:00:00-06:00');

process.chdir(join(import.meta.dirname, '../..'));
const [prefix = ''] = process.argv.slice(2);
const chosen = screens.filter(({ name }) => name.startsWith(prefix));
if (chosen.length === 0) throw new Error(`No picture begins with "${prefix}".`);
const browser = await launchBrowser();
let totalBytes = 0;
try {
  for (const language of ['es', 'en'] as const) totalBytes += await takeAll(browser, language);
} finally {
  await browser.close();
}
process.stdout.write(`${chosen.length * 2} pictures, ${(totalBytes / 1e6).toFixed(1)} MB\n`);
if (totalBytes > mostBytes) {
  process.stderr.write(`More than ${mostBytes / 1e6} MB: show the view only where a page is long.\n`);
  process.exitCode = 1;
}

/** Takes the pictures of one language on its own server. @returns their size in bytes. */
async function takeAll(browser: Browser, language: Language): Promise<number> {
  const folder = join(pictureFolder, language);
  if (prefix === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dataDirectory = mkdtempSync(join(tmpdir(), 'llano-screens-'));
  const connection = await connectDatabase({ memory: true });
  await migrate(connection.db);
  let address = '';
  const standIns = await startStandIns(() => address, testConfiguration.hostSigningSecrets[0]);
  const settings = readEnvironment({ PORT: '0', DATA_DIR: dataDirectory, ...standIns.variables });
  const logger = pino({ level: 'error' }, process.stderr);
  const running = await startLlano(settings, { logger, connection, clock: { now: () => moment } });
  address = running.address;
  try {
    await standIns.handInCard();
    const loan = await picturedLoan({ ...serviceAt(running.address), database: connection.db }, language);
    let bytes = 0;
    for (const stage of stages) {
      await loan.reach(stage);
      for (const screen of chosen.filter((each) => (each.stage ?? 'offered') === stage)) {
        const picture = await take(browser, running.address, screen, language, loan);
        writeFileSync(join(folder, `${screen.name}.png`), picture);
        bytes += picture.length;
      }
    }
    return bytes;
  } finally {
    await running.close();
    await standIns.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  }
}

async function take(
  browser: Browser,
  address: string,
  screen: Screen,
  language: Language,
  loan: PicturedLoan,
): Promise<Buffer> {
  const { path, own, reach, isView = false, isDark = false, hasScript = true, isPublic = false } = screen;
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: viewWidthPx, height: viewHeightPx },
    locale: localeOf(language),
    javaScriptEnabled: hasScript,
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    if (hasScript) {
      // Stops pages that refresh themselves.
      await page.clock.install({ time: moment });
      await page.clock.pauseAt(moment.getTime() + 1000);
    }
    await page.goto(
      screenLink(path, queryOf(isPublic ? null : loan, language), {
        ...(isPublic ? {} : loan.parameters()),
        ...own,
      }),
    );
    await settle(page);
    await reach?.(page, language);
    await settle(page);
    if (!isView) await showWhole(page);
    const picture = await page.screenshot({
      mask: screen.covered ? [page.locator(screen.covered)] : [],
      maskColor: '#d9dedb',
    });
    return await sharp(picture).png({ palette: true, colours: pictureColours, effort: 10 }).toBuffer();
  } finally {
    await context.close();
  }
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Makes the viewport as high as the page, so that sticky parts stay at its end. */
async function showWhole(page: Page): Promise<void> {
  const heightPx = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: viewWidthPx, height: Math.max(heightPx, viewHeightPx) });
}

function queryOf(loan: PicturedLoan | null, language: Language): PageQuery {
  return {
    deviceId: loan?.session.deviceId ?? '',
    appVersion: '',
    userId: loan?.session.userId ?? '',
    sessionId: loan?.session.sessionId ?? '',
    clientType: '',
    merchantNumber: '',
    mobilePhone: '',
    language,
  };
}
