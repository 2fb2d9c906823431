import { expect, test } from 'vitest';
import { countedBody, multipartHeaders, multipartStart } from '#tests/setup/counted-body.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { signedRequest } from '#tests/setup/lending-service.ts';

const service = await testLendingService();

/** Sends a body that never ends; the status and how much of it was read. */
async function flood(path: string, headers: Record<string, string>) {
  const { stream, takenBytes } = countedBody(multipartStart);
  const request = new Request(`http://lender.test${path}`, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit);
  const { status } = await service.api.fetch(request);
  return { status, takenBytes: takenBytes() };
}

test('of 60 uploads without a session nothing is read', async () => {
  const floods = Array.from({ length: 60 }, () =>
    flood('/user-problem/upload-problem-img', multipartHeaders),
  );
  for (const outcome of await Promise.all(floods)) expect(outcome).toEqual({ status: 401, takenBytes: 0 });
});

test('of a call of the lender’s systems nothing is read before its headers say who, when and signed', async () => {
  const path = '/host/complaints/images';
  const signed = Object.fromEntries(signedRequest(path, {}).headers);
  const old = Object.fromEntries(signedRequest(path, {}, { signedAt: new Date(0) }).headers);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(signed).filter(([key]) => key !== name));
  const cases = [
    {},
    without('webhook-id'),
    without('webhook-timestamp'),
    without('webhook-signature'),
    { ...signed, 'webhook-id': 'x'.repeat(129) },
    { ...signed, 'webhook-timestamp': 'soon' },
    { ...signed, 'webhook-signature': 'v1,none' },
    old,
  ];
  for (const headers of cases) expect(await flood(path, headers)).toEqual({ status: 401, takenBytes: 0 });
});

test('what looks signed is read up to its limit and no further', async () => {
  const headers = Object.fromEntries(signedRequest('/host/sessions', {}).headers);
  const { status, takenBytes } = await flood('/host/sessions', headers);
  expect(status).toBe(413);
  expect(takenBytes).toBeLessThan(4 * 64 * 1024);
});
