import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { deskRailText, deskText } from '#content/messages/desk.ts';
import { deskCaseText } from '#content/messages/desk-case.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { deskPeopleText } from '#content/messages/desk-people.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { deskOf, openRail, sittings } from '#tests/setup/desk-journey.ts';
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
const { lenderBorrowerId, mobilePhone } = await llano.tell(readBorrower, { borrowerId: rosa.borrowerId });

/** Counts what somebody presses on a page. */
function counted(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(name: string | RegExp, role: 'link' | 'button' = 'link') {
      count += 1;
      await page.getByRole('main').getByRole(role, { name }).first().click();
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

test.each(sittings)(
  'who a telephone is of is a list with reasons, and a note is written on the case: %o',
  async (sitting) => {
    const { language } = sitting;
    const text = deskCaseText[language];
    const { page, check } = await sitDown(sitting, 'Ana Gómez');
    const hand = counted(page);
    await hand.find(`+52 ${mobilePhone.slice(0, 2)} ${mobilePhone.slice(2)}`, deskText[language].search);
    await check();
    if (new URL(page.url()).pathname === '/desk/search') {
      expect(await visibleText(page.getByRole('main'))).toContain(text['why-phone']);
      await page.goto(`/desk/borrowers/${rosa.borrowerId}`);
    }
    const note = `Pide que le hablen despacio (${language}).`;
    await page.getByLabel(text.noteLabel).fill(note);
    await page.getByLabel(text.pin).check();
    await hand.press(text.saveNote, 'button');
    await check();
    expect(await visibleText(page.getByRole('main'))).toContain(`${text.pinned} · ${note}`);
    expect(hand.count()).toBe(2);
  },
);

test.each(sittings)('who looked at a person is one press from their case: %o', async (sitting) => {
  const { language } = sitting;
  const { page, check } = await sitDown(sitting, 'Marta Ruiz');
  const hand = counted(page);
  await page.goto(`/desk/borrowers/${rosa.borrowerId}`);
  await hand.press(deskText[language].auditOfBorrower);
  await check();
  expect(await visibleText(page.getByRole('main'))).toContain('Marta Ruiz');
  expect(hand.count()).toBe(1);
  expect(lenderBorrowerId).toBeNull();
});

test.each(sittings)(
  'a manager ends a colleague’s session, who is asked to sign in again: %o',
  async (sitting) => {
    const { language } = sitting;
    const ana = await sitDown(sitting, 'Ana Gómez');
    const { page, check } = await sitDown(sitting, 'Luis Mora');
    await openRail(page, sitting);
    await page.getByRole('navigation').getByRole('link', { name: deskRailText[language].people }).click();
    await check();
    await counted(page).press(new RegExp(`${deskPeopleText[language].end} Ana`), 'button');
    await check();
    await ana.page.goto('/desk/loans');
    expect(new URL(ana.page.url()).pathname).toBe('/desk/sign-in');
    await ana.check();
  },
);
