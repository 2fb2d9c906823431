import { expect, test } from 'vitest';
import { openComplaint } from '#contract/calls/complaint.ts';
import { matchPayments } from '#contract/host/repayment.ts';
import { countedBody, multipartHeaders, multipartStart } from '#tests/setup/counted-body.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower } from '#tests/setup/lending-journeys.ts';
import {
  credentials,
  lendingService,
  placesFor,
  signedRequest,
  type TestSession,
  webhookSignedRequest,
} from '#tests/setup/lending-service.ts';

const service = await testLendingService();

/** Sends a body that never ends; the status and how much of it was read. */
async function flood(path: string, headers: Record<string, string>, { api } = service) {
  const { stream, takenBytes } = countedBody(multipartStart);
  const request = new Request(`http://lender.test${path}`, {
    method: 'POST',
    headers,
    body: stream,
    duplex: 'half',
  } as RequestInit);
  const { status } = await api.fetch(request);
  return { status, takenBytes: takenBytes() };
}

test('of 60 uploads without a session nothing is read', async () => {
  const floods = Array.from({ length: 60 }, () =>
    flood('/user-problem/upload-problem-img', multipartHeaders),
  );
  for (const outcome of await Promise.all(floods)) expect(outcome).toEqual({ status: 401, takenBytes: 0 });
});

test('of a call of the lender’s systems nothing is read before its signature is good, or by Standard Webhooks could be', async () => {
  const path = '/host/complaints/images';
  const headersOf = (request: Request) => Object.fromEntries(request.headers);
  const without = (signed: Record<string, string>, name: string) =>
    Object.fromEntries(Object.entries(signed).filter(([key]) => key !== name));
  const webhook = headersOf(webhookSignedRequest(path, {}));
  const signed = headersOf(signedRequest(path, {}));
  const secret = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;
  const cases = [
    {},
    without(webhook, 'webhook-id'),
    without(webhook, 'webhook-timestamp'),
    without(webhook, 'webhook-signature'),
    { ...webhook, 'webhook-id': 'x'.repeat(129) },
    { ...webhook, 'webhook-timestamp': 'soon' },
    { ...webhook, 'webhook-signature': 'v1,none' },
    headersOf(webhookSignedRequest(path, {}, { signedAt: new Date(0) })),
    without(signed, 'signature'),
    without(signed, 'signature-input'),
    without(signed, 'content-digest'),
    headersOf(signedRequest('/host/complaints/export', {})),
    headersOf(signedRequest(path, {}, { secret })),
    headersOf(signedRequest(path, {}, { signedAt: new Date(0) })),
  ];
  for (const headers of cases) expect(await flood(path, headers)).toEqual({ status: 401, takenBytes: 0 });
});

test('of a secret that has called too often nothing is read', async () => {
  const busy = lendingService(service.database, {}, { admitHostCall: async () => false });
  const path = '/host/sessions';
  expect(await flood(path, Object.fromEntries(signedRequest(path, {}).headers), busy)).toEqual({
    status: 429,
    takenBytes: 0,
  });
});

test.each([
  ['is signed', signedRequest],
  ['looks signed', webhookSignedRequest],
])('what %s is read up to its limit and no further', async (_what, sign) => {
  const headers = Object.fromEntries(sign('/host/sessions', {}).headers);
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

const limits = {
  ...{ atOnce: 9, perHolder: 2, waitMs: 50 },
  reserved: { lender: 3, borrower: 3, stranger: 3 },
};
let address = '';
let isBorrower = false;
let isSigned = false;
let isKnown = true;
const gated = lendingService(
  service.database,
  {},
  {
    callerAddress: () => address,
    nameBorrower: () => {
      isBorrower = true;
    },
    async admitHostCall() {
      isSigned = true;
      return true;
    },
    holdPlace: placesFor(limits, {
      callerAddress: () => address,
      classOf: () => (isBorrower ? 'borrower' : isSigned || isKnown ? 'lender' : 'stranger'),
    }),
  },
);
const borrower = await newBorrower(gated);
const others = [await newBorrower(gated), await newBorrower(gated)];

/** Sends an image whose body stands still. */
function hold(from: string, path: string, headers: Record<string, string>) {
  address = from;
  isBorrower = false;
  isSigned = false;
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
    'borrowers',
    '/user-problem/upload-problem-img',
    (at: number) => ({ ...credentials(others[at < 3 ? 0 : 1] as TestSession), ...multipartHeaders }),
  ],
  [
    'the lender’s systems',
    '/host/complaints/images',
    () => Object.fromEntries(signedRequest('/host/complaints/images', {}).headers),
  ],
])(
  'of images that %s send, few of an address and few in all are read at once',
  async (_who, path, headers) => {
    const sent = [];
    const senders = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '198.51.100.1', '198.51.100.1'];
    for (const [at, from] of senders.entries()) {
      const one = hold(from, path, headers(at));
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
    const later = hold('192.0.2.1', path, headers(0));
    later.letGo();
    await later.answer;
    expect(later.isAsked()).toBe(true);
  },
);

