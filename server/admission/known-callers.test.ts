import { expect, test } from 'vitest';
import { createKnownCallers, credentialOf } from './known-callers.ts';

const hourMs = 3_600_000;

test('who signed from a block of addresses is known there for a day, and of many the latest are', () => {
  let now = 0;
  const known = createKnownCallers(() => now);
  known.noteSigner('2001:db8:0:7::1');
  expect(['2001:db8:0:7::2', '2001:db8:0:8::1', '192.0.2.1'].map(known.isSigner)).toEqual([
    true,
    false,
    false,
  ]);
  now += 24 * hourMs;
  expect(known.isSigner('2001:db8:0:7::1')).toBe(false);
  for (let at = 0; at < 1_001; at += 1) known.noteSigner(`192.0.${at >> 8}.${at & 255}`);
  expect(['192.0.0.0', '192.0.0.1', '192.0.3.232'].map(known.isSigner)).toEqual([false, true, true]);
});

test('a good session makes its bearer a borrower for an hour, and those of its block known for a day', () => {
  let now = 0;
  const known = createKnownCallers(() => now);
  const home = '192.0.2.1';
  known.noteBorrower({ address: home, credential: 'a session' });
  const classes = () =>
    [
      { address: '198.51.100.1', credential: 'a session' },
      { address: home, credential: null },
      { address: '198.51.100.1', credential: 'another' },
    ].map(known.classOf);
  expect(classes()).toEqual(['borrower', 'known', 'stranger']);
  now += hourMs;
  expect(classes()).toEqual(['stranger', 'known', 'stranger']);
  now += 23 * hourMs;
  expect(classes()).toEqual(['stranger', 'stranger', 'stranger']);
});

test.each([
  ['a header', { headers: { 'x-session-id': 'abc' } }],
  ['the address', { headers: {}, url: '/orderDetail?lang=2&sessionId=abc&deviceId=d' }],
  ['the cookie', { headers: { cookie: 'other=1; __Host-session=abc' } }],
  ['the cookie of a page', { headers: { cookie: '__Host-session=deviceId=d&userId=1&sessionId=abc' } }],
])('a session is named by %s, and only its hash is kept', (_place, request) => {
  const credential = credentialOf(request);
  expect(credential).toBe(credentialOf({ headers: { cookie: 'session=abc' } }));
  expect(credential).not.toContain('abc');
});

test('a request without a session names none', () => {
  expect(credentialOf({ headers: { cookie: 'other=session' }, url: '/?sessionId=' })).toBeNull();
});
