import { expect, test } from 'vitest';
import { openComplaint } from '#contract/calls/complaint.ts';
import { matchPayments } from '#contract/host/repayment.ts';
import { countedBody, multipartHeaders, multipartStart } from '#tests/setup/counted-body.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import { credentials, lendingService, signedRequest, uploadGates } from '#tests/setup/lending-service.ts';

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

/** A body that stands still until it is let go, and whether any of it was asked for. */
function heldBody() {
  const letGo = Promise.withResolvers<void>();
  let isAsked = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        isAsked = true;
        await letGo.promise;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, isAsked: () => isAsked, letGo: letGo.resolve };
}

const limits = { atOnce: 3, perAddress: 2, waitMs: 50 };
let address = '';
const gated = lendingService(
  service.database,
  {},
  {
    callerAddress: () => address,
    uploadGates: uploadGates(limits),
  },
);
const borrower = await newBorrower(gated);

/** Sends an image whose body stands still. */
function hold(from: string, path: string, headers: Record<string, string>) {
  address = from;
  const body = heldBody();
  const request = new Request(`http://lender.test${path}`, {
    method: 'POST',
    headers,
    body: body.stream,
    duplex: 'half',
  } as RequestInit);
  return { ...body, answer: Promise.resolve(gated.api.fetch(request)) };
}

test.each([
  [
    'a borrower',
    '/user-problem/upload-problem-img',
    () => ({ ...credentials(borrower), ...multipartHeaders }),
  ],
  [
    'the lender’s systems',
    '/host/complaints/images',
    () => Object.fromEntries(signedRequest('/host/complaints/images', {}).headers),
  ],
])(
  'of images that %s sends, few of an address and few in all are read at once',
  async (_who, path, headers) => {
    const sent = [];
    for (const from of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.1', '198.51.100.1']) {
      const one = hold(from, path, headers());
      sent.push(one);
      await Promise.race([one.answer, expect.poll(one.isAsked).toBe(true)]);
    }
    const [first, second, third, fourth, fifth] = sent;
    for (const put of [third, fifth]) {
      const answer = await put?.answer;
      expect(answer?.status).toBe(503);
      expect(answer?.headers.get('Retry-After')).toBe('5');
      expect(put?.isAsked()).toBe(false);
    }
    expect((await gated.post(openComplaint.path, {}, borrower)).status).toBe(200);
    expect((await gated.host(matchPayments.path, {})).status).toBe(200);
    for (const taken of [first, second, fourth]) {
      expect(taken?.isAsked()).toBe(true);
      taken?.letGo();
      expect((await taken?.answer)?.status).not.toBe(503);
    }
    const later = hold('192.0.2.1', path, headers());
    later.letGo();
    await later.answer;
    expect(later.isAsked()).toBe(true);
  },
);
