import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { listDeadEvents, listEvents, redeliverEvents } from '#contract/host/event.ts';
import { type Database, inTransaction, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import type { EventsFound } from '#lending/dependencies.ts';
import { deliverEvents, retryDelaysMs } from '#lending/events/deliver-events.ts';
import { recordEvent } from '#lending/events/record-event.ts';
import { claimDueEvent } from '#lending/events/store.ts';
import { startEventReceiver } from '#tests/setup/event-receiver.ts';
import { openEmbeddedDatabase, openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { seededRandom } from '#tests/setup/seeded-random.ts';

const kinds = { PGlite: openEmbeddedDatabase, PostgreSQL: openPostgresDatabase };
const never = new AbortController().signal;
const secrets = ['new', 'old'].map(
  (name) => `whsec_${Buffer.from(`the ${name} secret that only tests know`).toString('base64')}`,
) as [string, string];

/**
 * A service that tells events to a receiver which can be told to misbehave, with its time in the test's hand: however busy the
 * machine is, no attempt times out but where a test has some hang.
 */
async function started(open: () => ReturnType<typeof openPostgresDatabase>, { timeoutMs = 600_000 } = {}) {
  const { db, close } = await open();
  onTestFinished(close);
  const lender = await startEventReceiver({ timeoutMs });
  onTestFinished(() => lender.close());
  const runs: string[] = [];
  const service = lendingService(
    db,
    { hostSigningSecrets: secrets },
    { eventReceiver: lender.receiver, jobEnded: (job, outcome) => runs.push(`${job} ${outcome}`) },
  );
  let now = Date.parse('2026-11-20T18:00:00Z');
  service.setTime(new Date(now).toISOString());
  const after = (ms: number) => {
    now += ms;
    service.setTime(new Date(now).toISOString());
  };
  return { db, lender, service, runs, after, deliver: () => deliverEvents(service.dependencies, never) };
}

/** Records events of subjects, one of each in turn, each a transaction of its own. */
async function record(db: Database, subjects: readonly string[], rounds: number) {
  for (let round = 0; round < rounds; round += 1) {
    for (const subjectId of subjects) {
      const data = { contactMessageId: `${subjectId} ${round}` };
      const event = { type: 'contact.received', subjectId, data } as const;
      await inTransaction(db, async (transaction) =>
        recordEvent(transaction, event, { now: new Date(), random: { id: newId } }),
      );
    }
  }
}

async function countOf(db: Database, state: string): Promise<number> {
  const [row] = await queryRows<{ count: string }>(
    db,
    sql`select count(*)::text as count from outbox_events where state = ${state}`,
  );
  return Number(row?.count);
}

const namesOf = (events: readonly { readonly data: Readonly<Record<string, unknown>> }[]) =>
  events.map(({ data }) => String(data.contactMessageId));

test.each(Object.entries(kinds))(
  'on %s a receiver that fails, drops, hangs, redirects and answers late loses nothing and keeps the order',
  async (_kind, open) => {
    const { db, lender, after, deliver } = await started(open as typeof openPostgresDatabase, {
      timeoutMs: 400,
    });
    const subjects = Array.from({ length: 8 }, (_, index) => `subject ${index}`);
    await record(db, subjects, 4);
    const chance = seededRandom(20261120);
    const manners = ['take', 'take', 'fail', 'drop', 'hang', 'late', 'redirect'] as const;
    lender.manner(() => manners[chance.below(manners.length)] ?? 'take');
    for (let round = 0; round < 60 && (await countOf(db, 'pending')) > 0; round += 1) {
      await deliver();
      after(1_900_000);
      if (round === 8) lender.manner(() => 'take');
    }
    expect(await countOf(db, 'delivered')).toBe(32);
    const taken = new Set<string>();
    const bodies = new Map<string, string>();
    const lastTaken = new Map<string, number>();
    for (const { id, body, data, manner } of lender.arrived) {
      // The same event comes under the same id with the same words.
      expect(bodies.get(id) ?? body).toBe(body);
      bodies.set(id, body);
      const [, subject = '', round = ''] = /^(.*) (\d+)$/.exec(String(data.contactMessageId)) ?? [];
      // None came before the one before it was taken.
      expect(Number(round)).toBeGreaterThanOrEqual(lastTaken.get(subject) ?? 0);
      expect(Number(round)).toBeLessThanOrEqual((lastTaken.get(subject) ?? -1) + 1);
      if (manner === 'take') {
        taken.add(id);
        lastTaken.set(subject, Number(round));
      }
    }
    expect(taken.size).toBe(32);
    expect(lender.arrived.length).toBeGreaterThan(40);
  },
);

test('an event is signed with the new secret and with the one before, anew each time', async () => {
  const { db, lender, after, deliver } = await started(openPostgresDatabase);
  lender.manner(() => (lender.arrived.length === 0 ? 'fail' : 'take'));
  await record(db, ['a'], 1);
  await deliver();
  after(6_000);
  await deliver();
  expect(lender.arrived.map(({ manner }) => manner)).toEqual(['fail', 'take']);
  for (const { id, timestamp, signature, body } of lender.arrived) {
    const at = new Date(Number(timestamp) * 1_000);
    expect(signature).toBe(secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '));
  }
  expect(Number(lender.arrived[1]?.timestamp) - Number(lender.arrived[0]?.timestamp)).toBe(6);
});

test('a receiver that is down for an hour gets everything once it is back', async () => {
  const { db, lender, after, deliver } = await started(openPostgresDatabase);
  const subjects = ['a', 'b', 'c'];
  await lender.down();
  await record(db, subjects, 2);
  for (let minute = 0; minute < 60; minute += 1) {
    await deliver();
    if (minute === 30) await record(db, subjects, 1);
    after(60_000);
  }
  expect(lender.arrived).toEqual([]);
  await lender.up();
  for (let minute = 0; minute < 120; minute += 1) {
    await deliver();
    after(60_000);
  }
  expect(await countOf(db, 'pending')).toBe(0);
  for (const subject of subjects) {
    const names = namesOf(lender.arrived).filter((name) => name.startsWith(subject));
    expect(names).toEqual([`${subject} 0`, `${subject} 1`, `${subject} 0`]);
  }
});

test('an event that hangs keeps only those of its own loan waiting', async () => {
  const { db, lender, service } = await started(openPostgresDatabase, { timeoutMs: 600_000 });
  const others = Array.from({ length: 40 }, (_, index) => `other ${index}`);
  await record(db, ['hanging', ...others], 2);
  lender.manner(({ data }) => (String(data.contactMessageId).startsWith('hanging') ? 'hang' : 'take'));
  const stopping = new AbortController();
  const run = deliverEvents(service.dependencies, stopping.signal);
  await expect.poll(() => countOf(db, 'delivered'), { timeout: 60_000 }).toBe(80);
  expect(namesOf(lender.arrived).filter((name) => name.startsWith('hanging'))).toEqual(['hanging 0']);
  stopping.abort();
  expect(await run).toMatchObject({ deliveredCount: 80, failedCount: 1 });
});

test('of several processes one sends an event, and what one took with it another sends when its lease is over', async () => {
  const { db, lender, service, after, deliver } = await started(openPostgresDatabase);
  await record(
    db,
    Array.from({ length: 30 }, (_, index) => `subject ${index}`),
    2,
  );
  await Promise.all([deliver(), deliver(), deliver()]);
  // Who looks at a row while another has it passes over it, and leaves it for the next run.
  await deliver();
  expect(lender.arrived).toHaveLength(60);
  expect(new Set(lender.arrived.map(({ id }) => id)).size).toBe(60);

  await record(db, ['lost'], 2);
  const now = service.dependencies.clock.now();
  const lost = await claimDueEvent(db, { now, leaseUntil: new Date(now.getTime() + 60_000) });
  expect(lost?.subjectId).toBe('lost');
  await deliver();
  expect(lender.arrived).toHaveLength(60);
  after(61_000);
  await deliver();
  expect(namesOf(lender.arrived.slice(60))).toEqual(['lost 0', 'lost 1']);
});

test('an event is given up after three days, listed, and resent under its id on request', async () => {
  const { db, lender, service, after, deliver } = await started(openPostgresDatabase);
  await record(db, ['a'], 2);
  lender.manner(({ data }) => (data.contactMessageId === 'a 0' ? 'fail' : 'take'));
  let waitedMs = 0;
  for (const delayMs of retryDelaysMs) {
    await deliver();
    expect(await countOf(db, 'dead')).toBe(0);
    after(delayMs * 1.1 + 1_000);
    waitedMs += delayMs;
  }
  const hours = waitedMs / 3_600_000;
  expect([Math.floor(hours) >= 71, hours <= 73]).toEqual([true, true]);
  await deliver();
  expect(lender.arrived).toHaveLength(retryDelaysMs.length + 2);
  expect(namesOf(lender.arrived.slice(-1))).toEqual(['a 1']);
  expect(service.reported).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'an event was given up' }),
  );

  const dead = await service.api.host.ask(listDeadEvents, {}, { actor: 'desk:eva', messageId: '1' });
  expect(dead.events).toMatchObject([
    { type: 'contact.received', state: 'dead', attemptCount: 13, lastFailure: 'answered 500' },
  ]);
  const eventId = dead.events[0]?.eventId ?? '';
  expect(eventId).toBe(lender.arrived[0]?.id);
  lender.manner(() => 'take');
  const again = (eventIds: string[], messageId: string) =>
    service.api.host.ask(redeliverEvents, { eventIds }, { actor: 'desk:eva', messageId });
  expect(await again([eventId], '2')).toEqual({ redeliveredCount: 1 });
  expect(await again([eventId], '3')).toEqual({ redeliveredCount: 1 });
  await deliver();
  expect(lender.arrived.at(-1)).toMatchObject({ id: eventId, manner: 'take' });
  await expect(again([`evt_${newId()}`], '4')).rejects.toThrow('not-found');
  await expect(again([newId()], '5')).rejects.toThrow('request-invalid');
});

