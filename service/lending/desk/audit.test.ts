import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { deskActText } from '#content/messages/desk.ts';
import { allHostCalls } from '#contract/all-host-calls.ts';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { deskActOf } from '#contract/doors.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { answerComplaint, listComplaints } from '#contract/host/complaint.ts';
import { cancelLoan, decideApplication } from '#contract/host/loan.ts';
import { queryRows } from '#db/database.ts';
import type { DeskPerson } from '#domain/desk/person.ts';
import { actsOfRole, type DeskAct, type DeskRole, deskActs, deskRoles, mayDo } from '#domain/desk/role.ts';
import { allRows } from '#tests/setup/all-rows.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { record } from './audit.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);

async function someone(...roles: DeskRole[]): Promise<DeskPerson> {
  const { cookies } = await person(randomUUID(), ...roles);
  const match = await desk.people.find(cookies.get('__Host-desk') ?? '');
  if (!match) throw new Error('nobody is signed in');
  return match;
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no refusal',
    (error: { readonly cause?: unknown }) => String(error.cause ?? error),
  );
}

test('the database changes and removes no entry', async () => {
  await someone('agent');
  for (const statement of [
    sql`update audit_entries set act = 'nothing'`,
    sql`delete from audit_entries`,
    sql`truncate audit_entries`,
  ]) {
    expect(await reasonOf(service.database.execute(statement))).toContain(
      'audit entries are never changed or removed',
    );
  }
});

test('an act and its entry are one: done once with it, absent where it was refused', async () => {
  const manager = await someone('manager');
  const { orderNumber } = await applyForLoan(service, await newBorrower(service));
  const subject = `loan:${orderNumber}`;
  const step = { messageId: 'form-1', subject, reason: 'Known to us' };
  const cancel = { orderNumber, reason: 'Known to us' };
  await desk.ask(manager, cancelLoan, cancel, step);
  await desk.ask(manager, cancelLoan, cancel, step);
  await expect(desk.ask(manager, cancelLoan, cancel, { ...step, messageId: 'form-2' })).rejects.toThrow(
    'status-conflict',
  );
  const { rows: entries } = await desk.audit({ subject, limit: 10 });
  expect(entries).toMatchObject([
    { act: 'cancelLoan', outcome: 'refused', detail: { code: 'status-conflict' } },
    {
      act: 'cancelLoan',
      outcome: 'done',
      personId: manager.personId,
      reason: 'Known to us',
      detail: { orderNumber },
    },
  ]);
  const changes = await queryRows<{ by: string }>(
    service.database,
    sql`select changed_by as by from status_changes where changed_by like 'desk:%'`,
  );
  expect(changes).toEqual([{ by: `desk:${manager.personId}` }]);
});

const permissionOfCall: Readonly<Record<string, DeskAct>> = Object.fromEntries(
  allHostCalls.flatMap(({ name }) => {
    const act = deskActOf(name);
    return act === null ? [] : [[name, act]];
  }),
);

test.each(deskRoles)(
  '%s makes the calls of the table and no others, and each refusal is logged',
  async (role) => {
    const somebody = await someone(role);
    for (const [name, act] of Object.entries(permissionOfCall)) {
      const call = { ...decideApplication, name, isRead: true as const };
      const answer = await reasonOf(desk.ask(somebody, call, {}, { messageId: randomUUID() }));
      expect(answer.includes('not-allowed'), `${role} ${name}`).toBe(!actsOfRole[role].includes(act));
    }
    const refused = deskActs.filter(
      (act) => Object.values(permissionOfCall).includes(act) && !mayDo([role], act),
    );
    const { rows: entries } = await desk.audit({ personId: somebody.personId, limit: 100 });
    const logged = entries
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ act }) => permissionOfCall[act]);
    expect(new Set(logged)).toEqual(new Set(refused));
  },
);

test('each act that may stand in the log has words', () => {
  const nameless = Object.keys(permissionOfCall).filter((name) => !Object.hasOwn(deskActText.es, name));
  expect(nameless).toEqual([]);
});

test('a search that finds nothing is logged, without what was looked for', async () => {
  const agent = await someone('agent');
  const step = { messageId: randomUUID(), subject: 'borrower:Rosa', loggedAs: 'searched' } as const;
  const request = desk.ask(
    agent,
    readBorrower,
    { lenderBorrowerId: 'Rosa' },
    { ...step, detail: { by: 'number' } },
  );
  expect(await reasonOf(request)).toContain('not-found');
  const { rows } = await desk.audit({ personId: agent.personId, limit: 1 });
  expect(rows[0]).toMatchObject({ act: 'searched', outcome: 'done', subject: null });
  expect(rows[0]?.detail).toEqual({ by: 'number', found: 0 });
});

