import type { Page, Response } from 'playwright';
import type { Visitor } from './visitor.ts';

/** Ticks the agreement of the offer that a visitor sees, where it is not ticked already, and accepts it. */
export async function acceptShownOffer(visitor: Pick<Visitor, 'page' | 'follow'>): Promise<Response> {
  const { page } = visitor;
  await page.getByRole('checkbox').check();
  return visitor.follow(page.locator('main form button:not([type=button])'));
}

/** Opens all that a page has folded, as a borrower does who looks for something. */
export async function openFolds(page: Page): Promise<void> {
  await page.locator('main summary').evaluateAll((lines) => {
    for (const line of lines) (line.parentElement as HTMLDetailsElement).open = true;
  });
}
