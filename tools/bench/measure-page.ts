import type { Browser, CDPSession, Page } from 'playwright';

/** Lighthouse's "slow 4G" and a 4 times slower CPU. */
export const conditions = {
  latencyMs: 150,
  downloadBytesPerSecond: (1.6 * 1024 * 1024) / 8,
  uploadBytesPerSecond: (750 * 1024) / 8,
  processorSlowdown: 4,
  viewport: { width: 412, height: 823 },
} as const;

/** Milliseconds from navigation, with a cold cache. */
export interface PageTimes {
  readonly largestContentfulPaintMs: number;
  /** When a tap on the main button first has its effect. */
  readonly mainButtonWorksMs: number;
}

/** Bytes of compressed bodies of a cold load. */
export interface PageSizes {
  readonly htmlBytes: number;
  readonly otherBytes: number;
}

const tapEveryMs = 25;
const settleMs = 300;
const laterMs = 3_000;
const giveUpMs = 30_000;

/**
 * Loads `url` twice with a cold cache: once untouched, for the largest paint (a tap would end the browser's search for it), and once with
 * taps on the main button from the start until one has its effect: a submitted form, a followed link or an opened dialog.
 * @param mainButton CSS selector; the last match counts.
 */
export async function measurePage(browser: Browser, url: string, mainButton: string): Promise<PageTimes> {
  return {
    largestContentfulPaintMs: await measureLargestPaint(browser, url),
    mainButtonWorksMs: await measureTaps(browser, url, mainButton),
  };
}

async function measureLargestPaint(browser: Browser, url: string): Promise<number> {
  return inColdPage(browser, async (page) => {
    await page.addInitScript(recordLargestPaint);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(settleMs);
    return page.evaluate(() => (window as unknown as RecordedPaint).benchLargestPaintMs);
  });
}

export async function measureSizes(browser: Browser, url: string): Promise<PageSizes> {
  return inColdPage(browser, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(laterMs);
    return page.evaluate(() => {
      const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        htmlBytes: document?.encodedBodySize ?? 0,
        otherBytes: resources.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    });
  });
}

async function measureTaps(browser: Browser, url: string, mainButton: string): Promise<number> {
  return inColdPage(browser, async (page, session) => {
    await page.addInitScript(recordTaps, mainButton);
    const loaded = page.goto(url, { waitUntil: 'load' });
    const deadline = performance.now() + giveUpMs;
    let worksMs = 0;
    while (!worksMs && performance.now() < deadline) {
      const taps = await page
        .evaluate(() => (window as unknown as RecordedTaps).benchTaps)
        .catch(() => undefined);
      worksMs = taps?.worksMs ?? 0;
      if (!worksMs && taps?.buttonAt) await tap(session, taps.buttonAt);
      await new Promise((resolve) => setTimeout(resolve, tapEveryMs));
    }
    await loaded;
    if (!worksMs) throw new Error(`the main button of ${new URL(url).pathname} never worked`);
    return worksMs;
  });
}

async function inColdPage<Result>(
  browser: Browser,
  measure: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ viewport: conditions.viewport });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await throttle(session);
    return await measure(page, session);
  } finally {
    await context.close();
  }
}

interface RecordedPaint {
  benchLargestPaintMs: number;
}

interface RecordedTaps {
  benchTaps: { worksMs: number; buttonAt: { x: number; y: number } | undefined };
}

/** Runs in the page before its own scripts. */
function recordLargestPaint(): void {
  const recorded = window as unknown as RecordedPaint;
  recorded.benchLargestPaintMs = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) recorded.benchLargestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/** Runs in the page before its own scripts. Cancels navigation. */
function recordTaps(mainButton: string): void {
  const taps: RecordedTaps['benchTaps'] = { worksMs: 0, buttonAt: undefined };
  (window as unknown as RecordedTaps).benchTaps = taps;
  const works = (event: Event) => {
    taps.worksMs ||= performance.now();
    event.preventDefault();
  };
  addEventListener('submit', works, true);
  addEventListener('toggle', works, true);
  addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (link?.matches(mainButton)) works(event);
    },
    true,
  );
  const find = () => {
    const button = [...document.querySelectorAll(mainButton)].at(-1);
    if (button && button.getBoundingClientRect().bottom > innerHeight) {
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
    }
    const box = button?.getBoundingClientRect();
    if (box?.width) taps.buttonAt = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    requestAnimationFrame(find);
  };
  find();
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: conditions.latencyMs,
    downloadThroughput: conditions.downloadBytesPerSecond,
    uploadThroughput: conditions.uploadBytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: conditions.processorSlowdown });
}

async function tap(session: CDPSession, { x, y }: { x: number; y: number }): Promise<void> {
  const at = { x, y, button: 'left' as const, clickCount: 1 };
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
}
