import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { inTransaction } from '#db/database.ts';
import { sessions } from '#db/schema/borrower.ts';
import { CodedError } from '#domain/error-code.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower } from '#tests/setup/lending-journeys.ts';
import { credentials, jsonRequest, send } from '#tests/setup/lending-service.ts';
import { beginSession, type SessionRequest } from '../borrower/sessions.ts';
import { namedSession, requireBorrower } from './session.ts';

const service = await testLendingService();
const now = new Date('2026-11-20T12:00:00-06:00');

const session = await newBorrower(service);

function askWith(headers: Record<string, string>, query: Record<string, string> = {}, at = now) {
  const address = `http://lender.test/x?${new URLSearchParams(query)}`;
  const named = namedSession(new Request(address, { headers }));
  return requireBorrower(service.database, named, { now: at, idleMinutes: 0 });
}

function begin(request: SessionRequest) {
  return inTransaction(service.database, (transaction) =>
    beginSession(transaction, request, { now, random: systemRandom }),
  );
}

test('[SESS-4] a session is found by header or by query, on its device, for its user', async () => {
  const { borrowerId, sessionId, userId, deviceId } = session;
  expect((await askWith(credentials(session))).id).toBe(borrowerId);
  expect((await askWith({}, { sessionId, userId, deviceId })).id).toBe(borrowerId);
  expect((await askWith({ 'X-Session-Id': sessionId, 'X-Device-Id': deviceId })).id).toBe(borrowerId);
  expect((await askWith({ 'X-Session-Id': sessionId }, { deviceId })).id).toBe(borrowerId);
});

test('[SESS-4] a missing, unknown, foreign or contradictory session gives no borrower', async () => {
  const { sessionId, userId, deviceId } = session;
  const other = await newBorrower(service);
  const own = credentials(session);
  const cases: [Record<string, string>, Record<string, string>?][] = [
    [{}],
    [{ 'X-Device-Id': deviceId, 'X-User-Id': userId }],
    [{ ...own, 'X-Session-Id': 'unknown' }],
    [{ ...own, 'X-Session-Id': `${sessionId}x` }],
    [{ ...own, 'X-Session-Id': 'x'.repeat(300) }],
    [{ ...own, 'X-Device-Id': 'another device' }],
    [{ 'X-Session-Id': sessionId }],
    [{ ...own, 'X-User-Id': other.userId }],
    [own, { userId: other.userId }],
    [own, { deviceId: other.deviceId }],
    [own, { sessionId: other.sessionId }],
    [{ 'X-User-Id': userId, 'X-Device-Id': deviceId, 'X-Session-Id': other.sessionId }],
  ];
  for (const [headers, query] of cases) {
    await expect(askWith(headers, query)).rejects.toThrow(new CodedError('session-required'));
  }
});

test('[SESS-4] an expired or revoked session gives no borrower', async () => {
  const request = { borrowerId: session.borrowerId, deviceId: 'd', ttlMinutes: 5 };
  const { sessionId, expiresAt } = await begin(request);
  const headers = { 'X-Session-Id': sessionId, 'X-Device-Id': 'd' };
  expect(expiresAt.getTime() - now.getTime()).toBe(300_000);
  await askWith(headers, {}, new Date(expiresAt.getTime() - 1));
  const refusal = new CodedError('session-required');
  await expect(askWith(headers, {}, expiresAt)).rejects.toThrow(refusal);
  await service.database.update(sessions).set({ revokedAt: now }).where(eq(sessions.deviceId, 'd'));
  await expect(askWith(headers)).rejects.toThrow(refusal);
});

test('a token is random and never stored', async () => {
  const request = { borrowerId: session.borrowerId, deviceId: 'stored', ttlMinutes: 5 };
  const one = await begin(request);
  const other = await begin(request);
  expect(one.sessionId).not.toBe(other.sessionId);
  expect(Buffer.from(one.sessionId, 'base64url')).toHaveLength(32);
  const rows = await service.database.select().from(sessions);
  expect(JSON.stringify(rows)).not.toContain(one.sessionId);
});

test('[SESS-4] a call without a session is refused with 401 in the language asked for, and gives no data', async () => {
  const body = { productId: 'mx-120' };
  const spanish = await service.post(readOffer.path, body);
  expect(spanish.status).toBe(401);
  expect(spanish.body).toEqual({
    success: false,
    code: '401',
    message: 'Su sesión terminó. Entre otra vez para continuar.',
    data: null,
  });
  const english = await send(service.api, jsonRequest(`${readOffer.path}?lang=1`, body));
  expect(english.body.message).toBe('Your session has ended. Sign in again to continue.');
});

test('[SESS-4] the order of another borrower answers exactly as one that does not exist', async () => {
  const { productId, orderId, orderNumber } = await applyForLoan(service, session);
  const stranger = await newBorrower(service);
  const unknown = '0192f000-0000-7000-8000-00000000dead';
  const reference = await service.post(readLoan.path, { productId, orderId: unknown }, stranger);
  expect(reference.status).toBe(404);
  for (const key of [orderId, orderNumber, 'LL-2026-999999', '']) {
    const answer = await service.post(readLoan.path, { productId, orderId: key }, stranger);
    expect([answer.status, answer.body]).toEqual([reference.status, reference.body]);
  }
  expect((await service.post(readLoan.path, { productId, orderId }, session)).status).toBe(200);
});
