import { expect, test, vi } from 'vitest';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { genericEnvelope, v3Envelope } from '#contract/envelope.ts';
import { openPostgresDatabase, testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { credentials, jsonRequest, lendingService, send } from '#tests/setup/lending-service.ts';

const service = await testLendingService();

function get(path: string, method = 'GET') {
  return send(service.api, new Request(`http://lender.test${path}`, { method }));
}

test('an unknown path is a 404 in the envelope of its kind', async () => {
  const v3 = await get('/v3/loan-details/nothing');
  expect(v3.status).toBe(404);
  expect(v3Envelope.read(v3.body)).toMatchObject({ success: false, code: '404' });
  const generic = await get('/user-problem/nothing');
  expect(generic.status).toBe(404);
  expect(genericEnvelope.read(generic.body)).toMatchObject({ success: false, code: '404' });
});

test('a wrong method is a 405 that names the right one', async () => {
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await get(readOffer.path, method);
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'POST']);
    expect(answer.body).toMatchObject({ success: false, code: '405', data: null });
  }
});

test('no answer may be stored or read as something else', async () => {
  const session = await newBorrower(service);
  const answers = await Promise.all([
    service.post(readOffer.path, { productId: 'mx-120' }, session),
    service.post(readOffer.path, { productId: 'mx-120' }),
    get('/v3/nothing'),
    get(readOffer.path),
    service.host('/host/reconciliation', {}),
  ]);
  for (const { headers } of answers) {
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Type')).toContain('application/json');
  }
});

test('[CALL-5] success and refusal come in the envelope of the call', async () => {
  const session = await newBorrower(service);
  const success = await service.post(readOffer.path, { productId: 'mx-120' }, session);
  expect(v3Envelope.read(success.body)).toMatchObject({
    success: true,
    code: '0',
    data: { amount: 500_000 },
  });
  const refusal = await service.post(readOffer.path, { productId: 'in-120' }, session);
  expect(v3Envelope.read(refusal.body)).toEqual({
    success: false,
    code: '404001',
    message: 'Este préstamo no está disponible para usted en este momento.',
  });
});

test('[CALL-4] a call takes a form as well as JSON', async () => {
  const session = await newBorrower(service);
  const form = new Request(`http://lender.test${readOffer.path}`, {
    method: 'POST',
    headers: credentials(session),
    body: new URLSearchParams({ productId: 'mx-120', isType: '1' }),
  });
  expect((await send(service.api, form)).body).toMatchObject({ success: true, code: '0' });
});

test('a field of the wrong kind is a 422 that names it', async () => {
  const session = await newBorrower(service);
  const right = { amount: 500_000, periods: 120, termUnit: 'day', productId: 'mx-120' };
  for (const [field, value] of [
    ['amount', 'much'],
    ['periods', null],
    ['termUnit', 7],
    ['productId', { $gt: '' }],
    ['productId', 'x'.repeat(65)],
  ] as const) {
    const answer = await service.post(acceptOffer.path, { ...right, [field]: value }, session);
    expect([answer.status, answer.body.message]).toEqual([422, `El dato ${field} no es válido.`]);
  }
});

test('a failure answers 500 without its details, and reports them without data of the borrower', async () => {
  const session = await newBorrower(service);
  const failing = lendingService(service.database);
  vi.spyOn(failing.dependencies.clock, 'now').mockImplementation(() => {
    throw new Error(`secret ${session.sessionId}`);
  });
  const answer = await failing.post(readOffer.path, { productId: 'mx-120' }, session);
  expect([answer.status, answer.body]).toEqual([
    500,
    {
      success: false,
      code: '500',
      message: 'Algo falló de nuestro lado. Vuelva a intentarlo en unos minutos.',
      data: null,
    },
  ]);
  expect(failing.reported).toMatchObject([
    { level: 'error', message: 'a call failed', fields: { call: 'readOffer', failure: 'Error' } },
  ]);
  expect(JSON.stringify(failing.reported)).not.toContain('secret');
  expect(JSON.stringify(failing.reported)).toContain('create-lending.test.ts');
});

test('a statement that fails is reported by its code, never with its values', async () => {
  const session = await newBorrower(service);
  const { db, close } = await openPostgresDatabase();
  const broken = lendingService(db);
  await close();
  const answer = await send(
    broken.api,
    jsonRequest(readOffer.path, { productId: 'mx-120' }, credentials(session)),
  );
  expect(answer.status).toBe(500);
  expect(broken.reported).toHaveLength(1);
  const report = JSON.stringify(broken.reported);
  for (const secret of [session.sessionId, session.deviceId, session.userId, 'token_hash']) {
    expect(report).not.toContain(secret);
  }
});
