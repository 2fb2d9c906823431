import { hash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { ticketText } from '#content/messages/ticket.ts';
import { sessionCookie } from '#contract/session-cookie.ts';
import { aLoanOffer } from '#fixtures/loan-views.ts';
import { openPage, pagesDependencies, requestPage } from '#tests/setup/open-page.ts';
import { payLinks } from './card-payment/pay-links.ts';
import type { TicketExchange } from './dependencies.ts';
import { openScreen } from './open-screen.ts';

const parameters = {
  deviceId: 'd-1',
  appVersion: '',
  userId: 'U-7',
  sessionId: 'a-session',
  clientType: 'ios',
  merchantNumber: '',
  mobilePhone: '',
};
const exchange = vi.fn<TicketExchange['exchange']>(async () => ({
  parameters,
  expiresAt: new Date('2026-11-20T18:10:00Z'),
}));
const answers = { readOffer: aLoanOffer() };
const dependencies = { tickets: { exchange, isRevoked: async () => false } };
beforeEach(() => exchange.mockClear());

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

async function enter(address: string, init: RequestInit = { headers: navigation }) {
  const { response, calls } = await requestPage(address, { answers, dependencies, body: init });
  return { response, calls, location: response.headers.get('Location') };
}

test('[SESS-3] a ticket becomes a cookie, and the address keeps all but the session', async () => {
  const address =
    '/confirmLoan?productId=mx-120&ticket=t-1&lang=1&appVersion=2.4&clientType=h5&mobilePhone=55';
  const { response, location, calls } = await enter(address);
  expect([response.status, location]).toEqual([303, '/confirmLoan?productId=mx-120&lang=1']);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const cookie = { ...parameters, appVersion: '2.4', mobilePhone: '55' };
  const ticketHash = hash('sha256', 't-1');
  expect(response.headers.get('Set-Cookie')).toBe(
    sessionCookie(cookie, { isHttps: true, seconds: 600, ticketHash }),
  );
  expect(exchange.mock.calls).toEqual([['t-1']]);
  expect(calls).toEqual([]);
});

test.each([
  ['/?ticket=t', '/'],
  ['//evil.example/x?ticket=t&a=1', '/evil.example/x?a=1'],
  ['/\\evil.example?ticket=t', '/evil.example'],
])('%s goes on to %s, never to another site', async (address, to) => {
  expect((await enter(address)).location).toBe(to);
});

test.each([
  ['a head', { method: 'HEAD', headers: navigation }],
  ['a preview of the link', {}],
  ['a prefetch', { headers: { ...navigation, 'Sec-Purpose': 'prefetch' } }],
  ['a prerender', { headers: { ...navigation, 'Sec-Purpose': 'prefetch;prerender' } }],
  ['an image', { headers: { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' } }],
  ['a script of ours', { headers: { 'Sec-Fetch-Mode': 'cors' } }],
  ['a link or a redirect of another site', { headers: { ...navigation, 'Sec-Fetch-Site': 'cross-site' } }],
])('%s does not use a ticket up', async (_what, init) => {
  const { response } = await enter('/confirmLoan?ticket=t', init as RequestInit);
  expect(response.headers.get('Set-Cookie')).toBeNull();
  expect(exchange).not.toHaveBeenCalled();
});

test.each([
  ['es', '2'],
  ['en', '1'],
] as const)(
  'who does not say that they open the page gets a button that does, in %s',
  async (language, lang) => {
    const address = `/confirmLoan?productId=mx-120&ticket=t&lang=${lang}`;
    const text = ticketText[language];
    const page = await openPage(address, { dependencies });
    expect([page.status, page.title]).toEqual([200, text.heading]);
    expect(page.textWithoutScript).toContain(text.line);
    expect(page.html).toMatch(/<form method="post"><button[^>]*>/);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.html).not.toContain('ticket=');
    const { response, location } = await enter(address, { method: 'POST', body: new URLSearchParams() });
    expect([response.status, location]).toEqual([303, `/confirmLoan?productId=mx-120&lang=${lang}`]);
    expect(response.headers.get('Set-Cookie')).toContain('a-session');
  },
);

test('who comes from another site is let in by pressing the button, and from the app or our own site at once', async () => {
  const address = '/confirmLoan?productId=mx-120&ticket=t&lang=1';
  const from = (site: string) => ({ headers: { ...navigation, 'Sec-Fetch-Site': site } });
  const page = await openPage(address, { dependencies, body: from('cross-site') });
  expect([page.status, page.title]).toEqual([200, ticketText.en.heading]);
  const pressed = { Origin: 'https://paginas.example', 'Sec-Fetch-Site': 'same-origin' };
  expect((await enter(address, { method: 'POST', headers: pressed })).response.status).toBe(303);
  for (const site of ['none', 'same-origin', 'same-site']) {
    expect((await enter(address, from(site))).response.status).toBe(303);
  }
});

test('the button of another site uses no ticket up', async () => {
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const { response } = await enter('/confirmLoan?ticket=t', { method: 'POST', headers: foreign });
  expect(response.status).toBe(403);
  expect(exchange).not.toHaveBeenCalled();
});

test('[SESS-4] a ticket that holds no longer asks to sign in, and leaves the cookie there is', async () => {
  exchange.mockResolvedValueOnce('session-required');
  const page = await openPage('/confirmLoan?ticket=t', { dependencies, body: { headers: navigation } });
  expect([page.status, page.script]).toEqual([401, 'force-login']);
  expect(page.headers.get('Set-Cookie')).toBeNull();
  expect(page.html).not.toContain('ticket');
});

test('[CALL-8] a ticket that cannot be exchanged at the moment can be tried again', async () => {
  exchange.mockResolvedValueOnce('service-unavailable');
  const page = await openPage('/confirmLoan?ticket=t', { dependencies, body: { headers: navigation } });
  expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
});

test('[SESS-3] reloading an address with a ticket continues the session of the ticket', async () => {
  const address = '/confirmLoan?productId=mx-120&ticket=t-1&lang=2';
  const [cookie = ''] = ((await enter(address)).response.headers.get('Set-Cookie') ?? '').split(';');
  const again = await enter(address, { headers: { ...navigation, Cookie: cookie } });
  expect([again.response.status, again.location]).toEqual([303, '/confirmLoan?productId=mx-120&lang=2']);
  expect(exchange).toHaveBeenCalledTimes(1);
  exchange.mockResolvedValueOnce('session-required');
  const another = await enter(address.replace('t-1', 't-2'), { headers: { ...navigation, Cookie: cookie } });
  expect(another.response.status).toBe(401);
  expect(cookie).not.toContain('t-1');
});

test('with a backend of the lender’s a ticket is nothing', async () => {
  const { status, html } = await openPage('/confirmLoan?productId=p&ticket=t', { answers });
  expect(status).toBe(200);
  expect(html).not.toContain('ticket');
});

test('[SESS-2] [SESS-3] a page asks with the session of the cookie, and no link of it carries it', async () => {
  const [cookie = ''] = sessionCookie(parameters, { isHttps: true, seconds: 600 }).split(';');
  const requests: string[] = [];
  const { html } = await openPage('/confirmLoan?productId=mx-120&lang=2', {
    body: { headers: { Cookie: cookie } },
    dependencies: {
      client: {
        call: async (_call, _request, query) => {
          requests.push(query.sessionId);
          return { success: true, code: null, message: '', data: aLoanOffer() as never, raw: null };
        },
      },
    },
  });
  expect(new Set(requests)).toEqual(new Set(['a-session']));
  expect(html).not.toMatch(/a-session|d-1|U-7/);
});

test('a form with the cookie is taken from our own pages only', async () => {
  const [cookie = ''] = sessionCookie(parameters, { isHttps: true, seconds: 600 }).split(';');
  const send = async (headers: Record<string, string>) => {
    const { response, calls } = await requestPage('/confirmLoan?productId=mx-120&lang=2', {
      answers: {
        readOffer: aLoanOffer(),
        acceptOffer: { detailLink: '/loanDetail?productId=mx-120&orderId=loan-1' },
      },
      body: {
        method: 'POST',
        headers: { Cookie: cookie, ...headers },
        body: new URLSearchParams({
          ...{
            agree: '/contract?orderNo=quote-1',
            amount: '500000',
            periods: '120',
            termUnit: 'day',
            quoteId: 'quote-1',
          },
        }),
      },
    });
    return [response.status, calls.length > 0, response.headers.get('Location')];
  };
  expect(await send({ Origin: 'https://evil.example' })).toEqual([403, false, null]);
  expect(await send({ Origin: 'null' })).toEqual([403, false, null]);
  expect(await send({ Origin: 'https://otras.paginas.example', 'Sec-Fetch-Site': 'same-site' })).toEqual([
    403,
    false,
    null,
  ]);
  const [status, , location] = await send({ Origin: 'https://paginas.example' });
  expect([status, location]).toEqual([
    303,
    '/loanDetail?productId=mx-120&orderId=loan-1&from=confirm&lang=2',
  ]);
});

test('[SESS-2] the captcha image is asked for with the session of the cookie, which its address does not hold', async () => {
  const [cookie = ''] = sessionCookie(parameters, { isHttps: true, seconds: 600 }).split(';');
  const requests: string[] = [];
  const { response } = await requestPage('/registerTemplate/captcha?sid=r-1&a=1', {
    body: { headers: { Cookie: cookie } },
    dependencies: {
      client: {
        call: async (_call, _request, query) => {
          requests.push(query.sessionId);
          const data = new Blob(['an image'], { type: 'image/png' }) as never;
          return { success: true, code: null, message: '', data, raw: null };
        },
      },
    },
  });
  expect([response.status, requests]).toEqual([200, ['a-session']]);
});

test('[SESS-3] the form for another amount carries no session that a cookie brings', async () => {
  const [cookie = ''] = sessionCookie(parameters, { isHttps: true, seconds: 600 }).split(';');
  const request = new Request('https://paginas.example/payWay?orderId=o-1&lang=1', {
    headers: { Cookie: cookie },
  });
  const head = { headers: new Headers(), status: 200 };
  const { keptFields } = payLinks(
    openScreen(request, { ...pagesDependencies, isScreenAt: () => true }, head),
  );
  expect(Object.fromEntries(keptFields)).toEqual({ productId: '', orderId: 'o-1', lang: '1' });
});
