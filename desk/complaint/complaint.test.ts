import { expect, test } from 'vitest';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { answerComplaint } from '#contract/host/complaint.ts';
import { uploadedImage, wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { complaintPath, deskPaths } from '../paths.ts';

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
  const page = await agent.open(deskPaths.complaints);
  expect(page.status).toBe(200);
  expect(page.text.indexOf(first.folio)).toBeLessThan(page.text.indexOf(second.folio));
  expect(page.text).toContain('40 min past');
  expect(page.text).toContain('22 h 10 min left');
  expect(page.text).toContain('2 to answer · 1 past their clock');
  const past = await agent.open(`${deskPaths.complaints}?show=past`);
  expect(past.text).toContain(first.folio);
  expect(past.text).not.toContain(second.folio);
  expect((await agent.open(`${deskPaths.complaints}?show=nonsense&from=nonsense`)).status).toBe(200);
});

test('the queue pages by cursor over both states that wait', async () => {
  const signedIn = await desk.people.find(agent.cookies.get('__Host-desk') ?? '');
  if (!signedIn) throw new Error('nobody is signed in');
  await filed();
  const { rows } = await desk.complaints.list(signedIn, { queue: 'open', cursor: '', limit: 100 });
  const folio = rows[1]?.folio ?? '';
  await agent.send(complaintPath(folio), { step: 'take-1', do: 'review' });
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await desk.complaints.list(signedIn, { queue: 'open', cursor, limit: 1 });
    seen.push(...page.rows.map((row) => row.folio));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(rows.map((row) => row.folio));
});

test('a ready answer is inserted from the ledger, sent once and closed with it; the history says who', async () => {
  const { folio, complaintId } = await filed({ orderNumber: loan.orderNumber });
  const { amountMinor } = await service.ask(
    readRepayment,
    { productId: loan.productId, orderId: loan.orderId },
    rosa,
  );
  const path = complaintPath(folio);
  await agent.send(path, { step: 'review', do: 'review' });
  const inserted = await agent.send(path, { step: 'a', do: 'insert', template: 'owed', reply: 'Hola.' });
  expect(inserted.status).toBe(200);
  const reply = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(inserted.html)?.[1] ?? '';
  expect(reply).toMatch(/^\n?Hola\.\n\nRevisamos su préstamo/);
  expect(reply.replace(/\D/g, '')).toContain(String(amountMinor));
  const form = { step: 'b', do: 'send', reply: reply.trim(), close: 'yes' };
  const [sent, again] = [await agent.send(path, form), await agent.send(path, form)];
  expect([sent.status, again.status]).toEqual([303, 303]);
  const theirs = await service.ask(readComplaint, { complaintId: complaintId ?? '' }, rosa);
  expect(theirs.reply).toContain('Hola.');
  const page = await agent.open(path);
  for (const words of ['Closed the complaint', 'Answered the complaint', 'Took the complaint', 'A••• G•••']) {
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
  const page = await agent.send(complaintPath(folio), { step: 'x', do: 'send', reply });
  expect(page.status).toBe(422);
  expect(page.text).toContain(why);
  expect(page.html).toContain(reply.trim());
  expect((await agent.open(complaintPath(folio))).text).not.toContain('Answered the complaint');
});

test('amounts that the ledger does not have are sent once somebody says that they are right', async () => {
  const { folio } = await filed({ orderNumber: loan.orderNumber });
  const form = { step: 'y', do: 'send', reply: 'Le devolvemos $ 1,23.' };
  const refused = await agent.send(complaintPath(folio), form);
  expect(refused.field('figures')).toBe('$ 1,23');
  expect((await agent.send(complaintPath(folio), { ...form, figures: '$ 4,56' })).status).toBe(422);
  expect((await agent.send(complaintPath(folio), { ...form, figures: '$ 1,23' })).status).toBe(303);
});

test('a text that comes after another answer is not sent and not lost', async () => {
  const { folio } = await filed();
  await service.tell(answerComplaint, { folio, reply: 'De otro.' });
  const page = await agent.send(complaintPath(folio), { step: 'z', do: 'send', reply: 'Lo mío.' });
  expect(page.status).toBe(409);
  expect(page.text).toContain('Lo mío.');
  expect(page.text).toContain('De otro.');
  const closed = await agent.send(complaintPath(folio), { step: 'z2', do: 'close' });
  expect(closed.status).toBe(303);
});

test('a photo is opened in somebody’s name, and only by its own complaint', async () => {
  const image = await uploadedImage(service, rosa);
  const { folio } = await filed({ images: [image] });
  const other = await filed();
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
  for (const path of [deskPaths.complaints, complaintPath(folio)]) {
    expect((await treasury.open(path)).status).toBe(403);
  }
  const auditor = await person('Vera', 'auditor');
  const page = await auditor.open(complaintPath(folio));
  expect(page.html).not.toContain('name="do"');
  const refused = await auditor.send(complaintPath(folio), { step: 'q', do: 'review' });
  expect(refused.status).toBe(403);
  const { rows } = await desk.audit({ personId: auditor.personId, limit: 1 });
  expect(rows[0]).toMatchObject({
    act: 'reviewComplaint',
    outcome: 'refused',
    subject: `complaint:${folio}`,
  });
  expect((await agent.open(complaintPath('QJ-2026-000123-38'))).status).toBe(404);
});
