import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readOffer } from '#contract/calls/offer.ts';
import { issueSession, revokeSessions } from '#contract/host/session.ts';
import { sessions, sessionTickets } from '#db/schema/borrower.ts';
import { hostMessages } from '#db/schema/host.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { type Credentials, lendingService } from '#tests/setup/lending-service.ts';
import { hashOfToken } from '../http/session.ts';
import { forgetExpired } from '../retention.ts';
import { recentSessions } from './store.ts';
import type { ExchangedTicket } from './tickets.ts';

const service = await testLendingService();
const deviceId = 'phone-1';
let borrowerId: string;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  ({ borrowerId } = await newBorrower(service));
});

/** Whether a session lets its borrower see an offer. */
async function holds(session: Credentials, other = service): Promise<boolean> {
  const { status } = await other.post(readOffer.path, { productId: 'mx-120' }, session);
  expect([200, 401]).toContain(status);
  return status === 200;
}

async function issue(own: { readonly keepsOthers?: boolean } = {}) {
  const { sessionId = '', userId } = await service.tell(issueSession, { borrowerId, deviceId, ...own });
  return { sessionId, userId, deviceId };
}

async function issueTicket() {
  const session = await service.tell(issueSession, {
    borrowerId,
    deviceId,
    userId: 'U-7',
    ttlMinutes: 10,
    ticket: true,
    clientType: 'android',
    mobilePhone: '5512345678',
  });
  return { ...session, ticket: session.ticket ?? '' };
}

/** What a ticket that holds becomes. */
async function exchanged(ticket: string): Promise<ExchangedTicket> {
  const session = await service.api.exchangeTicket(ticket);
  if (typeof session === 'string') throw new Error(session);
  return session;
}

test('a ticket is given in place of a session, for a minute, and only its hash is kept', async () => {
  const { ticket, ...session } = await issueTicket();
  expect(session).toEqual({ userId: 'U-7', expiresAt: '2026-11-20T18:01:00.000Z' });
  expect(Buffer.from(ticket, 'base64url')).toHaveLength(32);
  expect(await service.database.select().from(sessions).where(eq(sessions.deviceId, deviceId))).toEqual([]);
  const rows = [
    await service.database.select().from(sessionTickets),
    await service.database.select().from(hostMessages),
  ];
  expect(JSON.stringify(rows)).not.toContain(ticket);
});

test('a ticket becomes a session once, with what the lender said of the page', async () => {
  const { ticket } = await issueTicket();
  service.setTime('2026-11-20T12:00:59-06:00');
  const { parameters, expiresAt } = await exchanged(ticket);
  expect(parameters).toEqual({
    deviceId,
    appVersion: '',
    userId: 'U-7',
    sessionId: expect.stringMatching(/^[\w-]{43}$/),
    clientType: 'android',
    merchantNumber: '',
    mobilePhone: '5512345678',
  });
  expect(expiresAt.toISOString()).toBe('2026-11-20T18:10:59.000Z');
  expect(await holds(parameters)).toBe(true);
  expect(await service.api.exchangeTicket(ticket)).toBe('session-required');
  expect(await holds(parameters)).toBe(true);
});

test('a ticket that is over, or never was, gives nothing, and is forgotten', async () => {
  const { ticket } = await issueTicket();
  service.setTime('2026-11-20T12:01:00-06:00');
  for (const each of [ticket, '', 'unknown', 'x'.repeat(5000)]) {
    expect(await service.api.exchangeTicket(each)).toBe('session-required');
  }
  await forgetExpired(service.database, new Date('2026-11-20T18:01:01Z'));
  expect(await service.database.select().from(sessionTickets)).toEqual([]);
});

test('of many who exchange a ticket at the same time one gets a session', async () => {
  const { ticket } = await issueTicket();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => service.api.exchangeTicket(ticket)));
  expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'session-required')).toHaveLength(39);
  const begun = await service.database.select().from(sessions).where(eq(sessions.borrowerId, borrowerId));
  expect(begun.filter((each) => each.deviceId === deviceId)).toHaveLength(1);
});

test('of a revocation and an exchange at the same time nothing is left that holds', async () => {
  for (let round = 0; round < 15; round += 1) {
    const { ticket } = await issueTicket();
    await Promise.all([
      service.api.exchangeTicket(ticket),
      service.tell(revokeSessions, { borrowerId }),
      service.api.exchangeTicket(ticket),
    ]);
    const left = await service.database.select().from(sessions).where(eq(sessions.borrowerId, borrowerId));
    const isRevoked = left.every(({ revokedAt }) => revokedAt !== null);
    // Either the exchange came first and its session is ended, or the ticket was gone; never a session that outlives it.
    expect(isRevoked).toBe(true);
    expect(await service.api.exchangeTicket(ticket)).toBe('session-required');
  }
});

