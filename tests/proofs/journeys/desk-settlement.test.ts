import { expect, test } from 'vitest';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskSettlementStateText, deskSettlementText } from '#content/messages/desk-settlement.ts';
import { fill } from '#content/text-pack.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

test.each(sittings)(
  'a treasurer corrects a payment to the amount of its line, seeing first what becomes of the loan: %o',
  async (sitting) => {
    const { language } = sitting;
    const text = deskSettlementText[language];
    const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
    const paid = newId();
    await llano.tell(recordPayment, {
      ...{ provider: 'conekta', eventId: paid, orderNumber, currency: 'MXN', anotherPayment: true },
      amountMinor: minorAmount(150_000),
    });
    const csv = `id,charge,amount,fee,currency,created_at,type\n${newId()},${paid},148500,0,MXN,1795197600,capture\n`;
    const { page, check } = await sitDown(sitting, 'Ana Gómez');
    const main = page.getByRole('main');
    await page.goto('/desk/settlements');
    await page.getByLabel(text.from).selectOption('conekta');
    await page.getByLabel(text.file).setInputFiles({
      ...{ name: 'liq_20261121.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(csv),
    });
    await main.getByRole('button', { name: text.readButton }).click();
    await main.locator('summary').filter({ hasText: deskSettlementStateText[language].different }).click();
    await check();
    await main.getByRole('textbox').fill('The bank statement shows less');
    await main.getByRole('button', { name: deskCorrectionText[language].preview }).click();
    await check();
    const screens = process.env.DESK_SCREENS;
    if (screens !== undefined)
      for (const width of [sitting.widthPx, 320]) {
        await page.setViewportSize({ width, height: 823 });
        await page.screenshot({
          path: `${screens}/settlement-correct-${language}-${width}.png`,
          fullPage: true,
        });
      }
    await main
      .getByRole('button', { name: fill(text.correctTo, { amount: '' }).trim() })
      .first()
      .click();
    await check();
    expect(await visibleText(main)).toContain(text.allDecided);
    const { payments } = await llano.tell(readLoanStatement, { orderNumber });
    expect(payments.filter(({ outcome }) => outcome === 'posted')).toMatchObject([{ amountMinor: 148_500 }]);
  },
);
