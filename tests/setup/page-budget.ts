import type { Page } from 'playwright';

/** What a borrower has to read of a page on its first two screens, folds closed; the bar above it is the same everywhere. */
export interface PageBudget {
  /** Numbers counted; a date or an amount is one. */
  readonly words: number;
  readonly amounts: number;
  readonly filledButtons: number;
}

/** What stands there, and the figures that something fixed lies over at some place of the page, in their own words. */
export interface MeasuredPage extends PageBudget {
  readonly covered: readonly string[];
  /** Every word, for the message of a test that fails. */
  readonly text: string;
}

/** Two screens of a phone of 412 by 823, one after the other. */
const firstScreensPx = 1646;

/** Measures a page that is open, from its top; it stands there afterwards. */
export async function measurePage(page: Page): Promise<MeasuredPage> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  return page.evaluate(measure, firstScreensPx);
}

/**
 * How often Tab is pressed from the top of a page until its filled button, or the first field of its form, has the focus;
 * 10 where neither has it by then.
 */
export async function stopsToMain(page: Page): Promise<number> {
  for (let stops = 1; stops < 10; stops += 1) {
    await page.keyboard.press('Tab');
    const isMain = await page.evaluate(() => {
      const { activeElement } = document;
      const { backgroundColor, fontWeight } = getComputedStyle(activeElement ?? document.body);
      const isField = activeElement?.matches('input, select, textarea') ?? false;
      return isField || (Number(fontWeight) >= 600 && backgroundColor !== 'rgba(0, 0, 0, 0)');
    });
    if (isMain) return stops;
  }
  return 10;
}

/** Runs in the page. */
function measure(firstScreensPx: number): MeasuredPage {
  const said = wordsWithin(document.querySelector('main') ?? document.body, firstScreensPx);
  const text = said.join(' ');
  return {
    words: text.split(/[ \t\r\n]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
    amounts: [...text.matchAll(/\p{Sc}\s?\d/gu)].length,
    filledButtons: [...document.querySelectorAll<HTMLElement>('a[href], button')].filter(isFilled).length,
    covered: coveredFigures(),
    text,
  };

  function isSeen(part: Element): boolean {
    const box = part.getBoundingClientRect();
    return part.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 1;
  }

  function wordsWithin(root: Element, endPx: number): string[] {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const matches: string[] = [];
    const counted = new Set<Element>();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const written = node.textContent?.trim() ?? '';
      const part = node.parentElement;
      if (written === '' || !part || !isSeen(part) || part.closest('script, style, .sr')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getBoundingClientRect().bottom + scrollY > endPx) continue;
      // The groups of an account's number are one number.
      const code = part.closest('code');
      if (!code || !counted.has(code)) matches.push(code?.textContent ?? written);
      if (code) counted.add(code);
    }
    return matches;
  }

  /** A button that stands out by its ground, pressed or waiting for a box to be ticked. */
  function isFilled(button: HTMLElement): boolean {
    const { backgroundColor, fontWeight } = getComputedStyle(button);
    const { top, height } = button.getBoundingClientRect();
    const isOpaque = !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor);
    return isSeen(button) && isOpaque && height >= 40 && Number(fontWeight) >= 600 && top < firstScreensPx;
  }

  function coveredFigures(): string[] {
    const figures = [...document.querySelectorAll<HTMLElement>('main .num')].filter(isSeen);
    const covered = new Set<string>();
    for (const top of [0, innerHeight, document.documentElement.scrollHeight]) {
      scrollTo({ top, behavior: 'instant' });
      for (const figure of figures) {
        const box = figure.getBoundingClientRect();
        const over = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (over && isFixed(over) && !over.contains(figure) && !figure.contains(over)) {
          covered.add(figure.textContent ?? '');
        }
      }
    }
    scrollTo({ top: 0, behavior: 'instant' });
    return [...covered];
  }

  function isFixed(part: Element): boolean {
    for (let each: Element | null = part; each; each = each.parentElement) {
      if (getComputedStyle(each).position === 'fixed') return true;
    }
    return false;
  }
}
