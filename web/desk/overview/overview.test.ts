import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listEvents } from '#contract/host/event.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import type { DeskRole } from '#domain/desk/role.ts';
import { minorAmount } from '#domain/money/money.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { correctLoanPath, deskPaths, loanPath, messagePath, queuePath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const message = {
  name: 'Luz Pardo',
  telephone: '5512345678',
  email: 'luz@correo.test',
  remark: '¿Cómo pago?',
};

test('the overview is quiet where nothing needs a person', async () => {
  const page = await (await person('Nora', 'manager')).open(deskPaths.overview);
  expect(page.text).toContain('Nothing needs attention now.');
});

test('the overview names what waits, each with its link, and only what somebody may see', async () => {
  const rosa = await newBorrower(service);
  await service.ask(sendComplaint, wholeDraft, rosa);
  await service.api.keepContactMessage(message);
  await service.tell(recordPayment, {
    ...{ provider: 'stp', eventId: 'e-1', reference: '646180000000000001', currency: 'MXN' },
    amountMinor: minorAmount(12_300),
  });
  await applyForLoan(service, await newBorrower(service));
  await service.database.execute(
    sql`update outbox_events set state = 'dead', attempt_count = 9, last_failure = 'answered 503' where type = 'complaint.filed'`,
  );
  await service.database.execute(sql`insert into job_leases (job, held_until, ended_at, outcome)
    values ('penalties', now(), now(), 'refused')`);
  const expected: Record<DeskRole, readonly string[]> = {
    agent: ['Complaints to answer', 'Messages to answer', 'Applications to decide'],
    treasury: ['Unmatched payments', 'Applications to decide'],
    manager: [
      ...['Complaints to answer', 'Messages to answer', 'Unmatched payments', 'Applications to decide'],
      ...['Undelivered events', 'Stopped jobs'],
    ],
    auditor: [
      ...['Complaints to answer', 'Messages to answer', 'Unmatched payments', 'Applications to decide'],
      ...['Undelivered events', 'Stopped jobs'],
    ],
  };
  for (const [role, areas] of Object.entries(expected)) {
    const somebody = await person(role, role as DeskRole);
    const page = await somebody.open(deskPaths.overview);
    for (const area of expected.manager) {
      expect(page.text.includes(area), `${role}: ${area}`).toBe(areas.includes(area));
    }
    const counts = [...page.html.matchAll(/desk\/queue\?kind=[^"]*">[^<]*<\/a>.*?(\d+)<\/td>/gs)];
    const open = /(\d+) open/.exec((await somebody.open(deskPaths.queue)).text)?.[1];
    expect([role, counts.reduce((sum, [, count]) => sum + Number(count), 0)]).toEqual([role, Number(open)]);
    const links = [...page.html.matchAll(/<a href="(\/desk\/[^"]+)"/g)].map(([, path = '']) => path);
    for (const path of links)
      expect((await somebody.open(path.replaceAll('&amp;', '&'))).status, path).toBe(200);
  }
});

test('paused days and their reason are in the reader’s language', async () => {
  const manager = await person('Inés', 'manager');
  const to = deskPaths.overview;
  expect((await manager.open(to)).text).toContain('Book late fees');
  await manager.send(deskPaths.language, { language: 'es', to });
  const { text } = await manager.open(to);
  for (const words of ['Avisos sin entregar', 'Asentar recargos']) expect(text).toContain(words);
  expect(text).not.toMatch(/answered|penalties/);
  expect((await manager.open(deskPaths.jobs)).text).toContain('respondió 503');
});

test('an event that was given up is sent again once it is chosen, by those who may', async () => {
  const manager = await person('Marta', 'manager');
  const page = await manager.open(deskPaths.jobs);
  expect(page.text).toContain('answered 503');
  expect(page.text).toContain('Waits for a person');
  const event = page.field('event');
  expect((await manager.send(deskPaths.jobs, { step: 'none' })).status).toBe(422);
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.open(deskPaths.jobs)).html).not.toContain('name="event"');
  expect((await auditor.send(deskPaths.jobs, { step: 'a', event })).status).toBe(403);
  const sent = await manager.send(deskPaths.jobs, { step: 'b', event });
  expect(sent.text).toContain('Sent again: 1.');
  const { events } = await service.tell(listEvents, {});
  expect(events.find(({ eventId }) => eventId === event)?.state).toBe('pending');
  expect((await (await person('Ana', 'agent')).open(deskPaths.jobs)).status).toBe(403);
});

