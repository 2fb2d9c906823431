import { expect, test } from 'vitest';
import { answerText } from '#content/messages/desk-complaint.ts';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { answerComplaint } from '#contract/host/complaint.ts';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { smallImage } from '#fixtures/images.ts';
import { uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { complaintPath, deskPaths, queuePath } from '../paths.ts';
import { lateOpening } from './ready-answers.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const rosa = await newBorrower(service);
const loan = await paidOutLoan(service, rosa);
service.setTime('2026-12-23T12:00:00-06:00');
let filedCount = 0;

async function filed(draft: { readonly orderNumber?: string; readonly images?: string[] } = {}) {
  filedCount += 1;
  const content = `Pagué y no aparece (${filedCount}).`;
  return service.ask(sendComplaint, { ...wholeDraft, content, ...draft }, rosa);
}

const first = await filed();
service.setTime('2026-12-24T10:50:00-06:00');
const second = await filed({ orderNumber: loan.orderNumber });
service.setTime('2026-12-24T12:40:00-06:00');
const agent = await person('Ana Gómez', 'agent');

test('the queue has the shortest clock first, with the time that is left or past', async () => {
  const page = await agent.open(queuePath('complaint'));
  expect(page.status).toBe(200);
  expect(page.text.indexOf(first.folio)).toBeLessThan(page.text.indexOf(second.folio));
  expect(page.text).toContain('40 min past');
  expect(page.text).toContain('22 h 10 min left');
  expect(page.text).toContain('2 open · 1 overdue');
  const past = await agent.open(`${queuePath('complaint')}&past=yes`);
  expect(past.text).toContain(first.folio);
  expect(past.text).not.toContain(second.folio);
  expect((await agent.open(`${queuePath('complaint')}&show=nonsense&past=nonsense`)).status).toBe(200);
  expect((await agent.open(`${queuePath('complaint')}&from=nonsense`)).status).toBe(422);
});

test('the queue pages by cursor over both states that wait', async () => {
  const signedIn = await desk.people.find(agent.cookies.get('__Host-desk') ?? '');
  if (!signedIn) throw new Error('nobody is signed in');
  await filed();
  const complaints = { ...wholeQueue, kind: 'complaint' } as const;
  const { rows } = await desk.matters.list(signedIn, complaints, { cursor: '', limit: 100 });
  const folio = rows[1]?.name ?? '';
  await agent.send(complaintPath(folio), { messageId: 'take-1', do: 'review' });
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await desk.matters.list(signedIn, complaints, { cursor, limit: 1 });
    seen.push(...page.rows.map((row) => row.name));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(rows.map((row) => row.name));
});

test('a ready answer is inserted from the ledger, sent once and closed with it; the history says who', async () => {
  const { folio, complaintId } = await filed({ orderNumber: loan.orderNumber });
  const { amountMinor } = await service.ask(
    readRepayment,
    { productId: loan.productId, orderId: loan.orderId },
    rosa,
  );
  const path = complaintPath(folio);
  await agent.send(path, { messageId: 'review', do: 'review' });
  const inserted = await agent.send(path, { messageId: 'a', do: 'insert', template: 'owed', reply: 'Hola.' });
  expect(inserted.status).toBe(200);
  const reply = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(inserted.html)?.[1] ?? '';
  expect(reply).toMatch(/^\n?Hola\.\n\nRevisamos su préstamo/);
  expect(reply.replace(/\D/g, '')).toContain(String(amountMinor));
  const form = { messageId: 'b', do: 'send', reply: reply.trim(), close: 'yes' };
  const [sent, again] = [await agent.send(path, form), await agent.send(path, form)];
  expect([sent.status, again.status]).toEqual([303, 303]);
  const theirs = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(theirs.reply).toContain('Hola.');
  const page = await agent.open(path);
  for (const words of ['Closed the complaint', 'Answered the complaint', 'Took the complaint', 'Ana Gómez']) {
    expect(page.text).toContain(words);
  }
  expect(page.html).not.toContain('name="reply"');
});

test.each([
  ['  ', 'Write the answer.'],
  ['Su pago del [día] ya está.', '[día] is still to be filled in'],
  ['x'.repeat(4001), 'longer than 4000'],
  ['Hoy debe $ 1,23.', 'The ledger does not have $ 1,23 today'],
])('what cannot be sent is kept, and the page says why: %#', async (reply, why) => {
  const { folio } = await filed({ orderNumber: loan.orderNumber });
  const page = await agent.send(complaintPath(folio), { messageId: 'x', do: 'send', reply });
  expect(page.status).toBe(422);
  expect(page.text).toContain(why);
  expect(page.html).toContain(reply.trim());
  expect((await agent.open(complaintPath(folio))).text).not.toContain('Answered the complaint');
});

test('an interim answer leaves the complaint open with its clock, and the ready text that asks for time is no final answer', async () => {
  const { folio, complaintId } = await filed();
  const promise = answerText.es.looking;
  const refused = await agent.send(complaintPath(folio), { messageId: 'late-1', do: 'send', reply: promise });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('Send it as an interim answer');
  const sent = { messageId: 'late-2', do: 'interim', reply: promise, close: 'yes' };
  expect((await agent.send(complaintPath(folio), sent)).status).toBe(303);
  const page = await agent.open(complaintPath(folio));
  expect(page.text).toContain('left');
  expect(page.text).toContain('Interim answers');
  expect(page.text).toContain(promise);
  expect(page.text).toContain('Sent an interim answer');
  expect(page.text).not.toContain('Your draft');
  expect((await agent.open(queuePath('complaint'))).text).toContain(folio);
  const detail = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect([detail.reply, detail.interimAnswers.map(({ text }) => text)]).toEqual(['', [promise]]);
});

test('an answer as long as its field lets it be is sent, whatever ends its lines', async () => {
  const { folio } = await filed({ orderNumber: loan.orderNumber });
  const reply = `${'x'.repeat(99)}\r\n`.repeat(40);
  const form = { messageId: 'as-long', do: 'send', reply: `${reply.slice(0, -2)}x` };
  expect((await agent.send(complaintPath(folio), form)).status).toBe(303);
});

test('amounts that the ledger does not have are sent once somebody says that they are right', async () => {
  const { folio } = await filed({ orderNumber: loan.orderNumber });
  const form = { messageId: 'y', do: 'send', reply: 'Le devolvemos $ 1,23.' };
  const refused = await agent.send(complaintPath(folio), form);
  expect(refused.field('figures')).toBe('$ 1,23');
  expect((await agent.send(complaintPath(folio), { ...form, figures: '$ 4,56' })).status).toBe(422);
  expect((await agent.send(complaintPath(folio), { ...form, figures: '$ 1,23' })).status).toBe(303);
});

test('a text that comes after another answer is not sent and not lost', async () => {
  const { folio } = await filed();
  await service.tell(answerComplaint, { folio, reply: 'De otro.' });
  const page = await agent.send(complaintPath(folio), { messageId: 'z', do: 'send', reply: 'Lo mío.' });
  expect(page.status).toBe(409);
  expect(page.text).toContain('Lo mío.');
  expect(page.text).toContain('De otro.');
  const closed = await agent.send(complaintPath(folio), { messageId: 'z2', do: 'close' });
  expect(closed.status).toBe(303);
});

test('a photo is opened in somebody’s name, and only by its own complaint', async () => {
  const image = await uploadedImage(service, rosa);
  const { folio } = await filed({ images: [image] });
  const other = await service.ask(sendComplaint, wholeDraft, await newBorrower(service));
  const name = image.split('/').at(-1) ?? '';
  const opened = await agent.open(`${complaintPath(folio)}/images/${name}`);
  expect([opened.status, opened.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  expect((await agent.open(`${complaintPath(other.folio)}/images/${name}`)).status).toBe(404);
  const { rows } = await desk.audit({ subject: `complaint:${folio}`, limit: 10 });
  expect(rows[0]).toMatchObject({ act: 'shown', outcome: 'done', detail: { fields: ['image'] } });
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.open(`${complaintPath(folio)}/images/${name}`)).status).toBe(403);
  expect((await auditor.open(complaintPath(folio))).html).not.toContain(name);
});

test('treasury sees no complaint, an auditor changes none, and each refusal is logged', async () => {
  const { folio } = await filed();
  const treasury = await person('Teo', 'treasury');
  for (const path of [queuePath('complaint'), complaintPath(folio)]) {
    expect((await treasury.open(path)).status).toBe(403);
  }
  const auditor = await person('Vera', 'auditor');
  const page = await auditor.open(complaintPath(folio));
  expect(page.html).not.toContain('name="do"');
  const refused = await auditor.send(complaintPath(folio), { messageId: 'q', do: 'review' });
  expect(refused.status).toBe(403);
  const { rows } = await desk.audit({ personId: auditor.personId, limit: 1 });
  expect(rows[0]).toMatchObject({
    act: 'reviewComplaint',
    outcome: 'refused',
    subject: `complaint:${folio}`,
  });
  expect((await agent.open(complaintPath('QJ-2026-000123-38'))).status).toBe(404);
});

/** A form of an answer with photos, as a browser sends it; one without has an empty file. */
function answerForm(fields: Readonly<Record<string, string>>, ...photos: Uint8Array[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const photo of photos) form.append('photo', new File([new Uint8Array(photo)], 'foto.jpg'));
  if (photos.length === 0) form.append('photo', new File([], ''));
  return form;
}

test('photos are added to an answer, can be taken away, and the borrower gets those that were sent', async () => {
  const { folio, complaintId } = await filed();
  const path = complaintPath(folio);
  const written = { reply: 'Su recibo va en la foto.', template: 'looking' };
  const step = () => ({ messageId: crypto.randomUUID(), ...written });
  const both = answerForm({ ...step(), do: 'attach' }, smallImage('jpeg'), smallImage('webp'));
  const attached = await agent.send(path, both);
  expect(attached.status).toBe(200);
  const names = [...attached.html.matchAll(/name="image" value="([^"]+)"/g)].map(([, name = '']) => name);
  expect(names).toHaveLength(2);
  const [first = '', second = ''] = names;
  const { status, headers } = await agent.open(`${path}/images/${first}`);
  expect([status, headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
    ...[200, 'image/jpeg', 'no-store'],
  ]);
  const other = await person('Otra Agente', 'agent');
  expect((await other.open(`${path}/images/${first}`)).status).toBe(404);
  const without = answerForm({ ...step(), remove: first });
  for (const name of names) without.append('image', name);
  expect((await agent.send(path, without)).html).not.toContain(first);
  const send = answerForm({ ...step(), do: 'send', image: second });
  expect((await agent.send(path, send)).status).toBe(303);
  const theirs = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(theirs.replyImages).toHaveLength(1);
  const shown = await agent.open(`${path}?photos=shown`);
  expect(shown.html).toContain(`<img src="${path}/images/${second}"`);
});

test('a file that is no photo is refused by the checks of every upload, and the text stays', async () => {
  const { folio } = await filed();
  const fields = { messageId: crypto.randomUUID(), do: 'send', reply: 'Mi texto.' };
  const page = await agent.send(complaintPath(folio), answerForm(fields, new TextEncoder().encode('<svg/>')));
  expect([page.status, page.text.includes('could not be read')]).toEqual([422, true]);
  expect(page.text).toContain('Mi texto.');
  const large = await agent.send(complaintPath(folio), answerForm(fields, new Uint8Array(imageMaxBytes + 1)));
  expect([large.status, large.text.includes('larger than 8 MB')]).toEqual([422, true]);
  const opened = await agent.open(complaintPath(folio));
  expect(opened.text).toContain('Mi texto.');
  expect(opened.text).not.toContain('Answered the complaint');
});

test('a photo that is not of this answer comes into no draft', async () => {
  const image = (await uploadedImage(service, rosa)).split('/').at(-1) ?? '';
  const { folio } = await filed();
  const form = answerForm({ messageId: crypto.randomUUID(), do: 'keep', reply: 'x', image });
  expect((await agent.send(complaintPath(folio), form)).status).toBe(303);
  expect((await agent.open(`${complaintPath(folio)}/images/${image}`)).status).toBe(404);
});

test('a draft is kept for its person alone, also one that could not be sent, until it is sent', async () => {
  const { folio } = await filed();
  const path = complaintPath(folio);
  await agent.send(path, { messageId: 'd1', do: 'keep', reply: 'Empecé a escribir.', close: 'yes' });
  const again = await agent.open(path);
  expect(again.text).toContain('Your draft, saved');
  expect(again.html).toMatch(/<textarea[^>]*>\n?Empecé a escribir\.<\/textarea>/);
  await agent.send(path, { messageId: 'd2', do: 'send', reply: 'Hasta [día].' });
  expect((await agent.open(path)).text).toContain('Hasta [día].');
  const other = await person('Otra Agente', 'agent');
  expect((await other.open(path)).html).not.toContain('Hasta [día].');
  await agent.send(path, { messageId: 'd3', do: 'send', reply: 'Hasta mañana.' });
  expect((await agent.open(path)).text).not.toContain('draft');
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.send(path, { messageId: 'd4', do: 'keep', reply: 'x' })).status).toBe(403);
});

