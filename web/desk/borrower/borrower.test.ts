import { expect, test } from 'vitest';
import { putBorrower, readBorrower } from '#contract/host/borrower.ts';
import { requestErasure } from '#contract/host/personal-data.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { approvalPath, borrowerPath, deskPaths } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const { borrowerId } = await service.tell(putBorrower, {
  ...{ lenderBorrowerId: 'CL-77', name: 'Lucía Soto', address: 'Calle Norte 9' },
  ...{ mobilePhone: '5598765432', market: 'MX' },
});
const path = borrowerPath(borrowerId);
const manager = await person('Marta Ruiz', 'manager');
const agent = await person('Ana Gómez', 'agent');
const auditor = await person('Vera Luna', 'auditor');
const read = () => service.tell(readBorrower, { borrowerId });

/** The fields of the form of a page that does a step. */
function formOf(html: string, step: string): Record<string, string> {
  const form = html.split('<form ').find((each) => each.includes(`name="part" value="${step}"`)) ?? '';
  return fieldsOf(`<form ${form}`);
}

test('somebody is found by the lender’s id or a phone, shown masked, and the log keeps neither', async () => {
  for (const query of ['CL-77', '55 9876 5432', '044 55 9876 5432', borrowerId.toUpperCase()]) {
    const page = await agent.open(`${deskPaths.search}?q=${encodeURIComponent(query)}`);
    expect(page.location, query).toBe(path);
  }
  // Another country's number that ends in the same digits.
  const foreign = await agent.open(`${deskPaths.search}?q=${encodeURIComponent('+977 55 9876 5432')}`);
  expect(foreign.location).not.toBe(path);
  expect(foreign.html).not.toContain(path);
  const page = await agent.open(path);
  for (const secret of ['Lucía', '5598765432', 'Norte']) expect(page.html).not.toContain(secret);
  expect((await agent.open(deskPaths.borrowers)).html).not.toContain('Lucía');
  const shown = await agent.send(path, { ...formOf(page.html, 'show'), show: 'name' });
  expect(shown.text).toContain('Lucía Soto');
  const { rows } = await desk.audit({ personId: agent.personId, limit: 50 });
  expect(rows.map(({ act }) => act)).toEqual(expect.arrayContaining(['searched', 'opened', 'shown']));
  expect(rows.find(({ act }) => act === 'shown')?.detail).toEqual({ fields: ['name'] });
  const searches = rows.filter(({ act }) => act === 'searched').map(({ detail }) => detail);
  expect(searches).toEqual(
    expect.arrayContaining([
      { by: ['phone'], found: 1, borrowers: [borrowerId] },
      { by: ['lender-id'], found: 1, borrowers: [borrowerId] },
    ]),
  );
  expect(JSON.stringify(rows)).not.toMatch(/CL-77|9876|Luc/);
  expect((await agent.open(borrowerPath('nobody'))).status).toBe(422);
  expect((await agent.open(borrowerPath('00000000-0000-7000-8000-000000000001'))).status).toBe(404);
});

test('an auditor is offered nothing to do and refused it', async () => {
  const page = await auditor.open(path);
  expect(page.html).not.toMatch(/name="part" value="(?:block|sessions|copy|erase)"|Show \(logged\)/);
  for (const step of ['show', 'block', 'sessions', 'copy', 'erase']) {
    const refused = await auditor.send(path, {
      part: step,
      show: 'name',
      reason: 'because',
      confirm: 'CL-77',
    });
    expect([step, refused.status]).toEqual([step, 403]);
    expect(refused.html).not.toContain('Lucía');
  }
  for (const step of ['copy', 'erase']) {
    expect((await agent.send(path, { part: step, reason: 'because', confirm: 'CL-77' })).status).toBe(403);
  }
  expect((await read()).blockedAt).toBeNull();
});

