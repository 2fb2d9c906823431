import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cookieValue, lastingCookie } from './lasting-cookie.ts';

const requestWith = (cookie: string): Request =>
  new Request('https://pages.test/', { headers: { Cookie: cookie } });

test('[COOKIE-1] a cookie expires on 31 Dec 9999 and is read by the server only', () => {
  expect(lastingCookie('template', '2', true)).toBe(
    'template=2; Expires=Fri, 31 Dec 9999 23:59:59 GMT; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(lastingCookie('template', '2', false)).not.toContain('Secure');
  const [, expires] = /Expires=([^;]+)/.exec(lastingCookie('template', '2', true)) ?? [];
  expect(new Date(expires ?? '').toISOString()).toBe('9999-12-31T23:59:59.000Z');
});

test('whatever a cookie holds comes back, and nothing of it becomes another attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (value) => {
      const header = lastingCookie('template', value, true);
      expect(header.split(';')).toHaveLength(6);
      expect(cookieValue(requestWith(`other=1; ${header.split(';')[0]}`), 'template')).toBe(value);
    }),
  );
  expect(cookieValue(requestWith('template=%'), 'template')).toBeNull();
  expect(cookieValue(requestWith('xtemplate=1'), 'template')).toBeNull();
  expect(() => lastingCookie('a b', '1', true)).toThrow(RangeError);
});
