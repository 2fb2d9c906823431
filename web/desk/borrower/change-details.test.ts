import { expect, test } from 'vitest';
import { readAgreement } from '#contract/calls/loan.ts';
import { type HostBorrower, putBorrower, readBorrower } from '#contract/host/borrower.ts';
import { listEvents } from '#contract/host/event.ts';
import { eraseBorrower, exportBorrower } from '#contract/host/personal-data.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { approvalPath, borrowerPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const ana = await person('Ana Gómez', 'agent');
const marta = await person('Marta Ruiz', 'manager');
const luis = await person('Luis Mora', 'manager');

let count = 0;
async function addedBorrower(more: object = {}): Promise<HostBorrower> {
  count += 1;
  return service.tell(putBorrower, {
    ...{ lenderBorrowerId: `CL-${count}`, name: 'Lucía Soto', address: 'Calle Norte 9' },
    ...{ mobilePhone: '5598765432', market: 'MX', ...more },
  } as never);
}
const read = (borrowerId: string) => service.tell(readBorrower, { borrowerId });

/** The fields of the form of a page that does a step. */
function formOf(html: string, step: string): Record<string, string> {
  const form = html.split('<form ').find((each) => each.includes(`name="part" value="${step}"`)) ?? '';
  return fieldsOf(`<form ${form}`);
}

const proof = {
  proofKind: 'identity-document',
  proofReference: 'INE 0412088712345',
  reason: 'Asked at the branch',
};

/** Requests a change. @returns where it led, and the address of its approval. */
async function request(borrowerId: string, kind: 'name' | 'address', value: string, by = marta) {
  const path = borrowerPath(borrowerId);
  const form = formOf((await by.open(path)).html, `change-${kind}`);
  const sent = await by.send(path, { ...form, ...proof, value });
  return { sent, approval: approvalPath((await read(borrowerId)).changes.at(-1)?.changeId ?? '') };
}

async function approve(approval: string, by = luis) {
  const seen = (await by.open(approval)).field('seen');
  return by.send(approval, { step: 'approve', seen });
}

test('a name changes by two people, who see both values and the proof; the record has neither', async () => {
  const { borrowerId } = await addedBorrower();
  const { sent, approval } = await request(borrowerId, 'name', ' Lucía  Soto de Mora ');
  expect(sent.location).toBe(approval);
  expect((await read(borrowerId)).name).toBe('Lucía Soto');
  const waits = await marta.open(borrowerPath(borrowerId));
  expect(waits.text).toContain('Waits for approval by a colleague.');
  expect(waits.html).not.toContain('INE 0412');
  const page = await luis.open(approval);
  expect(page.text).toContain('Marta Ruiz asks: Change the details of a person');
  for (const words of ['Name Lucía Soto New name Lucía Soto de Mora', 'INE 0412088712345'])
    expect(page.text).toContain(words);
  const own = { step: 'approve', seen: page.field('seen') };
  expect((await marta.send(approval, own)).status).toBe(403);
  const auditor = await person('Vera Luna', 'auditor');
  const masked = await auditor.open(approval);
  expect(masked.status).toBe(200);
  expect(masked.html).not.toMatch(/Lucía|INE 0412/);
  for (const _click of [1, 2]) expect((await luis.send(approval, own)).location).toBe(approval);
  expect(await read(borrowerId)).toMatchObject({
    name: 'Lucía Soto de Mora',
    changes: [{ kind: 'name', state: 'done', proofKind: 'identity-document' }],
  });
  const { rows } = await desk.audit({ subject: `borrower:${borrowerId}`, limit: 50 });
  expect(rows.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['requestBorrowerChange', 'asked', 'shown', 'approved']),
  );
  expect(JSON.stringify(rows)).not.toMatch(/Soto|INE 0412/);
  const { events } = await service.tell(listEvents, { limit: 100 });
  const changed = events.filter(({ type }) => type === 'borrower.changed');
  expect(changed.map(({ data }) => data)).toMatchObject([{ borrowerId, kind: 'name' }]);
  expect(JSON.stringify(changed)).not.toContain('Soto');
});

test("the lender's own change is a version too, and takes no approval", async () => {
  const { borrowerId, lenderBorrowerId } = await addedBorrower();
  const again = { lenderBorrowerId, name: 'Lucía Mora', address: 'Calle Norte 9', mobilePhone: '5598765432' };
  for (const _time of [1, 2]) await service.tell(putBorrower, { ...again, market: 'MX' } as never);
  const { changes } = await read(borrowerId);
  expect(changes).toMatchObject([{ kind: 'name', state: 'done', proofKind: null, doneBy: 'host' }]);
});

