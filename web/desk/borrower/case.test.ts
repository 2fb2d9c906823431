import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { localDate } from '#domain/calendar.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { minorAmount } from '#domain/money/money.ts';
import { uploadedImage } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { loanFilesMade } from '#tests/setup/loan-files.ts';
import { borrowerPath, claimPath, complaintPath, disputePath, loanFilePath, loanPath } from '../paths.ts';

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
  expect(page).toMatch(/left Dispute [^·]+ · .* Nobody/);
  const matters = page.slice(page.indexOf('Open matters'), page.indexOf('Loans Lent'));
  // By their clocks: 4 hours, a day, a day, and a week.
  const order = ['Application', 'Complaint', 'Claim', 'Dispute'];
  expect(order.map((kind) => matters.indexOf(kind))).toEqual(
    order.map((kind) => matters.indexOf(kind)).toSorted((a, b) => a - b),
  );
  for (const event of ['SPEI-1', 'SPEI-2']) expect(page).toContain(`sandbox ${event}`);
  expect(page).toContain('Documents');
  const story = page.slice(page.indexOf('In or out'));
  for (const words of ['Payment received', 'Paid out', `Complaint ${folio}`, 'Agreement accepted'])
    expect(story).toContain(words);
  for (const { orderNumber } of [first, second]) expect(story).toContain(`Paid out ${orderNumber}`);
  // What one moment brought is one line: the money, the state it led to, and what the systems were told of it.
  const told = "To be sent to the lender's systems:";
  expect(story).toContain(`Lender's systems · To repay · ${told} loan.disbursed − $ 5.000,00`);
  expect(story).toContain(`Settled · ${told} payment.received, loan.settled + $ `);
  expect(story).toContain(
    `Agreement accepted ${applied.orderNumber} Borrower, loan pages · In review · ${told} application.submitted`,
  );
  expect(story).toMatch(/Event charge\.disputed to the lender's systems: to be sent/);
  const messages = plain((await manager.open(`${path}?show=message`)).text);
  expect(messages).toMatch(/Event payment\.received to the lender's systems: to be sent LL/);
  expect(page).not.toContain('Prueba');
});

test('what is due later is not called due, and the next act is the open matter with the shortest clock', async () => {
  const shown = await desk.cases.read(await signedIn(manager), borrowerId);
  const running = shown?.loans.find(({ orderNumber }) => orderNumber === second.orderNumber);
  const loan = await desk.loans.read(await signedIn(manager), second.orderNumber);
  expect([running?.dueMinor, running?.settlesMinor]).toEqual([0, loan?.settlesMinor]);
  const page = plain((await manager.open(path)).text);
  expect(page).toContain('Due now $ 0,00 0 of 3 loans');
  expect(page).toMatch(/Next Application, \$ [\d.,]+ By 2026-11-2/);
});

test('open matters of a case are those of the queue, word for word, and what somebody may not see of them is not written', async () => {
  const reader = await signedIn(manager);
  const queued = await desk.matters.list(reader, wholeQueue, { cursor: '', limit: 100 });
  const ofThem = queued.rows.filter((matter) => matter.borrowerId === borrowerId);
  const shown = await desk.cases.read(reader, borrowerId);
  const withoutClock = ({ clock: _clock, ...matter }: (typeof ofThem)[number]) => matter;
  expect(shown?.matters.map(withoutClock)).toEqual(ofThem.map(withoutClock));
  const treasurer = await person('Tomás Ávila', 'treasury');
  const page = await treasurer.open(path);
  expect(page.html).not.toContain(complaintPath(folio));
  expect(page.html).toContain(claimPath(claimId));
});

test('what was written on the contact page from their telephone is in the time line and, unanswered, among the matters', async () => {
  const words = { name: 'Luz', email: 'luz@correo.test', remark: '¿Dónde está mi recibo?' };
  await service.api.keepContactMessage({ ...words, telephone: '+52 (55) 1234-5678' });
  await service.api.keepContactMessage({ ...words, telephone: '55 9999 0000', remark: 'Otra persona' });
  const agent = await person('Eva Sol', 'agent');
  const page = await agent.open(path);
  expect(page.text).toContain('Message ¿Dónde está mi recibo?');
  expect(page.text).toContain('Wrote on the contact page from their telephone: not answered');
  expect(page.text).not.toContain('Otra persona');
  const to = /href="(\/desk\/messages\/[^"]+)"/.exec(page.html)?.[1] ?? '';
  await agent.send(to, { do: 'answer', step: crypto.randomUUID() });
  const after = await agent.open(path);
  expect(after.text).toContain('from their telephone: answered');
  expect(after.text).not.toContain('Message ¿Dónde');
  const treasurer = await person('Tomás Ávila', 'treasury');
  expect((await treasurer.open(path)).text).not.toContain('recibo');
});

