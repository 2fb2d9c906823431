import { expect, test } from 'vitest';
import { aLoanOffer } from '#fixtures/loan-views.ts';
import { openPage, pagesDependencies, refused, requestPage } from '#tests/setup/open-page.ts';
import { createPages } from './create-pages.tsx';

const address = '/confirmLoan?productId=mx-120&sessionId=s-1&deviceId=d-1&lang=2';
const answers = {
  readOffer: aLoanOffer(),
  acceptOffer: { detailLink: '/loanDetail?productId=mx-120&orderId=loan-1' },
};
const accepted = {
  agree: '/contract?orderNo=quote-1',
  amount: '500000',
  periods: '120',
  termUnit: 'day',
  quoteId: 'quote-1',
};

/** The same form as a proxy that ended TLS hands it on: the server sees plain HTTP and an inner name. */
async function postBehindProxy(headers: Record<string, string>): Promise<Response> {
  const pages = createPages({
    ...pagesDependencies,
    client: {
      call: async ({ name }) =>
        ({
          success: true,
          code: null,
          message: '',
          data: answers[name as keyof typeof answers],
          raw: null,
        }) as never,
    },
  });
  return pages.request(`http://10.0.0.7:8080${address}`, {
    method: 'POST',
    body: new URLSearchParams(accepted),
    headers,
  });
}

test('behind a proxy that ends TLS a form of our own pages is taken, by the origin the browser saw', async () => {
  expect((await postBehindProxy({ Origin: 'https://paginas.example' })).status).toBe(303);
  expect((await postBehindProxy({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })).status).toBe(303);
});

test.each([
  ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['the inner name', { Origin: 'http://10.0.0.7:8080' }],
  ['the same name without TLS', { Origin: 'http://paginas.example' }],
  ['a site of the same owner', { Origin: 'https://otras.paginas.example', 'Sec-Fetch-Site': 'same-site' }],
  ['an opaque origin', { Origin: 'null' }],
  ['nobody who says where it is from', {}],
])('a form of %s is refused with a page in the borrower’s language', async (_whose, headers) => {
  const response = await postBehindProxy(headers as Record<string, string>);
  expect(response.status).toBe(403);
  const html = await response.text();
  expect(html).toContain('<html lang="es-MX">');
  expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
});

test('[CONF-1] a screen’s path is read when the pages are made', async () => {
  const config = { paths: { ...pagesDependencies.config.paths, confirmLoan: '/oferta' } };
  expect((await openPage(address.replace('/confirmLoan', '/oferta'), { answers, config })).status).toBe(200);
  const { html } = await openPage(address.replace('/confirmLoan', '/oferta'), {
    answers: { readOffer: aLoanOffer({ needsReload: true }) },
    config,
  });
  expect(html).toContain('/oferta?productId=mx-120&amp;isType=1');
});

test('a page is never kept by a cache, and HEAD gives its head alone', async () => {
  const { response } = await requestPage(address, { answers, body: { method: 'HEAD' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(await response.text()).toBe('');
});

test('a method that a page does not take is refused', async () => {
  const { response } = await requestPage(address, { answers, body: { method: 'DELETE' } });
  expect(response.status).toBe(405);
});

test('a fault of ours is reported and shown as ours, without its text', async () => {
  const faults: unknown[] = [];
  const { status, text } = await openPage(address, {
    dependencies: {
      client: { call: () => Promise.reject(new Error('secret of the database')) },
      reportFault: (error) => faults.push(error),
    },
  });
  expect(status).toBe(500);
  expect(text).not.toContain('secret');
  expect(faults).toHaveLength(1);
});

test('[BRIDGE-4] no text of the configuration can close its script element', async () => {
  const { bridge } = pagesDependencies.config;
  const { response } = await requestPage(address, {
    answers,
    config: { bridge: { ...bridge, deepLinkScheme: '</script><script>alert(1)' } },
  });
  const html = await response.text();
  expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)');
  expect(html).not.toContain('</script><script>alert(1)');
});

test('a service that cannot answer at the moment gets a page that says so, with the time to try again', async () => {
  const { status, headers, textWithoutScript } = await openPage(address, {
    answers: { readOffer: refused('service-unavailable') },
  });
  expect(status).toBe(503);
  expect(headers.get('Retry-After')).toBe('5');
  expect(textWithoutScript).toContain('El servicio no responde');
  expect(textWithoutScript).toContain('Intentar otra vez');
});
