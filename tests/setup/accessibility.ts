import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import { expect, inject } from 'vitest';

/**
 * Looks at pages, each once in a test run: to axe a page that differs only in figures and addresses is the same one, and
 * so it is for its width if the figures are as long.
 */
export interface AccessibilityCheck {
  /**
   * Expects nothing to scroll sideways at the page's own width and at 320 px (WCAG 1.4.10), there also with letters as far
   * apart as a reader may set them (1.4.12), which leaves room for any font; and axe to find nothing.
   * Without script axe cannot run there: it reads the same document in a page with script that runs none, and where
   * `<noscript>` stands open.
   * @param document what the page holds, where it was just read.
   */
  expectAccessible(
    page: Page,
    options: { readonly hasScript: boolean; readonly document?: ReadDocument },
  ): Promise<void>;
}

/** What a page holds, and the colours it is asked for. */
export interface ReadDocument {
  readonly html: string;
  readonly isDark: boolean;
}

const narrowestPx = 320;
const wideLetters = '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

const checks = new WeakMap<Browser, AccessibilityCheck>();

/** The check of all who share a browser. */
export function accessibilityCheckIn(browser: Browser): AccessibilityCheck {
  const check = checks.get(browser) ?? createAccessibilityCheck(browser);
  checks.set(browser, check);
  return check;
}

/** A check that opens its own page in `browser` for documents without script. */
function createAccessibilityCheck(browser: Browser): AccessibilityCheck {
  // In a folder, since files of tests run in several processes and runs, and open the same pages.
  const folder = join(inject('testRun').sharedFolder, 'looked-at');
  mkdirSync(folder, { recursive: true });
  const once = async (subject: string, look: () => Promise<void>): Promise<void> => {
    const mark = join(folder, createHash('sha256').update(subject).digest('hex'));
    if (existsSync(mark)) return;
    await look();
    writeFileSync(mark, '');
  };
  let twin: Promise<Page> | undefined;
  return {
    async expectAccessible(page, { hasScript, document: read }) {
      const { html, isDark } = read ?? (await readDocument(page));
      const widthPx = page.viewportSize()?.width ?? narrowestPx;
      const seen = `${hasScript} ${isDark}`;
      await once(`${widthPx} px ${seen} ${structureOf(html, /\d/g)}`, () => expectFitting(page, widthPx));
      await once(`axe ${seen} ${structureOf(html, /\d+/g)}`, async () => {
        if (hasScript) return expectNoFindings(page, page.url());
        // One for all documents, which has axe from then on; offline, since it is for words and colours.
        twin ??= browser.newPage({
          viewport: { width: 412, height: 823 },
          reducedMotion: 'reduce',
          offline: true,
        });
        const shown = await twin;
        await shown.setContent(withoutScript(html));
        await expectNoFindings(shown, page.url());
      });
    },
  };
}

async function readDocument(page: Page): Promise<ReadDocument> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return { html: await page.content(), isDark };
}

async function expectFitting(page: Page, widthPx: number): Promise<void> {
  const height = page.viewportSize()?.height ?? 823;
  const drawings = [
    { width: narrowestPx, styles: wideLetters, kind: ' with wide letters' },
    { width: narrowestPx, styles: '', kind: '' },
    { width: widthPx, styles: '', kind: '' },
  ];
  for (const { width, styles, kind } of drawings) {
    await page.setViewportSize({ width, height });
    const extentPx = await page.evaluate(extentWith, styles);
    const { pathname } = new URL(page.url());
    expect(extentPx, `width of ${pathname} at ${width} px${kind}`).toBeLessThanOrEqual(width);
  }
}

/** Runs in the page: how wide it is, in px, with styles of its reader's, which are there no longer afterwards. */
function extentWith(styles: string): number {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const own = [...document.adoptedStyleSheets];
  document.adoptedStyleSheets = [...own, sheet];
  const extentPx = document.documentElement.scrollWidth;
  document.adoptedStyleSheets = own;
  return extentPx;
}

/** A page's elements and words with a 0 for each of the figures, and the styles that colour them. */
function structureOf(html: string, figures: RegExp): string {
  const styles = html.match(/<style\b[\s\S]*?<\/style>/g) ?? [];
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/ (href|src|value|action|id|aria-\w+)="[^"]*"/g, '')
    .replace(figures, '0');
  return [body, ...styles.map((style) => style.replace(/ nonce="[^"]*"/, ''))].join('\n');
}

function withoutScript(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<\/?noscript>/g, '')
    .replace(/<meta http-equiv="refresh"[^>]*>/g, '');
}

/** Each document by itself: a page in a frame, such as a borrower's phone, has landmarks of its own. */
async function expectNoFindings(page: Page, url: string): Promise<void> {
  // Without a network a frame shows the browser's own words.
  const frames = page.frames().filter((frame) => frame === page.mainFrame() || /^https?:/.test(frame.url()));
  for (const frame of frames) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
    // What it found and nothing else: gathering and sending all it looked at took three times as long.
    const violations = await frame.evaluate(async () => {
      const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
        resultTypes: ['violations'],
        iframes: false,
      });
      return all.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
    });
    expect(violations, `axe on ${new URL(url).pathname}`).toEqual([]);
  }
}