test('papers and photos are taken by who may see personal data, and the record says who took which', async () => {
  await loanFilesMade(service);
  const image = await uploadedImage(service, session);
  const more = {
    typeId: '2',
    subtypeId: null,
    content: 'Otra.',
    images: [image],
    orderNumber: null,
  } as const;
  const { folio: withPhoto } = await service.ask(sendComplaint, more, session);
  const agent = await person('Ana Gómez', 'agent');
  const page = await agent.open(path);
  const { orderNumber } = first;
  const papers = [...page.html.matchAll(/href="(\/desk\/loans\/[^"]+\/files\/[^"]+)"/g)].map(
    ([, to = '']) => to,
  );
  expect(papers).toEqual(
    expect.arrayContaining([
      ...(['agreement', 'key-facts', 'letter'] as const).map((kind) => loanFilePath(orderNumber, kind)),
      loanFilePath(second.orderNumber, 'agreement'),
    ]),
  );
  expect(papers).not.toContain(loanFilePath(second.orderNumber, 'letter'));
  for (const kind of ['agreement', 'letter'] as const) {
    const file = await agent.open(loanFilePath(orderNumber, kind));
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(file.headers.get('Cache-Control')).toBe('no-store');
    expect(file.whole.startsWith('%PDF')).toBe(true);
  }
  const photo = page.html.match(new RegExp(`href="(${complaintPath(withPhoto)}/images/[^"]+)"`))?.[1] ?? '';
  expect((await agent.open(photo)).headers.get('Content-Type')).toBe('image/jpeg');
  const { rows } = await desk.audit({ borrower: borrowerId, personId: agent.personId, limit: 20 });
  const taken = rows.filter(({ act }) => act === 'exported' || act === 'shown');
  expect(taken.map(({ act, subject, detail }) => [act, subject, detail?.fields])).toEqual([
    ['shown', `complaint:${withPhoto}`, ['image']],
    ['exported', `loan:${orderNumber}`, ['letter']],
    ['exported', `loan:${orderNumber}`, ['agreement']],
  ]);
  expect((await agent.open(loanFilePath(second.orderNumber, 'letter'))).status).toBe(404);
  expect((await agent.open(`${loanPath(orderNumber)}/files/nonsense`)).status).toBe(404);
  const auditor = await person('Vera Luna', 'auditor');
  const masked = await auditor.open(path);
  expect(masked.html).not.toContain('/files/');
  expect((await auditor.open(loanFilePath(orderNumber, 'agreement'))).status).toBe(403);
  const statement = fieldOf(masked.html);
  const csv = await auditor.open(`/desk/exports/statements.csv?${statement}`);
  expect(csv.whole).toContain(second.orderNumber);
});

/** What the form of a statement asks for. */
function fieldOf(html: string): URLSearchParams {
  const form = /<form[^>]*statements\.csv.*?<\/form>/s.exec(html)?.[0] ?? '';
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => input);
  const value = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? '';
  return new URLSearchParams(inputs.map((input) => [value(input, 'name'), value(input, 'value')]));
}

test('a note is kept once, stands at the head where that is wanted, and is in the time line and the record', async () => {
  const agent = await person('Ana Gómez', 'agent');
  const form = {
    part: 'note',
    messageId: crypto.randomUUID(),
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
  expect(page.text).toContain('Pinned · Hearing aid: speak slowly. Ana Gómez,');
  expect(page.text.match(/They called Hearing aid/g)).toHaveLength(1);
  expect(page.text).not.toContain('Noted');
  expect((await manager.open(`${path}?show=desk`)).text).toContain('Noted');
  const auditor = await person('Vera Luna', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('value="note"');
  expect((await auditor.send(path, form)).status).toBe(403);
  const { rows } = await desk.audit({ borrower: borrowerId, limit: 100 });
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
