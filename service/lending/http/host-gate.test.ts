import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openComplaint } from '#contract/calls/complaint.ts';
import { readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { exportJournal, readTrialBalance } from '#contract/host/accounting.ts';
import { decideApplication, readLoanStatement } from '#contract/host/loan.ts';
import { listUnmatchedPayments } from '#contract/host/repayment.ts';
import { issueSession } from '#contract/host/session.ts';
import { inTransaction, queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import type { Replica } from '#db/replica.ts';
import { sessions } from '#db/schema/borrower.ts';
import { hostMessagePaths, hostMessages } from '#db/schema/host.ts';
import { loans, statusChanges } from '#db/schema/loan.ts';
import { localDate } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { demoBorrowers } from '#fixtures/demo-data.ts';
import { openPostgresDatabase, testLendingService } from '#tests/setup/lending-databases.ts';
import {
  applyForLoan,
  newBorrower,
  paidOutLoan,
  rowCounts,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import {
  hostOutcomes,
  lendingService,
  send,
  signedRequest,
  type TestSession,
  webhookSignedRequest,
} from '#tests/setup/lending-service.ts';
import { forgetExpired } from '../retention.ts';

const service = await testLendingService();
const host = hostOutcomes(service);
let session: TestSession;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
});

async function statusOf({ orderId }: TestLoan) {
  const [row] = await service.database.select().from(loans).where(eq(loans.id, orderId));
  return row?.status;
}

test('a session is issued for the device and by the real time; replayed, the first one is given again', async () => {
  const body = { borrowerId: demoBorrowers.rosa.id, deviceId: 'rosa-1', userId: 'U-7', ttlMinutes: 30 };
  const first = await host('/host/sessions', body, 'msg_session');
  const { sessionId, userId, expiresAt } = first.data as Record<string, string>;
  expect([userId, expiresAt]).toEqual(['U-7', '2026-11-20T18:30:00.000Z']);
  const rosa = { sessionId: sessionId ?? '', userId: 'U-7', deviceId: 'rosa-1' };
  expect((await service.post(readOffer.path, { productId: 'mx-120' }, rosa)).status).toBe(200);
  expect(await host('/host/sessions', body, 'msg_session')).toEqual(first);
  expect(await service.database.select().from(sessions).where(eq(sessions.deviceId, 'rosa-1'))).toHaveLength(
    1,
  );
  const rows = await service.database.select().from(hostMessages);
  expect(JSON.stringify(rows)).not.toContain(sessionId);
  expect(await host('/host/sessions', { ...body, borrowerId: crypto.randomUUID() })).toMatchObject({
    status: 404,
    code: '404',
  });
});

test('a message id is bound to its first body and path', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  const approve = { orderNumber, decision: 'approve' };
  expect(await host('/host/applications/decision', approve, 'msg_bound')).toMatchObject({ status: 200 });
  const repeated = { status: 409, code: '800005', data: null };
  expect(
    await host('/host/applications/decision', { orderNumber, decision: 'decline' }, 'msg_bound'),
  ).toEqual(repeated);
  expect(await host('/host/disbursals', { orderNumber, reference: 't' }, 'msg_bound')).toEqual(repeated);
  expect(await host('/host/applications/decision', approve, 'msg_bound')).toMatchObject({ status: 200 });
});

test('a refused message is not remembered: sent again it is judged anew', async () => {
  const loan = await applyForLoan(service, session);
  const disbursal = { orderNumber: loan.orderNumber, reference: 't' };
  expect(await host('/host/disbursals', disbursal, 'msg_early')).toMatchObject({ status: 409 });
  await host('/host/applications/decision', { orderNumber: loan.orderNumber, decision: 'approve' });
  expect(await host('/host/disbursals', disbursal, 'msg_early')).toMatchObject({ status: 200 });
  expect(await statusOf(loan)).toBe('to-repay');
});