test('a complaint is handed over to a colleague who answers complaints, and stands in their queue', async () => {
  const { folio } = await filed();
  const beto = await person('Beto Cruz', 'agent');
  const treasury = await person('Teo', 'treasury');
  const page = await agent.open(complaintPath(folio));
  expect(page.html).toContain(`<option value="${beto.personId}">Beto Cruz</option>`);
  for (const { personId } of [agent, treasury]) expect(page.html).not.toContain(personId);
  const reason = 'He knows the branch';
  const form = { messageId: 'h1', do: 'hand-over', to: beto.personId, reason };
  expect((await agent.send(complaintPath(folio), form)).status).toBe(303);
  const theirs = await beto.open(`${queuePath('complaint')}&with=me`);
  expect(theirs.text).toContain(folio);
  expect(theirs.text).toContain('You');
  expect((await agent.open(`${queuePath('complaint')}&with=me`)).text).not.toContain(folio);
  const { rows } = await desk.audit({ subject: `complaint:${folio}`, limit: 5 });
  const entry = { reason, detail: { to: beto.personId } };
  expect(rows.find(({ act }) => act === 'handed-over')).toMatchObject(entry);
  const lead = await person('Lía Mora', 'manager');
  const log = await lead.open(`${deskPaths.audit}?about=complaint:${folio}`);
  expect(log.text).toContain('Handed over to Beto Cruz');
  for (const to of [treasury.personId, 'nobody']) {
    expect((await agent.send(complaintPath(folio), { ...form, to })).status).toBe(404);
  }
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.send(complaintPath(folio), form)).status).toBe(403);
  await service.tell(answerComplaint, { folio, reply: 'De otro.' });
  expect((await agent.send(complaintPath(folio), form)).status).toBe(409);
  expect((await beto.open(`${queuePath('complaint')}&with=me`)).text).not.toContain(folio);
});

