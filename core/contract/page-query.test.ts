import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  commonParameters,
  formClientHeaders,
  jsonClientHeaders,
  type PageQuery,
  readPageQuery,
  screenLink,
  sessionParameterMaxLength,
  sessionParameterNames,
} from './page-query.ts';

const address = {
  deviceId: 'd-1',
  appVersion: '3.2.0',
  userId: '90817',
  sessionId: 's-1',
  clientType: 'android',
  merchantNumber: '1000',
  mobilePhone: '5500000000',
};
const query: PageQuery = { ...address, language: 'es' };

const knownNames: readonly string[] = [...sessionParameterNames, 'lang'];
const value = fc.string({ unit: 'grapheme', maxLength: 40 });
const anyQuery: fc.Arbitrary<PageQuery> = fc.record({
  deviceId: value,
  appVersion: value,
  userId: value,
  sessionId: value,
  clientType: value,
  merchantNumber: value,
  mobilePhone: value,
  language: fc.constantFrom('es', 'en'),
});
const decoyNames = ['deviceid', 'device_id', 'session', 'token', 'redirect', 'from', 'LANG', '__proto__'];
const anyName = fc.oneof(fc.constantFrom(...knownNames, ...decoyNames), value);
const anyAddress = fc.array(fc.tuple(anyName, value), { maxLength: 20 });

test('[SESS-1] the seven session parameters are read from the page address', () => {
  expect(readPageQuery(new URLSearchParams({ ...address, lang: '1', admin: '1' }))).toStrictEqual({
    ...address,
    language: 'en',
  });
});

test('[SESS-1] what is absent, or longer than any real one, is empty', () => {
  const tooLong = 'x'.repeat(sessionParameterMaxLength + 1);
  const longest = 'x'.repeat(sessionParameterMaxLength);
  const read = readPageQuery(new URLSearchParams({ deviceId: tooLong, userId: longest }));
  expect(read).toStrictEqual({
    deviceId: '',
    appVersion: '',
    userId: longest,
    sessionId: '',
    clientType: '',
    merchantNumber: '',
    mobilePhone: '',
    language: 'es',
    isLanguageAbsent: true,
  });
});

test('[SESS-2] the common parameters are those present, then the language', () => {
  expect(commonParameters(query).toString()).toBe(
    'deviceId=d-1&appVersion=3.2.0&userId=90817&sessionId=s-1&clientType=android&merchantNumber=1000&mobilePhone=5500000000&lang=2',
  );
  expect(commonParameters(readPageQuery(new URLSearchParams())).toString()).toBe('lang=2');
});

test('[SESS-3] nothing but the eight known parameters is carried from the address', () => {
  fc.assert(
    fc.property(anyAddress, (pairs) => {
      const link = new URL(
        screenLink('/repay', readPageQuery(new URLSearchParams(pairs))),
        'https://h.example',
      );
      expect([...link.searchParams.keys()].filter((name) => !knownNames.includes(name))).toEqual([]);
      for (const [name, carried] of link.searchParams) {
        if (name !== 'lang') expect(new URLSearchParams(pairs).get(name)).toBe(carried);
      }
      expect(link.pathname).toBe('/repay');
    }),
  );
});

test('[SESS-3] [LANG-4] what a link carries is read again as it was', () => {
  fc.assert(
    fc.property(anyQuery, (any) => {
      const link = new URL(screenLink('/order', any), 'https://h.example');
      expect(readPageQuery(link.searchParams)).toEqual(any);
    }),
  );
});

test('[SESS-3] the parameters of the link itself go along, and never in place of the session', () => {
  const link = screenLink('/order', query, {
    orderId: 'a&b=c',
    page: 0,
    note: '',
    tab: undefined,
    sessionId: 'stolen',
  });
  const parameters = new URL(link, 'https://h.example').searchParams;
  expect(parameters.get('orderId')).toBe('a&b=c');
  expect(parameters.get('page')).toBe('0');
  expect(parameters.has('note')).toBe(false);
  expect(parameters.has('tab')).toBe(false);
  expect(parameters.getAll('sessionId')).toEqual(['s-1']);
});

test('[LANG-4] links keep the language', () => {
  expect(screenLink('/order', { ...query, language: 'en' })).toMatch(/[?&]lang=1$/);
  expect(screenLink('/order', { ...query, language: 'es' })).toMatch(/[?&]lang=2$/);
});

test('[CALL-1] [CALL-2] headers of what is absent are empty', () => {
  const nothing = readPageQuery(new URLSearchParams());
  expect(jsonClientHeaders(nothing)).toStrictEqual({
    'X-Device-Id': '',
    'X-App-Version': '',
    'X-User-Id': '',
    'X-Session-Id': '',
    'X-Language': '',
  });
  expect(formClientHeaders(nothing)).toStrictEqual({ 'X-Session-Id': '', 'X-Merchant-Number': '' });
});

test('[CALL-1] [CALL-2] any page query gives headers that can be sent', () => {
  const hostile = fc.oneof(value, fc.string({ unit: 'binary', maxLength: 20 }));
  const hostileQuery = anyQuery.chain((any) =>
    fc
      .record({ sessionId: hostile, deviceId: hostile, merchantNumber: hostile })
      .map((some) => ({ ...any, ...some })),
  );
  fc.assert(
    fc.property(hostileQuery, (any) => {
      const headers = new Headers({ ...jsonClientHeaders(any), ...formClientHeaders(any) });
      expect([...headers.values()].every((sent) => /^[\x20-\x7e]*$/.test(sent))).toBe(true);
    }),
  );
});