test.each([
  ['RFC 9421', signedRequest, ['Content-Digest', 'Signature-Input', 'Signature']],
  ['Standard Webhooks', webhookSignedRequest, ['webhook-id', 'webhook-timestamp', 'webhook-signature']],
])('the signature has to be right, whole and of the last five minutes: %s', async (_name, sign, headers) => {
  const { orderNumber } = await applyForLoan(service, session);
  const body = { orderNumber, decision: 'approve' };
  const path = '/host/applications/decision';
  const counts = await rowCounts(service.database);
  const minutesAway = (minutes: number) => new Date(Date.now() + minutes * 60_000);
  const otherSecret = `whsec_${Buffer.from('another secret').toString('base64')}`;
  const tampered = sign(path, body);
  const requests = [
    sign(path, body, { secret: otherSecret }),
    sign(path, body, { signedAt: minutesAway(-6) }),
    sign(path, body, { signedAt: minutesAway(6) }),
    sign(path, body, { messageId: 'x'.repeat(129) }),
    sign(path, body, { messageId: 'evt_one-of-ours' }),
    new Request(tampered, { body: JSON.stringify({ ...body, decision: 'decline' }) }),
    ...headers.flatMap((name) => {
      const without = sign(path, body);
      without.headers.delete(name);
      const changed = sign(path, body);
      changed.headers.set(name, '1');
      return [without, changed];
    }),
  ];
  for (const request of requests) {
    const answer = await send(service.api, request);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      401,
      '401001',
      'The signature of the message is not valid.',
    ]);
  }
  expect(await rowCounts(service.database)).toEqual(counts);
  expect((await send(service.api, sign(path, body, { signedAt: minutesAway(-4) }))).status).toBe(200);
});

test('a call that was signed for one path or query is refused at another, and its own then is the first', async () => {
  const body = { borrowerId: session.borrowerId };
  const captured = signedRequest('/host/borrowers/read', body, { messageId: 'msg_captured' });
  const at = (path: string) =>
    send(service.api, new Request(`http://lender.test${path}`, captured.clone() as RequestInit));
  for (const path of ['/host/sessions/revoke', '/host/borrowers/read?a=1']) {
    expect((await at(path)).body).toMatchObject({ code: '401001' });
  }
  expect((await at('/host/borrowers/read')).status).toBe(200);
  expect((await service.post(openComplaint.path, {}, session)).status).toBe(200);
});

test('signatures of Standard Webhooks are accepted while the setting is on, and never beside one that covers the path', async () => {
  const strict = lendingService(service.database, { takesWebhookSignatures: false });
  const statusOf = async (request: Request, { api } = service) => (await send(api, request)).status;
  const path = '/host/reconciliation';
  expect(await statusOf(webhookSignedRequest(path, {}))).toBe(200);
  expect(await statusOf(webhookSignedRequest(path, {}), strict)).toBe(401);
  expect(await statusOf(signedRequest(path, {}), strict)).toBe(200);
  const both = webhookSignedRequest(path, {});
  for (const [name, value] of signedRequest('/host/jobs', {}).headers) both.headers.set(name, value);
  expect(await statusOf(both)).toBe(401);
});

test('a node whose own clock is hours wrong takes what is dated by the time of the service', async () => {
  const statusAfter = async (minutes: number) => {
    const signedAt = new Date(Date.parse('2026-11-20T18:00:00Z') + minutes * 60_000);
    return (await send(service.api, signedRequest('/host/reconciliation', {}, { signedAt }))).status;
  };
  for (const minutes of [-6, 6]) expect(await statusAfter(minutes)).toBe(401);
  for (const minutes of [-4, 4]) expect(await statusAfter(minutes)).toBe(200);
});

test('the books can be asked for, whole or one loan', async () => {
  const { orderNumber } = await paidOutLoan(service, session);
  expect(await host('/host/reconciliation', {})).toMatchObject({ status: 200 });
  expect(await host('/host/reconciliation', { orderNumber })).toMatchObject({ data: { disagreements: [] } });
  expect(await host('/host/reconciliation', { orderNumber: 'LL-2026-999999' })).toMatchObject({
    status: 404,
  });
});

