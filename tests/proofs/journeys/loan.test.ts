import { expect, test } from 'vitest';
import { agreementText } from '#content/messages/agreement.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { instructionText } from '#content/messages/instruction.ts';
import { lendingText } from '#content/messages/lending.ts';
import { loanText } from '#content/messages/loan.ts';
import { pageText } from '#content/messages/page.ts';
import { repayText } from '#content/messages/repay.ts';
import { wayText } from '#content/messages/ways-to-pay.ts';
import { fill } from '#content/text-pack.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { acceptShownOffer, openFolds } from '#tests/setup/offer-page.ts';
import { sandboxPanel } from '#tests/setup/sandbox-panel.ts';
import type { Visitor } from '#tests/setup/visitor.ts';

const llano = await testLlano();

/** The longest journey there is, on a busy machine. */
const walkTimeoutMs = 150_000;

const walks = [
  {
    language: 'es',
    market: 'MX',
    productId: 'mx-120',
    received: '$ 5.000,00',
    total: '$ 5.562,52',
    payments: ['$ 1.422,81', '$ 1.401,36', '$ 1.379,91', '$ 1.358,44'],
    settles: '$ 1.143,92',
  },
  {
    language: 'en',
    market: 'IN',
    productId: 'in-120',
    received: '₹ 12.000,00',
    total: '₹ 13.293,43',
    payments: ['₹ 3.389,93', '₹ 3.345,55', '₹ 3.301,17', '₹ 3.256,78'],
    settles: '₹ 1.963,35',
  },
] as const;

/** The other two are walked, shorter, in every engine (tests/engines). */
const runs = walks.map((walk) => ({ ...walk, hasScript: walk.language === 'es' }));

test.each(runs)(
  '[CONFIRM-1] [ORDER-2] [ORDER-4] [ORDER-6] [REPAY-1] [REPAY-3] [INSTR-1] [CONTRACT-1] [LANG-2] [MONEY-1] [MONEY-2] ' +
    'a loan from the test page to settled and asked for again, in $language, script $hasScript',
  async ({ language, market, productId, hasScript, received, total, payments, settles }) => {
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const panel = sandboxPanel(visitor, session.borrowerId);
    const text = {
      confirm: confirmText[language],
      order: loanText[language],
      lending: lendingText[language],
    };

    await panel.openOffer(productId);
    expect(await visitor.text()).not.toContain(text.confirm.coupons);
    await openFolds(page);
    for (const shown of [received, total, ...payments, 'Llano 120', '0,0493 %', '2026-12-20']) {
      expect(await visitor.text()).toContain(shown);
    }
    expect(await visitor.text()).toContain(`${text.confirm.term} ${fill(text.confirm.days, { count: 120 })}`);
    await acceptShownOffer(visitor);
    await visitor.see(text.lending.underReviewTitle);

    await panel.press('approve');
    await panel.openLoanPage();
    await visitor.see(text.lending.payingOutTitle);
    await panel.press('payOut');
    await panel.openLoanPage();

    expect(await visitor.text()).toContain('Llano 120');
    expect(await visitor.text()).toContain(`${text.lending.received} ${received}`);
    await visitor.follow(page.getByRole('link', { name: wayText[language].otherWay }));
    await lookAtWaysToPay(visitor, payments[0]);
    await visitor.follow(page.getByRole('link', { name: text.order.back }));
    await visitor.follow(page.getByRole('link', { name: text.order.seeAgreement, exact: true }));
    await expectAgreement(visitor, { received, total });

    for (const [index, payment] of payments.entries()) {
      await panel.press('exact');
      // Before its date the last payment is asked for at what settles the loan.
      expect(await visitor.text()).toContain(index === payments.length - 1 ? settles : payment);
      await panel.openLoanPage();
      const paid = await page.getByText(/^(Pagado el|Paid on) \d{4}-\d{2}-\d{2}$/).count();
      expect(paid).toBe(index + 1);
    }

    await visitor.see(text.order.leftToPay);
    // All of it on the day of payout: no interest was used, and in India the loan was given back without its fee.
    expect(await visitor.text()).toContain(language === 'es' ? '$ 5.348,00' : '₹ 12.000,00');
    await rate(visitor, language === 'es' ? 4 : 5);
    await visitor.follow(page.getByRole('link', { name: text.order.borrowAgain }));
    await visitor.see(text.confirm.youReceive);
  },
  walkTimeoutMs,
);

