import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeImage, safeLink } from './safe-address.ts';

const origins = ['https://img.example', 'https://lender.example'];

test.each([
  '/logo.png',
  '/a/b?c=d#e',
  'https://img.example/logo.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/svg+xml,%3Csvg%3E',
])('the image %s may be shown', (address) => {
  expect(safeImage(address, origins)).toBe(address);
});

test.each([
  '',
  'logo.png',
  '//evil.example/a.png',
  '/\\evil.example/a.png',
  '/\t/evil.example/a.png',
  '\\\\evil.example',
  'https://evil.example/a.png',
  'https://img.example.evil.example/a.png',
  'https://img.example@evil.example/a.png',
  'https://user:secret@img.example/a.png',
  'https:\\\\img.example/a.png',
  'http://img.example/a.png',
  'https://img.example:8443/a.png',
  'ftp://img.example/a.png',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' https://img.example/a.png',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xmlx,<svg>',
  'data:image/png\u0000;base64,',
  'blob:https://img.example/1',
])('the image %j is not shown', (address) => {
  expect(safeImage(address, origins)).toBeNull();
});

test('a link may also have a scheme that its place names, and no other', () => {
  expect(safeLink('upi://pay?pa=llano@okbank', [], ['upi'])).toBe('upi://pay?pa=llano@okbank');
  expect(safeLink('upi://pay?pa=llano@okbank', origins)).toBeNull();
  expect(safeLink('mailto:ayuda@llano.example', [], ['mailto'])).toBe('mailto:ayuda@llano.example');
  expect(safeLink('JavaScript:alert(1)', [], ['upi', 'mailto', 'tel'])).toBeNull();
  expect(safeLink('data:image/png;base64,', origins)).toBeNull();
});

test.each([
  '/order\r\nSet-Cookie: a=b',
  '/a\u0000',
  'upi://pay?\npa=a',
  'mailto:a@b.example\\',
  ' /order',
  '/order ',
])('the link %j is refused for what it hides', (address) => {
  expect(safeLink(address, origins, ['upi', 'mailto'])).toBeNull();
});

test('whatever is let through leads to ourselves or to a listed origin, as a browser reads it', () => {
  const pieces = fc.constantFrom(
    '/',
    '//',
    '\\',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    '.',
    '..',
    'https:',
    'http:',
    'javascript:',
    'data:',
    ' ',
    'img.example',
    'lender.example',
    'evil.example',
    'a',
    '%2f',
    '%5c',
    '\u2028',
  );
  const hostile = fc.oneof(
    fc.array(pieces, { maxLength: 9 }).map((list) => list.join('')),
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
  );
  fc.assert(
    fc.property(hostile, (address) => {
      const safe = safeLink(address, origins);
      if (safe === null) return;
      const { origin } = new URL(safe, 'https://paginas.example/confirmLoan');
      expect(['https://paginas.example', ...origins]).toContain(origin);
    }),
    { numRuns: 1000 },
  );
});
