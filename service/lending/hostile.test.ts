import { expect, test } from 'vitest';
import { readAgreement, readLoan, sendRating } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readPaymentInstruction, readRepayment } from '#contract/calls/repayment.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { effectCounts, newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import {
  type Credentials,
  credentials,
  jsonRequest,
  send,
  signedRequest,
} from '#tests/setup/lending-service.ts';

const service = await testLendingService();
const session = await newBorrower(service);
const loan = await paidOutLoan(service, session);
const { channelGroups } = await service.ask(readRepayment, loan, session);
const payCode = channelGroups[0]?.channels[0]?.payCode ?? '';

/** Each call of a loan with a right body. */
function rightRequests(): [string, Record<string, unknown>][] {
  const { orderId, orderNumber, productId } = loan;
  return [
    [readOffer.path, { productId: 'mx-90-steps' }],
    [acceptOffer.path, { amount: 300_000, periods: 91, termUnit: 'day', productId: 'mx-90-steps' }],
    [readLoan.path, { productId, orderId }],
    [sendRating.path, { score: 5, orderId }],
    [readAgreement.path, { orderNo: orderNumber }],
    [readRepayment.path, { productId, orderId }],
    [readPaymentInstruction.path, { productId, orderId, amount: 100, payCode, requestType: 1 }],
  ];
}

/** Runs hostile work and shows that it left every table as it was. */
async function withNothingWritten(work: () => Promise<void>): Promise<void> {
  const before = await effectCounts(service.database);
  const reported = service.reported.length;
  await work();
  expect(await effectCounts(service.database)).toEqual(before);
  expect(service.reported.slice(reported)).toEqual([]);
}

test('no call answers without a session, with another’s user id, on another device or too late', async () => {
  const stranger = await newBorrower(service);
  const short = { ...session, sessionId: 'x'.repeat(43) };
  const forged: (Credentials | undefined)[] = [
    undefined,
    short,
    { ...session, userId: stranger.userId },
    { ...session, deviceId: stranger.deviceId },
    { ...session, deviceId: '' },
  ];
  await withNothingWritten(async () => {
    for (const [path, body] of rightRequests()) {
      for (const as of forged) {
        const answer = await service.post(path, body, as);
        expect([path, answer.status, answer.body.code, answer.body.data]).toEqual([path, 401, '401', null]);
      }
      service.setTime('2037-01-01T00:00:00Z');
      expect((await service.post(path, body, session)).status).toBe(401);
      service.setTime('2026-11-20T12:00:00-06:00');
    }
  });
});

test('another borrower’s order gives 404 everywhere, with the body of one that does not exist', async () => {
  const stranger = await newBorrower(service);
  await withNothingWritten(async () => {
    for (const [path, body] of rightRequests().slice(2)) {
      const foreign = await service.post(path, body, stranger);
      const missing = { ...body, orderId: crypto.randomUUID(), orderNo: crypto.randomUUID() };
      const unknown = await service.post(path, missing, stranger);
      expect([path, foreign.status, foreign.body]).toEqual([path, 404, unknown.body]);
    }
  });
});

test('odd identifiers are not found or invalid, never a failure', async () => {
  const odd = [
    '',
    ' ',
    "' or 1=1 --",
    '%',
    '../..',
    '\u202e',
    '\ud800',
    'é'.repeat(64),
    '-1',
    0,
    -1,
    2 ** 53 - 1,
  ];
  await withNothingWritten(async () => {
    for (const orderId of odd) {
      const answer = await service.post(readLoan.path, { productId: '', orderId }, session);
      expect([orderId, answer.status]).toEqual([orderId, 404]);
      expect((await service.post(readAgreement.path, { orderNo: orderId }, session)).status).toBe(404);
      expect((await service.post(readOffer.path, { productId: orderId }, session)).status).toBe(404);
      const body = { ...rightRequests()[1]?.[1], quoteId: String(orderId) };
      expect((await service.post(acceptOffer.path, body, session)).status).toBe(409);
    }
    for (const orderId of [null, {}, [], true, 1.5, 'x'.repeat(65), '\u0000', 2 ** 53]) {
      const answer = await service.post(readLoan.path, { orderId }, session);
      expect([400, 422]).toContain(answer.status);
    }
  });
});

test('[MONEY-3] negative, fractional and huge amounts are refused', async () => {
  await withNothingWritten(async () => {
    for (const amount of [
      -1,
      0.5,
      1e21,
      2 ** 53,
      '1e5',
      '0x10',
      '',
      ' 1',
      '٣',
      null,
      [500_000],
      { $ne: 1 },
    ]) {
      const push = { ...rightRequests()[1]?.[1], amount };
      expect([amount, (await service.post(acceptOffer.path, push, session)).status]).toEqual([amount, 422]);
      const code = { ...rightRequests()[6]?.[1], amount };
      expect([amount, (await service.post(readPaymentInstruction.path, code, session)).status]).toEqual([
        amount,
        422,
      ]);
    }
  });
});

test('a malformed body is a 400 and one of 10 MB a 413, on borrower and host calls', async () => {
  const large = { padding: 'x'.repeat(10 * 1024 * 1024) };
  await withNothingWritten(async () => {
    for (const [path] of rightRequests()) {
      const headers = { ...credentials(session), 'Content-Type': 'application/json' };
      const request = (body: string) =>
        new Request(`http://lender.test${path}`, { method: 'POST', headers, body });
      for (const body of ['', '{', '[]', '{"a":1', 'orderId=1', '\u0000']) {
        const answer = await send(service.api, request(body));
        expect([path, body, answer.status, answer.body.code]).toEqual([path, body, 400, '400']);
      }
      const answer = await send(service.api, jsonRequest(path, large, headers));
      expect([path, answer.status, answer.body.code]).toEqual([path, 413, '413']);
    }
    for (const path of ['/host/sessions', '/host/payments', '/host/disbursals']) {
      expect((await send(service.api, signedRequest(path, large))).status).toBe(413);
      expect((await send(service.api, signedRequest(path, [1]))).status).toBe(400);
      expect((await send(service.api, signedRequest(path, {}))).status).toBe(422);
    }
  });
});
