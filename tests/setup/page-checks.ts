import type { Locator, Page, Response } from 'playwright';
import { expect } from 'vitest';
import { sessionParameterNames } from '#contract/page-query.ts';
import { type Language, localeOf } from '#domain/language.ts';
import { allMarkets } from '#domain/market.ts';
import type { AccessibilityCheck, ReadDocument } from './accessibility.ts';

/** A page in a browser, and what it was opened with. */
export interface CheckedPage {
  readonly page: Page;
  readonly language: Language;
  readonly hasScript: boolean;
}

/** Its links lead into other sessions, as is its purpose. */
const developerPath = '/testPreview';

const carriedNames: readonly string[] = [...sessionParameterNames, 'lang'];

/** What every document has to be sent with; what is missing, in words. */
export function checkDocument(response: Response): string[] {
  const headers = response.headers();
  const rules: readonly (readonly [name: string, value: RegExp])[] = [
    ['referrer-policy', /^strict-origin$/],
    ['cache-control', /no-store/],
    ['content-security-policy', /default-src 'none'.*script-src 'self' 'nonce-[^']+'/],
    ['x-content-type-options', /^nosniff$/],
  ];
  return rules
    .filter(([name, value]) => !value.test(headers[name] ?? ''))
    .map(([name]) => `header: ${name} is "${headers[name] ?? ''}" on ${new URL(response.url()).pathname}`);
}

/**
 * Expects of the page as it stands: its language in `<html lang>`, the title and every visible word, nothing to scroll
 * sideways at 320 px, the session and the language in every link of ours and in no other, and that it is accessible.
 */
export async function checkPage(
  { page, language, hasScript }: CheckedPage,
  accessibility: AccessibilityCheck,
): Promise<void> {
  const path = new URL(page.url()).pathname;
  const document = await page.evaluate(readPage);
  expectLanguage(document, language, path);
  if (!path.startsWith(developerPath)) expectCarriedLinks(document.links, page);
  await accessibility.expectAccessible(page, { hasScript, document });
}

/** All that the checks ask of a page. */
interface PageContent extends ReadDocument {
  readonly lang: string;
  readonly title: string;
  /** What it shows, every blank a plain one. */
  readonly text: string;
  /** The parts of it that have a language of their own. */
  readonly foreignParts: readonly string[];
  /** Where it leads, but for the page in the other language. */
  readonly links: readonly string[];
}

/** Runs in the page. One question, since each takes milliseconds of three processes. */
function readPage(): PageContent {
  // biome-ignore lint/performance/useDomNodeTextContent: the text content has the hidden parts too.
  const shown = (part: HTMLElement) => part.innerText.replace(/\s+/g, ' ');
  const anchors = document.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"], [hreflang])');
  const { doctype, documentElement: root } = document;
  return {
    html: (doctype ? new XMLSerializer().serializeToString(doctype) : '') + root.outerHTML,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    lang: root.lang,
    title: document.title,
    text: shown(document.body),
    foreignParts: [...document.body.querySelectorAll<HTMLElement>('[lang]')].map(shown),
    links: [...anchors].map(({ href }) => href),
  };
}

/** What a part of a page shows, without what is hidden, every blank a plain one. */
export async function visibleText(part: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: the text content has the hidden parts too.
  return (await part.innerText()).replace(/\s+/g, ' ');
}

/** Words of one language only; names of people, products and places are free of them. */
const tellingSigns: Readonly<Record<Language, RegExp>> = {
  es: /(?<!\p{L})(el|los|las|su|sus|usted|pago|pagar|préstamo|para|con|por|días|volver|ayuda|cómo|está)(?!\p{L})/giu,
  en: /(?<!\p{L})(the|your|you|loan|pay|payment|repay|days|of|and|with|from|this|back|help|how|not|is)(?!\p{L})/giu,
};

const mailAddress = /\S+@\S+/g;

function expectLanguage(
  { lang, title, text, foreignParts: marks }: PageContent,
  language: Language,
  path: string,
): void {
  expect(
    allMarkets.map((market) => localeOf(language, market)),
    path,
  ).toContain(lang);
  expect(title.trim(), `title of ${path}`).not.toBe('');
  // A part with a language of its own is a document kept as it was accepted.
  const words = marks
    .reduce((rest, part) => rest.replace(part, ''), `${title} ${text}`)
    .replace(mailAddress, '');
  const foreign = [...words.matchAll(tellingSigns[language === 'es' ? 'en' : 'es'])].map(({ index }) =>
    words.slice(Math.max(0, index - 30), index + 30),
  );
  expect(foreign, `signs of the other language on ${path}`).toEqual([]);
}

/** What the page was opened with goes on in every link of ours, and the session in no other (SESS-3, LANG-4). */
function expectCarriedLinks(links: readonly string[], page: Page): void {
  const { origin, pathname, searchParams } = new URL(page.url());
  const carried = [...searchParams].filter(([name]) => carriedNames.includes(name));
  for (const link of links.map((href) => new URL(href))) {
    const lost = carried.filter(([name, value]) => link.searchParams.get(name) !== value);
    if (link.origin === origin) expect(lost, `${link.pathname} on ${pathname} lacks`).toEqual([]);
    else expect(link.href, `foreign on ${pathname}`).not.toContain(searchParams.get('sessionId') || ' ');
  }
}
