import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { UsualWay } from '#contract/calls/usual-way.ts';
import { minorAmount } from '#domain/money/money.ts';
import { aPaymentInstruction } from '#fixtures/repayment-views.ts';
import { pagesDependencies, refused, requestPage, textOf } from '#tests/setup/open-page.ts';
import { type PagesApp, screen } from '../screen.tsx';
import { PayBlock } from './pay-by-way.tsx';

const key = 'productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';

/** The pay block of a way, on a page of its own. */
async function block(way: UsualWay | null) {
  const app: PagesApp = new Hono();
  screen({
    path: () => '/block',
    load: () => ({}),
    title: () => '',
    currency: () => 'MXN',
    page: () => (
      <main>
        <PayBlock way={way} purpose="repay" amountMinor={minorAmount(142_281)} />
      </main>
    ),
  }).mount('block', {
    app,
    dependencies: { ...pagesDependencies, isScreenAt: () => true },
    assets: { styleOf: () => '', scriptOf: () => '', islandOf: () => '' },
  });
  const page = await (await app.request(`https://paginas.example/block?${key}`)).text();
  const html = page.slice(page.indexOf('<main>'), page.indexOf('</main>')).replaceAll('&amp;', '&');
  return { html, text: textOf(html) };
}

const plain = { name: '', feeMinor: null, waitsUntil: null, payLink: '', cardId: '', cardEnding: '' };

test('[REPAY-4] a fee whose sum is not known says who charges it', async () => {
  const words = async (name: string) => (await block({ ...plain, kind: 'store', name })).text;
  expect(await words('OXXO')).toContain('OXXO cobra su comisión aparte');
  expect(await words('')).toContain('La tienda puede cobrar su comisión aparte');
});

test('[REPAY-4] a shop is one post away, its fee said, and the other ways one link', async () => {
  const { html, text } = await block({ ...plain, kind: 'store', name: 'OXXO', feeMinor: minorAmount(1_200) });
  expect(text).toBe('Pagar en OXXO OXXO cobra $ 12,00 aparte Otra forma');
  expect(html).toContain(
    '<form action="/carpmm?requestType=1&amount=142281&orderId=loan-1&productId=mx-120&sessionId=s-1&lang=2" method="post">',
  );
  expect(html).toMatch(/<button class="[^"]*" value="store" name="way">/);
  expect(html).toContain(
    'href="/repay?productId=mx-120&orderId=loan-1&way=next&amount=1422.81&sessionId=s-1&lang=2"',
  );
});

test('[REPAY-4] a payment app opens, a transfer leads to its account, a card is the one that paid last', async () => {
  const upi = await block({ ...plain, kind: 'upi', payLink: 'upi://pay?pa=llano@bank&am=1422.81' });
  expect(upi.html).toContain('href="upi://pay?pa=llano@bank&am=1422.81"');
  expect(upi.text).toContain('Pagar con UPI Sin costo de nuestra parte');
  expect((await block({ ...plain, kind: 'upi', payLink: 'javascript:alert(1)' })).html).toContain(
    'method="post"',
  );
  const transfer = await block({ ...plain, kind: 'bank-transfer' });
  expect(transfer.html).toContain(
    'href="/repay?productId=mx-120&orderId=loan-1&way=bank-transfer&amount=1422.81&sessionId=s-1&lang=2"',
  );
  const card = await block({ ...plain, kind: 'card', name: 'BBVA', cardId: '31', cardEnding: '4417' });
  expect(card.text).toContain('Pagar con tarjeta •• 4417');
  expect(card.html).toContain(
    'href="/payWay?productId=mx-120&orderId=loan-1&amount=1422.81&cardId=31&sessionId=s-1&lang=2"',
  );
});

test('[REPAY-4] a backend that does not say how its borrower pays gets the button to all ways', async () => {
  const { html, text } = await block(null);
  expect(text).toBe('Pagar $ 1.422,81');
  expect(html).not.toContain('<form');
});

const made = aPaymentInstruction();

test('[REPAY-4] the usual way posts at once: its code is made and shown', async () => {
  const address = `/carpmm?requestType=1&amount=142281&${key}`;
  const { response, calls } = await requestPage(address, {
    answers: { readPaymentInstruction: made },
    form: { way: 'store' },
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toBe(
    `/carpmm?productId=mx-120&orderId=loan-1&requestType=1&amount=142281&payCode=4821600077310264&channel=store&sessionId=s-1&lang=2`,
  );
  expect(calls).toEqual([
    {
      name: 'readPaymentInstruction',
      request: {
        productId: 'mx-120',
        orderId: 'loan-1',
        amountMinor: 142_281,
        payCode: 'store',
        purpose: 'repay',
      },
    },
  ]);
});

test.each([
  ['store', 1, refused('not-found'), '/repay?'],
  ['store', 1, aPaymentInstruction({ payCode: '' }), '/repay?'],
  ['store', 1, aPaymentInstruction({ payCode: '', unavailable: 'Ahora no.' }), '&payCode=store&'],
  ['store', 2, refused('not-found'), '/repayDelay?'],
  ['javascript:', 1, made, '/repay?'],
])('where %s has no code (%i), the other ways are shown', async (way, type, answer, page) => {
  const { response } = await requestPage(`/carpmm?requestType=${type}&amount=142281&${key}`, {
    answers: { readPaymentInstruction: answer },
    form: { way },
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toContain(page);
});
