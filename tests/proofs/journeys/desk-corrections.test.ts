import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { deskApplicationText } from '#content/messages/desk-application.ts';
import { deskClaimText } from '#content/messages/desk-claim.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskDisputeText } from '#content/messages/desk-dispute.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { deskReceiptText } from '#content/messages/desk-receipt.ts';
import { fill } from '#content/text-pack.ts';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { unmatchedPath } from '#desk/paths.ts';
import { localDate } from '#domain/calendar.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { applyForLoan, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

test.each(sittings)(
  'an application is decided by its figures and approved by a second approver: %o',
  async (sitting) => {
    const { language } = sitting;
    const text = deskCorrectionText[language];
    const words = deskApplicationText[language];
    const session = await newBorrower(llano);
    const declined = await applyForLoan(llano, session);
    await llano.tell(decideApplication, { orderNumber: declined.orderNumber, decision: 'decline' });
    const { orderNumber } = await applyForLoan(llano, session);
    const marta = await sitDown(sitting, 'Marta Ruiz');
    const main = marta.page.locator('main');
    await marta.page.goto('/desk/loans?status=under-review');
    expect(await visibleText(main)).toContain('5.562,52');
    await marta.check();
    await main.getByRole('link', { name: orderNumber }).click();
    await expectFigures(marta.page);
    await marta.check();
    await main.getByRole('link', { name: words.decide }).click();
    await main.getByText(text.approve, { exact: true }).click();
    const fold = main.locator('details[open]');
    await fold.getByLabel(text.reason).fill('Paid everything back before');
    await fold.getByRole('button', { name: text.preview, exact: true }).click();
    await expectFigures(marta.page);
    expect(await visibleText(main.locator('dl[aria-label]'))).toContain(text.payoutMinor);
    await marta.check();
    await fold.getByRole('button', { name: fill(text.ask, { what: '' }).trim() }).click();
    await expectFigures(marta.page);
    await marta.check();
    const luis = await sitDown(sitting, 'Luis Mora');
    await luis.page.goto('/desk/approvals');
    await luis.check();
    await luis.page.getByRole('link', { name: text.approve }).last().click();
    expect(new URL(luis.page.url()).pathname).toBe(new URL(marta.page.url()).pathname);
    await expectFigures(luis.page);
    await luis.check();
    await luis.page.getByRole('button', { name: /^(Approve|Aprobar) / }).click();
    expect(await visibleText(luis.page.locator('main'))).toContain('Luis Mora');
    await marta.page.goto(`/desk/loans/${orderNumber}`);
    expect(await visibleText(main)).toContain(deskLoanText[language]['paying-out']);
    await marta.check();
  },
);

/** Expects what an application asks for, costs and is paid back, and that another was declined. */
async function expectFigures(page: Page): Promise<void> {
  const shown = await visibleText(page.locator('main'));
  for (const figure of ['5.000,00', '562,52', '5.562,52', '58,1', '120', ': 1, $ 5.000,00']) {
    expect(shown, new URL(page.url()).pathname).toContain(figure);
  }
}

