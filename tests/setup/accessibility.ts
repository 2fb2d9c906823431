import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';

/** Reads pages with axe, each once: a page that differs only in figures and addresses counts as read. */
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
  const read = new Set<string>();
  let twin: Promise<Page> | undefined;
  return {
    async expectAccessible(page, { hasScript }) {
      const html = await page.content();
      const structure = `${hasScript} ${structureOf(html)}`;
      if (read.has(structure)) return;
      if (hasScript) await expectNothingFound(page);
      else {
        twin ??= browser.newPage({ viewport: { width: 412, height: 823 }, reducedMotion: 'reduce' });
        await expectNothingFound(await shownIn(await twin, page.url(), withoutScript(html)));
      }
      read.add(structure);
    },
  };
}

function structureOf(html: string): string {
  return html
    .slice(html.indexOf('<body'))
    .replace(/<script\b[\s\S]*?<\/script>/g, '')
    .replace(/ (href|src|value|action|id|aria-\w+)="[^"]*"/g, '')
    .replace(/\d+/g, '0');
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
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  expect(found, `axe on ${new URL(page.url()).pathname}`).toEqual([]);
}
