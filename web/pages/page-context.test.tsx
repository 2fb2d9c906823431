import { Hono } from 'hono';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { pageText } from '#content/messages/page.ts';
import type { Currency } from '#domain/money/money.ts';
import { minorAmount } from '#domain/money/money.ts';
import { pagesDependencies } from '#tests/setup/open-page.ts';
import { Bar } from '#ui/frame/bar.tsx';
import { ProblemNote } from '#ui/notice/problem-note.tsx';
import { usePage, useText } from './page-context.tsx';
import { type PagesApp, screen } from './screen.tsx';

function Facts(): ReactNode {
  const { money, dates, market, currency, key, link } = usePage();
  const { close } = useText(pageText);
  return (
    <p>
      {[
        close,
        currency,
        market,

        money(minorAmount(123456)),
        dates.minute('2026-11-20T18:00:00Z'),
      ]
        .concat(key.orderId, link('/order', key))
        .join(' | ')}
    </p>
  );
}

/** What a screen of a loan in `currency` writes at `address`. */
async function written(address: string, currency: Currency | null, apiBase = ''): Promise<string> {
  const app: PagesApp = new Hono();
  screen({
    path: () => '/facts',
    load: () => ({ currency }),
    title: () => '',
    currency: (page) => page.currency,
    page: () => (
      <>
        <Bar title="" helpLink="/help" backLink="/back" />
        <ProblemNote problem={{ kind: 'timeout', message: '' }} />
        <Facts />
      </>
    ),
  }).mount('facts', {
    app,
    dependencies: { ...pagesDependencies, apiBase, isScreenAt: () => true },
    assets: { styleOf: () => '', scriptOf: () => '', islandOf: () => '' },
  });
  return (await app.request(`https://paginas.example${address}`)).text();
}

test('[MONEY-4] components write money and dates as the loan of the page has them, in the language of its address', async () => {
  const inSpanish = await written('/facts?lang=2&orderId=o-1', 'MXN');
  expect(inSpanish).toContain('Cerrar | MXN | MX | $\u00a01.234,56 | 2026-11-20 12:00 | o-1 |');
  expect(inSpanish).toContain('>Ayuda</a>');
  expect(inSpanish).toContain('aria-label="Volver"');
  const inEnglish = await written('/facts?lang=1&orderId=o-1', 'INR');
  expect(inEnglish).toContain('Close | INR | IN | ₹\u00a01.234,56 | 2026-11-20 23:30 | o-1 |');
});

test('[CALL-8] a form promises that nothing is done twice only of the built-in service', async () => {
  expect(await written('/facts?lang=1', null)).toContain('it will not be done twice');
  expect(await written('/facts?lang=1', null, 'https://backend.example')).toContain(
    'Check whether it is done',
  );
});