test('somebody is blocked with a reason and unblocked; sessions end', async () => {
  const form = formOf((await agent.open(path)).html, 'block');
  const without = await agent.send(path, { ...form, reason: ' ' });
  expect(without.status).toBe(422);
  expect(without.text).toContain('Write the reason');
  expect((await agent.send(path, { ...form, reason: 'Stolen phone' })).status).toBe(303);
  expect(await read()).toMatchObject({
    blockReason: 'Stolen phone',
    blockedBy: `desk:${agent.personId}`,
  });
  expect((await agent.open(`${deskPaths.borrowers}?state=blocked`)).text).toContain('CL-77');
  const back = formOf((await agent.open(path)).html, 'unblock');
  expect(back.part).toBe('unblock');
  expect((await agent.send(path, { ...back, reason: 'Found again' })).status).toBe(303);
  expect((await read()).blockChanges).toHaveLength(2);
  const session = await service.session(borrowerId);
  const ended = await agent.send(path, formOf((await agent.open(path)).html, 'sessions'));
  expect(ended.text).toContain('Sessions ended: 1.');
  expect(session.sessionId).not.toBe('');
});

test('a legal hold is set and lifted with a reason, stands at the head of the case and keeps the data', async () => {
  const hold = formOf((await manager.open(path)).html, 'hold');
  expect((await manager.send(path, { ...hold, reason: '' })).status).toBe(422);
  expect((await manager.send(path, { ...hold, reason: 'Court file 12' })).status).toBe(303);
  const page = await manager.open(path);
  expect(page.text).toMatch(/Legal hold since [0-9: -]+: Court file 12/);
  const agentsPage = await agent.open(path);
  expect(agentsPage.text).toContain('Court file 12');
  expect(agentsPage.html).not.toContain('value="release"');
  const release = formOf(page.html, 'release');
  expect((await agent.send(path, { ...release, reason: 'Case closed' })).status).toBe(403);
  expect((await manager.send(path, { ...release, reason: 'Case closed' })).status).toBe(303);
  expect((await read()).holdChanges.map(({ isHeld }) => isHeld)).toEqual([true, false]);
  const { rows } = await desk.audit({ subject: `borrower:${borrowerId}`, limit: 50 });
  expect(rows.map(({ act }) => act)).toEqual(expect.arrayContaining(['holdBorrower', 'releaseBorrower']));
});

test('a copy is downloaded and logged; erasing takes the id and two people, and leaves nothing of the person', async () => {
  const page = await manager.open(path);
  const copy = await manager.send(path, formOf(page.html, 'copy'));
  expect(copy.headers.get('Content-Disposition')).toContain('attachment');
  const erase = formOf(page.html, 'erase');
  const unsure = await manager.send(path, { ...erase, reason: 'Request 12', confirm: 'CL-78' });
  expect(unsure.status).toBe(422);
  expect((await read()).erasedAt).toBeNull();
  const request = { ...erase, reason: 'Request 12', confirm: 'CL-77' };
  const asked = await manager.send(path, request);
  expect(asked.location).toBe(approvalPath(erase.messageId ?? ''));
  expect((await manager.send(path, request)).location).toBe(asked.location);
  expect((await read()).erasedAt).toBeNull();
  const approval = asked.location ?? '';
  const own = await manager.open(approval);
  expect(own.text).toContain('You asked: Erase the data of a person');
  expect(own.html).not.toContain('value="approve"');
  const luis = await person('Luis Mora', 'manager');
  const waiting = await luis.open(approval);
  expect(waiting.text).toContain('Marta Ruiz asks: Erase the data of a person');
  const form = { step: 'approve', seen: waiting.field('seen') };
  expect((await manager.send(approval, form)).status).toBe(403);
  for (const _click of [1, 2]) expect((await luis.send(approval, form)).location).toBe(approval);
  expect((await read()).erasedAt).not.toBeNull();
  const direct = desk.ask(
    (await desk.people.find(luis.cookies.get('__Host-desk') ?? '')) as never,
    requestErasure,
    { borrowerId, reason: 'Request 13' },
    { messageId: 'direct' },
  );
  await expect(direct).rejects.toThrow('needs-second-person');
  const after = await manager.open(path);
  expect(after.text).toContain('Erased');
  const { rows } = await desk.audit({ subject: `borrower:${borrowerId}`, limit: 50 });
  expect(rows.map(({ act }) => act)).toEqual(expect.arrayContaining(['exported', 'asked', 'approved']));
});