/** Opens and closes the picture code, takes the code to pay, and reads the instructions. */
async function lookAtWaysToPay(visitor: Visitor, amount: string): Promise<void> {
  const { page, language } = visitor;
  const text = repayText[language];
  for (const shown of [amount, language === 'es' ? '20 dic' : '20 Dec', 'Llano 120'])
    expect(await visitor.text()).toContain(shown);

  const isMexico = language === 'es';
  // Another way opens the one after the usual.
  await page.locator('#way-0 > summary').click();
  if (isMexico) {
    await page.locator('summary', { hasText: text.codeFold }).click();
    await page.getByRole('button', { name: text.showBarcode }).click();
    const dialog = page.getByRole('dialog', { name: text.barcodeTitle });
    await dialog.getByRole('img').waitFor();
    await visitor.check();
    await dialog.getByRole('button', { name: text.close }).last().click();
    await dialog.waitFor({ state: 'hidden' });
  } else {
    await page.locator('summary', { hasText: text.qrTitle }).click();
    await page.getByRole('img', { name: /QR/ }).waitFor();
    await visitor.check();
  }

  await expectSelecting(visitor);
  await expectCopying(visitor);
  await visitor.follow(page.locator('a[href^="/carpmm"]').first());
  expect(await visitor.text()).toContain(amount);
  if (isMexico) await page.locator('summary', { hasText: instructionText[language].slipData }).click();
  await expectSelecting(visitor);
  await expectCopying(visitor);
  await visitor.follow(page.getByRole('link', { name: pageText[visitor.language].back }));
}

/** A press on the code selects it whole and without a space, although it is read in groups. */
async function expectSelecting({ page }: Visitor): Promise<void> {
  const code = page.locator('code').first();
  await code.click();
  const selected = await page.evaluate(() => String(getSelection()));
  expect(selected).toBe(await code.textContent());
  expect(selected).toMatch(/^\S{6,}$/);
}

/** With script the copy button copies the code without its blanks, and says so; without script there is none. */
async function expectCopying({ page, context, language, hasScript }: Visitor): Promise<void> {
  const button = page.getByRole('button', { name: pageText[language].copy }).first();
  expect(await button.isVisible()).toBe(hasScript);
  if (!hasScript) return;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button.click();
  await page.getByRole('button', { name: pageText[language].copied }).waitFor();
  const code = await page.locator('code').first().textContent();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code?.replace(/\s/g, ''));
}

/** Rates the loan and is thanked: with script in sheets, without in a band above the page. */
async function rate(visitor: Visitor, stars: 4 | 5): Promise<void> {
  const { page, language, hasScript } = visitor;
  const text = loanText[language];
  if (hasScript) {
    await page.getByRole('link', { name: text.rate, exact: true }).click();
    await visitor.check();
  }
  const part = hasScript ? page.getByRole('dialog', { name: text.rateTitle }) : page.locator('noscript form');
  await part.locator(`label[for$="star-${stars}"]`).click();
  await visitor.follow(part.getByRole('button', { name: text.sendRating }));
  await visitor.see(text.thanksLine);
  expect(await page.locator('dialog[open]').count()).toBe(hasScript ? 1 : 0);
  if (hasScript) await page.getByRole('dialog').getByRole('button', { name: text.close }).last().click();
  expect(await page.getByRole('link', { name: text.rate, exact: true }).count()).toBe(0);
}

async function expectAgreement(
  { page, language, text: textOf }: Visitor,
  { received, total }: { readonly received: string; readonly total: string },
): Promise<void> {
  const text = agreementText[language];
  const rows = page.getByRole('table').first().getByRole('row');
  expect(await rows.count()).toBe(13);
  const value = (label: string) => textOf(rows.filter({ hasText: label }).getByRole('cell'));
  expect(await value(text.amount)).toBe(received);
  expect(await value(text.contractAmount)).toBe(total);
}
