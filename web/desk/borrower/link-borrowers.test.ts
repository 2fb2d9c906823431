import { expect, test } from 'vitest';
import {
  type HostBorrower,
  linkBorrowers,
  putBorrower,
  readBorrower,
  unlinkBorrowers,
} from '#contract/host/borrower.ts';
import { eraseBorrower, exportBorrower } from '#contract/host/personal-data.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { borrowerPath, collectionPath, deskPaths } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const marta = await person('Marta Ruiz', 'manager');
const luis = await person('Luis Mora', 'manager');

let count = 0;
async function addedBorrower(more: object = {}): Promise<HostBorrower> {
  count += 1;
  return service.tell(putBorrower, {
    ...{ lenderBorrowerId: `CL-${count}`, name: 'Lucía Soto', address: 'Calle Norte 9' },
    ...{ mobilePhone: `55876543${count + 10}`, market: 'MX', ...more },
  } as never);
}
const linksOf = async (borrowerId: string) => (await service.tell(readBorrower, { borrowerId })).links;
const reason = 'Same identity document';
const findOther = ({ borrowerId }: HostBorrower, other: string, by = marta) =>
  by.send(borrowerPath(borrowerId), { part: 'find-other', other });

/** Requests a link or its end, and has it approved. @returns the page of the approval. */
async function decideLink(part: 'link' | 'unlink', one: HostBorrower, other: HostBorrower) {
  const messageId = crypto.randomUUID();
  const form = { part, messageId, other: other.borrowerId, reason };
  const { location } = await marta.send(borrowerPath(one.borrowerId), form);
  const page = await luis.open(location ?? '');
  const seen = page.field('seen');
  expect((await marta.send(location ?? '', { step: 'approve', seen })).status).toBe(403);
  expect((await luis.send(location ?? '', { step: 'approve', seen })).location).toBe(location);
  return page;
}

test('two people link borrowers that are one; each case shows the other, and a second request ends it', async () => {
  const session = await newBorrower(service);
  const { borrowerId } = session;
  const { orderNumber } = await paidOutLoan(service, session);
  const one = await service.tell(readBorrower, { borrowerId });
  const other = await addedBorrower();
  const path = borrowerPath(other.borrowerId);
  const found = await findOther(other, orderNumber);
  expect(found.location).toBe(`${path}?same=${borrowerId}#same`);
  const preview = await marta.open(`${path}?same=${borrowerId}`);
  expect(preview.text).toContain('This case CL-1 · L••• S•••');
  expect(preview.text).toContain(`Open matters 0 The other borrower ${borrowerId}`);
  expect(preview.html).not.toMatch(/Lucía|Calle Norte/);
  const noReason = await marta.send(`${path}?same=${borrowerId}`, { part: 'link', other: borrowerId });
  expect(noReason.status).toBe(422);
  expect(noReason.text).toContain('Write the reason');
  const approval = await decideLink('link', other, one);
  expect(approval.text).toContain('Link two borrowers that are the same person');
  expect(approval.text).toContain('The other borrower');
  const shown = await marta.open(path);
  expect(shown.text).toMatch(
    new RegExp(`Same person as .*${orderNumber}.* (\\$ [\\d,.]+) To settle today, in total \\1 `),
  );
  expect((await marta.open(borrowerPath(borrowerId))).text).toContain('Same person as CL-1');
  await addedBorrower();
  const hits = await marta.open(`${deskPaths.search}?q=Soto`);
  expect(hits.text.split('Linked to another')).toHaveLength(2);
  expect((await linksOf(borrowerId))[0]).toMatchObject({ otherBorrowerId: other.borrowerId, reason });
  const { rows } = await desk.audit({ subject: `borrower:${other.borrowerId}`, limit: 50 });
  const detail = { call: 'linkBorrowers', otherBorrowerId: borrowerId };
  for (const act of ['asked', 'approved'])
    expect(rows.find((row) => row.act === act)?.detail).toMatchObject(detail);
  await decideLink('unlink', one, other);
  expect(await linksOf(borrowerId)).toEqual([]);
  expect((await marta.open(path)).text).not.toContain('Same person as CL');
  expect(
    (await service.host(unlinkBorrowers.path, { borrowerId, otherBorrowerId: other.borrowerId, reason }))
      .status,
  ).toBe(409);
});

test('each refusal stands at the field with what was typed', async () => {
  const one = await addedBorrower();
  const other = await addedBorrower();
  const twin = await addedBorrower({ mobilePhone: other.mobilePhone });
  const indian = await addedBorrower({ market: 'IN', mobilePhone: '9876543210' });
  await service.tell(linkBorrowers, { ...pairOf(one, other), reason });
  const refusals = [
    ['', 'Write their ID'],
    ['CL-999', 'Nobody else has that ID'],
    [one.mobilePhone, 'That is this borrower.'],
    [other.mobilePhone, 'Several borrowers have that phone number.'],
    [indian.borrowerId, 'That borrower is in another market.'],
    [other.borrowerId, 'They are linked already.'],
  ] as const;
  for (const [typed, words] of refusals) {
    const page = await findOther(one, typed);
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(words)]);
    expect(page.html).toContain(`value="${typed}"`);
  }
  expect((await findOther(other, other.mobilePhone)).location).toContain(twin.borrowerId);
  for (const again of [pairOf(one, other), pairOf(other, one)])
    expect((await service.host(linkBorrowers.path, { ...again, reason })).status).toBe(409);
  for (const wrong of [one, indian])
    expect((await service.host(linkBorrowers.path, { ...pairOf(one, wrong), reason })).status).toBe(422);
  const auditor = await person('Vera Luz', 'auditor');
  expect((await auditor.open(borrowerPath(one.borrowerId))).html).not.toContain('value="find-other"');
  expect((await findOther(one, 'CL-1', auditor)).status).toBe(403);
});

test("a late loan's page names the other's late loans; an erasure removes the link, and no copy has it", async () => {
  const [one, other] = [await newBorrower(service), await newBorrower(service)];
  const late = await paidOutLoan(service, one);
  const alsoLate = await paidOutLoan(service, other);
  const pair = { borrowerId: one.borrowerId, otherBorrowerId: other.borrowerId };
  await service.tell(linkBorrowers, { ...pair, reason });
  service.setTime('2027-06-01T12:00:00-06:00');
  const later = await person('Marta Sol', 'manager');
  const page = await later.open(collectionPath(late.orderNumber));
  expect(page.text).toMatch(new RegExp(`other late loans ${alsoLate.orderNumber}.*\\$ [\\d,.]+`));
  const gone = await addedBorrower();
  const stays = await addedBorrower();
  await service.tell(linkBorrowers, { ...pairOf(stays, gone), reason });
  const { tables } = await service.tell(exportBorrower, { borrowerId: gone.borrowerId });
  expect(JSON.stringify(tables)).not.toContain(stays.borrowerId);
  await service.tell(eraseBorrower, { borrowerId: gone.borrowerId, reason: 'asked' });
  expect(await linksOf(stays.borrowerId)).toEqual([]);
});

function pairOf({ borrowerId }: HostBorrower, other: HostBorrower) {
  return { borrowerId, otherBorrowerId: other.borrowerId };
}
