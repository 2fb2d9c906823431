import { createHash, createHmac, verify as isSignatureOf } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyIdOf, keyOf, signatureBase } from '#contract/signature.ts';
import { signedRequest } from '#tests/setup/lending-service.ts';
import { isDigestOf, signedHead, verifiedParameters } from './message-signature.ts';

// The examples of RFC 9421, appendix B, and of RFC 9530.
const body = '{"hello": "world"}';
const contentDigest =
  'sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:';
const sharedSecret =
  'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==';
const rsaPssKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2
+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+
oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHq
gDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W
Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4
aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI
2wIDAQAB
-----END PUBLIC KEY-----`;
const ed25519Key = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=
-----END PUBLIC KEY-----`;
const fields: Readonly<Record<string, string>> = {
  date: 'Tue, 20 Apr 2021 02:07:55 GMT',
  '@method': 'POST',
  '@path': '/foo',
  '@query': '?param=Value&Pet=dog',
  '@authority': 'example.com',
  'content-type': 'application/json',
  'content-digest': contentDigest,
  'content-length': '18',
};
const b25 = {
  covered: ['date', '@authority', 'content-type'],
  parameters: '("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
  signature: 'pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=',
};

function exampleRequest({ parameters = b25.parameters, signature = b25.signature } = {}): Request {
  const headers = Object.entries(fields).filter(([name]) => !name.startsWith('@'));
  return new Request('https://example.com/foo?param=Value&Pet=dog', {
    method: 'POST',
    body,
    headers: [
      ...headers,
      ['Signature-Input', `sig-b25=${parameters}`],
      ['Signature', `sig-b25=:${signature}:`],
    ],
  });
}

const exampleKeys = new Map([['test-shared-secret', Buffer.from(sharedSecret, 'base64')]]);
const exampleCoverage = { components: b25.covered, parameters: ['created', 'keyid'] };

test('the HMAC of RFC 9421, B.2.5, is taken, and none whose signature, time, key or coverage is another', async () => {
  const verified = (request: Request, keys = exampleKeys, coverage = exampleCoverage) =>
    verifiedParameters(request, keys, coverage);
  expect(await verified(exampleRequest())).toEqual({ created: 1_618_884_473, keyid: 'test-shared-secret' });
  const refused = [
    verified(exampleRequest({ signature: `Q${b25.signature.slice(1)}` })),
    verified(exampleRequest({ signature: 'pxcQ' })),
    verified(exampleRequest({ parameters: b25.parameters.replace('73;', '74;') })),
    verified(exampleRequest({ parameters: `${b25.parameters};alg="ed25519"` })),
    verified(exampleRequest(), new Map([['test-shared-secret', Buffer.from('another')]])),
    verified(exampleRequest(), new Map()),
    verified(exampleRequest(), exampleKeys, { ...exampleCoverage, components: ['@path'] }),
    verified(exampleRequest(), exampleKeys, { ...exampleCoverage, parameters: ['nonce'] }),
  ];
  for (const each of refused) await expect(each).rejects.toMatchObject({ code: 'signature-invalid' });
});

/** What a signature covers, named by its example. */
const coveredBy = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? '']));

test('what is signed is what RFC 9421 signs in B.2.3 and B.2.6', () => {
  const parametersOf = (names: readonly string[], keyId: string) =>
    `(${names.map((name) => `"${name}"`).join(' ')});created=1618884473;keyid="${keyId}"`;
  const all = Object.keys(fields);
  const rsa = Buffer.from(
    'bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==',
    'base64',
  );
  const b23 = Buffer.from(signatureBase(coveredBy(all), parametersOf(all, 'test-key-rsa-pss')));
  // 6 is the padding of PSS.
  expect(isSignatureOf('sha512', b23, { key: rsaPssKey, padding: 6, saltLength: 64 }, rsa)).toBe(true);
  const some = ['date', '@method', '@path', '@authority', 'content-type', 'content-length'];
  const ed25519 = Buffer.from(
    'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    'base64',
  );
  const b26 = Buffer.from(signatureBase(coveredBy(some), parametersOf(some, 'test-key-ed25519')));
  expect(isSignatureOf(null, b26, ed25519Key, ed25519)).toBe(true);
});

