import { expect, test } from 'vitest';
import { deskText } from '#content/messages/desk.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { deskLoanText } from '#content/messages/desk-loan.ts';
import { fill } from '#content/text-pack.ts';
import { deskOf, openRail, sittings } from '#tests/setup/desk-journey.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { testLlano } from '#tests/setup/llano.ts';
import { visibleText } from '#tests/setup/page-checks.ts';

const llano = await testLlano({ DESK: 'local' });
const loan = await paidOutLoan(llano, await newBorrower(llano));

const sitDown = deskOf(llano);

test.each(sittings)('an agent finds a loan, asks for a phone and signs out: %o', async (sitting) => {
  const { language } = sitting;
  const text = deskLoanText[language];
  // What somebody had shown stays shown for a while: the second sitting looks at another borrower.
  const isFirst = sitting === sittings[0];
  const { orderNumber } = isFirst ? loan : await paidOutLoan(llano, await newBorrower(llano));
  const { page, check, context } = await sitDown(sitting, 'Ana Gómez');
  await page.getByLabel(deskText[language].search).fill(orderNumber);
  await page.getByLabel(deskText[language].search).press('Enter');
  await page.waitForURL(`**/desk/loans/${orderNumber}`);
  expect(new URL(page.url()).pathname).toBe(`/desk/loans/${orderNumber}`);
  await check();
  const facts = page.getByRole('region', { name: text.facts });
  expect(await visibleText(facts)).toContain('••');
  await facts.getByRole('button', { name: new RegExp(text.phone) }).click();
  await check();
  expect(await visibleText(facts)).not.toContain('•• ••');
  await openRail(page, sitting);
  await page.getByRole('button', { name: deskText[language].signOut }).click();
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
  expect((await context.cookies()).filter(({ value }) => value !== '')).toEqual([]);
  await page.goto(`/desk/loans/${orderNumber}`);
  expect(new URL(page.url()).pathname).toBe('/desk/sign-in');
});

test.each(sittings)(
  'a write-off is previewed, requested and approved by a second approver: %o',
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
    const fold = ana.page.locator('main details[open]');
    await fold.getByLabel(text.reason).fill('Nobody lives there any more');
    await fold.getByRole('button', { name: text.preview, exact: true }).click();
    await ana.check();
    await ana.page
      .locator('main details[open]')
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
    expect(new URL(marta.page.url()).pathname).toBe(new URL(address).pathname);
    await marta.page.getByRole('button', { name: /^(Approve|Aprobar)/ }).click();
    await marta.check();
    expect(await visibleText(marta.page.locator('main'))).toContain('Marta Ruiz');
    await ana.page.goto(`/desk/loans/${loan.orderNumber}/correct`);
    expect(await visibleText(ana.page.locator('main'))).not.toContain(text['write-off']);
  },
);

test.each(sittings)('an agent is refused the log, in the frame and with a word: %o', async (sitting) => {
  const ana = await sitDown(sitting, 'Ana Gómez');
  await ana.page.goto(`/desk/loans/${loan.orderNumber}`);
  const refused = await ana.page.goto('/desk/audit');
  expect(refused?.status()).toBe(403);
  await ana.check();
});

test('the log has every sign-in, search, view and asking, and a link from the loan leads to its part', async () => {
  const sitting = { language: 'en', hasScript: false, widthPx: 1280 } as const;
  const { page, check } = await sitDown(sitting, 'Marta Ruiz');
  await page.goto(`/desk/loans/${loan.orderNumber}`);
  await page.getByRole('link', { name: deskText.en.auditOf }).click();
  await check();
  const log = await visibleText(page.getByRole('table'));
  for (const words of ['Opened', 'Saw personal data', 'Searched', 'Ana Gómez', 'Marta Ruiz']) {
    expect(log).toContain(words);
  }
});

test('what a borrower loads has nothing of the desk', async () => {
  const page = await fetch(`${llano.address}/Dag`).then((answer) => answer.text());
  expect(page).not.toMatch(/\.second-person|\.rail|\/desk/);
});

test('a form of the desk is taken from its own pages alone', async () => {
  const answer = await fetch(`${llano.address}/desk/sign-in`, {
    method: 'POST',
    headers: { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'person=ana',
    redirect: 'manual',
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.getSetCookie()).toEqual([]);
});
