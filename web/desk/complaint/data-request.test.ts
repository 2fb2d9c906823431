import { expect, test } from 'vitest';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { answerComplaint, listComplaints } from '#contract/host/complaint.ts';
import { complaintLimits } from '#domain/complaint/complaint.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { borrowerPath, complaintPath, deskPaths, queuePath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
service.setTime('2026-11-30T10:00:00-06:00');
const rosa = await newBorrower(service);
const meera = await newBorrower(service, 'IN');
const manager = await person('Marta Ruiz', 'manager');
const agent = await person('Ana Gómez', 'agent');

let requestCount = 0;

function request(subtypeId: string, session = rosa) {
  requestCount += 1;
  const content = `Pido lo mío (${requestCount}).`;
  return service.ask(sendComplaint, { ...wholeDraft, typeId: '4', subtypeId, content }, session);
}

const detailOf = (complaintId: string | null, session = rosa) =>
  service.ask(readComplaint, { complaintId: complaintId ?? '' }, session);

test('requests of both markets stand in the queue by their legal deadlines, which the borrowers read too', async () => {
  const complaint = await service.ask(sendComplaint, { ...wholeDraft, typeId: '4' }, rosa);
  const mexican = await request('41');
  const indian = await request('44', meera);
  expect([mexican.answerBy, indian.answerBy]).toEqual(['2026-12-29', '2026-12-20']);
  const queue = await manager.open(queuePath('data-request'));
  expect(queue.text).toContain('All open 2');
  expect(queue.text.indexOf(indian.folio)).toBeLessThan(queue.text.indexOf(mexican.folio));
  expect(queue.text).not.toContain(complaint.folio);
  expect((await manager.open(queuePath('complaint'))).text).toContain(complaint.folio);
  // Among all kinds the complaint of 24 hours is due first.
  const all = (await manager.open(deskPaths.queue)).text;
  const places = [complaint, indian, mexican].map(({ folio }) => all.indexOf(folio));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  for (const sort of ['came', 'amount'])
    expect((await manager.open(`${queuePath('data-request')}&sort=${sort}`)).text).toContain(mexican.folio);
  expect((await manager.open(deskPaths.overview)).text).toMatch(/Data requests to answer ?2/);
});