test('metrics show what waits, since when, and what was given up', async () => {
  const { db, lender, after } = await started(openPostgresDatabase);
  lender.manner(() => 'fail');
  const startNode = (ageMs: number) => {
    const found: EventsFound[] = [];
    const ports = {
      eventReceiver: lender.receiver,
      eventsFound: (each: EventsFound) => void found.push(each),
    };
    const node = lendingService(db, {}, ports);
    node.setTime(new Date(Date.now() + ageMs).toISOString());
    node.api.jobs.start();
    return { found, stop: node.api.jobs.stop };
  };
  const look = async (ageMs: number) => {
    const { found, stop } = startNode(ageMs);
    await stop();
    return found.at(-1);
  };
  expect(await look(0)).toEqual({ waitingCount: 0, oldestWaitSeconds: 0, deadCount: 0 });
  await record(db, ['a', 'b'], 2);
  after(60_000);
  const waiting = await look(60_000);
  expect(waiting).toMatchObject({ waitingCount: 4, deadCount: 0 });
  expect(Math.round((waiting?.oldestWaitSeconds ?? 0) / 10)).toBe(6);
  await db.execute(sql`update outbox_events set state = 'dead' where subject_id = 'a'`);
  expect(await look(60_000)).toMatchObject({ waitingCount: 2, deadCount: 2 });
  const first = startNode(60_000);
  await expect.poll(() => first.found).toHaveLength(1);
  expect(await look(60_000), 'while another counts').toEqual({
    ...{ waitingCount: 0, oldestWaitSeconds: 0, deadCount: 0 },
  });
  await first.stop();
  expect(await look(60_000)).toMatchObject({ waitingCount: 2, deadCount: 2 });
});

