import { expect, test } from 'vitest';
import { payWithCardText } from '#content/messages/pay-with-card.ts';
import type { CardSavingState } from '#contract/calls/card-saving.ts';
import { anOpenPayment, somePayWays } from '#fixtures/card-payment-views.ts';
import { aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { openPage, pagesDependencies, refused, requestPage } from '#tests/setup/open-page.ts';

const key = 'productId=mx-120&orderId=loan-1';
const address = `/payWay?${key}&userId=u-1&sessionId=s-1&deviceId=d-1&lang=2`;
const formsOrigin = 'https://forms.test';

const dependencies = { redirectOrigins: [formsOrigin, 'https://bank.test'] };
const newForm = { startCardSaving: { link: `${formsOrigin}/new` } };
const noForm = { startCardSaving: refused('service-unavailable') };
const backAs = (state: CardSavingState | null) => ({
  readCardSaving: state === null ? refused('not-found') : { state },
});

function answersWith(ways: Parameters<typeof somePayWays>[0]) {
  const readSavedCards = somePayWays({ offersCardSaving: true, ...ways });
  return { readRepayment: aRepaymentDetail(), readSavedCards };
}

const open = (at = address, ways: Parameters<typeof somePayWays>[0] = {}, calls: object = {}) =>
  openPage(at, { answers: { ...answersWith(ways), ...calls }, dependencies });

test('a card can be added with and without cards, and only where the backend says that it can', async () => {
  expect((await open()).text).toContain('Agregar otra tarjeta');
  const none = await open(address, { cards: [] });
  expect(none.text).toContain('No tiene tarjetas guardadas Agregue una en la página segura del proveedor');
  expect(none.html).toContain('value="save-card"');
  const { html } = await open(address, { offersCardSaving: false });
  expect(html).not.toContain('save-card');
});

test.each([
  [2, '/app/card', 'Agregar otra tarjeta'],
  [2, '', 'Agregar otra tarjeta'],
  [1, '/app/card', 'Add another card'],
  [1, '', 'Add another card'],
] as const)(
  '[BRIDGE-1] one link leads to another card, and the host has it: lang %i, HOST_PAGE_BIND_CARD=%s',
  async (lang, bindCard, name) => {
    const hostPages = { ...pagesDependencies.config.hostPages, bindCard };
    const { html } = await openPage(address.replace('lang=2', `lang=${lang}`), {
      answers: answersWith({ offersCardSaving: false }),
      config: { hostPages },
    });
    const [link = '', ...others] = html.match(/<a [^>]*>[^<]*(?:tarjeta|card)<\/a>/g) ?? [];
    expect(others).toEqual([]);
    expect(link).toContain(`>${name}</a>`);
    expect(link).toContain('data-host-action="{&quot;name&quot;:&quot;startBankFlow&quot;}"');
    expect(link.includes('hidden=""')).toBe(bindCard === '');
    // Where our own form saves a card, no second way stands beside it.
    const ours = await openPage(address, {
      answers: answersWith({}),
      dependencies,
      config: { hostPages },
    });
    expect(ours.html).toContain('value="save-card"');
    expect(ours.html).not.toContain('startBankFlow');
  },
);

test('the form is left for with the session kept in a cookie, never in an address that another sees', async () => {
  const answer = await requestPage(address, {
    answers: { ...answersWith({}), ...newForm },
    form: { do: 'save-card' },
    dependencies,
  });
  expect([answer.response.status, answer.response.headers.get('Location')]).toEqual([
    303,
    `${formsOrigin}/new`,
  ]);
  const request = { productId: 'mx-120', orderId: 'loan-1', from: 'payWay', purpose: undefined };
  expect(answer.calls).toEqual([{ name: 'startCardSaving', request }]);
  const cookie = answer.response.headers.get('Set-Cookie') ?? '';
  expect(cookie).toContain('sessionId=s-1');
  expect(cookie).toContain('Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure');
});

test('a form that cannot be opened, or whose address is not allowed, shows an error', async () => {
  for (const calls of [noForm, { startCardSaving: { link: 'https://evil.test/' } }]) {
    const { status, text } = await openPage(address, {
      answers: { ...answersWith({ cards: [] }), ...calls },
      form: { do: 'save-card' },
      dependencies,
    });
    expect(status).toBe(503);
    expect(text).toContain('No se pudo abrir la página para agregar una tarjeta.');
  }
});

test('a borrower who returns from the form sees its result', async () => {
  const back = `${address}&cardSaving=form-1`;
  const shown = (state: CardSavingState | null) => open(back, {}, backAs(state));
  const saved = await shown('saved');
  expect(saved.text).toContain('Su tarjeta quedó guardada. Elíjala para pagar.');
  expect(saved.calls).toContainEqual({ name: 'readCardSaving', request: { savingId: 'form-1' } });
  // Reading the form's result saves the card, so the cards are read after it.
  const names = saved.calls.map(({ name }) => name);
  expect(names.indexOf('readCardSaving')).toBeLessThan(names.indexOf('readSavedCards'));
  expect((await shown('given-up')).text).toContain('No se guardó ninguna tarjeta.');
  expect((await shown('credit-refused')).text).toContain(
    'No guardamos la tarjeta: es de crédito y su préstamo no se paga con una.',
  );
  const { html, text } = await shown('open');
  expect(text).toContain('El proveedor aún no confirma su tarjeta. Revisar ahora');
  expect(html).toMatch(/href="\/payWay\?[^"]*cardSaving=form-1/);
  expect((await shown(null)).text).not.toMatch(/guardada|guardó|confirma/);
});

