import { expect, test } from 'vitest';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { documentsText } from '#content/messages/documents.ts';
import { newPlanText } from '#content/messages/new-plan.ts';
import { fill } from '#content/text-pack.ts';
import { quoteSettlement, readLoanStatement } from '#contract/host/loan.ts';
import { currencyOf } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { deskOf } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { measurePage } from '#tests/setup/page-budget.ts';
import { readPdf } from '#tests/setup/pdf-text.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

const readers = [
  { language: 'es', market: 'MX', productId: 'mx-120' },
  { language: 'en', market: 'IN', productId: 'in-120' },
] as const;

test.each(readers.flatMap((each) => [true, false].map((hasScript) => ({ ...each, hasScript }))))(
  'a new plan is proposed at the desk by two people, accepted by the borrower, paid and settled: $market, script $hasScript',
  async ({ language, market, productId, hasScript }) => {
    const session = await newBorrower(llano, market);
    const loan = await paidOutLoan(llano, session, productId);
    await llano.lender.act({ kind: 'advance-days', days: 40 });
    const { orderNumber } = loan;
    const order = { productId, orderId: loan.orderId };
    const statement = () => llano.tell(readLoanStatement, { orderNumber });

    const sitting = { language, hasScript, widthPx: 1280 };
    const desk = deskCorrectionText[language];
    const ana = await sitDown(sitting, 'Ana Gómez');
    await ana.page.goto(`/desk/loans/${orderNumber}/correct`);
    await ana.page.getByText(desk['new-plan'], { exact: true }).click();
    const fold = ana.page.locator('main details[open]');
    await fold.getByLabel(desk.moratoriumDays).fill('20');
    await fold.getByLabel(desk.count).fill('6');
    await fold.getByLabel(desk.reason).fill('Lost their job in December');
    await fold.getByRole('button', { name: desk.preview, exact: true }).click();
    await ana.check();
    await ana.page
      .locator('main details[open]')
      .getByRole('button', { name: fill(desk.ask, { what: '' }).trim() })
      .click();
    const address = ana.page.url();
    expect(new URL(address).pathname).toMatch(/^\/desk\/approvals\//);
    expect((await statement()).newPlans).toEqual([]);
    const marta = await sitDown(sitting, 'Marta Ruiz');
    await marta.page.goto(address);
    await marta.check();
    await marta.page.getByRole('button', { name: /^(Approve|Aprobar)/ }).click();
    expect((await statement()).newPlans).toMatchObject([{ state: 'proposed' }]);

    const text = newPlanText[language];
    const visitor = await llano.visit({ language, hasScript, session });
    const { page } = visitor;
    await visitor.open('/order', order);
    await visitor.follow(page.getByRole('link', { name: text.offered }));
    await visitor.check();
    const measured = await measurePage(page);
    expect(measured.filledButtons, measured.text).toBe(1);
    expect(measured.words, measured.text).toBeLessThanOrEqual(60);
    expect(measured.amounts, measured.text).toBeLessThanOrEqual(6);
    await visitor.follow(page.getByRole('button', { name: text.accept }));
    await visitor.see(text.history);
    await visitor.check();
    const agreed = await statement();
    expect(agreed.loan.status).toBe('to-repay');
    expect(agreed.newPlans).toMatchObject([{ state: 'agreed', payments: { length: 6 } }]);
    const [plan] = agreed.newPlans;
    expect(agreed.loan.owedMinor).toBe((plan?.owedMinor ?? 0) - (plan?.waivedMinor ?? 0));

    await visitor.open('/contract', { orderNo: orderNumber });
    await visitor.see(fill(text.annex, { date: '' }).trim());

    await pay(llano, loan, plan?.payments[0]?.amountMinor ?? 0);
    const { settlesMinor } = await llano.tell(quoteSettlement, { orderNumber });
    await pay(llano, loan, settlesMinor);
    expect((await statement()).loan.status).toBe('settled');
    await visitor.open('/order', order);
    await visitor.see(text.history);

    await visitor.open('/closureLetter', order);
    const annex = fill(text.annex, { date: plan?.agreedOn ?? '' });
    const amounts = (plan?.payments ?? []).map(({ amountMinor }) =>
      formatMoney(minorAmount(amountMinor), language, 'dot', currencyOf(market)).replaceAll('\u00a0', ' '),
    );
    const link = page.getByRole('link', { name: documentsText[language].savePdf });
    const href = await link.getAttribute('href');
    const file = await page.request.get(new URL(href ?? '', llano.address).href);
    const pdf = (await readPdf(new Uint8Array(await file.body()))).text.replaceAll('\u00a0', ' ');
    for (const letter of [await visitor.text(), pdf]) {
      expect(letter).toContain(annex);
      for (const amount of amounts) expect(letter).toContain(amount);
    }
  },
);