test('what was written is kept when the session ran out meanwhile, and nothing of it is sent', async () => {
  const { folio } = await filed();
  const [late, gone] = [await person('Lidia Paz', 'agent'), await person('Gil Soto', 'agent')];
  const signedOut = new Map(gone.cookies);
  await gone.send('/desk/sign-out', {});
  for (const [name, value] of signedOut) gone.cookies.set(name, value);
  service.setTime('2026-12-24T13:00:00-06:00');
  for (const sender of [late, gone]) {
    const form = answerForm({ messageId: crypto.randomUUID(), do: 'send', reply: 'Media hora escribiendo.' });
    const page = await sender.send(complaintPath(folio), form);
    expect([page.status, page.location?.startsWith(deskPaths.signIn)]).toEqual([303, true]);
  }
  const opened = await (await person('Lidia Paz', 'agent')).open(complaintPath(folio));
  expect(opened.html).toContain('Media hora escribiendo.');
  expect(opened.text).not.toContain('Answered the complaint');
  const other = await (await person('Gil Soto', 'agent')).open(complaintPath(folio));
  expect(other.html).not.toContain('Media hora escribiendo.');
});

test('a late answer begins with the delay, in the language of the complaint, and the page says how late it was', async () => {
  const { folio, complaintId } = await filed();
  service.setTime('2026-12-28T16:10:00-06:00');
  const late = await person('Ana Gómez', 'agent');
  const path = complaintPath(folio);
  const opening = 'Perdone la demora: le respondemos con 3 días de retraso.';
  const page = await late.open(path);
  expect(page.text).toContain('3 d 3 h past');
  expect(page.text).toContain(`The answer begins: “${opening}”`);
  const long = await late.send(path, { messageId: 'l1', do: 'send', reply: 'x'.repeat(3_990) });
  expect([long.status, long.text.includes('longer than 39')]).toEqual([422, true]);
  expect((await late.send(path, { messageId: 'l2', do: 'send', reply: 'Ya aparece.' })).status).toBe(303);
  const theirs = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(theirs.reply).toBe(`${opening}\n\nYa aparece.`);
  expect((await late.open(path)).text).toContain('Answered · answered 3 d 3 h after the deadline');
  expect(lateOpening({ clock: { dueAt: new Date(), minutesLeft: -20 } }, 'en')).toContain(
    'less than an hour late',
  );
  expect(lateOpening({ clock: { dueAt: new Date(), minutesLeft: -60 } }, 'en')).toContain(' 1 hour late');
  expect(lateOpening({ clock: { dueAt: new Date(), minutesLeft: 0 } }, 'es')).toBe('');
});