test('a call without a permission is refused for everybody', async () => {
  const everybody = await someone(...deskRoles);
  const unknown = { ...listComplaints, name: 'issueSession' };
  expect(await reasonOf(desk.ask(everybody, unknown, {}, { messageId: 'x' }))).toContain('not-allowed');
});

test('what somebody wrote of themselves is not kept in the log', async () => {
  const agent = await someone('agent');
  const fields = { folio: 'CM-2026-00000', reply: 'Rosa, your number is 5512345678' };
  await reasonOf(
    desk.ask(agent, answerComplaint, fields, { messageId: 'y', subject: 'complaint:CM-2026-00000' }),
  );
  const { rows: entries } = await desk.audit({ subject: 'complaint:CM-2026-00000', limit: 10 });
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).not.toMatch(/Rosa|5512345678/);
});

test('the log names all staff, and keeps what is nobody’s id as it stands', async () => {
  const agent = await someone('agent');
  const { clock, random } = service.dependencies;
  const subject = 'complaint:CM-2026-00001';
  for (const to of ['the branch', agent.personId]) {
    const entry = { person: agent, act: 'handed-over', subject, detail: { to }, outcome: 'done' } as const;
    await record(service.database, entry, { now: clock.now(), random });
  }
  const { rows, people } = await desk.audit({ subject, limit: 5 });
  expect(rows.map(({ detail }) => detail?.to)).toEqual([agent.personId, 'the branch']);
  expect(people.get(agent.personId)).toBe(agent.name);
  expect(people.has('the branch')).toBe(false);
});

test('every entry carries the borrower it is about, whatever it names, and who looked at them is a list', async () => {
  const auditor = await someone('agent', 'treasury', 'manager');
  const session = await newBorrower(service);
  const borrowerId = session.borrowerId;
  const loan = await paidOutLoan(service, session);
  const { orderNumber } = loan;
  const filed = {
    typeId: '2',
    subtypeId: null,
    content: 'Me cobran de más.',
    images: [],
    orderNumber,
  } as const;
  const { folio } = await service.ask(sendComplaint, filed, session);
  const key = { productId: loan.productId, orderId: loan.orderId };
  const reason = { chargeId: '1-fee', reason: 'not-agreed', words: '' } as const;
  const { disputeId } = await service.ask(disputeCharge, { ...key, ...reason }, session);
  await pay(service, loan, 10_000, { eventId: 'transfer:7' });
  await desk.loans.read(auditor, orderNumber);
  await desk.loans.show(auditor, orderNumber, ['phone']);
  await desk.complaints.read(auditor, folio);
  const entry = { person: auditor, act: 'opened', outcome: 'done' } as const;
  const { clock, random } = service.dependencies;
  for (const subject of [
    `charge-dispute:${disputeId}`,
    'payment:sandbox:transfer:7',
    `borrower:${borrowerId}`,
  ])
    await record(service.database, { ...entry, subject }, { now: clock.now(), random });
  await record(service.database, { ...entry, subject: 'loans' }, { now: clock.now(), random });
  const { rows } = await desk.audit({ borrower: borrowerId, limit: 50 });
  expect(rows.map(({ subject }) => subject).toReversed()).toEqual([
    `loan:${orderNumber}`,
    `loan:${orderNumber}`,
    `complaint:${folio}`,
    `charge-dispute:${disputeId}`,
    'payment:sandbox:transfer:7',
    `borrower:${borrowerId}`,
  ]);
  for (const row of rows) expect(row).toMatchObject({ borrowerId, name: auditor.name });
});

test('the log pages by its own order, at one reading a page', async () => {
  const busy = await someone('auditor');
  const { orderNumber } = await applyForLoan(service, await newBorrower(service));
  const subject = `loan:${orderNumber}`;
  for (let count = 0; count < 5; count += 1) await desk.loans.read(busy, orderNumber);
  const seen = await allRows(
    (next) => desk.audit({ subject, ...next, limit: 2 }),
    ({ rows }) => rows.map(({ serialNumber }) => serialNumber),
  );
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted((a, b) => b - a));
});
