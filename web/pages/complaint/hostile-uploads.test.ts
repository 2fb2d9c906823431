import { expect, test } from 'vitest';
import { aLoanDetail, aLoanStatement } from '#fixtures/loan-views.ts';
import { countedBody, multipartHeaders, multipartStart } from '#tests/setup/counted-body.ts';
import { type PageOptions, refused, requestPage } from '#tests/setup/open-page.ts';

async function flood(path: string, answers: NonNullable<PageOptions['answers']>, dependencies = {}) {
  const { stream, takenBytes } = countedBody(multipartStart);
  const body = { method: 'POST', headers: multipartHeaders, body: stream, duplex: 'half' } as RequestInit;
  const { response, calls } = await requestPage(path, { answers, body, dependencies });
  return { response, calls, takenBytes: takenBytes() };
}

const paths = ['/complainPageNext?problemType=2', '/complainImage', '/paymentClaim?orderId=1'];

test.each(paths)('of 60 forms without a session nothing is read: %s', async (path) => {
  const answers = { openComplaint: refused('session-required') };
  const floods = await Promise.all(Array.from({ length: 60 }, () => flood(path, answers)));
  for (const { response, takenBytes, calls } of floods) {
    expect([response.status, takenBytes]).toEqual([401, 0]);
    expect(calls.map(({ name }) => name)).toEqual(['openComplaint']);
  }
});

test.each(paths)('a file without an end is given up, and none of it is sent on: %s', async (path) => {
  const types = {
    types: [{ typeId: '2', title: 'Cobro' }],
    collectionSubtypes: [],
    dataRequests: [],
    order: null,
    orders: [],
  };
  const { response, takenBytes, calls } = await flood(path, {
    openComplaint: types,
    readLoan: aLoanDetail({ status: 'overdue', currency: 'MXN', statement: aLoanStatement({ claims: [] }) }),
  });
  expect(response.status).toBe(422);
  expect(takenBytes).toBeLessThan(34 * 1024 * 1024);
  expect(calls.some(({ name }) => name === 'sendComplaintImage')).toBe(false);
});

test.each(paths)('where too many forms are read, the page says when to try again: %s', async (path) => {
  const formReader = { read: async () => 'busy' };
  const { response, takenBytes } = await flood(path, { openComplaint: {} }, { formReader });
  expect([response.status, response.headers.get('Retry-After'), takenBytes]).toEqual([503, '10', 0]);
});