test('an event that waits for hours is sent at once on request, with those behind it', async () => {
  const { db, lender, service, after, deliver } = await started(openPostgresDatabase);
  await record(db, ['a'], 2);
  lender.manner(() => 'fail');
  for (const delayMs of retryDelaysMs.slice(0, 7)) {
    await deliver();
    after(delayMs * 1.1 + 1_000);
  }
  await deliver();
  lender.manner(() => 'take');
  await deliver();
  expect(await countOf(db, 'pending')).toBe(2);
  const eventId = lender.arrived[0]?.id ?? '';
  const hurried = { actor: 'desk:eva', messageId: newId() };
  await service.api.host.ask(redeliverEvents, { eventIds: [eventId] }, hurried);
  await deliver();
  expect(namesOf(lender.arrived.slice(-2))).toEqual(['a 0', 'a 1']);
});

test('a receiver that takes events again after it was away gets at once what had waited for hours', async () => {
  const { db, lender, service, runs } = await started(openPostgresDatabase);
  const { jobs } = service.api;
  await record(db, ['a'], 1);
  await db.execute(sql`update outbox_events set attempt_count = 8, attempt_at = '2026-11-21T02:00:00Z'`);
  await lender.down();
  await record(db, ['c'], 1);
  jobs.start();
  onTestFinished(() => jobs.stop());
  await expect.poll(() => runs).toContain('events failed');
  await lender.up();
  await record(db, ['b'], 1);
  await expect.poll(() => namesOf(lender.arrived)).toEqual(expect.arrayContaining(['b 0', 'a 0']));
});

