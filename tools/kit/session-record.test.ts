import { expect, onTestFinished, test } from 'vitest';
import { allCalls } from '#contract/all-calls.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { startContractBackend } from '#tests/setup/contract-backend.ts';
import { startExampleBackend } from '#tests/setup/example-backend.ts';
import { createBackendClient } from './backend-client.ts';
import { startRecorder, startReplay } from './record-server.ts';
import { type RecordedAnswer, recordedAnswer } from './session-record.ts';

const credentials = { sessionId: 'of-the-lender', deviceId: 'device-1', userId: '90817' };
const personal = /Rosa|Medina|Hidalgo|Puebla|5241|4417|999180|0197f6|LL-2026|example|Llaman|8f21|\+52 55/;

const enveloped = allCalls.filter(({ envelope }) => envelope !== null);

test.each(enveloped)('what is kept of $name says nothing of a person, and is read as it was', (call) => {
  const { response } = wireSamples[call.name as keyof typeof wireSamples]();
  const { body } = recordedAnswer(call, 200, call.envelope?.wrap(response, 'Para Rosa Medina'));
  expect(JSON.stringify(body)).not.toMatch(personal);
  expect(call.envelope?.read(body)).toMatchObject({ success: true, message: 'xxxx xxxx xxxxxx' });
});

test('amounts, days, flags and statuses stay, since they are what a fault is about', () => {
  const { response } = wireSamples.readLoan({
    response: { orderStatus: 180, isDelay: '1', unknown: 'Rosa' },
  });
  const { body } = recordedAnswer(readLoan, 200, { success: true, data: response, debug: 'Rosa' });
  expect(body).toMatchObject({
    success: true,
    data: { orderStatus: 180, isDelay: '1', balance: { dueMinor: 152_748, dueDate: '2027-01-19' } },
  });
  expect(JSON.stringify(body)).not.toMatch(/unknown|debug/);
});

test('a session that was recorded is answered again without its backend', async () => {
  const backend = await startExampleBackend(0);
  const record: RecordedAnswer[] = [];
  const recorder = await startRecorder(backend.address, 0, (answer) => record.push(answer));
  onTestFinished(recorder.close);
  const reach = { merchantNumber: '', timeoutMs: 60_000, fetch: (request: Request) => fetch(request) };
  const loan = { productId: 'mx-120', orderId: '0197f6a2' };
  const client = createBackendClient({ ...reach, apiBase: recorder.address }, credentials);
  expect((await client(readLoan, loan)).result.success).toBe(true);
  expect((await client(readLoan, { ...loan, orderId: 'none' })).status).toBe(404);
  await backend.close();
  expect(record.map(({ call, status }) => [call, status])).toEqual([
    ['readLoan', 200],
    ['readLoan', 404],
  ]);
  const replay = await startReplay(record, 0);
  onTestFinished(replay.close);
  const again = createBackendClient({ ...reach, apiBase: replay.address }, credentials);
  expect((await again(readLoan, loan)).result).toMatchObject({ success: true, data: { status: 'to-repay' } });
  expect((await again(readLoan, loan)).status).toBe(404);
  expect((await again(readLoan, loan)).status).toBe(404);
});

test('a recorder tells that its backend is not there', async () => {
  const gone = await startContractBackend();
  const recorder = await startRecorder(gone.address, 0, () => {});
  onTestFinished(recorder.close);
  await gone.close();
  expect((await fetch(`${recorder.address}/v3/loan-details/loan-details`, { method: 'POST' })).status).toBe(
    502,
  );
});