test('a faulty form comes back as typed with its faults, and what is in force already is refused', async () => {
  const { borrowerId } = await addedBorrower();
  const path = borrowerPath(borrowerId);
  const form = formOf((await marta.open(path)).html, 'change-address');
  const long = await marta.send(path, { ...form, value: 'x'.repeat(401), proofKind: 'civil-record' });
  expect(long.status).toBe(422);
  for (const words of ['up to 400 letters', 'Write how to find the proof', 'Write the reason'])
    expect(long.text).toContain(words);
  expect(long.html).toContain('x'.repeat(401));
  const same = await request(borrowerId, 'address', 'Calle Norte 9');
  expect(same.sent.status).toBe(422);
  expect(same.sent.text).toContain('It is the same as now.');
  expect((await read(borrowerId)).changes).toEqual([]);
  const auditor = await person('Vera Luz', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('value="change-name"');
  expect((await auditor.send(path, { part: 'change-name', value: 'Eva', ...proof })).status).toBe(403);
});

test('an agent requests and withdraws; what was withdrawn or replaced cannot be approved', async () => {
  const { borrowerId } = await addedBorrower();
  const path = borrowerPath(borrowerId);
  const first = await request(borrowerId, 'name', 'Lucía Uno', ana);
  expect(first.sent.location).toBe(path);
  const second = await request(borrowerId, 'name', 'Lucía Dos', ana);
  expect((await luis.open(first.approval)).text).toContain('It can no longer be done');
  const seen = (await luis.open(second.approval)).field('seen');
  expect((await marta.open(path)).html).not.toContain('value="drop"');
  const withdrawn = await ana.send(path, formOf((await ana.open(path)).html, 'drop'));
  expect(withdrawn.location).toBe(path);
  expect((await luis.send(second.approval, { step: 'approve', seen })).status).toBe(409);
  expect((await read(borrowerId)).name).toBe('Lucía Soto');
  expect((await read(borrowerId)).changes.map(({ state }) => state)).toEqual(['dropped', 'dropped']);
  expect((await ana.open(path)).text).toContain('Name: change withdrawn');
  const third = await request(borrowerId, 'name', 'Lucía Tres', ana);
  await luis.send(third.approval, { step: 'send-back', reason: 'The proof is of somebody else' });
  expect((await ana.open(path)).text).not.toContain('Waits for approval');
});

test('a copy has the changes, and an erasure leaves none of their values', async () => {
  const { borrowerId } = await addedBorrower();
  await approve((await request(borrowerId, 'name', 'Lucía Mora')).approval);
  await request(borrowerId, 'address', 'Calle Sur 4');
  const { tables } = await service.tell(exportBorrower, { borrowerId });
  expect(tables.borrower_changes).toMatchObject([
    { value: 'Lucía Mora', value_before: 'Lucía Soto' },
    { value: 'Calle Sur 4', state: 'waiting' },
  ]);
  await service.tell(eraseBorrower, { borrowerId, reason: 'request 12' });
  const { changes } = await read(borrowerId);
  expect(changes.map(({ state, proofReference }) => [state, proofReference])).toEqual([
    ['done', ''],
    ['dropped', ''],
  ]);
});

test('an agreement names the borrower as they signed it, whatever changed since', async () => {
  const session = await newBorrower(service);
  const { borrowerId } = session;
  const before = await read(borrowerId);
  const { orderNumber } = await paidOutLoan(service, session);
  service.setTime('2026-12-01T12:00:00-06:00');
  const [nora, otto] = [await person('Nora Paz', 'manager'), await person('Otto Gil', 'manager')];
  for (const value of ['Otro Nombre', 'Otro Nombre Más'])
    await approve((await request(borrowerId, 'name', value, nora)).approval, otto);
  await approve((await request(borrowerId, 'address', 'Calle Sur 4, Puebla', nora)).approval, otto);
  expect(await read(borrowerId)).toMatchObject({ name: 'Otro Nombre Más', address: 'Calle Sur 4, Puebla' });
  const agreement = await service.ask(readAgreement, { orderNumber }, session);
  expect(agreement).toMatchObject({ borrowerName: before.name, borrowerAddress: before.address });
});