test.each([
  [body, contentDigest, true],
  [body, 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:', true],
  [`${body}\n`, 'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:', true],
  [
    `${body}\n`,
    'sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:',
    true,
  ],
  [body, `unixsum=:AAAA:, ${contentDigest}`, true],
  [`${body} `, contentDigest, false],
  [body, `${contentDigest}, sha-256=:AAAA:`, false],
  [body, 'unixsum=:AAAA:', false],
  [body, 'sha-256="X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE="', false],
  [body, 'sha-256', false],
  [body, '', false],
  [body, 'not a dictionary!', false],
])('of %j the digest %s is right: %s', (text, digest, isRight) => {
  expect(isDigestOf(Buffer.from(text), digest)).toBe(isRight);
});

const secret = `whsec_${Buffer.from('a secret that only this test knows').toString('base64')}`;
const other = `whsec_${Buffer.from('a secret of somebody else').toString('base64')}`;
const clock = { now: () => new Date() };
const origin = 'http://lender.test';

/** Whether a request, with the body that came with it, is as one of the secrets signed it. */
async function isTaken(
  request: Request,
  secrets: readonly [string, ...string[]] = [secret],
): Promise<boolean> {
  try {
    const head = await signedHead(request, secrets, clock);
    return head.verify(new Uint8Array(await request.arrayBuffer())) === head.keyId;
  } catch (error) {
    expect(error).toMatchObject({ code: 'signature-invalid' });
    return false;
  }
}

/** The same request, but for what is another. */
function changed(
  request: Request,
  changes: { method?: string; url?: string; body?: string; header?: readonly [name: string, value: string] },
): Request {
  const headers = new Headers(request.headers);
  if (changes.header) headers.set(...changes.header);
  const { method = request.method, url = request.url } = changes;
  return new Request(url, { method, headers, body: changes.body ?? '{"a":1}' });
}

const nonces = fc.string({ minLength: 1, maxLength: 128 }).filter((id) => !id.startsWith('evt_'));
const segments = fc.stringMatching(/^[a-z0-9.~-]{1,12}$/).filter((each) => !/^\.+$/.test(each));
const queries = fc.option(fc.stringMatching(/^\?[a-z0-9=&%]{0,12}$/), { nil: '' });

test('a call of any path, query and id is taken, and none whose method, path, query, body, time, id or key was changed', async () => {
  await fc.assert(
    fc.asyncProperty(
      nonces,
      segments,
      queries,
      segments,
      fc.integer({ min: 1, max: 200 }),
      async (id, path, query, otherPath, seconds) => {
        const url = `/host/${path}${query}`;
        const request = signedRequest(url, { a: 1 }, { messageId: id, secret });
        const head = await signedHead(request, [secret], clock);
        expect(head.messageId).toBe(id);
        expect(await isTaken(changed(request, {}))).toBe(true);
        expect(await isTaken(changed(request, {}), [other, secret])).toBe(true);
        expect(await isTaken(changed(request, {}), [other])).toBe(false);
        const input = request.headers.get('Signature-Input') ?? '';
        const withInput = (text: string) => changed(request, { header: ['Signature-Input', text] });
        const created = Number(/created=(\d+)/.exec(input)?.[1]);
        const attempts = [
          changed(request, { method: 'PUT' }),
          ...(path === otherPath ? [] : [changed(request, { url: `${origin}/host/${otherPath}${query}` })]),
          changed(request, { url: `${request.url}${query === '' ? '?' : ''}x` }),
          changed(request, { body: '{"a":2}' }),
          changed(request, { header: ['Content-Digest', contentDigest] }),
          withInput(input.replace(`created=${created}`, `created=${created + seconds}`)),
          withInput(input.replace(/nonce="/, 'nonce="x')),
          withInput(input.replace(keyIdOf(secret), keyIdOf(other))),
          withInput(input.replace(';alg="hmac-sha256"', '')),
          withInput(input.replace(' "@path"', '')),
        ];
        for (const [at, attempt] of attempts.entries())
          expect([at, await isTaken(attempt)]).toEqual([at, false]);
      },
    ),
    { numRuns: 60 },
  );
});

test('any signature header is accepted or refused and causes no other failure', async () => {
  const texts = fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9=:"();, @-]{0,40}$/));
  await fc.assert(
    fc.asyncProperty(texts, texts, texts, async (input, signature, digest) => {
      const request = new Request(`${origin}/host/jobs`, { method: 'POST', body: '{}' });
      const set = (name: string, value: string) => {
        if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) request.headers.set(name, value);
      };
      set('Signature-Input', input);
      set('Signature', signature);
      set('Content-Digest', digest);
      expect(await isTaken(request)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

/** A request that is signed over parameters and components of its own. */
function requestSigned(
  parameters: string,
  covered: Readonly<Record<string, string>>,
  headers: Record<string, string>,
): Request {
  const base = Buffer.from(signatureBase(covered, parameters));
  const signature = createHmac('sha256', keyOf(secret)).update(base).digest('base64');
  return new Request(`${origin}/host/jobs`, {
    method: 'POST',
    body: '{}',
    headers: {
      ...headers,
      'Signature-Input': `any-label=${parameters}`,
      Signature: `any-label=:${signature}:`,
    },
  });
}

test('what else is signed does not matter; what is missing, old, spent or has an id of ours does', async () => {
  const digest = `sha-256=:${createHash('sha256').update('{}').digest('base64')}:`;
  const covered = { '@query': '?', 'content-digest': digest, '@path': '/host/jobs', '@method': 'POST' };
  const names = '"@query" "content-digest" "@path" "@method"';
  const now = Math.floor(Date.now() / 1000);
  const said = (created: number, rest = '', nonce = 'msg_1') =>
    `;alg="hmac-sha256";keyid="${keyIdOf(secret)}";nonce="${nonce}";created=${created}${rest}`;
  const taken = (parameters: string, more: Record<string, string> = {}) =>
    isTaken(requestSigned(parameters, { ...covered, ...more }, { 'Content-Digest': digest, ...more }));
  expect(await taken(`(${names})${said(now)}`)).toBe(true);
  expect(await taken(`(${names} "x-trace")${said(now, ';tag="llano"')}`, { 'x-trace': 'one' })).toBe(true);
  expect(await taken(`(${names})${said(now, `;expires=${now + 60}`)}`)).toBe(true);
  expect(await taken(`(${names})${said(now, `;expires=${now - 1}`)}`)).toBe(false);
  for (const seconds of [-295, 295]) expect(await taken(`(${names})${said(now + seconds)}`)).toBe(true);
  for (const seconds of [-305, 305]) expect(await taken(`(${names})${said(now + seconds)}`)).toBe(false);
  expect(await taken(`(${names})${said(now, '', 'evt_1')}`)).toBe(false);
  for (const name of Object.keys(covered)) {
    const { [name as keyof typeof covered]: _left, ...rest } = covered;
    const others = Object.keys(rest).map((each) => `"${each}"`);
    const request = requestSigned(`(${others.join(' ')})${said(now)}`, rest, { 'Content-Digest': digest });
    expect([name, await isTaken(request)]).toEqual([name, false]);
  }
  for (const parameter of said(now).split(';').slice(1)) {
    expect([parameter, await taken(`(${names})${said(now).replace(`;${parameter}`, '')}`)]).toEqual([
      parameter,
      false,
    ]);
  }
  expect(await taken(`(${names})${said(now, '', 'x'.repeat(129))}`)).toBe(false);
});
