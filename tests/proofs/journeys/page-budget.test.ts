import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { registrationText } from '#content/messages/registration.ts';
import { quotes } from '#db/schema/loan.ts';
import { offers } from '#db/schema/product.ts';
import type { Language } from '#domain/language.ts';
import { minorAmount } from '#domain/money/money.ts';
import { defaultTemplateIds } from '#domain/registration/promotion-template.ts';
import { saveCards } from '#tests/setup/card-holders.ts';
import { newBorrower, type OfferedProduct, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { measurePage, type PageBudget, stopsToMain } from '#tests/setup/page-budget.ts';
import { answerOf } from '#tests/setup/registrant.ts';
import { startSmsGateway } from '#tests/setup/sms-gateway.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const gateway = await startSmsGateway();
afterAll(gateway.close);
const llano = await testLlano({ SMS_GATEWAY_URL: gateway.url });

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
  /** Whether the button is near the top for who types; not where what it costs is read before. */
  readonly isNear?: boolean;
  /** Opens the page in that state. */
  readonly reach: (reader: Reader) => Promise<unknown>;
}

/**
 * Before a loan is accepted more figures stand side by side than on any other page; fifteen words more for the rows that stand
 * open (CONFIRM-1) and for the second lines that say what a row is.
 */
const offerBudget: PageBudget = { words: 105, amounts: 9, filledButtons: 1 };

/** Paying. */
const payBudget: PageBudget = { words: 75, amounts: 7, filledButtons: 1 };

/** Registering: three fields on one page, as the specification has it (PROMO-2), and what a loan costs. */
const registrationBudget: PageBudget = { words: 90, amounts: 6, filledButtons: 1 };

/** Opens a page of a loan of the reader's that is paid out, after some days. */
function ofLoan(path: string, { daysLater = 0, ...own }: { daysLater?: number; way?: string } = {}) {
  return async ({ visitor, session, productId }: Reader): Promise<void> => {
    const loan = await paidOutLoan(llano, session, productId);
    if (daysLater > 0) await llano.lender.act({ kind: 'advance-days', days: daysLater });
    await visitor.open(path, { productId: loan.productId, orderId: loan.orderId, ...own });
  };
}

const payStates: readonly State[] = [
  { name: 'what is due', budget: payBudget, isNear: true, reach: ofLoan('/repay') },
  {
    name: 'the code of the usual way',
    budget: payBudget,
    async reach(reader) {
      await ofLoan('/repay')(reader);
      const { page } = reader.visitor;
      const code = page.locator('#way-0 a[href^="/carpmm"]').first();
      if (reader.language === 'en') await page.locator('#way-0 details > summary').click();
      await reader.visitor.follow(code);
    },
  },
  {
    name: 'the cards to pay with',
    budget: payBudget,
    async reach(reader) {
      await saveCards(llano, reader.session.borrowerId, {
        market: reader.language === 'es' ? 'MX' : 'IN',
        savedAt: new Date(),
      });
      await ofLoan('/payWay')(reader);
    },
  },
  { name: 'paying without a saved card', budget: payBudget, reach: ofLoan('/payWay') },
  { name: 'an account to transfer to', budget: payBudget, reach: ofLoan('/repay', { way: 'next' }) },
  {
    name: 'an account to transfer what is late to',
    budget: payBudget,
    reach: ofLoan('/repay', { daysLater: 33, way: 'next' }),
  },
  { name: 'what is late', budget: payBudget, reach: ofLoan('/repay', { daysLater: 33 }) },
  { name: 'extending what is late', budget: payBudget, reach: ofLoan('/repayDelay', { daysLater: 33 }) },
  {
    name: 'saying that it is paid',
    budget: payBudget,
    isNear: true,
    reach: ofLoan('/paymentClaim', { daysLater: 33 }),
  },
  { name: 'help', budget: payBudget, isNear: true, reach: ofLoan('/customerService') },
  {
    name: 'its charges',
    budget: payBudget,
    isNear: true,
    async reach(reader) {
      await ofLoan('/order', { daysLater: 33 })(reader);
      await reader.visitor.follow(reader.visitor.page.locator('a[href^="/chargeDispute"]'));
    },
  },
];

/** A state of the registration, which has no session. */
function ofRegistration(state: 'start' | 'question' | 'sent') {
  return async ({ visitor, language }: Reader): Promise<void> => {
    const { page } = visitor;
    await page.goto(`/registerTemplate?id=${defaultTemplateIds[language]}`);
    if (state === 'start') return;
    await page.locator('#mobile').pressSequentially(language === 'es' ? '5548217736' : '9845501276');
    const press = (value: string) => page.locator(`button[value=${value}]:not([tabindex])`).click();
    await press('question');
    const question = page.locator('#captcha-hint');
    await question.waitFor();
    if (state === 'question') return;
    await page.fill('#captcha', answerOf(await visitor.text(question), language));
    await press('send');
    await visitor.see(registrationText[language].codeSent);
  };
}

const registrationStates: readonly State[] = (['start', 'question', 'sent'] as const).map((state) => ({
  name: `registering, ${state}`,
  budget: registrationBudget,
  isNear: true,
  reach: ofRegistration(state),
}));

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
  ...payStates,
  ...registrationStates,
];

const readers = [
  { language: 'es', market: 'MX', productId: 'mx-120' },
  { language: 'en', market: 'IN', productId: 'in-120' },
] as const;

test.each(states.flatMap((state) => readers.map((reader) => ({ ...state, ...reader }))))(
  '[REPAY-4] on its first two screens $name is within its budget, in $language',
  async ({ budget, isNear = false, reach, language, market, productId }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript: true, session });
    await reach({ visitor, session, productId, language });
    const { text, covered, ...measured } = await measurePage(visitor.page);
    expect(covered).toEqual([]);
    expect(measured.filledButtons, text).toBe(budget.filledButtons);
    expect(measured.words, text).toBeLessThanOrEqual(budget.words);
    expect(measured.amounts, text).toBeLessThanOrEqual(budget.amounts);
    if (!isNear) return;
    // A field that has the focus already is where it should be.
    await visitor.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    // The fold of the rows, right below them, is one of the stops (REPAY-2).
    expect(await stopsToMain(visitor.page)).toBeLessThanOrEqual(6);
  },
);
