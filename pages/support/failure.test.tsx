import { expect, test } from 'vitest';
import { openLoanScreen } from '#tests/setup/loan-screen.tsx';
import * as failure from './failure.tsx';

test('[FAIL-1] a failed joint login says Fracaso and that services and loan payment are offered', async () => {
  const { html, text, shipsScript } = await openLoanScreen(failure, '/error?lang=2', { answers: {} });
  expect(html).toContain('<h1>Fracaso</h1>');
  expect(text).toContain('Le ofrecemos servicios profesionales y el pago de préstamos.');
  expect(shipsScript).toBe(false);
});

test('[FAIL-1] there is a way on: the host’s login, else its main page', async () => {
  const open = async (login: string) =>
    (
      await openLoanScreen(failure, '/error?lang=1&deviceId=d-1', {
        answers: {},
        config: {
          hostPages: {
            bindBank: '',
            bindCard: '',
            setting: '',
            main: '/',
            login,
            productDetail: '',
            recommendList: '',
          },
        },
      })
    ).html;
  expect(await open('llano://login')).toContain('<a class="button" href="llano://login">Sign in again</a>');
  expect(await open('')).toContain('<a class="button" href="/?deviceId=d-1&amp;lang=1">Go to the start</a>');
});
