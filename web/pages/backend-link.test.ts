import { expect, test } from 'vitest';
import { readPageQuery, screenLink } from '#contract/page-query.ts';
import type { ShownTolerance } from '#contract/tolerances.ts';
import { backendImage, backendLink } from './backend-link.ts';

const query = readPageQuery(new URLSearchParams('sessionId=s-1&deviceId=d-1&lang=1'));
const leftOut: string[][] = [];
const screen = {
  h5Base: 'https://paginas.example',
  apiBase: '',
  isScreenAt: () => true,
  redirectOrigins: ['https://lender.example'],
  imageOrigins: ['https://img.example'],
  reportTolerance: ({ id, value }: ShownTolerance) => void leftOut.push([id, value]),
  link: (path: string, own?: Readonly<Record<string, string | number | undefined>>) =>
    screenLink(path, query, own),
};

test('[SESS-3] a link to our own pages gets the session and the language, its own parameters stay', () => {
  const expected = '/contract?orderNo=q-1&productId=p-1&deviceId=d-1&sessionId=s-1&lang=1';
  expect(backendLink(screen, '/contract?orderNo=q-1', { productId: 'p-1' })).toBe(expected);
  expect(backendLink(screen, 'https://paginas.example/contract?orderNo=q-1', { productId: 'p-1' })).toBe(
    expected,
  );
});

test('[SESS-3] a session in the backend’s link does not take the place of the borrower’s', () => {
  expect(backendLink(screen, '/order?sessionId=other&lang=2')).toBe(
    '/order?sessionId=s-1&lang=1&deviceId=d-1',
  );
});

test('[SESS-3] a listed origin gets the page’s own parameters and not the session', () => {
  expect(backendLink(screen, 'https://lender.example/done?o=1', { from: 'confirm' })).toBe(
    'https://lender.example/done?o=1&from=confirm',
  );
});

test('a path that is no screen of ours stands at the lender’s own backend, where there is one', () => {
  const own = {
    ...screen,
    apiBase: 'https://lender.example/api/',
    isScreenAt: (path: string) => path === '/order',
  };
  expect(backendLink(own, '/order?orderId=1')).toBe('/order?orderId=1&deviceId=d-1&sessionId=s-1&lang=1');
  expect(backendLink(own, '/terms/7.pdf?v=2')).toBe('https://lender.example/terms/7.pdf?v=2');
  expect(backendLink({ ...own, redirectOrigins: [] }, '/terms/7.pdf')).toBeNull();
  expect(backendImage({ ...own, imageOrigins: ['https://lender.example'] }, '/order')).toBe(
    'https://lender.example/order',
  );
  expect(leftOut.splice(0)).toEqual([['link-left-out', 'https://lender.example/terms/7.pdf']]);
});

test('any other address is no link, and an image origin is no link’s origin', () => {
  expect(backendLink(screen, 'https://evil.example/')).toBeNull();
  expect(backendLink(screen, 'https://img.example/')).toBeNull();
  expect(backendLink(screen, 'javascript:alert(1)')).toBeNull();
  expect(backendImage(screen, 'https://img.example/a.png')).toBe('https://img.example/a.png');
  expect(backendImage(screen, 'https://lender.example/a.png')).toBeNull();
  expect([backendLink(screen, ''), backendImage(screen, '')]).toEqual([null, null]);
  expect(leftOut).toEqual([
    ['link-left-out', 'https://evil.example/'],
    ['link-left-out', 'https://img.example/'],
    ['link-left-out', 'javascript:alert(1)'],
    ['image-left-out', 'https://lender.example/a.png'],
  ]);
});
