import { expect, test } from 'vitest';
import { deskRailText } from '#content/messages/desk.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import {
  deskSettlementDecisionText,
  deskSettlementStateText,
  deskSettlementText,
} from '#content/messages/desk-settlement.ts';
import { fill } from '#content/text-pack.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, openRail, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

test.each(sittings)(
  'a treasurer reads a settlement file, puts a payment with the unmatched and closes its day in six clicks: %o',
  async (sitting) => {
    const { language } = sitting;
    const text = deskSettlementText[language];
    const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
    const [known, unknown] = [newId(), newId()];
    await llano.tell(recordPayment, {
      ...{ provider: 'conekta', eventId: known, orderNumber, currency: 'MXN', anotherPayment: true },
      amountMinor: minorAmount(150_000),
    });
    const csv = [
      'id,charge,amount,fee,currency,created_at,type',
      `${newId()},${known},150000,4640,MXN,1795197600,capture`,
      `${newId()},${unknown},98500,3000,MXN,1795197600,capture`,
    ].join('\n');
    const { page, check } = await sitDown(sitting, 'Ana Gómez');
    const main = page.getByRole('main');
    let clicks = 0;
    const click = async (locator: ReturnType<typeof main.getByRole>) => {
      clicks += 1;
      await locator.click();
    };
    await openRail(page, sitting);
    await click(page.getByRole('link', { name: deskRailText[language].settlements, exact: true }));
    await check();
    await page.getByLabel(text.from).selectOption('conekta');
    await page.getByLabel(text.file).setInputFiles({
      ...{ name: 'liq_20261120.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(csv),
    });
    await click(main.getByRole('button', { name: text.readButton }));
    await check();
    expect(await visibleText(main)).toContain('985,00');
    await click(
      main.locator('summary').filter({ hasText: deskSettlementStateText[language]['missing-here'] }),
    );
    await check();
    await main.getByRole('textbox').fill('no message came of it');
    await click(main.getByRole('button', { name: deskSettlementDecisionText[language].unmatched }));
    await check();
    expect(await visibleText(main)).toContain('2.408,60');
    await click(main.getByRole('button', { name: /2026-11-20/ }));
    await check();
    expect(await visibleText(main)).toContain(fill(text.done, { day: '2026-11-20' }));
    await click(main.getByRole('link', { name: /^(?:Matched|Conciliados)/ }));
    await check();
    expect(clicks).toBe(6);
  },
);

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
