import { type SQL, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { listBurialPoints } from '#contract/host/burial-point.ts';
import { closeComplaint, exportComplaints } from '#contract/host/complaint.ts';
import { listEvents } from '#contract/host/event.ts';
import { readJobs } from '#contract/host/job.ts';
import { listRegistrations } from '#contract/host/registration.ts';
import { listSmsMessages } from '#contract/host/sms.ts';
import { answerContactMessage, closeContactMessage, listContactMessages } from '#contract/host/support.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, effectCounts, newBorrower } from '#tests/setup/lending-journeys.ts';
import { listEvents as eventsAfter } from './events/store.ts';
import { withLease } from './job-lease.ts';
import { burialPointsAfter } from './offer/store.ts';
import { registrationsAfter } from './registration/store.ts';
import { sendsAfter } from './sms/store.ts';
import { contactMessagesIn } from './support/store.ts';

const service = await testLendingService();
const { database } = service;
const message = { name: 'Eva', telephone: '55 1', email: 'eva@correo.example', remark: '¿Qué tal?' };

test('[SITE-4] a contact message causes an event, is listed, answered and closed, with its staff member recorded', async () => {
  await service.api.keepContactMessage(message);
  const { contactMessages } = await service.tell(listContactMessages, { state: 'open' });
  expect(contactMessages).toEqual([
    {
      ...{ contactMessageId: expect.any(String), ...message, state: 'open' },
      ...{ receivedAt: '2026-11-20T18:00:00.000Z', answeredAt: null, closedAt: null, handledBy: null },
    },
  ]);
  const contactMessageId = contactMessages[0]?.contactMessageId ?? '';
  const { events } = await service.tell(listEvents, {});
  expect(events).toMatchObject([{ type: 'contact.received', data: { contactMessageId } }]);
  expect(JSON.stringify(events)).not.toContain('correo');

  const answer = { contactMessageId, actor: 'ana' };
  expect(await service.tell(answerContactMessage, answer)).toMatchObject({
    ...{ state: 'answered', handledBy: 'host:ana', answeredAt: '2026-11-20T18:00:00.000Z' },
  });
  const before = await effectCounts(database);
  for (const [path, body, status] of [
    [answerContactMessage.path, answer, 409],
    [answerContactMessage.path, { contactMessageId: newId() }, 404],
    [closeContactMessage.path, { contactMessageId: 'x' }, 422],
    [listContactMessages.path, { state: 'lost' }, 422],
    [listContactMessages.path, { state: 'open', cursor: 'x' }, 422],
    [listContactMessages.path, { state: 'open', limit: 101 }, 422],
  ] as const) {
    expect([path, body, (await service.host(path, body)).status]).toEqual([path, body, status]);
  }
  expect(await effectCounts(database)).toEqual(before);
  expect((await service.tell(closeContactMessage, { contactMessageId })).state).toBe('closed');
  expect((await service.host(closeContactMessage.path, { contactMessageId })).status).toBe(409);
  expect((await service.tell(listContactMessages, { state: 'open' })).contactMessages).toEqual([]);
});

test('complaints are exported in whatever state, page by page', async () => {
  const rosa = await newBorrower(service);
  for (const content of ['Uno.', 'Dos.', 'Tres.']) {
    await service.ask(sendComplaint, { ...wholeDraft, content }, rosa);
  }
  const first = await service.tell(exportComplaints, { limit: 2 });
  const second = await service.tell(exportComplaints, { limit: 2, cursor: first.nextCursor ?? '' });
  expect([...first.complaints, ...second.complaints].map(({ content }) => content)).toEqual([
    ...['Uno.', 'Dos.', 'Tres.'],
  ]);
  expect(second.nextCursor).toBeNull();
  expect((await service.host(closeComplaint.path, { folio: first.complaints[0]?.folio })).status).toBe(409);
  expect((await service.host(exportComplaints.path, { cursor: 'W10' })).status).toBe(422);
});

test('the points of journeys name their loan', async () => {
  const rosa = await newBorrower(service);
  const { orderNumber } = await applyForLoan(service, rosa);
  const { burialPoints } = await service.tell(listBurialPoints, { since: '2026-11-20T18:00:00Z' });
  expect(burialPoints.filter(({ borrowerId }) => borrowerId === rosa.borrowerId)).toMatchObject([
    { event: 'loan-confirmed', productId: 'mx-120', orderNumber, occurredAt: '2026-11-20T18:00:00.000Z' },
  ]);
  const later = await service.tell(listBurialPoints, { since: '2026-11-20T18:00:01Z' });
  expect(later).toEqual({ burialPoints: [], nextCursor: null });
});

test('jobs tell when their last run ended and what came of it', async () => {
  const lease = { holder: 'one' };
  await withLease(database, { job: 'retention', ...lease }, async () => ({ sessions: 3 }));
  await withLease(database, { job: 'penalties', ...lease }, async () => 'refused');
  await withLease(database, { job: 'unmatched payments', ...lease }, () => Promise.reject()).catch(() => 0);
  const { jobs, oldestWaitingEventAt, hasDeadEvents } = await service.tell(readJobs, {});
  expect(jobs).toEqual(
    [
      { job: 'penalties', outcome: 'refused' },
      { job: 'retention', outcome: 'done' },
      { job: 'unmatched payments', outcome: 'failed' },
    ].map((job) => ({ ...job, isRunning: false, endedAt: expect.any(String) })),
  );
  expect([oldestWaitingEventAt, hasDeadEvents]).toEqual(['2026-11-20T18:00:00.000Z', false]);
});

const rowCount = 50_000;
const at = sql.raw(`timestamptz '2026-01-01 00:00Z' + (n / 3) * interval '1 minute'`);
const rows = sql.raw(`generate_series(1, ${rowCount}) n`);
const near = ['2026-01-12T13:00:00.000Z', '00000000-0000-7000-8000-000000000000'] as const;
const first = { since: undefined, after: undefined, limit: 51 };
const last = { ...first, after: near };

async function blocksRead(query: SQL | { getSQL(): SQL }): Promise<number> {
  const [plan] = await queryRows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    database,
    sql`explain (analyze, buffers, format json) ${query}`,
  );
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = plan?.['QUERY PLAN'][0].Plan ?? {};
  return hit + read;
}