test('the sandbox clock moves days and penalties on, in development only; sessions stay', async () => {
  const { db, close } = await openPostgresDatabase();
  onTestFinished(close);
  const sandbox = lendingService(db, { isDevelopment: true });
  const rosa = await newBorrower(sandbox);
  const loan = await paidOutLoan(sandbox, rosa);
  const advance = async (advanceDays: unknown) => {
    const { status, body } = await sandbox.host('/host/clock', { advanceDays });
    return { status, data: body.data };
  };
  expect(await advance(31)).toEqual({ status: 200, data: { now: '2026-12-21T18:00:00.000Z' } });
  expect(await advance(1)).toEqual({ status: 200, data: { now: '2026-12-22T18:00:00.000Z' } });
  const { amountMinor } = await sandbox.ask(readRepayment, loan, rosa);
  expect(amountMinor).toBe(142_281 + 2 * 4_268);
  const later = { borrowerId: rosa.borrowerId, deviceId: 'later', ttlMinutes: 30 };
  const issued = await sandbox.tell(issueSession, later);
  expect(issued.expiresAt, 'by the real time').toBe('2026-11-20T18:30:00.000Z');
  for (const days of [0, -1, 1.5, 367, '1']) expect((await advance(days)).status).toBe(422);
  expect((await service.host('/host/clock', { advanceDays: 1 })).status).toBe(404);
});

test('a call that only reads is answered anew under the same id, and is not remembered', async () => {
  const unmatchedCount = async () => {
    const { data } = await host('/host/reconciliation', {}, 'msg_read');
    return (data as { unmatched: { provider: string }[] }).unmatched.filter(
      ({ provider }) => provider === 'read',
    ).length;
  };
  expect(await unmatchedCount()).toBe(0);
  const payment = {
    provider: 'read',
    eventId: 'e-1',
    reference: 'of nobody',
    amountMinor: 1,
    currency: 'MXN',
  };
  await host('/host/payments', payment);
  expect(await unmatchedCount()).toBe(1);
  const remembered = await service.database.select().from(hostMessages);
  expect(remembered.filter(({ messageId }) => messageId === 'msg_read')).toEqual([]);
});

test('an id is of one path, of a read and of what was refused too: a captured message is carried out nowhere else', async () => {
  const { borrowerId } = session;
  const isRefused = async (path: string, body: unknown, messageId: string) =>
    expect(await host(path, body, messageId), path).toEqual({ status: 409, code: '800005', data: null });
  expect(await host('/host/borrowers/read', { borrowerId }, 'msg_one')).toMatchObject({ status: 200 });
  await isRefused('/host/sessions/revoke', { borrowerId }, 'msg_one');
  expect(await host('/host/borrowers/read', { borrowerId }, 'msg_one')).toMatchObject({ status: 200 });
  expect((await service.post(openComplaint.path, {}, session)).status).toBe(200);

  const { orderNumber } = await applyForLoan(service, session);
  const named = { orderNumber, reason: 'asked' };
  await host('/host/sessions/revoke', { borrowerId, deviceId: 'none' }, 'msg_change');
  await isRefused('/host/borrowers/read', { borrowerId }, 'msg_change');
  const stranger = { borrowerId: crypto.randomUUID() };
  expect(await host('/host/borrowers/read', stranger, 'msg_no')).toMatchObject({ status: 404 });
  await isRefused('/host/sessions/revoke', stranger, 'msg_no');
  expect(await host('/host/loans/write-off', named, 'msg_soon')).toMatchObject({ status: 409, code: '409' });
  await isRefused('/host/applications/decision', { orderNumber, decision: 'approve' }, 'msg_soon');
  expect(await host('/host/loans/write-off', named, 'msg_soon')).toMatchObject({ status: 409, code: '409' });
});

test('what took effect under an id is no answer at another path that takes the same body', async () => {
  const { orderNumber } = await applyForLoan(service, session);
  const body = { orderNumber, reason: 'asked' };
  expect(await host('/host/loans/cancel', body, 'msg_same')).toMatchObject({ status: 200 });
  expect(await host('/host/loans/write-off', body, 'msg_same')).toEqual({
    ...{ status: 409, code: '800005', data: null },
  });
  expect(await host('/host/loans/cancel', body, 'msg_same')).toMatchObject({ status: 200 });
});

