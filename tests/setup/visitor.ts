import type { Browser, BrowserContext, Locator, Page, Request, Response } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { type PageQuery, screenLink } from '#contract/page-query.ts';
import { type Language, localeOf } from '#domain/language.ts';
import type { AccessibilityCheck } from './accessibility.ts';
import type { Credentials } from './lending-service.ts';
import { checkDocument, checkPage, visibleText } from './page-checks.ts';

/** Who visits, and how. */
export interface VisitOptions {
  readonly language: Language;
  readonly hasScript: boolean;
  /** The session that the addresses carry; none for a visitor from the public web. */
  readonly session?: Credentials;
  /** What opened the pages, `h5` unless given; counts with a session only. */
  readonly clientType?: 'android' | 'ios' | 'h5';
  readonly colorScheme?: 'light' | 'dark';
}

/** In both languages, with script and without. */
export const everyVisit = (['es', 'en'] as const).flatMap((language) =>
  [true, false].map((hasScript) => ({ language, hasScript })),
);

/** What a visit needs to know of the server. */
interface Visited {
  readonly address: string;
  readonly browser: Browser;
  readonly reportedErrors: string[];
  readonly accessibility: AccessibilityCheck;
}

/** A borrower with a browser, 412 by 823. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly language: Language;
  readonly hasScript: boolean;
  /** The session and the language as the pages read them from an address. */
  readonly query: PageQuery;
  /** A path of ours with its own parameters, the session and the language. */
  link(path: string, own?: Readonly<Record<string, string | number>>): string;
  /** Opens such a link and checks the page. */
  open(path: string, own?: Readonly<Record<string, string | number>>): Promise<Response>;
  /** Opens an address unchanged, relative to the server's, and checks the page. */
  openAddress(address: string): Promise<Response>;
  /** Presses a link or a button that leads to another document, and checks the page there. */
  follow(target: Locator): Promise<Response>;
  /** Waits until the page shows a text. */
  see(text: string | RegExp): Promise<void>;
  /** All that the page, or a part of it, shows; every blank a plain one. */
  text(part?: Locator): Promise<string>;
  /** Checks the page as it stands: `checkPage`. `open` and `follow` do so by themselves. */
  check(): Promise<void>;
  /** Lets pass the errors of the browser or the server that the pattern fits; all others fail the test. */
  expectFault(pattern: RegExp): void;
}

/** How long a step waits for the page: generous for a busy machine, and within a test's time. */
const patienceMs = 20_000;

const pollMs = 100;

/** Opens a browser context for the running test; see `TestLlano.visit`. */
export async function visit(llano: Visited, options: VisitOptions): Promise<Visitor> {
  const { language, hasScript, colorScheme = 'light' } = options;
  const context = await llano.browser.newContext({
    baseURL: llano.address,
    ignoreHTTPSErrors: true,
    viewport: { width: 412, height: 823 },
    locale: localeOf(language),
    javaScriptEnabled: hasScript,
    reducedMotion: 'reduce',
    colorScheme,
    // Playwright does not see what a worker answers; tests/proofs/journeys/service-worker.test.ts has contexts of its own.
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const expected: RegExp[] = [];
  const faults = watchFaults(context, llano.address);
  const errorsBefore = llano.reportedErrors.length;
  onTestFinished(async () => {
    await context.close();
    const all = [...faults, ...llano.reportedErrors.slice(errorsBefore)];
    expect(all.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([]);
  });

  const query = queryOf(options);
  const visitor: Visitor = {
    page,
    context,
    language,
    hasScript,
    query,
    link: (path, own) => screenLink(path, query, own),
    open: (path, own) => visitor.openAddress(visitor.link(path, own)),
    async openAddress(address) {
      const response = await page.goto(address);
      if (!response) throw new Error(`${address} is the same document`);
      return arrive(visitor, response);
    },
    async follow(target) {
      // Both: the answer comes while the page before it still stands.
      const [response] = await Promise.all([
        documentResponse(page),
        page.waitForEvent('load'),
        target.click(),
      ]);
      return arrive(visitor, response);
    },
    async see(text) {
      // Locators by text pass over what stands in <noscript>.
      const shown = expect.poll(() => visitor.text(), { timeout: patienceMs, interval: pollMs });
      if (text instanceof RegExp) await shown.toMatch(text);
      else await shown.toContain(text.replace(/\s+/g, ' '));
    },
    text: (part = page.locator('body')) => visibleText(part),
    check: () => checkPage(visitor, llano.accessibility),
    expectFault: (pattern) => expected.push(pattern),
  };
  return visitor;
}

/** The session and the language of a visit as the pages read them from an address. */
export function queryOf({ language, session, clientType = 'h5' }: VisitOptions): PageQuery {
  return {
    deviceId: session?.deviceId ?? '',
    appVersion: session ? '2.4.1' : '',
    userId: session?.userId ?? '',
    sessionId: session?.sessionId ?? '',
    clientType: session ? clientType : '',
    merchantNumber: session ? 'LL0042' : '',
    mobilePhone: session ? '5512345678' : '',
    language,
  };
}

async function arrive(visitor: Visitor, response: Response): Promise<Response> {
  await visitor.check();
  return response;
}

/** The answer with which the page's next document begins; redirects on the way there are passed over. */
function documentResponse(page: Page): Promise<Response> {
  return page.waitForEvent('response', {
    predicate: (response) => isDocument(page, response.request()) && !isRedirect(response),
  });
}

function isDocument(page: Page, request: Request): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame();
}

function isRedirect(response: Response): boolean {
  return response.status() >= 300 && response.status() < 400;
}

/** Collects what no page may do: errors in the console, uncaught ones, alerts, requests to others, missing headers. */
function watchFaults(context: BrowserContext, address: string): string[] {
  const faults: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    faults.push(`console: ${message.text()} (${message.location().url.slice(0, 100)})`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().stack}`));
  context.on('dialog', (dialog) => {
    faults.push(`alert: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:$/.test(url.protocol) && url.origin !== address) faults.push(`request: ${url.origin}`);
  });
  context.on('response', (response) => {
    const request = response.request();
    if (!request.isNavigationRequest() || request.frame().parentFrame() !== null) return;
    if (response.status() === 204) return;
    faults.push(...checkDocument(response));
  });
  return faults;
}