/** Lists with what fills them, what they are asked for from the start, and far on. */
const lists = {
  registrations: [
    sql`insert into registrations (id, mobile_phone, template_id, session_id, app_name, merchant_number, invite_code,
      app_from, user_from, utm_tag, registered_at)
      select gen_random_uuid(), '+5255' || (10000000 + n), 'es', gen_random_uuid(), '', '', '', '', '', '', ${at} from ${rows}`,
    () => registrationsAfter(database, first),
    () => registrationsAfter(database, last),
  ],
  burial_point_events: [
    sql`insert into burial_point_events (id, event, borrower_id, product_id, occurred_at)
      select gen_random_uuid(), 'loan-confirmed', '0192f000-0000-7000-8000-000000000001', 'mx-120', ${at} from ${rows}`,
    () => burialPointsAfter(database, first),
    () => burialPointsAfter(database, last),
  ],
  sms_sends: [
    sql`insert into sms_sends (id, purpose, number_hash, prefix_hash, sent_at, outcome)
      select gen_random_uuid(), 'registration', 'a' || n, 'b', ${at}, 'accepted' from ${rows}`,
    () => sendsAfter(database, first),
    () => sendsAfter(database, last),
  ],
  contact_messages: [
    sql`insert into contact_messages (id, name, telephone, email, remark, state, received_at)
      select gen_random_uuid(), 'n', 't', 'e', 'r', 'open', ${at} from ${rows}`,
    () => contactMessagesIn(database, 'open', first),
    () => contactMessagesIn(database, 'open', last),
  ],
  outbox_events: [
    sql`insert into outbox_events (id, serial_number, subject_id, type, version, data, occurred_at, state, attempt_count,
      attempt_at)
      select gen_random_uuid(), 1000000 + n, 's' || n % 9, 'contact.received', 1, '{}', ${at}, 'dead', 13, ${at} from ${rows}`,
    () => eventsAfter(database, { isDead: true }, { above: 0, limit: 51 }),
    () => eventsAfter(database, { isDead: true }, { above: 1_049_000, limit: 51 }),
  ],
} as const;

test.each(Object.entries(lists))(
  'a page of %s costs far on what it costs at the start',
  async (table, [filled, firstPage, lastPage]) => {
    await database.execute(filled);
    await database.execute(sql`analyze ${sql.identifier(table)}`);
    const [start, farOn] = [await blocksRead(firstPage() as never), await blocksRead(lastPage() as never)];
    expect(start).toBeLessThan(300);
    expect(farOn).toBeLessThanOrEqual(start + 30);
    expect((await lastPage()).length).toBe(51);
  },
);

test('registrations and text messages are listed whole, each row once, over pages cut within one minute', async () => {
  const seen = new Set<string>();
  const since = '2026-01-12T13:10:00Z';
  let cursor: string | null | undefined;
  do {
    const request = { since, limit: 100, ...(cursor && { cursor }) };
    const page = await service.tell(listRegistrations, request);
    for (const { registrationId } of page.registrations) {
      expect(seen.has(registrationId)).toBe(false);
      seen.add(registrationId);
    }
    cursor = page.nextCursor;
  } while (cursor);
  const [{ count } = { count: '' }] = await queryRows<{ count: string }>(
    database,
    sql`select count(*)::text as count from registrations where registered_at >= ${since}::timestamptz`,
  );
  expect(String(seen.size)).toBe(count);
  const { smsMessages } = await service.tell(listSmsMessages, { since, limit: 1 });
  expect(smsMessages).toEqual([
    {
      ...{ smsMessageId: expect.any(String), purpose: 'registration', borrowerId: null, country: null },
      ...{ sentAt: '2026-01-12T13:10:00.000Z', outcome: 'accepted', gateway: null },
      ...{ deliveryState: null, deliveryFailure: null, reportedAt: null },
    },
  ]);
});
