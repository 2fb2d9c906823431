import { expect, test } from 'vitest';
import { readPageQuery } from '#contract/page-query.ts';
import { hostPageLink, hostPageLinkWithParameter } from './host-page.ts';

const query = readPageQuery(new URLSearchParams('sessionId=s-1&lang=1'));

test('[BRIDGE-2] [SESS-3] a page of the host beside ours gets the session, an address elsewhere gets none', () => {
  expect(hostPageLink('/app/main', query)).toBe('/app/main?sessionId=s-1&lang=1');
  for (const page of ['', 'llanoapp://main', 'https://lender.example/main']) {
    expect(hostPageLink(page, query)).toBe(page);
  }
});

test.each([
  ['/app/product', '/app/product?parameter=mx-120%261&sessionId=s-1&lang=1'],
  ['llanoapp://product', 'llanoapp://product?parameter=mx-120%261'],
  ['https://lender.example/product?from=h5', 'https://lender.example/product?from=h5&parameter=mx-120%261'],
  ['', ''],
])('[BRIDGE-2] the page %s about one thing is %s', (page, link) => {
  expect(hostPageLinkWithParameter(page, 'mx-120&1', query)).toBe(link);
});
