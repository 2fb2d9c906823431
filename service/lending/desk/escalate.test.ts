import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listEvents } from '#contract/host/event.ts';
import { hoursOfMatters } from '#domain/matter/matter.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import type { MattersCounted } from '../dependencies.ts';
import { escalate } from './escalate.ts';

const service = await testLendingService();
const hours = hoursOfMatters(24, { application: 4 });
const counted: (readonly MattersCounted[])[] = [];
const { dependencies } = lendingService(
  service.database,
  {},
  { mattersCounted: (counts) => void counted.push(counts) },
);
const { desk } = testDesk(service);

test('an overdue matter causes one event, an audit entry and a count in the metrics', async () => {
  const session = await newBorrower(service);
  const late = await applyForLoan(service, session);
  const soon = await applyForLoan(service, await newBorrower(service));
  await service.api.keepContactMessage({
    name: 'Luz',
    telephone: '',
    email: 'luz@correo.test',
    remark: 'Hola',
  });
  const told = async () => {
    const { events } = await service.tell(listEvents, { limit: 100 });
    return events.filter(({ type }) => type === 'matter.overdue');
  };
  expect(await escalate(dependencies, hours)).toBe(0);
  const appliedAt = new Date(dependencies.clock.now().getTime() - 5 * 3_600_000).toISOString();
  await service.database.execute(
    sql`update loans set applied_at = ${appliedAt}::timestamptz where order_number = ${late.orderNumber}`,
  );
  expect(await Promise.all([escalate(dependencies, hours), escalate(dependencies, hours)])).toSatisfy(
    (counts: number[]) => counts[0] === 1 || counts[1] === 1,
  );
  expect(await escalate(dependencies, hours)).toBe(0);
  const events = await told();
  expect(events).toHaveLength(1);
  const data = events[0]?.data ?? {};
  expect(data).toMatchObject({
    ...{
      kind: 'application',
      matterId: late.orderId,
      name: late.orderNumber,
      orderNumber: late.orderNumber,
      holderName: null,
    },
  });
  expect(new Date(String(data.dueAt)).getTime() - new Date(String(data.cameAt)).getTime()).toBe(
    4 * 3_600_000,
  );
  const { rows } = await desk.audit({ borrower: session.borrowerId, limit: 5 });
  expect(rows[0]).toMatchObject({ act: 'escalated', personId: null, subject: `loan:${late.orderNumber}` });
  const last = new Map(counted.at(-1)?.map(({ kind, ...count }) => [kind, count]));
  expect(last.get('application')).toEqual({ all: 2, past: 1 });
  expect(last.get('message')).toEqual({ all: 1, past: 0 });
  expect(soon.orderNumber).not.toBe(late.orderNumber);
});

test('a data request is told at its stored deadline, not after hours', async () => {
  const request = { typeId: '4', subtypeId: '41', content: 'Todo.', images: [], orderNumber: null };
  const { folio } = await service.ask(sendComplaint, request, await newBorrower(service));
  expect(await escalate(dependencies, hours)).toBe(0);
  await service.database.execute(
    sql`update complaints set due_at = ${'2026-11-19T05:59:00Z'}::timestamptz where folio = ${folio}`,
  );
  expect(await escalate(dependencies, hours)).toBe(1);
  const { events } = await service.tell(listEvents, { limit: 100 });
  expect(events.find(({ data }) => data.name === folio)?.data).toMatchObject({
    ...{ kind: 'data-request', dueAt: '2026-11-19T05:59:00.000Z' },
  });
});
