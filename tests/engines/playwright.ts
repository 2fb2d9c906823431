import type { Browser, Page } from 'playwright';
import { findBrowser, fontConfiguration } from '#tests/setup/browser.ts';
import { type EngineName, hasEngine, playwrightEngines } from './programs.ts';
import type { Engine, Tab, TabOptions } from './tab.ts';

/** Chromium, in which a page is also checked as in every other journey. */
export const chromium: Engine = {
  name: 'chromium',
  isFound: () => findBrowser() !== undefined,
  async open(llano, options) {
    if (options.hasWorker) return openTab(llano.browser, options);
    const visitor = await llano.visit(options);
    for (const pattern of options.expectedFaults ?? []) visitor.expectFault(pattern);
    return { ...tabOf(visitor.page), check: () => visitor.check(), close: () => visitor.context.close() };
  },
  // It is the browser of all journeys.
  stop: async () => undefined,
};

/** Playwright's own build of an engine, where it is installed. */
export function engineOfPlaywright(name: EngineName): Engine {
  let browser: Promise<Browser> | undefined;
  return {
    name,
    isFound: () => hasEngine(name),
    async open(_llano, options) {
      browser ??= playwrightEngines[name].launch({
        env: { ...process.env, FONTCONFIG_FILE: fontConfiguration },
      });
      return openTab(await browser, options);
    },
    async stop() {
      await (await browser)?.close();
    },
  };
}

async function openTab(browser: Browser, options: TabOptions): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    javaScriptEnabled: options.hasScript,
    reducedMotion: 'reduce',
    serviceWorkers: options.hasWorker ? 'allow' : 'block',
  });
  const tab = tabOf(await context.newPage());
  return { ...tab, close: () => context.close() };
}

function tabOf(page: Page): Tab {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  return {
    faults,
    async go(address) {
      await page.goto(address);
    },
    read: (look, ...input) => page.evaluate(`(${look})(...${JSON.stringify(input)})`),
    tap: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    attach: (selector, files) => page.setInputFiles(selector, [...files]),
    close: () => page.close(),
  };
}
