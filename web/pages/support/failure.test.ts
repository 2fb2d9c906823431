import { expect, test } from 'vitest';
import { openPage, pagesDependencies } from '#tests/setup/open-page.ts';

test('[FAIL-1] a failed joint login says Fracaso and that services and loan payment are offered', async () => {
  const { html, text, script } = await openPage('/error?lang=2');
  expect(html).toContain('<h1>Fracaso</h1>');
  expect(text).toContain('Le ofrecemos servicios profesionales y el pago de préstamos.');
  expect(script).toBeNull();
});

test('[FAIL-1] it says that nothing is lost, and whom to turn to', async () => {
  const { text } = await openPage('/error?lang=2', {
    dependencies: {
      companies: {
        ...pagesDependencies.companies,
        MX: { ...pagesDependencies.companies.MX, telephone: '+52 55 5000 0100', email: 'ayuda@llano.test' },
      },
    },
  });
  expect(text).toContain('No es por algo que usted hizo, y su préstamo sigue igual.');
  expect(text).toContain('Si no logra entrar, escriba a ayuda@llano.test o llame al +52 55 5000 0100.');
});

test('[FAIL-1] there is a way on: the host’s login, else its main page', async () => {
  const { hostPages } = pagesDependencies.config;
  const open = async (login: string) =>
    (
      await openPage('/error?lang=1&deviceId=d-1', {
        config: { hostPages: { ...hostPages, main: '/', login } },
      })
    ).html;
  expect(await open('llano://login')).toContain('<a class="button" href="llano://login">Sign in again</a>');
  expect(await open('')).toContain('<a class="button" href="/?deviceId=d-1&amp;lang=1">Go to the start</a>');
});