test('where a read was made is known for a day, which its signature does not last', async () => {
  const boundIds = async () =>
    (await service.database.select().from(hostMessagePaths)).map((row) => row.messageId);
  await host('/host/reconciliation', {}, 'msg_day');
  await forgetExpired(service.database, new Date('2026-11-21T17:59:59Z'));
  expect(await boundIds()).toContain('msg_day');
  await forgetExpired(service.database, new Date('2026-11-21T18:00:01Z'));
  expect(await boundIds()).not.toContain('msg_day');
});

test('who has signed in does a call once under an id, in their own name, and is refused as a system is', async () => {
  const { orderNumber, orderId } = await applyForLoan(service, session);
  const approve = { orderNumber, decision: 'approve' };
  const act = { actor: 'desk:ana', messageId: 'form-1' };
  const { host: desk } = service.api;
  const first = await desk.ask(decideApplication, approve, act);
  expect(first).toEqual({ orderNumber, orderStatus: 'paying-out' });
  expect(await desk.ask(decideApplication, approve, act)).toEqual(first);
  const [last] = await service.database
    .select()
    .from(statusChanges)
    .where(and(eq(statusChanges.loanId, orderId), eq(statusChanges.to, 'paying-out')));
  expect(last?.by).toBe('desk:ana');
  await expect(desk.ask(decideApplication, approve, { ...act, messageId: 'form-2' })).rejects.toThrow(
    new CodedError('status-conflict', 'application-decided'),
  );
  await expect(desk.ask(decideApplication, { decision: 'approve' }, act)).rejects.toThrow();
});

test('messages are forgotten after thirty days, not before', async () => {
  await host('/host/payments/match', {}, 'msg_old');
  const rows = async () =>
    (await service.database.select().from(hostMessages)).some(({ messageId }) => messageId === 'msg_old');
  await forgetExpired(service.database, new Date('2026-12-20T17:59:59Z'));
  expect(await rows()).toBe(true);
  await forgetExpired(service.database, new Date('2026-12-20T18:00:01Z'));
  expect(await rows()).toBe(false);
});

test('a key beyond its limit is refused, and nothing counts for a key whose signature is not good', async () => {
  const counted: string[] = [];
  const busy = lendingService(
    service.database,
    {},
    {
      async admitHostCall(keyId) {
        counted.push(keyId);
        return false;
      },
    },
  );
  const body = { borrowerId: demoBorrowers.rosa.id, deviceId: 'rosa-1' };
  expect((await busy.host('/host/sessions', body)).status).toBe(429);
  expect(counted).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  const secret = `whsec_${Buffer.from('a secret of somebody else, not ours').toString('base64')}`;
  const forged = signedRequest('/host/sessions', body, { secret });
  expect((await send(busy.api, forged)).status).toBe(401);
  expect(counted).toHaveLength(1);
});

test('a call that a replica may answer is asked of it alone, but what is kept of it is kept in the database; others never are', async () => {
  let readCount = 0;
  const replica: Replica = {
    read(primary, work) {
      readCount += 1;
      return inTransaction(primary, work, { accessMode: 'read only' });
    },
  };
  const followed = lendingService(service.database, {}, { replica });
  const days = { currency: 'MXN', fromDay: localDate('2026-11-01'), throughDay: localDate('2026-11-30') };
  const record: string[] = [];
  const exported = await followed.api.host.ask(
    exportJournal,
    { ...days, format: 'csv' },
    {
      ...{ actor: 'desk:somebody', messageId: newId() },
      async alongside(transaction) {
        const [row] = await queryRows<{ mode: string }>(
          transaction,
          sql`select current_setting('transaction_read_only') as mode`,
        );
        record.push(row?.mode ?? '');
      },
    },
  );
  expect(exported.text).toContain('"transactionId","bookedAt"');
  expect([readCount, record]).toEqual([1, ['off']]);
  await followed.tell(readTrialBalance, { ...days, currency: 'MXN' });
  expect(readCount).toBe(2);
  await followed.tell(listUnmatchedPayments, {});
  const { orderNumber } = await paidOutLoan(followed, session);
  await followed.tell(readLoanStatement, { orderNumber });
  expect(readCount).toBe(2);
});
