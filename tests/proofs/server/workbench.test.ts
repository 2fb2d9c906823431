import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { createContractClient } from '#contract/client.ts';
import { readPageQuery } from '#contract/page-query.ts';
import { createWorkbench } from '#server/developer/workbench.ts';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import { openPage } from '#tests/setup/open-page.ts';

const apiBase = 'https://lender.example/api';
const address =
  'https://pages.example/order?productId=mx-120&orderId=5548217736&sessionId=s-secret&deviceId=d-1&userId=u-1';

/** A workbench over a backend that answers under a path; `open` is a page that reads one loan. */
function aWorkbench(fields: object = {}) {
  const backend = minimalBackend({ readLoan: fields });
  const workbench = createWorkbench({
    ...{ apiBase, merchantNumber: 'LL0001', timeoutMs: 60_000, slowMs: 5, now: () => new Date(0) },
    fetch: (request) => backend(new Request(request.url.replace('/api/', '/'), request)),
  });
  let patienceMs = 60_000;
  const pages = workbench.recordCallsOf({
    async fetch(request: Request) {
      const client = createContractClient({
        ...{ apiBase, defaultMerchantNumber: 'LL0001', fetch: workbench.fetch, timeoutMs: patienceMs },
        reportTolerance: workbench.reportTaken,
      });
      const query = readPageQuery(new URL(request.url).searchParams);
      const read = await client.call(readLoan, { productId: 'mx-120', orderId: '5548217736' }, query);
      if (read.success) workbench.reportShown({ id: 'image-left-out', value: read.data.productLogo });
      return new Response(read.success ? 'loan' : read.failure);
    },
  });
  const open = async (cookie = '', timeoutMs = 60_000) => {
    patienceMs = timeoutMs;
    return (await pages.fetch(new Request(address, { headers: { Cookie: cookie } }))).text();
  };
  return { workbench, open };
}

test('a call is recorded with its accepted deviations and without personal data', async () => {
  const { workbench, open } = aWorkbench({
    ...{ productName: 'Rosa Medina 5548217736', productLogo: 'https://elsewhere.example/a.png' },
    ...{ isDelay: true, orderStatus: 'PENDING' },
  });
  expect(await open()).toBe('loan');
  const [exchange] = workbench.exchanges();
  expect(exchange).toMatchObject({ call: 'readLoan', status: 200, page: '/order', fault: null });
  expect(exchange?.tolerances.map(({ id, field }) => `${id} ${field}`)).toEqual(
    expect.arrayContaining(['type-read isDelay', 'status-unknown orderStatus', 'image-left-out productLogo']),
  );
  expect(exchange?.tolerances.find(({ field }) => field === 'isDelay')?.pointer).toBe(
    '#/components/schemas/readLoanData/properties/isDelay',
  );
  expect(JSON.stringify(workbench.exchanges())).not.toMatch(/Rosa|5548217736|s-secret|u-1|elsewhere/);
  expect(workbench.pageOf(1)).toBe(address);
});

test('a fault that a cookie chooses stands between page and backend, for its browser alone', async () => {
  const { workbench, open } = aWorkbench();
  const cookieFor = (id: string, call: string | null) => workbench.cookieOf({ id, call }).split(';')[0] ?? '';
  expect(await open(cookieFor('HTML with 200', 'readLoan'))).toBe('malformed');
  expect(await open(cookieFor('HTML with 200', 'readOffer'))).toBe('loan');
  expect(await open(cookieFor('never answers', null), 50)).toBe('timeout');
  expect(await open(cookieFor('slow', null))).toBe('loan');
  expect(await open()).toBe('loan');
  expect(workbench.exchanges().map(({ fault }) => fault)).toEqual([
    ...[null, 'slow', 'never answers', null, 'HTML with 200'],
  ]);
  expect(workbench.exchanges()[2]?.tolerances.map(({ id }) => id)).toEqual(['answer-missing']);
});

test('only the last 60 calls are kept', async () => {
  const { workbench, open } = aWorkbench();
  for (let count = 0; count < 65; count += 1) await open();
  expect(workbench.exchanges()).toHaveLength(60);
  expect([workbench.count(), workbench.pageOf(5)]).toEqual([65, null]);
});

test('the kit is given what the pages that were opened say, and names the calls that it could not make', async () => {
  const { workbench, open } = aWorkbench();
  await open();
  await workbench.startRun('');
  const run = workbench.run();
  if (run.state !== 'done') throw new Error('the run did not end');
  expect(run.findings.callCount).toBeGreaterThan(15);
  expect(run.findings.causes[0]?.title).toBe('A loan is shown to other borrowers');
  expect(run.findings.leftOut.join('\n')).toMatch(/not made without --offered: readOffer, acceptOffer/);
});

test('[TEST-1] in production there is no workbench, and over the built-in service it says how to get one', async () => {
  const config = { isDevelopment: false };
  expect((await openPage('/testPreview/backend', { config })).status).toBe(404);
  expect((await openPage('/testPreview/backend', { config, form: { do: 'check' } })).status).toBe(404);
  const plain = await openPage('/testPreview/backend?lang=1', { config: { isDevelopment: true } });
  expect(plain.text).toContain('API_BASE=https://backend.example npm start');
});
