import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { LoanDetail } from '#contract/calls/loan.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { loanStates } from '#domain/loan/loan-view.ts';
import { anOrder } from '#fixtures/order-states.ts';
import { type ContractBackend, startContractBackend } from '#tests/setup/contract-backend.ts';
import { startTestPages, type TestPages } from '#tests/setup/llano.ts';
import { measurePage, stopsToMain } from '#tests/setup/page-budget.ts';

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
    // Fifteen words more than a page that is paid on: product and rows stand open (ORDER-2).
    expect(words, text).toBeLessThanOrEqual(90);
    // What is held of a settled loan stands in its title and on its button.
    expect(amounts, text).toBeLessThanOrEqual(state === 'in-credit' ? 8 : 7);
    expect(await stopsToMain(visitor.page)).toBeLessThanOrEqual(5);
  },
);

test.each(['es', 'en'] as const)(
  '[CALL-4] a toast never lies over the note that says the same, in %s',
  async (language) => {
    const visitor = await pages.visit({ language, hasScript: true, session });
    visitor.expectFault(/status of \d\d\d/);
    const { page } = visitor;
    await visitor.open('/confirmLoan', order);
    backend.refuse('acceptOffer', { code: 'CLOSED', message: 'El banco no responde.' });
    const box = page.getByRole('checkbox');
    for (const scrollY of [0, 1e6]) {
      await box.check();
      await page.locator('main form button:not([type=button])').last().click();
      const toast = page.locator('[data-toast]');
      await expect.poll(() => toast.textContent()).toBe('El banco no responde.');
      await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrollY);
      const [own, note] = [await toast.boundingBox(), await page.locator('[data-toast-too]').boundingBox()];
      if (!own || !note) throw new Error('no toast or no note');
      expect(own.y >= note.y + note.height || own.y + own.height <= note.y).toBe(true);
    }
    backend.change('acceptOffer', {});
  },
);
