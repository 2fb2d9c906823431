import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { deskText } from '#content/messages/desk.ts';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';

import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { deskOf, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const sitDown = deskOf(llano);
const rosa = await newBorrower(llano);
const loan = await paidOutLoan(llano, rosa);
const eventId = 'BNX 2027 0041';
await pay(llano, loan, 123_456, { eventId });
const { folio } = await llano.ask(sendComplaint, { ...wholeDraft, content: 'Pagué y no aparece.' }, rosa);

/** Counts what somebody presses on a page. */
function counted(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(name: string | RegExp) {
      count += 1;
      await page.getByRole('main').getByRole('link', { name }).first().click();
    },
    async find(text: string, label: string) {
      count += 1;
      await page.getByLabel(label).fill(text);
      await page.getByLabel(label).press('Enter');
      await page.waitForURL((address) => address.pathname !== '/desk');
      await page.waitForLoadState();
    },
  };
}

test.each(sittings)(
  'a case is found by a payment’s id, and its complaint opened, in three presses: %o',
  async (sitting) => {
    const { language } = sitting;
    const text = deskCaseText[language];
    const { page, check } = await sitDown(sitting, 'Marta Ruiz');
    const hand = counted(page);
    await hand.find(eventId, deskText[language].search);
    await check();
    expect(new URL(page.url()).pathname).toBe(`/desk/loans/${loan.orderNumber}`);
    await hand.press(/•••/);
    await check();
    expect(new URL(page.url()).pathname).toBe(`/desk/borrowers/${rosa.borrowerId}`);
    const main = await visibleText(page.getByRole('main'));
    for (const words of [
      text.owesNow,
      text.matters,
      text.loans,
      text.payments,
      text.documents,
      deskLoanText[language].story,
      eventId,
    ])
      expect(main).toContain(words);
    await hand.press(text.open);
    await check();
    expect(new URL(page.url()).pathname).toBe(`/desk/complaints/${folio}`);
    expect(hand.count()).toBe(3);
  },
);