/** Sends so many images whose bodies stand still, and waits until each is read or refused. */
async function holdMany(
  count: number,
  senderOf: (at: number) => { from: string; path: string; headers: Record<string, string> },
) {
  const held: ReturnType<typeof hold>[] = [];
  for (let at = 0; at < count; at += 1) {
    const { from, path, headers } = senderOf(at);
    const one = hold(from, path, headers);
    held.push(one);
    await Promise.race([one.answer, expect.poll(one.isAsked).toBe(true)]);
  }
  return {
    readCount: held.filter(({ isAsked }) => isAsked()).length,
    async end() {
      for (const { letGo } of held) letGo();
      await Promise.all(held.map(({ answer }) => answer));
    },
  };
}

const photoPath = '/user-problem/upload-problem-img';
const hostPath = '/host/complaints/images';

/** Whether an image is begun to be read that is sent now. */
async function isRead(from: string, path: string, headers: Record<string, string>): Promise<boolean> {
  const one = hold(from, path, headers);
  await Promise.race([one.answer, expect.poll(one.isAsked).toBe(true)]);
  one.letGo();
  await one.answer;
  return one.isAsked();
}

test('12 slow images with false signatures take few places of their own, of a /64 fewer, and none of the lender or of borrowers', async () => {
  const forged = (from: string) => {
    isKnown = false;
    const secret = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;
    return {
      from,
      path: hostPath,
      headers: Object.fromEntries(webhookSignedRequest(hostPath, {}, { secret }).headers),
    };
  };
  const ofOneBlock = await holdMany(12, (at) => forged(`2001:db8:0:7::${at + 1}`));
  expect(ofOneBlock.readCount).toBe(2);
  const ofMany = await holdMany(4, (at) => forged(`2001:db8:0:${at + 10}::1`));
  expect(ofMany.readCount).toBe(1);
  const signed = Object.fromEntries(signedRequest(hostPath, {}).headers);
  expect(await isRead('2001:db8:0:8::1', hostPath, signed)).toBe(true);
  isKnown = true;
  const looksSigned = Object.fromEntries(webhookSignedRequest(hostPath, {}).headers);
  expect(await isRead('2001:db8:0:8::1', hostPath, looksSigned)).toBe(true);
  expect(await isRead('2001:db8:0:9::1', photoPath, { ...credentials(borrower), ...multipartHeaders })).toBe(
    true,
  );
  await ofOneBlock.end();
  await ofMany.end();
});

test('12 slow images of one borrower from as many addresses leave places to another', async () => {
  const [slow, other] = others as [TestSession, TestSession];
  const held = await holdMany(12, (at) => ({
    ...{ from: `198.51.100.${at + 1}`, path: photoPath },
    headers: { ...credentials(slow), ...multipartHeaders },
  }));
  expect(held.readCount).toBe(2);
  expect(await isRead('198.51.100.99', photoPath, { ...credentials(other), ...multipartHeaders })).toBe(true);
  await held.end();
});

test('of an image under an id that was used at another path nothing is read', async () => {
  isKnown = true;
  const messageId = 'msg_elsewhere';
  await gated.host(matchPayments.path, {}, messageId);
  const sent = async (sign: typeof signedRequest) =>
    flood(hostPath, Object.fromEntries(sign(hostPath, {}, { messageId }).headers));
  expect(await sent(signedRequest)).toEqual({ status: 409, takenBytes: 0 });
  expect(await sent(webhookSignedRequest)).toEqual({ status: 401, takenBytes: 0 });
});
