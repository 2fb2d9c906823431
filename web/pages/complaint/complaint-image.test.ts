import { expect, test } from 'vitest';
import { screenLink } from '#contract/page-query.ts';
import { complaintImage, complaintImages } from './complaint-image.ts';

const query = {
  deviceId: 'd-1',
  appVersion: '',
  userId: '',
  sessionId: 's-1',
  clientType: '',
  merchantNumber: '',
  mobilePhone: '',
  language: 'es',
} as const;

const screen: Parameters<typeof complaintImage>[0] = {
  h5Base: 'https://llano.test',
  apiBase: '',
  isScreenAt: () => false,
  redirectOrigins: [],
  reportTolerance() {},
  imageOrigins: ['https://files.lender.test'],
  link: (path, own) => screenLink(path, query, own),
};

test('[SESS-3] an image of our own is opened with the session, any other gets nothing of it', () => {
  expect(complaintImage(screen, '/user-problem/problem-img/a.jpg')).toBe(
    '/user-problem/problem-img/a.jpg?deviceId=d-1&sessionId=s-1&lang=2',
  );
  expect(complaintImage(screen, '/img?id=7')).toBe('/img?id=7&deviceId=d-1&sessionId=s-1&lang=2');
  expect(complaintImage(screen, 'https://files.lender.test/a.jpg')).toBe('https://files.lender.test/a.jpg');
});

test('[COMP-6] a path of a lender’s own backend is an image there, and gets nothing of the session', () => {
  const apiBase = 'https://files.lender.test/api';
  expect(complaintImage({ ...screen, apiBase }, '/img/7.jpg')).toBe('https://files.lender.test/img/7.jpg');
  expect(complaintImage({ ...screen, apiBase, imageOrigins: [] }, '/img/7.jpg')).toBeNull();
});

test.each(['https://evil.test/a.jpg', '//evil.test/a.jpg', '/\\evil.test/a.jpg', 'javascript:alert(1)', ''])(
  '%j is not shown',
  (address) => {
    expect(complaintImage(screen, address)).toBeNull();
    expect(complaintImages(screen, [address, '/a.jpg'])).toHaveLength(1);
  },
);
