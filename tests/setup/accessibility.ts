import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright';
import { expect, inject } from 'vitest';

/** Reads pages with axe, each once in a test run: a page that differs only in figures and addresses counts as read. */
export interface AccessibilityCheck {
  /**
   * Expects axe to find nothing on the page. Without script axe cannot run there: it reads the same document in a page
   * with script that runs none, and where `<noscript>` stands open.
   */
  expectAccessible(page: Page, options: { readonly hasScript: boolean }): Promise<void>;
}

const checks = new WeakMap<Browser, AccessibilityCheck>();

/** The check of all who share a browser. */
export function accessibilityCheckIn(browser: Browser): AccessibilityCheck {
  const known = checks.get(browser) ?? createAccessibilityCheck(browser);
  checks.set(browser, known);
  return known;
}

/** A check that opens its own page in `browser` for documents without script. */
function createAccessibilityCheck(browser: Browser): AccessibilityCheck {
  // In a folder, since files of tests run in several processes and open the same pages.
  const folder = join(inject('testRun').folder, 'read-with-axe');
  mkdirSync(folder, { recursive: true });
  let twin: Promise<Page> | undefined;
  return {
    async expectAccessible(page, { hasScript }) {
      const html = await page.content();
      const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
      const structure = `${hasScript} ${isDark} ${structureOf(html)}`;
      const readMark = join(folder, createHash('sha256').update(structure).digest('hex'));
      if (existsSync(readMark)) return;
      if (hasScript) await expectNothingFound(page);
      else {
        twin ??= browser.newPage({ viewport: { width: 412, height: 823 }, reducedMotion: 'reduce' });
        await expectNothingFound(await shownIn(await twin, page.url(), withoutScript(html)));
      }
      writeFileSync(readMark, '');
    },
  };
}

/** A page's elements and words, and the styles that colour them. */
function structureOf(html: string): string {
  const styles = html.match(/<style\b[\s\S]*?<\/style>/g) ?? [];
  const body = html
    .slice(html.indexOf('<body'))
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/ (href|src|value|action|id|aria-\w+)="[^"]*"/g, '')
    .replace(/\d+/g, '0');
  return [body, ...styles.map((style) => style.replace(/ nonce="[^"]*"/, ''))].join('\n');
}

function withoutScript(html: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/<\/?noscript>/g, '')
    .replace(/<meta http-equiv="refresh"[^>]*>/g, '');
}

async function shownIn(twin: Page, url: string, body: string): Promise<Page> {
  await twin.unrouteAll();
  await twin.route('**/*', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body })
      : route.abort(),
  );
  await twin.goto(url);
  return twin;
}

async function expectNothingFound(page: Page): Promise<void> {
  await Promise.all(page.frames().map((frame) => frame.evaluate(axe.source)));
  // What it found and nothing else: gathering and sending all it looked at took three times as long.
  const violations = await page.evaluate(async () => {
    const { violations: all } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
    });
    return all.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  });
  expect(violations, `axe on ${new URL(page.url()).pathname}`).toEqual([]);
}
