import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { putBorrower, readBorrower } from '#contract/host/borrower.ts';
import { listEvents } from '#contract/host/event.ts';
import { listContactMessages } from '#contract/host/support.ts';
import { inTransaction, queryRows } from '#db/database.ts';
import { borrowerChanges } from '#db/schema/borrower.ts';
import { approvalPath, borrowerPath } from '#desk/paths.ts';
import { runPhoneChanges } from '#lending/borrower/phone-change.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { openPage } from '#tests/setup/open-page.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const start = new Date('2026-11-20T12:00:00-06:00').getTime();
const wait = (hours: number) => service.setTime(new Date(start + hours * 3_600_000).toISOString());

let count = 0;
/** A borrower, and staff who are signed in now. */
async function begin() {
  count += 1;
  wait(count * 100);
  const { borrowerId } = await service.tell(putBorrower, {
    ...{ lenderBorrowerId: `CP-${count}`, name: 'Lucía Soto', address: 'Calle Norte 9' },
    ...{ mobilePhone: `55987654${10 + count}`, market: 'MX' },
  } as never);
  const [ana, luis] = [await person('Ana Gómez', 'agent'), await person('Luis Mora', 'manager')];
  return { borrowerId, path: borrowerPath(borrowerId), ana, luis };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const read = (borrowerId: string) => service.tell(readBorrower, { borrowerId });
const changeOf = async (borrowerId: string) => (await read(borrowerId)).changes.at(-1);
const sent = () => [...service.dependencies.sms.messages()].reverse();
const codeSent = () => /\d{6}/.exec(sent().at(-1)?.text ?? '')?.[0] ?? '';

/** The fields of the form of a page that does a step. */
function formOf(html: string, step: string): Record<string, string> {
  const form = html.split('<form ').find((each) => each.includes(`name="part" value="${step}"`)) ?? '';
  return fieldsOf(`<form ${form}`);
}

const proof = { proofKind: 'in-person', proofReference: 'INE 0412088712345' };

async function request({ ana, path }: Begun, value = '55 4821 7736') {
  return ana.send(path, { ...formOf((await ana.open(path)).html, 'change-phone'), ...proof, value });
}

async function confirm({ ana, path }: Begun, code: string) {
  const form = formOf((await ana.open(path)).html, 'confirm-code');
  return ana.send(path, { ...form, code, reason: 'Lost the old telephone' });
}

/** A change that is approved, and of which the old number is told. @returns the address to object at. */
async function toldChange(begun: Begun): Promise<string> {
  await request(begun);
  await confirm(begun, codeSent());
  const { changeId = '' } = (await changeOf(begun.borrowerId)) ?? {};
  const approval = approvalPath(changeId);
  await begun.luis.send(approval, { step: 'approve', seen: (await begun.luis.open(approval)).field('seen') });
  await runPhoneChanges(service.dependencies);
  return /https?:\/\/[^/]+(\/\S+)/.exec(sent().at(-1)?.text ?? '')?.[1] ?? '';
}

/** Whether a session of this database waits for a lock. */
async function isLockAwaited(): Promise<boolean> {
  const [row] = await queryRows<{ is_awaited: boolean }>(
    service.database,
    sql`select exists(select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as is_awaited`,
  );
  return row?.is_awaited ?? false;
}

const object = (address: string) =>
  openPage(address, {
    form: {},
    dependencies: { objections: { object: (key: string) => service.api.objectToPhoneChange(key) } },
  });

test('a new number is confirmed by its code, approved by two, told to the old one, and counts a day later', async () => {
  const begun = await begin();
  const { borrowerId, ana, luis, path } = begun;
  const before = (await read(borrowerId)).mobilePhone;
  expect((await request(begun)).location).toBe(path);
  expect(sent().at(-1)).toMatchObject({ to: '+525548217736' });
  expect((await ana.open(path)).text).toContain('ask them to read it out');
  const wrong = await confirm(begun, codeSent() === '000000' ? '000001' : '000000');
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('The code does not match');
  expect((await changeOf(borrowerId))?.state).toBe('unconfirmed');
  await confirm(begun, codeSent());
  const { changeId = '', state } = (await changeOf(borrowerId)) ?? {};
  expect(state).toBe('waiting');
  const page = await luis.open(approvalPath(changeId));
  expect(page.text).toContain('New telephone 5548217736');
  await luis.send(approvalPath(changeId), { step: 'approve', seen: page.field('seen') });
  expect((await ana.open(path)).text).toContain('The old number has not been told yet.');
  await runPhoneChanges(service.dependencies);
  await runPhoneChanges(service.dependencies);
  const notices = sent().filter(({ to, text }) => to === `+52${before}` && text.includes('/numberChange?'));
  expect(notices).toHaveLength(1);
  expect((await read(borrowerId)).mobilePhone).toBe(before);
  wait(count * 100 + 23);
  await runPhoneChanges(service.dependencies);
  expect((await read(borrowerId)).mobilePhone).toBe(before);
  wait(count * 100 + 25);
  await runPhoneChanges(service.dependencies);
  expect(await read(borrowerId)).toMatchObject({ mobilePhone: '5548217736' });
  const { rows } = await desk.audit({ subject: `borrower:${borrowerId}`, limit: 50 });
  expect(rows.map(({ act }) => act)).toEqual(
    expect.arrayContaining(['requestBorrowerChange', 'sent-code', 'entered-code', 'asked', 'approved']),
  );
  expect(JSON.stringify(rows)).not.toMatch(/4821|0412/);
  const { events } = await service.tell(listEvents, { limit: 100 });
  expect(events.filter(({ type }) => type === 'borrower.changed').map(({ data }) => data)).toMatchObject([
    { borrowerId, kind: 'phone' },
  ]);
});

test('the old number objects by its link: the change is held, the staff are written to once, and only two can go on', async () => {
  const begun = await begin();
  const { borrowerId, path, luis } = begun;
  const address = await toldChange(begun);
  const before = (await read(borrowerId)).mobilePhone;
  const opened = await openPage(address, { dependencies: { objections: { object: async () => false } } });
  expect(opened.text).toContain('Yo no lo pedí');
  expect((await changeOf(borrowerId))?.state).toBe('told');
  for (const _click of [1, 2]) expect((await object(address)).text).toContain('Gracias por avisar');
  expect((await object(address.replace(/.$/, 'x'))).status).toBe(404);
  expect(await changeOf(borrowerId)).toMatchObject({ state: 'objected', objectedAt: expect.any(String) });
  const page = await luis.open(path);
  expect(page.text).toContain('On hold: the old number objected');
  const { contactMessages } = await service.tell(listContactMessages, { state: 'open' });
  expect(contactMessages).toMatchObject([{ remark: expect.stringContaining(borrowerId) }]);
  wait(count * 100 + 49);
  await runPhoneChanges(service.dependencies);
  expect((await read(borrowerId)).mobilePhone).toBe(before);
  const [nora, otto] = [await person('Nora Paz', 'manager'), await person('Otto Gil', 'manager')];
  const form = formOf((await nora.open(path)).html, 'change-phone');
  expect((await nora.send(path, { ...form, ...proof, value: '5548217799' })).status).toBe(409);
  const override = formOf((await nora.open(path)).html, 'override');
  const asked = await nora.send(path, { ...override, reason: 'Seen at the branch' });
  const approval = asked.location ?? '';
  await otto.send(approval, { step: 'approve', seen: (await otto.open(approval)).field('seen') });
  expect((await read(borrowerId)).mobilePhone).toBe('5548217736');
});

test('an objection that is being written when its time ends is not overwritten', async () => {
  const begun = await begin();
  const { borrowerId } = begun;
  await toldChange(begun);
  const before = (await read(borrowerId)).mobilePhone;
  const { changeId = '' } = (await changeOf(borrowerId)) ?? {};
  wait(count * 100 + 25);
  let ending: Promise<void> | undefined;
  await inTransaction(service.database, async (transaction) => {
    await transaction
      .update(borrowerChanges)
      .set({ state: 'objected', objectedAt: new Date() })
      .where(eq(borrowerChanges.id, changeId));
    ending = runPhoneChanges(service.dependencies);
    await expect.poll(() => isLockAwaited(), { timeout: 20_000 }).toBe(true);
  });
  await ending;
  expect((await read(borrowerId)).mobilePhone).toBe(before);
  expect((await changeOf(borrowerId))?.state).toBe('objected');
});

test('an objection after the change took effect reaches the staff, and one to a dropped change is refused', async () => {
  const begun = await begin();
  const late = await toldChange(begun);
  wait(count * 100 + 30);
  await runPhoneChanges(service.dependencies);
  expect((await object(late)).status).toBe(200);
  expect((await changeOf(begun.borrowerId))?.state).toBe('done');
  const other = await begin();
  const address = await toldChange(other);
  await other.ana.send(other.path, formOf((await other.ana.open(other.path)).html, 'drop'));
  expect((await object(address)).status).toBe(404);
  wait(count * 100 + 30);
  await runPhoneChanges(service.dependencies);
  expect((await changeOf(other.borrowerId))?.state).toBe('dropped');
});

test('a number of another country is refused in words, five wrong codes spend the code, and another is sent', async () => {
  const begun = await begin();
  const foreign = await request(begun, '+91 98455 01276');
  expect(foreign.status).toBe(422);
  expect(foreign.text).toContain('This number is from another country (India)');
  await request(begun);
  const code = codeSent();
  const other = code === '000000' ? '000001' : '000000';
  for (let guess = 0; guess < 5; guess += 1) await confirm(begun, other);
  expect((await confirm(begun, code)).text).toContain('This code no longer works');
  const { ana, path } = begun;
  const again = await ana.send(path, formOf((await ana.open(path)).html, 'send-code'));
  expect([again.status, again.text]).toEqual([422, expect.stringContaining('could not be sent')]);
});
