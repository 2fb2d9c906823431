import { expect, test } from 'vitest';
import { linkParameters, type SessionParameters, screenLink } from './page-query.ts';
import { readRequestQuery, sessionCookie } from './session-cookie.ts';

const parameters: SessionParameters = {
  deviceId: 'teléfono 1; "á=&',
  appVersion: '2.4.1',
  userId: 'U-7',
  sessionId: 'a-session',
  clientType: 'android',
  merchantNumber: 'LL0042',
  mobilePhone: '+52 55 1234 5678',
};

const sources = { isHttps: true, isInAddress: true };

function read(address: string, cookie: string, of = sources) {
  return readRequestQuery(new Request(`https://pages.test${address}`, { headers: { Cookie: cookie } }), of);
}

function pairOf(isHttps = true): string {
  return sessionCookie(parameters, { isHttps, seconds: 600 }).split('; ')[0] ?? '';
}

test('the cookie is bound to the host and to TLS, hidden from scripts, and not sent with a form of another site', () => {
  expect(sessionCookie(parameters, { isHttps: true, seconds: 600 })).toMatch(
    /^__Host-session=[\w%+.&=*-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  expect(sessionCookie(parameters, { isHttps: false, seconds: 600 })).toMatch(
    /^session=[\w%+.&=*-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test('the longest parameters fit into a cookie', () => {
  const longest = {
    ...parameters,
    deviceId: '😀'.repeat(128),
    userId: '😀'.repeat(64),
    mobilePhone: '+'.repeat(64),
  };
  expect(sessionCookie(longest, { isHttps: true, seconds: 9_999_999 }).length).toBeLessThan(4096);
});

test('[SESS-1] [SESS-3] a page reads the session of the cookie and puts it into no link', () => {
  const query = read('/order?orderId=o-1&lang=1', `a=1; ${pairOf()}; b=2`);
  expect(query).toMatchObject({ ...parameters, language: 'en' });
  expect(screenLink('/repay', query, { orderId: 'o-1' })).toBe('/repay?orderId=o-1&lang=1');
});

test('[SESS-1] a session of the address goes before the cookie, and alone', () => {
  const query = read('/order?sessionId=other&deviceId=d', pairOf());
  expect(query).toMatchObject({ sessionId: 'other', deviceId: 'd', userId: '', merchantNumber: '' });
  expect(linkParameters(query).get('sessionId')).toBe('other');
});

test('what the address says beside the session stays the address’s, and is carried on', () => {
  const query = read('/registerTemplate?merchantNumber=LL9&deviceId=stolen&userId=other', pairOf());
  expect(query).toMatchObject({ ...parameters, merchantNumber: 'LL9' });
  expect(linkParameters(query).toString()).toBe('merchantNumber=LL9&lang=2');
});

test('where sessions in the address are off, one there is as none', () => {
  const off = { ...sources, isInAddress: false };
  const address = '/order?sessionId=other&deviceId=d&userId=u';
  expect(read(address, '', off).sessionId).toBe('');
  expect(linkParameters(read(address, '', off)).has('sessionId')).toBe(false);
  expect(read(address, pairOf(), off)).toMatchObject(parameters);
});

test.each([
  ['of the name for http, behind TLS', pairOf(false), true],
  ['of the name for TLS, over http', pairOf(true), false],
  ['that is empty', '__Host-session=', true],
  ['without a session', '__Host-session=deviceId=d&userId=u', true],
  ['that is not ours', '__Host-session=%ff%00;=;;', true],
  ['that is too long', `__Host-session=sessionId=${'x'.repeat(300)}`, true],
])('a cookie %s is none', (_which, cookie, isHttps) => {
  const query = read('/order', cookie, { isHttps, isInAddress: true });
  expect(query).toMatchObject({ sessionId: '', deviceId: '', userId: '' });
  expect(query.cookieParameters).toBeUndefined();
});