test('a new session takes the place of those on its device, a ticket only once it is used', async () => {
  const first = await issue();
  const elsewhere = await service.session(borrowerId);
  const second = await issue();
  expect([await holds(first), await holds(second), await holds(elsewhere)]).toEqual([false, true, true]);
  const beside = await issue({ keepsOthers: true });
  expect([await holds(second), await holds(beside)]).toEqual([true, true]);
  const { ticket } = await issueTicket();
  expect([await holds(second), await holds(beside)]).toEqual([true, true]);
  const { parameters } = await exchanged(ticket);
  expect([await holds(second), await holds(beside), await holds(parameters)]).toEqual([false, false, true]);
});

test('of sessions issued for a device at the same time one holds', async () => {
  const issued = await Promise.all(Array.from({ length: 10 }, () => issue()));
  const holding = await Promise.all(issued.map((each) => holds(each)));
  expect(holding.filter(Boolean)).toHaveLength(1);
});

test('a session is ended by its id, and again without effect', async () => {
  const [ended, other] = [await issue(), await service.session(borrowerId)];
  const { sessionId } = ended;
  expect(await service.tell(revokeSessions, { sessionId })).toEqual({ sessions: 1, tickets: 0 });
  expect([await holds(ended), await holds(other)]).toEqual([false, true]);
  expect(await service.tell(revokeSessions, { sessionId })).toEqual({ sessions: 0, tickets: 0 });
  expect(await service.tell(revokeSessions, { sessionId: 'unknown' })).toEqual({ sessions: 0, tickets: 0 });
});

test('all of a borrower is ended, or what is on one device, tickets too', async () => {
  const stranger = await newBorrower(service);
  const [own, elsewhere] = [await issue(), await service.session(borrowerId)];
  const { ticket } = await issueTicket();
  expect(await service.tell(revokeSessions, { borrowerId, deviceId })).toEqual({ sessions: 1, tickets: 1 });
  expect(await service.api.exchangeTicket(ticket)).toBe('session-required');
  expect([await holds(own), await holds(elsewhere)]).toEqual([false, true]);
  await service.tell(revokeSessions, { borrowerId });
  expect([await holds(elsewhere), await holds(stranger)]).toEqual([false, true]);
});

test.each([
  [{}],
  [{ sessionId: 's', borrowerId: '0192f000-0000-7000-8000-00000000dead' }],
  [{ deviceId: 'd' }],
  [{ sessionId: 's', deviceId: 'd' }],
  [{ borrowerId: 'nobody' }],
])('a revocation of %j is refused', async (body) => {
  expect((await service.host(revokeSessions.path, body)).status).toBe(422);
});

test('a revocation for a borrower who is not there says so', async () => {
  const nobody = { borrowerId: '0192f000-0000-7000-8000-00000000dead' };
  expect((await service.host(revokeSessions.path, nobody)).status).toBe(404);
  expect((await service.host(issueSession.path, { ...nobody, deviceId, ticket: true })).status).toBe(404);
});

test('a session that is not used for the idle time is over; one in use goes on', async () => {
  const idle = lendingService(service.database, { sessionIdleMinutes: 30 });
  const [used, unused] = [await issue(), await service.session(borrowerId)];
  for (const minute of ['20', '40', '59']) {
    idle.setTime(`2026-11-20T12:${minute}:00-06:00`);
    expect(await holds(used, idle)).toBe(true);
  }
  expect(await holds(unused, idle)).toBe(false);
  // What is over does not come back by being asked for.
  idle.setTime('2026-11-20T12:29:00-06:00');
  expect(await holds({ ...used, deviceId: 'another' }, idle)).toBe(false);
  idle.setTime('2026-11-20T13:29:00-06:00');
  expect(await holds(used, idle)).toBe(false);
});

test('the sessions that a fresh node learns are those that hold and were used lately', async () => {
  await service.tell(revokeSessions, { sessionId: (await issue()).sessionId });
  const used = await issue();
  const now = new Date('2026-11-20T12:00:00-06:00');
  const recent = async (usedSince: string) =>
    (await recentSessions(service.database, { now, usedSince: new Date(usedSince) })).filter(
      (each) => each.borrowerId === borrowerId,
    );
  expect(await recent('2026-11-20T11:00:00-06:00')).toContainEqual({
    credential: hashOfToken(used.sessionId),
    borrowerId,
  });
  expect(await recent('2026-11-20T12:00:01-06:00')).toEqual([]);
});

test('a session that was revoked is told from one that is over or unknown', async () => {
  const { sessionId } = await issue();
  const isRevoked = (id: string) => service.api.isSessionRevoked(id);
  expect([await isRevoked(sessionId), await isRevoked('made-up')]).toEqual([false, false]);
  service.setTime('2026-11-21T12:00:00-06:00');
  expect([await holds({ sessionId, userId: borrowerId, deviceId }), await isRevoked(sessionId)]).toEqual([
    false,
    false,
  ]);
  service.setTime('2026-11-20T12:00:00-06:00');
  await service.tell(revokeSessions, { sessionId });
  expect(await isRevoked(sessionId)).toBe(true);
});
