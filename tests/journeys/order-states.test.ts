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
    const { words, amounts, filledButtons, covered, said } = await measurePage(visitor.page);
    if (process.env.SHOTS) {
      const dir = process.env.SHOTS;
      await visitor.page.screenshot({ path: `${dir}/${state}-${language}.png`, fullPage: true });
      const height = await visitor.page.evaluate(() => document.documentElement.scrollHeight);
      const dates = await visitor.page.evaluate(
        () => [...document.querySelectorAll('main time')].filter((each) => each.checkVisibility()).length,
      );
      console.log(
        `ROW ${state} ${language} words ${words} amounts ${amounts} filled ${filledButtons} dates ${dates} height ${height} covered ${covered.join()} :: ${said}`,
      );
      return;
    }
    expect(covered).toEqual([]);
    expect(filledButtons, said).toBe(1);
    expect(words, said).toBeLessThanOrEqual(60);
    expect(amounts, said).toBeLessThanOrEqual(6);
  },
);