test.each(sittings)('what a borrower claims and disputes is answered from the loan: %o', async (sitting) => {
  const { language } = sitting;
  const text = deskCorrectionText[language];
  const words = deskClaimText[language];
  const disputeWords = deskDisputeText[language];
  const receiptWords = deskReceiptText[language];
  const session = await newBorrower(llano);
  const { productId, orderId, orderNumber } = await paidOutLoan(llano, session);
  const key = { productId, orderId };
  const statement = async () => (await llano.ask(readLoan, key, session)).statement;
  const paidOn = localDate((await statement())?.today.slice(0, 10) ?? '');
  const claim = { amountMinor: minorAmount(15_050), paidOn, image: null };
  await llano.ask(
    claimPayment,
    { ...key, ...claim, channel: 'store', trackingKey: `FOLIO ${orderNumber}` },
    session,
  );
  for (const chargeId of ['1-fee', '1-interest']) {
    const request = { ...key, chargeId, reason: 'other', words: 'Nadie me lo dijo.' } as const;
    await llano.ask(disputeCharge, request, session);
  }
  const { page, check } = await sitDown(sitting, 'Ana Gómez');
  const main = page.locator('main');
  const button = (name: string) => main.getByRole('button', { name });
  await page.goto(`/desk/loans/${orderNumber}`);
  const questions = main.getByRole('region', { name: deskLoanText[language].questions });
  expect(await questions.getByRole('link').count()).toBe(3);
  await check();

  await questions.getByRole('link').last().click();
  expect(await main.getByLabel(words.folio).inputValue()).toBe(`FOLIO${orderNumber.replaceAll('-', '')}`);
  await button(text.preview).click();
  expect(await visibleText(main)).toContain(text['wrong-reason']);
  await check();
  await main.getByLabel(text.reason).fill('Seen on the statement of the bank');
  await button(text.preview).click();
  expect(await visibleText(main.locator('dl[aria-label]'))).toContain(text.owedMinor);
  await check();
  await button(fill(words.doRecord, { amount: '' }).trim()).click();
  expect(await visibleText(main)).toContain(words.received);
  await check();
  const [paid] = (await statement())?.payments ?? [];
  expect(paid).toMatchObject({ amountMinor: 15_050, method: 'store' });

  await page.goto('/desk/receipts');
  await main.getByLabel(receiptWords.order).fill(orderNumber);
  await main.getByLabel(receiptWords.number).fill(receiptNumber(paid?.paymentId ?? ''));
  await main.getByLabel(receiptWords.code).fill(paid?.checkCode ?? '');
  await button(receiptWords.check).click();
  expect(await visibleText(main.getByRole('alert'))).toContain(receiptWords.genuine);
  await check();

  for (const [index, answer] of ['uphold', 'reject'].entries()) {
    await page.goto(`/desk/loans/${orderNumber}`);
    await questions.getByRole('link').first().click();
    await check();
    const field = main.getByLabel(disputeWords.answerLabel).nth(index);
    await field.fill('We looked at the agreement.');
    if (answer === 'uphold') await button(text.preview).click();
    if (answer === 'uphold') await check();
    const done =
      answer === 'uphold' ? fill(disputeWords.doUphold, { amount: '' }).trim() : disputeWords.doReject;
    await button(done).click();
    expect(await visibleText(main)).toContain(disputeWords[answer === 'uphold' ? 'upheld' : 'rejected']);
    await check();
  }
  expect((await statement())?.disputes?.map(({ state }) => state)).toEqual(['rejected', 'upheld']);
  await page.goto(`/desk/loans/${orderNumber}`);
  expect(await questions.count()).toBe(0);
});

test.each([1024, 412, 320])(
  'no page of the desk scrolls sideways, with the longest reference: %d px',
  async (widthPx) => {
    const [reference, eventId] = ['W'.repeat(64), newId().padEnd(128, 'X')];
    const amountMinor = minorAmount(123_456_789);
    await llano.tell(recordPayment, { provider: 'bank', eventId, reference, currency: 'INR', amountMinor });
    const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano, 'IN'), 'in-120');
    const { page } = await sitDown({ language: 'es', hasScript: false, widthPx }, 'Ana Gómez');
    for (const path of [
      ...['/desk/unmatched', unmatchedPath({ provider: 'bank', eventId }), '/desk/borrowers'],
      ...[
        '/desk/queue',
        '/desk/collections?market=IN',
        '/desk/figures?currency=INR',
        `/desk/loans/${orderNumber}`,
      ],
    ]) {
      await page.goto(path);
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect([path, scrollWidth]).toEqual([path, clientWidth]);
    }
  },
);

test.each(sittings)('a preview reloads, and going back shows what was typed: %o', async (sitting) => {
  const { language } = sitting;
  const text = deskCorrectionText[language];
  const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
  const ana = await sitDown(sitting, 'Ana Gómez');
  const main = ana.page.locator('main');
  const fold = main.locator('details[open]');
  await ana.page.goto(`/desk/loans/${orderNumber}/correct`);
  await main.getByText(text['waive-fee'], { exact: true }).click();
  const amount = fold.getByLabel(text.amount);
  await amount.fill('999999');
  await fold.getByLabel(text.reason).fill('Agreed with the borrower');
  await fold.getByRole('button', { name: text.preview, exact: true }).click();
  await ana.check();
  expect(await visibleText(fold)).toMatch(/999\.999,00 (?:is more than is possible|es más de lo posible)/);
  expect(await amount.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await amount.fill('10');
  await fold.getByRole('button', { name: text.preview, exact: true }).click();
  const previewed = ana.page.url();
  expect(previewed).toMatch(/\?draft=[0-9a-f-]{36}$/);
  await ana.page.reload();
  const words = await visibleText(fold);
  expect(words).toContain('10,00');
  await ana.check();
  await ana.page.goto(`/desk/loans/${orderNumber}`);
  await ana.page.goBack();
  expect([ana.page.url(), await visibleText(fold)]).toEqual([previewed, words]);
  await ana.page.goBack();
  await ana.page.goBack();
  expect(new URL(ana.page.url()).search).toBe('');
  expect(await amount.inputValue()).toBe('10');
  await ana.check();
});
