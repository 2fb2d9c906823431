import { expect, test } from 'vitest';
import { readRepayment } from '#contract/calls/repayment.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { loanPath, settlementQuotePath } from '../paths.ts';

const service = await testLendingService();
const { person } = testDesk(service);
const rosa = await newBorrower(service);
const loan = await paidOutLoan(service, rosa);
const { orderNumber } = loan;
service.setTime('2026-12-23T12:00:00-06:00');
const agent = await person('Ana Gómez', 'agent');

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const amountsIn = (text: string) =>
  [...plain(text).matchAll(/\$ ([\d.]+,\d\d)/g)].map(([, amount = '']) =>
    Number(amount.replaceAll('.', '').replace(',', '')),
  );

test('a day that has no figure is refused at the field with its limits, and no PDF is made of it', async () => {
  for (const typed of ['2026-12-22', '2027-03-21', '2027-02-30', 'soon']) {
    const page = await agent.open(`${settlementQuotePath(orderNumber)}?day=${typed}`);
    expect([page.status, page.field('day')]).toEqual([422, typed]);
    expect(page.text).toContain('Choose a day from 2026-12-23 to 2027-03-20.');
    const pdf = await agent.open(`${loanPath(orderNumber)}/files/settlement?day=${typed}`);
    expect(pdf.status).toBe(404);
  }
});

test('an auditor sees the figure, and cannot take the document with the name of the borrower', async () => {
  const auditor = await person('Omar Díaz', 'auditor');
  const page = await auditor.open(settlementQuotePath(orderNumber));
  expect([page.status, page.html.includes('/files/settlement')]).toEqual([200, false]);
  const pdf = await auditor.open(`${loanPath(orderNumber)}/files/settlement?day=2026-12-24`);
  expect(pdf.status).toBe(403);
});

test('a loan that owes nothing has no figure', async () => {
  const settled = await paidOutLoan(service, await newBorrower(service));
  await pay(service, settled, 900_000);
  expect((await agent.open(loanPath(settled.orderNumber))).html).not.toContain('/settlement');
  const page = await agent.open(settlementQuotePath(settled.orderNumber));
  expect(page.text).toContain('Nothing can be settled on this loan.');
  const pdf = await agent.open(`${loanPath(settled.orderNumber)}/files/settlement?day=2026-12-24`);
  expect(pdf.status).toBe(404);
});

test('staff choose a day, see what settles the loan then, and the repay page asks for it on that day', async () => {
  await pay(service, loan, 50_000);
  expect((await agent.open(loanPath(orderNumber))).html).toContain(settlementQuotePath(orderNumber));
  const day = '2027-01-22';
  const page = await agent.open(`${settlementQuotePath(orderNumber)}?day=${day}`);
  expect(page.status).toBe(200);
  const band = /<section class="[^"]*owed.*?<\/section>/s.exec(page.html)?.[0] ?? '';
  const [owed = 0, ...rows] = amountsIn(band.replace(/<[^>]+>/g, ' ').replaceAll('&nbsp;', ' '));
  const total = rows.indexOf(owed);
  expect(rows.slice(0, total).reduce((sum, each) => sum + each, 0)).toBe(owed);
  const pdf = await agent.open(`${loanPath(orderNumber)}/files/settlement?day=${day}`);
  expect(pdf.whole).toMatch(/^%PDF-/);
  // In the borrower's language, whichever the reader's is.
  expect(pdf.headers.get('content-disposition')).toContain(`Saldo-para-liquidar-${orderNumber}-${day}.pdf`);
  service.setTime('2027-01-22T12:00:00-06:00');
  const { statement } = await service.ask(
    readRepayment,
    { productId: loan.productId, orderId: loan.orderId },
    rosa,
  );
  expect(statement?.settlesMinor).toBe(owed);
  const story = await (await person('Ana Gómez', 'agent')).open(`${loanPath(orderNumber)}?show=desk`);
  expect(story.text).toMatch(/Made a settlement quote: 2027-01-22, \$ [\d.]+,\d\d/);
  expect(amountsIn(/Made a settlement quote.{40}/.exec(story.text)?.[0] ?? '')).toEqual([owed]);
});