test('a receiver that comes back in the middle of a run gets at once what had waited for hours', async () => {
  const { db, lender, service, runs } = await started(openPostgresDatabase);
  const { jobs } = service.api;
  await record(db, ['a'], 1);
  await db.execute(sql`update outbox_events set attempt_count = 8, attempt_at = '2026-11-21T02:00:00Z'`);
  lender.manner(({ data }) => (data.contactMessageId === 'c 0' ? 'fail' : 'take'));
  await record(db, ['c', 'b'], 1);
  jobs.start();
  onTestFinished(() => jobs.stop());
  await expect.poll(() => namesOf(lender.arrived)).toContain('a 0');
  expect(namesOf(lender.arrived).slice(0, 2).sort()).toEqual(['b 0', 'c 0']);
  expect(runs).toContain('events failed');
});

test('the lender lists what it was told, of all or of one loan, page by page', async () => {
  const { db, close } = await openPostgresDatabase();
  onTestFinished(close);
  const service = lendingService(db);
  const rosa = await newBorrower(service);
  const first = await paidOutLoan(service, rosa);
  const second = await paidOutLoan(service, rosa, 'mx-90-steps');
  const types = ['application.submitted', 'loan.approved', 'loan.disbursed'];
  const page = await service.tell(listEvents, { limit: 4 });
  const rest = await service.tell(listEvents, { limit: 4, cursor: page.nextCursor ?? '' });
  expect([...page.events, ...rest.events].map(({ type }) => type)).toEqual([...types, ...types]);
  expect(rest.nextCursor).toBeNull();
  for (const { orderNumber } of [first, second]) {
    const { events } = await service.tell(listEvents, { orderNumber });
    expect(events.map(({ type, state, data }) => [type, state, data.orderNumber])).toEqual(
      types.map((type) => [type, 'pending', orderNumber]),
    );
  }
  expect((await service.host(listEvents.path, { orderNumber: 'LL-2026-999999' })).status).toBe(404);
  expect((await service.host(listEvents.path, {}, 'evt_reflected')).status).toBe(401);
});