test('the page of a request for a copy cites the law, makes the copy and ends with the answer', async () => {
  const { folio, complaintId } = await request('41');
  const path = complaintPath(folio);
  const page = await manager.open(path);
  expect(page.text).toMatch(/29 d 13 h left, until 2026-12-29 23:59.*Deadline by LFPDPPP, art\. 31\./);
  expect(page.html).toContain(`action="${borrowerPath(rosa.borrowerId)}"`);
  const copy = await manager.send(borrowerPath(rosa.borrowerId), { part: 'copy', format: 'csv' });
  expect(copy.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  const inserted = await manager.send(path, {
    messageId: 'i',
    do: 'insert',
    template: 'copySent',
    reply: '',
  });
  expect(inserted.text).toContain('Le enviamos la copia de sus datos por [medio].');
  const gap = await manager.send(path, { messageId: 'g', do: 'send', reply: 'Por [medio].', close: 'yes' });
  expect(gap.status).toBe(422);
  const reply = 'Le enviamos la copia de sus datos por correo.';
  await manager.send(path, { messageId: 's', do: 'send', reply, close: 'yes' });
  expect((await detailOf(complaintId)).reply).toBe(reply);
  expect((await manager.open(queuePath('data-request'))).text).not.toContain(folio);
  expect((await manager.open(`${queuePath('data-request')}&show=ended`)).text).toContain(folio);
  const { rows } = await desk.audit({ subject: `complaint:${folio}`, limit: 20 });
  expect(rows.map(({ act }) => act)).toEqual(expect.arrayContaining(['answerComplaint', 'closeComplaint']));
});

test('what is granted stays open for 15 working days until it is carried out', async () => {
  const { folio, complaintId } = await request('43');
  const path = complaintPath(folio);
  expect((await manager.open(path)).html).toContain(`href="${borrowerPath(rosa.borrowerId)}"`);
  const inserted = await manager.send(path, {
    ...{ messageId: 'i2', do: 'insert', template: 'dataGranted', reply: '' },
  });
  expect(inserted.text).toContain('Lo que pidió procede. Lo haremos a más tardar el 2026-12-21.');
  await manager.send(path, { messageId: 's2', do: 'send', reply: 'Procede.' });
  const open = await manager.open(path);
  expect(open.text).toMatch(/until 2026-12-21 23:59.*Answered, to carry out/);
  expect((await manager.open(queuePath('data-request'))).text).toMatch(new RegExp(`${folio} · to carry out`));
  expect((await detailOf(complaintId)).answerBy).toBe('');
  await manager.send(path, { messageId: 'c2', do: 'close' });
  expect((await manager.open(queuePath('data-request'))).text).not.toContain(folio);
});

test('Mexico’s deadline is extended once with a reason that the borrower reads, India’s is not', async () => {
  const { folio, complaintId } = await request('42');
  const path = complaintPath(folio);
  expect((await manager.open(path)).text).toContain('Extend the deadline until 2027-01-27');
  const empty = await manager.send(path, { messageId: 'e0', do: 'extend', reply: ' ' });
  expect(empty.status).toBe(422);
  const inserted = await manager.send(path, {
    messageId: 'e1',
    do: 'insert',
    template: 'extended',
    reply: '',
  });
  expect(inserted.text).toContain('[motivo]. Ampliamos el plazo de su solicitud hasta el 2027-01-27.');
  const reply = 'Pedimos papeles a la notaría. Ampliamos el plazo hasta el 2027-01-27.';
  const form = { messageId: 'e2', do: 'extend', reply };
  for (const sent of [await manager.send(path, form), await manager.send(path, form)])
    expect(sent.status).toBe(303);
  const detail = await detailOf(complaintId);
  expect(detail.answerBy).toBe('2027-01-27');
  expect(detail.interimAnswers.map(({ text }) => text)).toEqual([reply]);
  expect((await manager.open(path)).text).not.toContain('Extend the deadline');
  const { rows } = await desk.audit({ subject: `complaint:${folio}`, limit: 20 });
  expect(rows.filter(({ act }) => act === 'extendDataRequest')).toMatchObject([{ outcome: 'done' }]);
  const indian = await request('42', meera);
  const theirs = await manager.open(complaintPath(indian.folio));
  expect(theirs.text).toContain('Deadline by DPDP Rules, 2025, rule 14.');
  expect(theirs.text).not.toContain('Extend the deadline');
  for (const refused of [complaintPath(folio), complaintPath(indian.folio)])
    expect((await manager.send(refused, { ...form, messageId: crypto.randomUUID() })).status).toBe(409);
  expect((await detailOf(complaintId)).interimAnswers).toHaveLength(1);
  // The days to carry it out are a period of their own.
  service.setTime('2026-11-30T10:05:00-06:00');
  await manager.send(path, { messageId: 'e4', do: 'send', reply: 'Procede.' });
  expect((await manager.open(path)).text).toContain('Extend the deadline until 2027-01-13');
  expect((await manager.send(path, { ...form, messageId: 'e5' })).status).toBe(303);
  const carrying = await manager.open(path);
  expect(carrying.text).toContain('until 2027-01-13 23:59');
  expect(carrying.html).not.toMatch(/<textarea/);
});

test('whoever may not answer data requests reads them only', async () => {
  const { folio } = await request('41');
  const page = await agent.open(complaintPath(folio));
  expect(page.status).toBe(200);
  expect(page.html).not.toMatch(/<textarea|name="part" value="copy"/);
  for (const act of ['send', 'review', 'extend', 'close', 'keep'])
    expect(
      (await agent.send(complaintPath(folio), { messageId: `no-${act}`, do: act, reply: 'x' })).status,
    ).toBe(403);
  const page2 = await manager.open(complaintPath(folio));
  expect(page2.html).not.toContain(agent.personId);
  const { complaints } = await service.tell(listComplaints, { state: 'received', limit: 100 });
  expect(complaints.find((each) => each.folio === folio)?.dueAt).toBe('2026-12-30T05:59:00.000Z');
});

test('above the limits a request joins one of its kind only, and never loses its deadline', async () => {
  const pia = await newBorrower(service);
  for (let filed = 0; filed < complaintLimits.inAnHour; filed += 1)
    await service.ask(sendComplaint, { ...wholeDraft, content: `Queja ${filed}.` }, pia);
  const first = await request('41', pia);
  const second = await request('41', pia);
  expect(second.folio).toBe(first.folio);
  const { complaints } = await service.tell(listComplaints, { state: 'received', limit: 100 });
  expect(complaints.find(({ folio }) => folio === first.folio)).toMatchObject({
    ...{ subtypeId: '41', content: expect.stringMatching(/^Pido.*\n\nPido/) },
  });
  const complaint = await service.ask(sendComplaint, { ...wholeDraft, typeId: '4', content: 'Otra.' }, pia);
  expect(complaint.folio).not.toBe(first.folio);
});

test('an overdue request is said to be, is counted, and is answered late', async () => {
  const { folio, complaintId } = await request('44');
  service.setTime('2026-12-31T12:00:00-06:00');
  const manager = await person('Marta Ruiz', 'manager');
  const late = await manager.open(`${queuePath('data-request')}&past=yes`);
  expect(late.text).toContain(folio);
  expect(late.text).toContain('1 d 12 h past');
  const signedIn = await desk.people.find(manager.cookies.get('__Host-desk') ?? '');
  if (!signedIn) throw new Error('nobody is signed in');
  const counts = await desk.matters.count(signedIn, wholeQueue);
  expect(counts.get('data-request')?.past).toBeGreaterThan(0);
  await service.tell(answerComplaint, { folio, reply: 'No procede.' });
  expect((await detailOf(complaintId)).reply).toBe('No procede.');
});
