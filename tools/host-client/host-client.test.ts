import { createHash, createHmac } from 'node:crypto';
import { verifySignature } from 'http-message-sig';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { eventMessage, eventTypeNames } from '#contract/events.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { testConfiguration } from '#tests/setup/lending-service.ts';
import { createHostClient, HostRefusal, readEvent, SignatureRefusal, signedRequest } from './host-client.ts';

const [secret] = testConfiguration.hostSigningSecrets;
const service = await testLendingService();
const fetch = async (request: Request) => service.api.fetch(request);
const origin = 'http://lender.test';
const person = { name: 'Rosa Medina', address: 'Puebla', mobilePhone: '5548217733', market: 'MX' } as const;

test('calls are signed as the service checks them, and give their data', async () => {
  const client = createHostClient({ origin, secret, fetch });
  const borrower = await client.call('/host/borrowers', { lenderBorrowerId: 'one', ...person });
  const session = await client.call('/host/sessions', { borrowerId: borrower.borrowerId, deviceId: 'd' });
  expect(session).toMatchObject({ userId: borrower.borrowerId, sessionId: expect.any(String) });
});

test('a refusal has status and code, and is not sent again', async () => {
  let count = 0;
  const client = createHostClient({
    origin,
    secret,
    fetch(request) {
      count += 1;
      return fetch(request);
    },
  });
  const refusal = await client
    .call('/host/loans/read', { orderNumber: 'none' })
    .catch((error: HostRefusal) => error);
  expect(refusal).toBeInstanceOf(HostRefusal);
  expect(refusal).toMatchObject({ path: '/host/loans/read', status: 404, code: '404' });
  expect(count).toBe(1);
});

test('another secret is refused', async () => {
  const other = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;
  await expect(
    createHostClient({ origin, secret: other, fetch }).call('/host/jobs', {}),
  ).rejects.toMatchObject({ status: 401, code: '401001' });
});

test('a call whose answer is lost is sent again under its id, and has one effect', async () => {
  const ids: (string | undefined)[] = [];
  const client = createHostClient({
    origin,
    secret,
    async fetch(request) {
      ids.push(/nonce="([^"]*)"/.exec(request.headers.get('Signature-Input') ?? '')?.[1]);
      const response = await fetch(request);
      if (ids.length === 1) throw new TypeError('the network is gone');
      return response;
    },
  });
  const first = { lenderBorrowerId: 'two', ...person, mobilePhone: '5548217734' };
  const borrower = await client.call('/host/borrowers', first, 'borrower-two');
  expect(ids).toEqual(['borrower-two', 'borrower-two']);
  const again = await createHostClient({ origin, secret, fetch }).call(
    '/host/borrowers',
    first,
    'borrower-two',
  );
  expect(again).toEqual(borrower);
});

test('failures of the service are retried as often as configured, then thrown', async () => {
  let count = 0;
  const failing = async () => {
    count += 1;
    return new Response('', { status: 503 });
  };
  const client = createHostClient({ origin, secret, fetch: failing, attempts: 2 });
  await expect(client.call('/host/jobs', {})).rejects.toThrow('/host/jobs failed with 503');
  expect(count).toBe(2);
});

const event = {
  ...{ type: 'contact.received', version: 1, timestamp: '2026-11-20T18:00:00.000Z', sequence: '1' },
  data: { contactMessageId: '1' },
};
const body = JSON.stringify(event);
const now = new Date('2026-11-20T18:00:00Z');

function headersAt(signedAt: Date, key: string = secret) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(signedAt.getTime() / 1000),
    'webhook-signature': new Webhook(key).sign('evt_1', signedAt, body),
  };
}

test('an event is read when one of the secrets signed it', () => {
  const other = `whsec_${Buffer.from('y'.repeat(32)).toString('base64')}`;
  const received = { id: 'evt_1', event };
  expect(readEvent(body, headersAt(now), [secret], now)).toEqual(received);
  expect(readEvent(body, new Headers(headersAt(now, other)), [secret, other], now)).toEqual(received);
  const { 'webhook-signature': one, ...rest } = headersAt(now);
  expect(readEvent(body, { ...rest, 'webhook-signature': `v1,AAAA ${one}` }, [secret], now)).toEqual(
    received,
  );
  expect(eventTypeNames).toContain(event.type);
  expect(eventMessage.safeParse(event).success).toBe(true);
});

test.each([
  ['another body', `${body} `, headersAt(now)],
  ['another id', body, { ...headersAt(now), 'webhook-id': 'evt_2' }],
  ['too old', body, headersAt(new Date(now.getTime() - 301_000))],
  ['of the future', body, headersAt(new Date(now.getTime() + 301_000))],
  ['no time', body, { ...headersAt(now), 'webhook-timestamp': 'now' }],
  ['no signature', body, { ...headersAt(now), 'webhook-signature': '' }],
  ['of another version', body, { ...headersAt(now), 'webhook-signature': 'v2,AAAA' }],
  ['no header', body, {}],
])('an event with %s is refused', (_name, text, headers) => {
  expect(() => readEvent(text, headers, [secret], now)).toThrow(SignatureRefusal);
});

test('the signature of a call is one of RFC 9421 over method, path, query and digest', async () => {
  const path = '/host/jobs?from=here';
  const request = signedRequest(origin, path, { id: 'msg "1\\', body: '{}' }, secret, now);
  expect(request.url).toBe('http://lender.test/host/jobs?from=here');
  const digest = createHash('sha256').update('{}').digest('base64');
  expect(request.headers.get('Content-Digest')).toBe(`sha-256=:${digest}:`);
  const signed = await verifySignature(request, {
    policy: {
      algorithms: ['hmac-sha256'],
      ...{ requiredComponents: ['@method', '@path', '@query', 'content-digest'], requiredParameters: [] },
      ...{ now: now.getTime() / 1000, maxAge: 0 },
    },
    resolveVerifier: () => ({
      algorithm: 'hmac-sha256',
      verify: (base, signature) =>
        createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
          .update(base)
          .digest()
          .equals(signature),
    }),
  });
  const keyid = createHash('sha256').update(secret).digest('hex').slice(0, 16);
  const created = now.getTime() / 1000;
  expect(signed.parameters).toEqual({ created, nonce: 'msg "1\\', keyid, alg: 'hmac-sha256' });
  const named = (id: string) => signedRequest(origin, path, { id, body: '{}' }, secret, now);
  for (const id of ['', 'ñ', 'a\nb']) expect(() => named(id)).toThrow(TypeError);
});
