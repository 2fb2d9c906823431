import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { LoanDetail } from '#contract/calls/loan.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { loanStates } from '#domain/loan/loan-view.ts';
import { anOrder } from '#fixtures/order-states.ts';
import { type ContractBackend, startContractBackend } from '#tests/setup/contract-backend.ts';
import { startTestPages, type TestPages } from '#tests/setup/llano.ts';
import { measurePage } from '#tests/setup/page-budget.ts';

let backend: ContractBackend;
let pages: TestPages;

beforeAll(async () => {
  backend = await startContractBackend();
  pages = await startTestPages(backend.address);
});

afterAll(async () => {
  await Promise.all([pages.close(), backend.close()]);
});

const session = { sessionId: 'of-the-lender', userId: '90817', deviceId: 'device-1' };
const order = { productId: 'mx-120', orderId: '0197f6a2' };

const wireOf = (loan: LoanDetail) =>
  z.encode(readLoan.response as z.ZodType<LoanDetail, Record<string, unknown>>, loan);

const states = [...loanStates, 'disputed', 'late', 'extendable'] as const;

test.each(
  states.flatMap((state) => [
    { state, language: 'es' as const },
    { state, language: 'en' as const },
  ]),
)(
  '[REPAY-4] the order page in the state $state is read at a glance and has one filled button, in $language',
  async ({ state, language }) => {
    backend.change('readLoan', wireOf(anOrder(state, language)));
    const visitor = await pages.visit({ language, hasScript: true, session });
    await visitor.open('/order', order);
    const { words, amounts, filledButtons, covered, text } = await measurePage(visitor.page);
    expect(covered).toEqual([]);
    expect(filledButtons, text).toBe(1);
    expect(words, text).toBeLessThanOrEqual(60);
    expect(amounts, text).toBeLessThanOrEqual(6);
    expect(await stopsToMain(visitor.page)).toBeLessThanOrEqual(5);
  },
);

/** How often Tab is pressed from the top of a page until its filled button has the focus. */
async function stopsToMain(page: Page): Promise<number> {
  for (let stops = 1; stops <= 10; stops += 1) {
    await page.keyboard.press('Tab');
    const isMain = await page.evaluate(() => {
      const { backgroundColor, fontWeight } = getComputedStyle(document.activeElement ?? document.body);
      return Number(fontWeight) >= 600 && backgroundColor !== 'rgba(0, 0, 0, 0)';
    });
    if (isMain) return stops;
  }
  return 10;
}
