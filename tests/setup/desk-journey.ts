import type { BrowserContext, Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { deskText } from '#content/messages/desk.ts';
import { fill } from '#content/text-pack.ts';
import { type Language, localeOf } from '#domain/language.ts';
import type { TestPages } from './llano.ts';

/** How somebody sits at the desk: the language and size of the browser, and whether it runs script. */
export interface Sitting {
  readonly language: Language;
  readonly hasScript: boolean;
  readonly widthPx: number;
}

/** The sittings that every journey of the desk is made in: each language, each size, with script and without. */
export const sittings: readonly Sitting[] = [
  { language: 'en', hasScript: false, widthPx: 1280 },
  { language: 'es', hasScript: true, widthPx: 412 },
];

/** Somebody at the desk with a browser. */
export interface Sitter {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Sees to the page that is open: its language, title, style sheet, and that it is accessible, as on a phone. */
  check(): Promise<void>;
}

/** Signs somebody in from the page where that is asked; done where they come to. */
export type SignsIn = (page: Page, name: string, sitting: Sitting) => Promise<void>;

const asMadeUpPerson: SignsIn = async (page, name, { language }) => {
  await page.getByRole('button', { name: fill(deskText[language].signInAs, { name }) }).click();
};

/**
 * Signs people in at the desk of a service, as a made-up person unless told how; the test fails over any error of the
 * browser or the server.
 */
export function deskOf(
  llano: Pick<TestPages, 'browser' | 'address' | 'reportedErrors' | 'accessibility'>,
  signIn: SignsIn = asMadeUpPerson,
): (sitting: Sitting, name: string) => Promise<Sitter> {
  return async (sitting, name) => {
    const { language, hasScript, widthPx } = sitting;
    const context = await llano.browser.newContext({
      baseURL: llano.address,
      ignoreHTTPSErrors: true,
      viewport: { width: widthPx, height: 823 },
      locale: localeOf(language),
      javaScriptEnabled: hasScript,
      reducedMotion: 'reduce',
    });
    const faults: string[] = [];
    const errorsBefore = llano.reportedErrors.length;
    context.on('console', (message) => {
      const isRefusal = /status of 4(?:03|09|22)/.test(message.text());
      if (message.type() === 'error' && !isRefusal)
        faults.push(`${message.text()} ${message.location().url}`);
    });
    onTestFinished(async () => {
      await context.close();
      expect([...faults, ...llano.reportedErrors.slice(errorsBefore)]).toEqual([]);
    });
    const page = await context.newPage();
    const check = async () => {
      expect(await page.locator('html').getAttribute('lang')).toBe(localeOf(language));
      expect(await page.title()).not.toBe('');
      const sizePx = await page.locator('.desk').evaluate((desk) => getComputedStyle(desk).fontSize);
      expect(sizePx, `the style sheet of ${page.url()}`).toBe('14px');
      await llano.accessibility.expectAccessible(page, { hasScript });
    };
    await page.goto('/desk');
    expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
    await check();
    await signIn(page, name, sitting);
    expect(new URL(page.url()).pathname).toBe('/desk');
    await check();
    return { page, check, context };
  };
}

/** Opens the rail where it is a menu. */
export async function openRail(page: Page, { language, widthPx }: Sitting): Promise<void> {
  if (widthPx < 1024) await page.getByText(deskText[language].menu, { exact: true }).click();
}
