import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { formatMoney } from '#domain/money/money-format.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { borrowerPath, claimPath, complaintPath, disputePath, loanPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const session = await newBorrower(service);
const { borrowerId } = session;
const path = borrowerPath(borrowerId);
const first = await paidOutLoan(service, session);
const { balance } = await service.ask(readLoan, first, session);
await pay(service, first, balance?.remainingMinor ?? 0, { eventId: 'SPEI-1' });
const second = await paidOutLoan(service, session);
await pay(service, second, 20_000, { eventId: 'SPEI-2' });
const applied = await applyForLoan(service, session, 'mx-90-steps');
const { folio } = await service.ask(
  sendComplaint,
  { typeId: '2', subtypeId: null, content: 'Pagué.', images: [], orderNumber: second.orderNumber },
  session,
);
const key = { productId: second.productId, orderId: second.orderId };
const { disputeId } = await service.ask(
  disputeCharge,
  { ...key, chargeId: '1-fee', reason: 'not-agreed', words: '' },
  session,
);
const { claimId } = await service.ask(
  claimPayment,
  {
    ...{ ...key, amountMinor: minorAmount(15_050), paidOn: localDate('2026-11-20'), image: null },
    ...{ channel: 'store', trackingKey: 'FOLIO 1' },
  },
  session,
);
const manager = await person('Marta Ruiz', 'manager');
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a case has every loan, open matter, payment and document of a person, and one time line of all of it', async () => {
  const { html, text } = await manager.open(path);
  const page = plain(text);
  for (const { orderNumber } of [first, second, applied])
    expect(html).toContain(`href="${loanPath(orderNumber)}"`);
  for (const to of [complaintPath(folio), claimPath(claimId), disputePath(disputeId)])
    expect(html).toContain(`href="${to}"`);
  expect(page).toMatch(/Open matters 4/);
  const matters = page.slice(page.indexOf('Open matters'), page.indexOf('Loans Lent'));
  const order = ['Complaint', 'Claimed payment', 'Disputed charge', 'Application'];
  expect(order.map((kind) => matters.indexOf(kind))).toEqual(
    order.map((kind) => matters.indexOf(kind)).toSorted((a, b) => a - b),
  );
  for (const event of ['SPEI-1', 'SPEI-2']) expect(page).toContain(`sandbox ${event}`);
  expect(page).toContain('Documents');
  const story = page.slice(page.indexOf('In or out'));
  for (const words of ['Payment received', 'Paid out', `Complaint ${folio}`, 'Agreement accepted'])
    expect(story).toContain(words);
  for (const { orderNumber } of [first, second]) expect(story).toContain(`Paid out ${orderNumber}`);
  expect(page).not.toContain('Prueba');
});

test('what is owed is the sum of what each loan asks for, and the next act is the open matter with the shortest clock', async () => {
  const shown = await desk.cases.read(await signedIn(manager), borrowerId);
  const due = shown?.loans.map(({ dueMinor }) => dueMinor) ?? [];
  const sum = minorAmount(due.reduce((total, minor) => total + minor, 0));
  const loan = await desk.loans.read(await signedIn(manager), second.orderNumber);
  expect(sum).toBe(loan?.due?.amountMinor);
  const page = plain((await manager.open(path)).text);
  expect(page).toContain(`Owes now ${plain(formatMoney(sum, 'en', 'dot', 'MXN'))} 1 of 3 loans`);
  expect(page).toContain('Next Complaint By 2026-11-21');
});

test('a note is kept once, stands at the head where that is wanted, and is in the time line and the record', async () => {
  const agent = await person('Ana Gómez', 'agent');
  const form = {
    step: 'note',
    id: crypto.randomUUID(),
    kind: 'they-called',
    note: 'Hearing aid: speak slowly.',
    pin: 'yes',
  };
  const empty = await agent.send(path, { ...form, note: '  ' });
  expect(empty.status).toBe(422);
  expect(empty.text).toContain('Write the note');
  const long = await agent.send(path, { ...form, note: 'x'.repeat(1001) });
  expect(long.status).toBe(422);
  expect(long.html).toContain('x'.repeat(1001));
  for (const _click of [1, 2]) expect((await agent.send(path, form)).location).toBe(path);
  const page = await manager.open(path);
  expect(page.text).toContain('Kept on top · Hearing aid: speak slowly. Ana Gómez,');
  expect(page.text.match(/They called Hearing aid/g)).toHaveLength(1);
  const auditor = await person('Vera Luna', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('value="note"');
  expect((await auditor.send(path, form)).status).toBe(403);
  const { rows } = await desk.audit({ borrowerId, limit: 100 });
  expect(rows.filter(({ act, outcome }) => act === 'noted' && outcome === 'done')).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('Hearing');
});

test('who looked at a person is a list, of loans, complaints and the case itself, in full names', async () => {
  const luis = await person('Luis Mora', 'treasury');
  await luis.open(loanPath(first.orderNumber));
  await luis.open(path);
  await manager.open(complaintPath(folio));
  const page = await manager.open(path);
  const link = /href="([^"]*audit\?borrower=[^"]*)"/.exec(page.html)?.[1] ?? '';
  const list = await manager.open(link);
  expect(list.text).toContain('Who looked at this person, and did what');
  expect(list.text).toContain(`Luis Mora Opened borrower:${borrowerId}`);
  expect(list.text).toContain(`Luis Mora Opened loan:${first.orderNumber}`);
  expect(list.text).toContain(`Marta Ruiz Opened complaint:${folio}`);
});

test('a person of whom nothing is known but the name is a case too, and of no such person there is none', async () => {
  const empty = await newBorrower(service, 'IN');
  const page = await manager.open(borrowerPath(empty.borrowerId));
  expect(page.status).toBe(200);
  expect(page.text).toContain('Nothing waits for an answer.');
  expect((await manager.open(borrowerPath(crypto.randomUUID()))).status).toBe(404);
});

async function signedIn({ cookies }: typeof manager) {
  const found = await desk.people.find(cookies.get('__Host-desk') ?? '');
  if (!found) throw new Error('nobody is signed in');
  return found;
}
