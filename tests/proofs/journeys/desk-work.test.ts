import { expect, test } from 'vitest';
import { deskRailText } from '#content/messages/desk.ts';
import { deskComplaintText } from '#content/messages/desk-complaint.ts';
import { deskOperationsText } from '#content/messages/desk-operations.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { deskOf, openRail, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);

test.each(sittings)('an agent takes, answers and closes a complaint: %o', async (sitting) => {
  const text = deskComplaintText[sitting.language];
  const rosa = await newBorrower(llano);
  const { orderNumber } = await paidOutLoan(llano, rosa);
  const { folio } = await llano.ask(
    sendComplaint,
    {
      typeId: '2',
      subtypeId: null,
      content: 'Pagué el 19 en el banco.\nHoy me cobran un recargo.',
      images: [],
      orderNumber,
    },
    rosa,
  );
  const { page, check } = await sitDown(sitting, 'Ana Gómez');
  await openRail(page, sitting);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: deskRailText[sitting.language].queue })
    .click();
  await check();
  await page.getByRole('row').filter({ hasText: folio }).getByRole('link').click();
  await check();
  await page.getByRole('button', { name: text.review }).click();
  await page.getByLabel(text.template).selectOption('owed');
  await page.getByRole('button', { name: text.insert }).click();
  await check();
  const reply = page.getByLabel(text.reply);
  expect(await reply.inputValue()).toContain(orderNumber);
  const whole = await reply.inputValue();
  await reply.fill(`${whole} $ 1,23`);
  await page.getByRole('button', { name: text.send }).click();
  await check();
  expect(await reply.inputValue()).toBe(`${whole} $ 1,23`);
  await reply.fill(whole);
  await page.getByLabel(text.closeToo).check();
  await page.getByRole('button', { name: text.send }).click();
  await check();
  expect(new URL(page.url()).pathname).toBe(`/desk/complaints/${folio}`);
  expect(await visibleText(page.getByRole('main'))).toContain(orderNumber);
  expect(await page.getByLabel(text.reply).count()).toBe(0);
});

test.each(sittings)(
  'a manager sees what needs a person, and all there is to run the service: %o',
  async (sitting) => {
    const { language } = sitting;
    await llano.tell(recordPayment, {
      ...{ provider: 'stp', eventId: 'unknown-1', reference: '646180000000000001', currency: 'MXN' },
      amountMinor: minorAmount(12_300),
    });
    const { page, check } = await sitDown(sitting, 'Marta Ruiz');
    const rail = deskRailText[language];
    for (const name of [rail.queue, rail.registrations, rail.jobs, rail.reconciliation]) {
      await openRail(page, sitting);
      await page
        .getByRole('navigation')
        .getByRole('link', { name: new RegExp(`^${name}(?: \\d+)?$`) })
        .click();
      await check();
    }
    await page.getByRole('button', { name: deskOperationsText[language].compare }).click();
    await check();
    expect(await visibleText(page.getByRole('main'))).toContain('stp');
  },
);
