import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { quotes } from '#db/schema/loan.ts';
import { offers } from '#db/schema/product.ts';
import type { Language } from '#domain/language.ts';
import { minorAmount } from '#domain/money/money.ts';
import { newBorrower, type OfferedProduct } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { measurePage, type PageBudget } from '#tests/setup/page-budget.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const llano = await testLlano();

/** A borrower of their own, in whose browser a state is reached. */
interface Reader {
  readonly visitor: Visitor;
  readonly session: TestSession;
  readonly productId: OfferedProduct;
  readonly language: Language;
}

interface State {
  /** What the borrower sees, for the title of its test. */
  readonly name: string;
  readonly budget: PageBudget;
  /** Opens the page in that state. */
  readonly reach: (reader: Reader) => Promise<unknown>;
}

/** Before a loan is accepted more figures stand side by side than on any other page. */
const offerBudget: PageBudget = { words: 70, amounts: 8, filledButtons: 1 };

const states: readonly State[] = [
  {
    name: 'an offer',
    budget: offerBudget,
    reach: ({ visitor, productId }) => visitor.open('/confirmLoan', { productId }),
  },
  {
    name: 'an offer of one payment with a late fee and penalties that change',
    budget: offerBudget,
    reach: ({ visitor, productId }) =>
      visitor.open('/confirmLoan', { productId: productId === 'mx-120' ? 'mx-90-steps' : productId }),
  },
  {
    name: 'an offer that is worked out again',
    budget: { ...offerBudget, filledButtons: 0 },
    async reach({ visitor, session, productId }) {
      const { borrowerId } = session;
      await llano.database
        .update(offers)
        .set({ previousAmountMinor: minorAmount(1_000_000) })
        .where(eq(offers.borrowerId, borrowerId));
      await visitor.open('/confirmLoan', { productId });
    },
  },
  {
    name: 'an offer that changed while it was read',
    budget: offerBudget,
    async reach({ visitor, session, productId }) {
      await visitor.open('/confirmLoan', { productId });
      await llano.database
        .update(offers)
        .set({ amountMinor: minorAmount(400_000) })
        .where(eq(offers.borrowerId, session.borrowerId));
      await llano.database
        .update(quotes)
        .set({ expiresAt: new Date('2026-11-20T00:00:00Z') })
        .where(eq(quotes.borrowerId, session.borrowerId));
      visitor.expectFault(/status of 4\d\d/);
      const { page } = visitor;
      await page.getByRole('checkbox').check();
      await page.locator('main form button:not([type=button])').click();
      await page.getByRole('columnheader').first().waitFor();
    },
  },
  {
    name: 'an offer that ended',
    budget: offerBudget,
    async reach({ visitor, session, productId }) {
      await llano.database.delete(offers).where(eq(offers.borrowerId, session.borrowerId));
      visitor.expectFault(/status of 4\d\d/);
      await visitor.open('/confirmLoan', { productId });
    },
  },
];

const readers = [
  { language: 'es', market: 'MX', productId: 'mx-120' },
  { language: 'en', market: 'IN', productId: 'in-120' },
] as const;

test.each(states.flatMap((state) => readers.map((reader) => ({ ...state, ...reader }))))(
  '[REPAY-4] on its first two screens $name is within its budget, in $language',
  async ({ budget, reach, language, market, productId }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    await reach({ visitor, session, productId, language });
    const { said, covered, ...measured } = await measurePage(visitor.page);
    expect(covered).toEqual([]);
    expect(measured.filledButtons, said).toBe(budget.filledButtons);
    expect(measured.words, said).toBeLessThanOrEqual(budget.words);
    expect(measured.amounts, said).toBeLessThanOrEqual(budget.amounts);
  },
);