test('books are compared when somebody asks, and the page says that they are sound and what money waits', async () => {
  const treasury = await person('Teo', 'treasury');
  expect((await treasury.open(deskPaths.reconciliation)).text).not.toContain('The books agree');
  const answer = await treasury.send(deskPaths.reconciliation, { step: 'compare' });
  expect(answer.text).toContain('All loans are going to be compared.');
  await comparedBooks(service);
  const page = await treasury.open(deskPaths.reconciliation);
  expect(page.text).toContain('The books agree');
  expect(page.text).toContain('stp');
  expect(page.text).toContain('$ 123,00');
  expect((await (await person('Ana', 'agent')).open(deskPaths.reconciliation)).status).toBe(403);
});

test('a difference names its loan and figure in words, in the money of the loan; a payment that is not booked as it was told names its loan', async () => {
  const rupees = await paidOutLoan(service, await newBorrower(service, 'IN'), 'in-120');
  const { orderNumber, orderId } = rupees;
  await pay(service, rupees, 250_000, { eventId: 'upi-1' });
  const findingsOf = (faults: object) => JSON.stringify([faults]);
  const figures = { storedMinor: '1335004', ledgerMinor: '1335000' };
  await service.database.execute(sql`insert into book_faults (books, id, found, found_at, compared_at) values
    ('loans', ${orderId}, ${findingsOf({ loanId: orderId, sequence: 2, subject: 'interest paid', ...figures })}::jsonb, now(), now())`);
  await service.database.execute(sql`insert into book_faults (books, id, found, found_at, compared_at)
    select 'events', id, jsonb_build_array(jsonb_build_object('id', id, 'provider', provider, 'eventId', event_id,
      'outcome', outcome, 'reportedMinor', '250000', 'bookedMinor', '0')), now(), now() from provider_events where event_id = 'upi-1'`);
  const page = await (await person('Mía', 'manager')).open(deskPaths.reconciliation);
  expect(page.text).toMatch(
    new RegExp(
      `${orderNumber} Payment 2, interest paid (On the loan )?₹ 13\\.350,04 (In the ledger )?₹ 13\\.350,00`,
    ),
  );
  expect(page.html).toContain(loanPath(orderNumber));
  expect(page.text).not.toContain(orderId);
  expect(page.text).toMatch(
    new RegExp(`upi-1 ${orderNumber} Booked (Reported )?₹ 2\\.500,00 (Booked )?₹ 0,00`),
  );
  await service.database.execute(sql`delete from book_faults`);
});

