import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentWords } from '#content/market-words.ts';
import { confirmText } from '#content/messages/confirm.ts';
import { documentsText } from '#content/messages/documents.ts';
import { lendingText } from '#content/messages/lending.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill } from '#content/text-pack.ts';
import { quoteSettlement, readLoanStatement } from '#contract/host/loan.ts';
import { products } from '#db/schema/product.ts';
import { currencyOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { measurePage } from '#tests/setup/page-budget.ts';

const llano = await testLlano();

const readers = [
  { language: 'es', market: 'MX', productId: 'mx-120' },
  { language: 'en', market: 'IN', productId: 'in-120' },
] as const;
const runs = readers.flatMap((each) => [true, false].map((hasScript) => ({ ...each, hasScript })));

test.each(runs)(
  '[MONEY-5] a loan is settled early at what its pages say, which is less, and the letter tells what was not charged, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const session = await newBorrower(llano, market);
    const loan = await paidOutLoan(llano, session, productId);
    const { orderNumber, orderId } = loan;
    const money = (minor: number) =>
      formatMoney(minorAmount(minor), language, 'dot', currencyOf(market)).replaceAll('\u00a0', ' ');
    await llano.lender.act({ kind: 'advance-days', days: 15 });
    const quote = await llano.tell(quoteSettlement, { orderNumber });
    expect(quote.forgivenMinor).toBeGreaterThan(0);
    const text = repayText[language];
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/order', { productId, orderId });
    await visitor.see(`${lendingText[language].savesToday} ${money(quote.forgivenMinor)}`);
    await visitor.open('/repay', { productId, orderId });
    await page.getByText(text.anotherAmount, { exact: true }).first().click();
    await visitor.see(fill(text.everythingSaves, { amount: money(quote.forgivenMinor) }));
    await visitor.follow(page.getByRole('link', { name: text.everything }));
    await visitor.see(money(quote.settlesMinor));
    // All of the plan is more than may be paid today.
    const wholeMinor = quote.settlesMinor + quote.forgivenMinor;
    await visitor.open('/repay', { productId, orderId, amount: (wholeMinor / 100).toFixed(2) });
    await visitor.see(fill(text.tooMuch, { amount: money(quote.settlesMinor) }));

    await pay(llano, loan, quote.settlesMinor);
    await visitor.open('/order', { productId, orderId });
    await visitor.see(lendingText[language].settledTitle);
    const { loan: settled } = await llano.tell(readLoanStatement, { orderNumber });
    expect([settled.owedMinor, settled.heldMinor]).toEqual([0, 0]);
    await visitor.open('/closureLetter', { productId, orderId });
    await visitor.see(`${lendingText[language].notCharged} ${money(quote.forgivenMinor)}`);
    const pdf = page.getByRole('link', { name: documentsText[language].savePdf });
    expect(await pdf.count()).toBe(1);
  },
);

test.each(runs)(
  '[MONEY-5] more than is asked for pays back the loan, as the offer, the agreement and the page said, and the plan is fewer or lower, in $language, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const prepayment = market === 'MX' ? 'lowers' : 'shortens';
    await llano.database
      .update(products)
      .set({ prepayment, earlyRepaymentFee: 'days-used' })
      .where(eq(products.productId, productId));
    const session = await newBorrower(llano, market);
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    const money = (minor: number) =>
      formatMoney(minorAmount(minor), language, 'dot', currencyOf(market)).replaceAll('\u00a0', ' ');
    await visitor.open('/confirmLoan', { productId });
    expect(await page.content()).toContain(confirmText[language][`payMore-${prepayment}`]);
    const loan = await paidOutLoan(llano, session, productId);
    const { orderNumber, orderId } = loan;
    await visitor.open('/contract', { orderNo: orderNumber });
    // It is kept as it was accepted, in Spanish.
    await visitor.see('se abona ese día al capital');
    await llano.lender.act({ kind: 'advance-days', days: 15 });
    const before = await llano.tell(readLoanStatement, { orderNumber });
    const [first, second] = before.instalments;
    const beyondMinor = (second?.chargedMinor.principal ?? 0) + 10_000;
    const amountMinor = (first?.owedMinor ?? 0) + beyondMinor;

    const text = repayText[language];
    await visitor.open('/repay', { productId, orderId });
    await page.getByText(text.anotherAmount, { exact: true }).first().click();
    const words = { ...paymentWords(market, language), Beyond: text.beyond };
    await visitor.see(fill(text[`more-${prepayment}`], words));
    await page.getByLabel(text.amount, { exact: true }).fill((amountMinor / 100).toFixed(2));
    await visitor.follow(page.getByRole('button', { name: text.useAmount }));
    const pays = fill(text.prepaid, { principal: money(beyondMinor) });
    await visitor.see(pays);
    await visitor.check();
    const measured = await measurePage(page);
    expect(measured.filledButtons, measured.text).toBeLessThanOrEqual(1);
    await visitor.open('/payWay', { productId, orderId, amount: (amountMinor / 100).toFixed(2) });
    await visitor.see(pays);
    await visitor.check();

    await pay(llano, loan, amountMinor);
    const after = await llano.tell(readLoanStatement, { orderNumber });
    const left = after.instalments.filter(({ owedMinor }) => owedMinor > 0);
    expect(left).toHaveLength(market === 'MX' ? 3 : 2);
    for (const { sequence, owedMinor } of left) {
      expect(owedMinor).toBeLessThan(before.instalments[sequence - 1]?.owedMinor ?? 0);
    }
    await visitor.open('/order', { productId, orderId });
    await visitor.see(money(left[0]?.owedMinor ?? 0));
    await visitor.check();
  },
);
