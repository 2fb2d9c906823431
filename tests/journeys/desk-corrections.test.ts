import { expect, test } from 'vitest';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskUnmatchedText } from '#content/messages/desk-unmatched.ts';
import { fill } from '#content/text-pack.ts';
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
  'a write-off is previewed, asked for, and approved by a second person: %o',
  async (sitting) => {
    const text = deskCorrectionText[sitting.language];
    const loan = await paidOutLoan(llano, await newBorrower(llano));
    const ana = await sitDown(sitting, 'Ana Gómez');
    await ana.page.goto(`/desk/loans/${loan.orderNumber}`);
    await ana.page.getByRole('link', { name: text.title }).click();
    await ana.check();
    await ana.page.getByText(text['write-off'], { exact: true }).click();
    await ana.page.getByRole('button', { name: text.preview, exact: true }).last().click();
    expect(await visibleText(ana.page.locator('main'))).toContain(text['wrong-reason']);
    await ana.check();
    const fold = ana.page.locator('details[open].do');
    await fold.getByLabel(text.reason).fill('Nobody lives there any more');
    await fold.getByRole('button', { name: text.preview, exact: true }).click();
    await ana.check();
    await ana.page
      .locator('details[open].do')
      .getByRole('button', { name: fill(text.ask, { what: '' }).trim() })
      .click();
    await ana.check();
    const address = ana.page.url();
    expect(new URL(address).pathname).toMatch(/^\/desk\/approvals\//);
    expect(await visibleText(ana.page.locator('main'))).toContain(text.ownRequest);
    const marta = await sitDown(sitting, 'Marta Ruiz');
    await marta.page.goto('/desk/approvals');
    await marta.check();
    await marta.page.getByRole('link', { name: text['write-off'] }).last().click();
    await marta.check();
    expect(marta.page.url()).toBe(address);
    await marta.page.getByRole('button', { name: /^(Approve|Aprobar)/ }).click();
    await marta.check();
    expect(await visibleText(marta.page.locator('main'))).toContain('M••• R•••');
    await ana.page.goto(`/desk/loans/${loan.orderNumber}/correct`);
    expect(await visibleText(ana.page.locator('main'))).not.toContain(text['write-off']);
  },
);

test.each(sittings)('an unmatched payment is looked at, previewed and assigned: %o', async (sitting) => {
  const text = deskCorrectionText[sitting.language];
  const words = deskUnmatchedText[sitting.language];
  const { orderNumber } = await paidOutLoan(llano, await newBorrower(llano));
  const digits = orderNumber.slice(-2);
  const other = digits[1] === '9' ? '0' : '9';
  const reference = orderNumber.slice(0, -1) + other + digits[1];
  await llano.tell(recordPayment, {
    ...{ provider: 'bank', eventId: newId(), reference, currency: 'MXN' },
    amountMinor: minorAmount(15_050),
  });
  const { page, check } = await sitDown(sitting, 'Ana Gómez');
  await page.goto('/desk/unmatched');
  await check();
  await page.getByRole('link', { name: reference }).click();
  await check();
  const main = page.locator('main');
  expect(await visibleText(main)).toContain(words['one-more']);
  await page.getByRole('radio', { name: orderNumber }).check();
  await page.getByRole('button', { name: text.preview, exact: true }).click();
  expect(await visibleText(main)).toContain(text['wrong-reason']);
  await check();
  await page.getByRole('textbox', { name: text.reason }).fill('One digit too many in the reference');
  await page.getByRole('button', { name: text.preview, exact: true }).click();
  await check();
  await page.getByRole('button', { name: fill(words.assign, { amount: '' }).trim() }).click();
  expect(new URL(page.url()).pathname).toBe(`/desk/loans/${orderNumber}`);
});