test('a message of the contact page is masked until asked for, marked as answered, then closed; an auditor asks for nothing and changes none', async () => {
  const agent = await person('Ana Gómez', 'agent');
  const list = await agent.open(queuePath('message'));
  expect(list.text).toContain(message.remark);
  const personal = Object.entries(message).filter(([name]) => name !== 'remark');
  for (const [, words] of personal) expect(list.html).not.toContain(words);
  const id = /\/desk\/messages\/([^?"]+)/.exec(list.html)?.[1] ?? '';
  const path = messagePath(id);
  const page = await agent.open(path);
  expect(page.text).toContain('L••• P•••');
  for (const [, words] of personal) expect(page.html).not.toContain(words);
  const shown = await agent.send(path, { do: 'show' });
  for (const [, words] of personal) expect(shown.text).toContain(words);
  const auditor = await person('Vera', 'auditor');
  const masked = await auditor.open(path);
  expect(masked.text).toContain('L••• P•••');
  expect(masked.html).not.toMatch(/Luz|5512345678|luz@|name="do"/);
  expect((await auditor.send(path, { do: 'show' })).status).toBe(403);
  expect((await auditor.send(path, { do: 'answer', step: 'a' })).status).toBe(403);
  expect((await agent.send(path, { do: 'answer', step: 'b' })).location).toBe(path);
  expect((await agent.open(`${queuePath('message')}&show=ended`)).html).toContain(path);
  expect((await agent.send(path, { do: 'answer', step: 'c' })).status).toBe(409);
  await agent.send(path, { do: 'close', step: 'd' });
  expect((await agent.open(queuePath('message'))).html).not.toContain(path);
  const { rows } = await desk.audit({ subject: `contact-message:${id}`, limit: 10 });
  const acts = rows.filter(({ act }) => act !== 'opened');
  expect(acts.map(({ act, outcome }) => `${act} ${outcome}`)).toEqual([
    'closeContactMessage done',
    'answerContactMessage refused',
    'answerContactMessage done',
    'answerContactMessage refused',
    'shown refused',
    'shown done',
  ]);
  expect((await (await person('Teo', 'treasury')).open(queuePath('message'))).status).toBe(403);
});

test('registrations show phones masked, to those who run things', async () => {
  await service.database.execute(sql`insert into registrations (id, mobile_phone, template_id, session_id, app_name,
    merchant_number, invite_code, app_from, user_from, utm_tag, registered_at)
    values (${randomUUID()}, '+525512345678', 'Dag', ${randomUUID()}, 'Llano', '', '', 'web', 'radio', '', now())`);
  const page = await (await person('Marta', 'manager')).open(deskPaths.registrations);
  expect(page.text).toContain('52 •••• ••78');
  expect(page.html).not.toContain('5512345678');
  expect((await (await person('Ana', 'agent')).open(deskPaths.registrations)).status).toBe(403);
});

test('a registration is erased by its telephone, asked by one and approved by another, in both languages', async () => {
  const marta = await person('Marta', 'manager');
  const luis = await person('Luis', 'manager');
  await service.database.execute(sql`insert into registrations (id, mobile_phone, template_id, session_id, app_name,
    merchant_number, invite_code, app_from, user_from, utm_tag, registered_at)
    values (${randomUUID()}, '+525548210077', 'Dag', ${randomUUID()}, 'Llano', '', '', 'web', 'radio', '', now())`);
  await marta.send(deskPaths.language, { language: 'es', to: deskPaths.registrations });
  const page = await marta.open(deskPaths.registrations);
  const form = { messageId: page.field('messageId'), phone: '55 4821 0078', reason: 'Llamó el martes' };
  const unknown = await marta.send(deskPaths.registrations, form);
  expect([unknown.status, unknown.text]).toEqual([422, expect.stringContaining('No hay un registro')]);
  expect(unknown.html).toContain('value="55 4821 0078"');
  const unreasoned = await marta.send(deskPaths.registrations, { ...form, phone: '5548210077', reason: '' });
  expect([unreasoned.status, unreasoned.text]).toEqual([422, expect.stringContaining('Escriba el motivo')]);
  const asked = await marta.send(deskPaths.registrations, { ...form, phone: '+52 55 4821 0077' });
  const approval = asked.location ?? '';
  const waiting = await luis.open(approval);
  expect(waiting.text).toContain('Marta asks: Erase a registration');
  const approve = { step: 'approve', seen: waiting.field('seen') };
  expect((await marta.send(approval, approve)).status).toBe(403);
  expect((await luis.send(approval, approve)).location).toBe(approval);
  expect((await luis.open(deskPaths.registrations)).text).not.toContain('•••• ••77');
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.open(deskPaths.registrations)).html).not.toContain('name="phone"');
  expect((await auditor.send(deskPaths.registrations, form)).status).toBe(403);
});

test('the overview tells whoever may approve what others asked for', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const asking = await person('Bea Both', 'treasury', 'manager');
  const reason = 'Borrower has left the country';
  const typed = { kind: 'write-off', reason };
  const path = correctLoanPath(orderNumber);
  const preview = await asking.send(path, { ...typed, step: 'preview' });
  const form = preview.html.split('<details').find((each) => each.includes('value="write-off"')) ?? '';
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  await asking.send(path, { ...typed, step: 'do', seen: value('seen'), messageId: value('messageId') });
  const need = /Requests to approve 1/;
  const manager = await person('Nora', 'manager');
  const page = await manager.open(deskPaths.overview);
  expect(page.text).toMatch(need);
  expect(page.html).toContain(`<a href="${queuePath('approval')}">Requests to approve`);
  const othersTurn = /Requests to approve 1 A colleague’s turn/;
  expect(page.text).not.toMatch(othersTurn);
  for (const other of [asking, await person('Tomás Ávila', 'treasury')]) {
    expect((await other.open(deskPaths.overview)).text).toMatch(othersTurn);
  }
});