test('a payment that the bank wants confirmed leads to the bank, where it may, and keeps the session meanwhile', async () => {
  const at = `${address}&repaymentId=payment-1`;
  const waiting = (actionLink: string) => ({
    openPayment: anOpenPayment({ state: 'pending', actionLink }),
  });
  const { html, text } = await open(at, waiting('https://bank.test/confirm?id=1'));
  expect(text).toContain('Su banco pide que confirme el pago Todavía no se cobran los $ 1.422,81.');
  expect(html).toContain('href="https://bank.test/confirm?id=1"');
  expect(html).toContain('data-pending-payment=""');
  const { response } = await requestPage(at, {
    answers: answersWith(waiting('https://bank.test/confirm')),
    dependencies,
  });
  expect(response.headers.get('Set-Cookie')).toContain('sessionId=s-1');
  for (const link of ['', 'https://evil.test/', 'javascript:alert(1)']) {
    const other = await open(at, waiting(link));
    expect(other.text).toContain('Su pago está en proceso');
    expect(other.html).not.toContain('evil.test');
  }
});

const repayAddress = address.replace('/payWay', '/repay');
const repayAnswers = (own: Parameters<typeof aRepaymentDetail>[0] = {}) => ({
  readRepayment: aRepaymentDetail({ offersCardSaving: true, ...own }),
});

test('a card can be added on the page that says what is due, only where one can be saved', async () => {
  const shown = await openPage(repayAddress, { answers: repayAnswers(), dependencies });
  expect(shown.html).toContain('value="save-card"');
  for (const own of [{ offersCardSaving: false }, { refusesCards: true }]) {
    const { html } = await openPage(repayAddress, { answers: repayAnswers(own), dependencies });
    expect(html).not.toContain('save-card');
  }
});

test('from there the form is left for and come back from, and what became of it is said', async () => {
  const form = { do: 'save-card' };
  const left = await requestPage(repayAddress, {
    ...{ answers: { ...repayAnswers(), ...newForm }, form, dependencies },
  });
  expect(left.response.headers.get('Location')).toBe(`${formsOrigin}/new`);
  expect(left.response.headers.get('Set-Cookie')).toContain('sessionId=s-1');
  const request = { productId: 'mx-120', orderId: 'loan-1', from: 'repay', purpose: undefined };
  expect(left.calls).toContainEqual({ name: 'startCardSaving', request });
  const refused = await openPage(repayAddress, {
    ...{ answers: { ...repayAnswers(), ...noForm }, form, dependencies },
  });
  expect(refused.status).toBe(503);
  expect(refused.text).toContain('$ 1.422,81');
  expect(refused.html).toContain('id="card-error"');
  const backAt = (state: 'saved' | 'open' | 'given-up') =>
    openPage(`${repayAddress}&cardSaving=form-1`, {
      ...{ answers: { ...repayAnswers(), ...backAs(state) }, dependencies },
    });
  const texts = payWithCardText.es;
  expect((await backAt('saved')).text).toContain(texts.cardSaved);
  expect((await backAt('given-up')).text).toContain(texts.cardSavingGivenUp);
  const stillOpen = await backAt('open');
  expect(stillOpen.text).toContain(texts.cardSavingOpen);
  expect(stillOpen.html).toMatch(/href="[^"]*\/repay\?[^"]*cardSaving=form-1/);
});
