import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { anOpenPayment, somePayWays } from '#fixtures/card-payment-views.ts';
import { aLoanStatement } from '#fixtures/loan-views.ts';
import { aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import {
  type Answers,
  failure,
  openPage,
  type PageOptions,
  refused,
  textOf,
} from '#tests/setup/open-page.ts';
import { cardValue } from './saved-cards.ts';

const key = 'productId=mx-120&orderId=loan-1';
const address = `/payWay?${key}&userId=u-1&sessionId=s-1&lang=2`;
const answers = { readRepayment: aRepaymentDetail(), readSavedCards: somePayWays() };
const codeAddress = `${address}&repaymentId=payment-1&cardId=32`;
const awaitingCode = { ...answers, readSavedCards: somePayWays({ openPayment: anOpenPayment() }) };

function open(at = address, options: PageOptions = {}) {
  return openPage(at, { answers, ...options });
}

function cardField(cardId: string): string {
  const card = somePayWays().cards.find((one) => one.cardId === cardId);
  return card ? cardValue(card) : '';
}

/** Sends the form, with the fields the page puts into it. */
function send(
  fields: Readonly<Record<string, string>>,
  answersOf: Answers = {},
  at = address,
  dependencies: PageOptions['dependencies'] = {},
) {
  const form = { repayToken: 'token-1', amountMinor: '142281', ...fields };
  return open(at, { answers: { ...answers, ...answersOf }, form, dependencies });
}

const sendCode = (fields: Readonly<Record<string, string>>, answersOf: Answers = {}) =>
  send(
    { card: cardField('32'), codeCard: cardField('32'), repaymentId: 'payment-1', ...fields },
    { ...awaitingCode, ...answersOf },
    codeAddress,
  );

/** What script sends: the same form, which reads the answer itself. */
function enhanced(fields: Readonly<Record<string, string>>): RequestInit {
  const body = new URLSearchParams({ repayToken: 'token-1', amountMinor: '142281', ...fields });
  return { method: 'POST', body, headers: { 'X-Enhanced-Form': '1' } };
}

/** What stands in a place that answers are put into. */
function slot(html: string, name: string): string {
  return (
    html.split(`<div data-slot="${name}">`)[1]?.split(/<\/div>(?=<section|<div class="pin|<form)/)[0] ?? ''
  );
}

const committed = (overrides: object = {}) => ({
  payWithCard: { needsCode: false, repaymentId: 'payment-1', isPending: false, ...overrides },
});

test('[PAYWAY-1] [REPAY-4] the card that the address names is chosen, and none where it names none of theirs', async () => {
  const chosen = async (own: string) =>
    (
      await openPage(`/payWay?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2${own}`, {
        answers: { readRepayment: aRepaymentDetail(), readSavedCards: somePayWays() },
      })
    ).html.match(/<input[^>]*name="card"[^>]*checked=""[^>]*>/g) ?? [];
  const [first] = somePayWays().cards;
  expect(await chosen(`&cardId=${first?.cardId}`)).toHaveLength(1);
  expect(await chosen('&cardId=nobodys')).toEqual([]);
  expect(await chosen('')).toEqual([]);
});

test('[PAYWAY-1] card numbers are in groups of 4 under the amount due, with no card chosen', async () => {
  const { html, text, title } = await open();
  expect(title).toBe('Pagar con tarjeta');
  expect(text).toContain('Pago con fecha 2026-12-20 $ 1.422,81');
  expect(text).toContain('BBVA México 4152 •••• •••• 4417 Banorte 5493 •••• •••• 9052');
  expect(html.match(/type="radio"/g)).toHaveLength(3);
  expect(html).not.toMatch(/ checked| style="/);
  expect(text).toContain('Pagar $ 1.422,81');
  expect(text).not.toContain('Escriba el código');
});

test('[PAYWAY-1] paying without a card asks to choose one first, and commits nothing', async () => {
  const { status, html, text, calls } = await send({});
  expect(status).toBe(422);
  expect(text).toContain('Primero elija una tarjeta.');
  expect(html).toMatch(/<fieldset[^>]*aria-describedby="card-error"/);
  expect(calls.map(({ name }) => name)).not.toContain('payWithCard');
});

test('[PAYWAY-2] the commit carries the whole payload, and a payment without a code leads to the loan', async () => {
  const { status, location, calls } = await send({ card: cardField('31') }, committed());
  expect(calls[0]).toEqual({
    name: 'payWithCard',
    request: {
      orderId: 'loan-1',
      amountMinor: 142_281,
      cardId: '31',
      bankName: 'BBVA México',
      bankCode: '40012',
      cardNumber: '4152********4417',
      couponId: null,
      repayToken: 'token-1',
      asksForCode: false,
    },
  });
  expect(status).toBe(303);
  expect(location).toMatch(/^\/loanDetail\?productId=mx-120&orderId=loan-1&.*sessionId=s-1/);
});

test('[PAYWAY-2] with script the loan takes the place of the payment', async () => {
  const { status, headers } = await open(address, {
    answers: { ...answers, ...committed() },
    body: enhanced({ card: cardField('31') }),
  });
  expect(status).toBe(204);
  expect(headers.get('X-Go-To')).toMatch(/^\/loanDetail\?productId=mx-120&orderId=loan-1&/);
  expect(headers.get('X-Go-To-Replace')).toBe('1');
});

test('[PAYWAY-2] with script the code entry opens, is renewed and is left without leaving the page', async () => {
  const codeEntry = `/payWay?${key}&amount=1422.81&repaymentId=payment-1`;
  for (const [fields, at, shownAt] of [
    [{ card: cardField('32') }, address, codeEntry],
    [{ card: cardField('32'), do: 'resend' }, codeAddress, codeEntry],
    [{ do: 'cancel' }, codeAddress, `/payWay?${key}&userId=`],
  ] as const) {
    const { status, location, headers } = await open(at, {
      answers: { ...answers, ...committed({ needsCode: true }) },
      body: enhanced(fields),
    });
    expect(status).toBe(303);
    expect(location).toContain(shownAt);
    expect(headers.get('X-Go-To')).toBeNull();
  }
  const entry = await open(codeAddress, { answers: awaitingCode });
  expect(slot(entry.html, 'cards-142281')).toMatch(
    /name="repaymentId" value="payment-1".*name="verifyCode"/s,
  );
  expect(slot(entry.html, 'notices')).toBe('');
  expect(slot((await open(address, { answers: awaitingCode })).html, 'notices')).toContain(
    'espera su código',
  );
});

test('[PAYWAY-2] [PAYWAY-3] script counts in the button, takes the code of the SMS and hides the entry', async () => {
  const { html, script } = await open(codeAddress, { answers: awaitingCode });
  expect(script).toBe('pay-with-card');
  expect(/<button[^>]*value="resend"[^>]*>/.exec(html)?.[0]).toContain(
    'data-wait-seconds="42" data-wait-text="Otro código en {time}" data-ready-text="Obtener código" data-holds=""',
  );
  expect(/<input[^>]*name="verifyCode"[^>]*>/.exec(html)?.[0]).toContain(
    'data-one-time-code="{&quot;min&quot;:6,&quot;max&quot;:12}"',
  );
  expect(html).toMatch(/<\/label><div[^>]*data-pick-inset="">/);
});

test('[PAYWAY-2] a page without cards has no places for an answer: it takes the place of the whole page', async () => {
  for (const readSavedCards of [
    refused('internal'),
    somePayWays({ cards: [] }),
    somePayWays({ openPayment: anOpenPayment({ state: 'pending' }) }),
  ]) {
    const { html } = await open(`${address}&repaymentId=payment-1`, {
      answers: { ...answers, readSavedCards },
    });
    expect(html).not.toContain('data-slot');
  }
});

test('[PAYWAY-2] a payment that needs a code leads to its entry, with the server’s seconds', async () => {
  const { location } = await send({ card: cardField('32') }, committed({ needsCode: true }));
  expect(location).toContain('/payWay?productId=mx-120&orderId=loan-1&amount=1422.81&repaymentId=payment-1');
  // For a backend that does not say how long to wait; the clock of these tests stands at this moment.
  expect(location).toContain(`&codeSentAt=${Date.parse('2026-11-20T18:00:00Z')}&`);
  const { html, text } = await open(codeAddress, { answers: awaitingCode });
  expect(text).toContain('Escriba el código de 6 dígitos Lo enviamos al celular que termina en 134.');
  expect(text).toContain('Otro código en 0:42');
  expect(text).toContain('Cancelar');
  expect(html).toMatch(/<input[^>]*name="verifyCode"[^>]*>/);
  expect(html).toMatch(/autoComplete="one-time-code"/i);
  expect(html.match(/ checked=""/g)).toHaveLength(1);
  expect(html).toMatch(/checked="" value="cardId=32|value="cardId=32[^"]*" checked=""/);
});

test('[PAYWAY-2] Enter in the code field pays: the first button of the form is neither resend nor cancel', async () => {
  const { html } = await open(codeAddress, { answers: awaitingCode });
  const form = html.slice(html.search(/<form[^>]*method="post"/));
  expect(/<button[^>]*>/.exec(form)?.[0]).not.toContain('name="do"');
});

test('[PAYWAY-2] another code is a commit with sendMsg 1, and cancelling forgets the code entry', async () => {
  const resent = await sendCode({ do: 'resend' }, committed({ needsCode: true }));
  expect(resent.calls[0]?.request).toMatchObject({ asksForCode: true, cardId: '32' });
  expect(resent.location).toContain('repaymentId=payment-1');
  const cancelled = await sendCode({ do: 'cancel' });
  expect(cancelled.calls).toEqual([]);
  expect(cancelled.location).toMatch(/^\/payWay\?productId=mx-120&orderId=loan-1&userId/);
});

test('[PAYWAY-2] with another card chosen the form commits that card, whatever the code field contains', async () => {
  const { calls } = await sendCode({ card: cardField('31'), verifyCode: '123456' }, committed());
  expect(calls[0]).toMatchObject({ name: 'payWithCard', request: { cardId: '31' } });
});

test('[PAYWAY-3] the code is taken out of what was pasted, and what cannot be a code is no try', async () => {
  const confirmed = { confirmCardPayment: { isPending: false } };
  for (const verifyCode of ['123-456', 'Su código es 123456. No lo comparta con nadie.', '१२३४५६']) {
    const { calls } = await sendCode({ verifyCode }, confirmed);
    expect(calls[0]).toMatchObject({ name: 'confirmCardPayment', request: { code: '123456' } });
  }
  for (const verifyCode of ['12345678901234', 'mi código', '??????']) {
    const { status, calls } = await sendCode({ verifyCode }, confirmed);
    expect(status).toBe(422);
    expect(calls.map(({ name }) => name)).not.toContain('confirmCardPayment');
  }
});

test('[PAYWAY-3] a code under 6 characters has an error at its field, and nothing is confirmed', async () => {
  const { status, html, text, calls } = await sendCode({ verifyCode: '12345' });
  expect(status).toBe(422);
  expect(text).toContain('Escriba los 6 dígitos del código.');
  expect(html).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*verify-code-error"/);
  expect(calls.map(({ name }) => name)).not.toContain('confirmCardPayment');
});

test('[PAYWAY-3] a backend’s code may be longer than 6 characters', async () => {
  const confirmed = { confirmCardPayment: { isPending: false } };
  for (const code of ['12345678', 'A7KX-90Z']) {
    const { calls, location } = await sendCode({ verifyCode: code }, confirmed);
    expect(calls.at(-1)).toMatchObject({ name: 'confirmCardPayment', request: { code } });
    expect(location).toContain('/loanDetail?');
  }
  const { html } = await sendCode({ verifyCode: '1234567890123' });
  expect(html).toMatch(/<input[^>]*name="verifyCode"[^>]*value="1234567890123"/);
});

test('[PAYWAY-3] without script the card and the code that were entered are still there', async () => {
  const { html } = await sendCode({ verifyCode: '12345' });
  expect(html).toMatch(/<input[^>]*name="verifyCode"[^>]*value="12345"/);
  const chosen = await send({ card: cardField('33') }, { payWithCard: refused('sms-unavailable') });
  expect(/<input type="radio"[^>]*checked=""[^>]*>/.exec(chosen.html)?.[0]).toContain('cardId=33');
});

test('[PAYWAY-3] the code confirms order and payment, and success leads to the loan', async () => {
  const { calls, location } = await sendCode(
    { verifyCode: '123 456' },
    { confirmCardPayment: { isPending: false } },
  );
  expect(calls[0]).toEqual({
    name: 'confirmCardPayment',
    request: { orderId: 'loan-1', code: '123456', repaymentId: 'payment-1' },
  });
  expect(location).toMatch(/^\/loanDetail\?/);
});

test('[PAYWAY-3] once the seconds are over the button offers a code again', async () => {
  const openPayment = anOpenPayment({ resendWaitSeconds: 0 });
  const { text } = await open(codeAddress, {
    answers: { ...answers, readSavedCards: somePayWays({ openPayment }) },
  });
  expect(text).toContain('Obtener código');
  expect(text).not.toContain('Otro código en');
});

test('[PAYWAY-4] a wrong code, a repeated request and a failed commit have messages of the page', async () => {
  const wrong = await sendCode({ verifyCode: '123456' }, { confirmCardPayment: refused('sms-code-wrong') });
  expect(wrong.text).toContain('Código de verificación incorrecto.');
  const repeated = await send(
    { card: cardField('31') },
    { payWithCard: refused('submission-repeated', 'otra cosa') },
  );
  expect(repeated.status).toBe(409);
  expect(repeated.text).toContain('No envíe la solicitud de pago otra vez.');
  const failed = await send({ card: cardField('31') }, { payWithCard: failure({ failure: 'malformed' }) });
  expect(failed.text).toContain(
    'No se pudo procesar el pago. Revise su préstamo antes de repetirlo. Ver mi préstamo',
  );
  const lost = await send({ card: cardField('31') }, { payWithCard: failure({ failure: 'network' }) });
  expect(lost.text).toContain(
    'Error: nuestro servicio no responde; no es su conexión. Antes de repetir, revise en Su préstamo si se cobró. Ver mi préstamo',
  );
});

test('[CALL-8] a payer whose backend does not answer reads where a charge would show, also without script', async () => {
  const down = failure({ failure: 'network' });
  const lost = { payWithCard: down, confirmCardPayment: down, readRepayment: down, readSavedCards: down };
  const extend = `${address}&requestType=2`;
  for (const [does, at] of [
    ['', address],
    ['provider', address],
    ['', extend],
    ['', address.replace('lang=2', 'lang=1')],
  ] as const) {
    const { text, html } = await send(
      { card: cardField('31'), do: does },
      { ...lost, readExtension: down, readPaymentPage: down },
      at,
    );
    expect(text).toMatch(
      /revise en Su préstamo si se cobró\.|check on your loan’s page whether you were charged\./,
    );
    expect(text).not.toMatch(/Lo que eligió|What you chose/);
    expect(html).toMatch(/<a [^>]*href="\/order\?productId=mx-120&amp;orderId=loan-1/);
  }
});

test('[PAYWAY-4] the English page uses the texts of the specification', async () => {
  const english = address.replace('lang=2', 'lang=1');
  const form = { card: cardField('31') };
  const said = async (answersOf: Answers) => (await send(form, answersOf, english)).text;
  expect(await said({ payWithCard: refused('submission-repeated') })).toContain(
    'Do not submit repayment request repeatedly.',
  );
  expect(await said({ payWithCard: failure({ failure: 'malformed' }) })).toContain('Processing failed.');
  expect(await said({ payWithCard: failure({ failure: 'network' }) })).toContain(
    'Error: our service is not answering; it is not your connection.',
  );
  const list = await open(english, { answers: { ...answers, readSavedCards: refused('internal') } });
  expect(list.text).toContain('Failed to query card list');
  const wrong = await send(
    { card: cardField('32'), codeCard: cardField('32'), repaymentId: 'payment-1', verifyCode: '123456' },
    { ...awaitingCode, confirmCardPayment: refused('sms-code-wrong') },
    codeAddress.replace('lang=2', 'lang=1'),
  );
  expect(wrong.text).toContain('Verification code wrong.');
});

test('[PAYWAY-4] after a refusal the form carries a token that was not used', async () => {
  const { html } = await send(
    { card: cardField('31') },
    {
      payWithCard: refused('sms-unavailable', 'No pudimos enviar el SMS.'),
      readSavedCards: somePayWays({ repayToken: 'token-2' }),
    },
  );
  expect(html).toContain('name="repayToken" value="token-2"');
  expect(textOf(html)).toContain('No pudimos enviar el SMS.');
});

test('[PAYWAY-4] a card list that cannot be had leaves the other ways to pay', async () => {
  const { status, text, html } = await open(address, {
    answers: { ...answers, readSavedCards: failure({ failure: 'network' }) },
  });
  expect(status).toBe(200);
  expect(text).toContain('No se pudo consultar la lista de tarjetas Error: nuestro servicio no responde');
  expect(html).toMatch(/href="\/repay\?productId=mx-120&amp;orderId=loan-1/);
  expect(html).not.toContain('method="post"');
});

test('a credit card that is not taken leads back to the choice, which says so, in both languages', async () => {
  const refusedCard = await sendCode(
    { verifyCode: '123456' },
    { confirmCardPayment: refused('credit-card-refused') },
  );
  expect(refusedCard.location).toContain('notice=credit-refused');
  const noticed = `${address}&notice=credit-refused`;
  expect((await open(noticed)).text).toContain('Su préstamo no se paga con tarjeta de crédito.');
  expect((await open(noticed.replace('lang=2', 'lang=1'))).text).toContain(
    'Your loan cannot be paid with a credit card. Nothing was charged.',
  );
});

test('[PAYWAY-4] a declined card leads back to the choice, which says so', async () => {
  const declined = await sendCode({ verifyCode: '123456' }, { confirmCardPayment: refused('card-declined') });
  expect(declined.location).toContain('notice=declined');
  expect((await open(`${address}&notice=declined`)).text).toContain(
    'Su banco rechazó el pago y no se cobró nada.',
  );
});

test('[PAYWAY-5] the provider’s page is gone to on an allowed origin and nowhere else', async () => {
  const dependencies = { redirectOrigins: ['https://pay.example'] };
  const to = (link: string) => send({ do: 'provider' }, { readPaymentPage: { link } }, address, dependencies);
  const allowed = await to('https://pay.example/checkout?order=1');
  expect(allowed.location).toBe('https://pay.example/checkout?order=1');
  expect(allowed.calls[0]).toEqual({
    name: 'readPaymentPage',
    request: { userId: 'u-1', orderId: 'loan-1', amountMinor: 142_281 },
  });
  for (const link of [
    'https://evil.example/',
    'http://pay.example/',
    'https://pay.example@evil.example/',
    'https://pay.example\\@evil.example/',
    '//evil.example/',
    'javascript:alert(1)',
    '',
  ]) {
    const refusedLink = await to(link);
    expect(refusedLink.location, link).toBeNull();
    expect(refusedLink.text, link).toContain('No se pudo procesar el pago.');
  }
});

test('[PAYWAY-5] the provider’s page is offered only when the backend says so', async () => {
  expect((await open()).text).not.toContain('página del proveedor');
  const offered = await open(address, {
    answers: { ...answers, readSavedCards: somePayWays({ offersPaymentPage: true }) },
  });
  expect(offered.text).toContain('Pagar en la página del proveedor');
});

test('[PAYWAY-6] another amount is asked for in figures, shown, and committed as shown', async () => {
  const { html, text } = await open(`${address}&amount=500.5`);
  expect(text).toContain('Pago parcial o adelantado $ 500,50');
  expect(html).toContain('name="amountMinor" value="50050"');
  expect(html).toMatch(/<input[^>]*id="amount"[^>]*inputMode="decimal"[^>]*value="500.50"/);
  const fields = html.slice(html.indexOf('method="get"'), html.indexOf('id="amount"'));
  for (const field of ['productId', 'orderId', 'sessionId', 'lang'])
    expect(fields).toContain(`name="${field}"`);
});

test('[PAYWAY-6] [MONEY-3] an invalid amount has an error at its field, and the amount due can still be paid', async () => {
  for (const amount of ['abc', '0.500', '0', '0.345']) {
    const { html, text } = await open(`${address}&amount=${amount}`);
    expect(text).toContain('Escriba un monto en números');
    expect(html).toContain('name="amountMinor" value="142281"');
  }
  for (const amountMinor of ['', '-1', '1.5', '0', '1e3', '9007199254740993']) {
    const { status, calls } = await send({ card: cardField('31'), amountMinor });
    expect(status).toBe(422);
    expect(calls.map(({ name }) => name)).not.toContain('payWithCard');
  }
});

test('a pending payment is shown as such, with nothing to send, until it is over', async () => {
  const openPayment = anOpenPayment({ state: 'pending' });
  const pending = { ...answers, readSavedCards: somePayWays({ openPayment }) };
  const { text, html } = await open(`${address}&repaymentId=payment-1`, { answers: pending });
  expect(html).toMatch(
    /<a[^>]*href="\/payWay\?[^"]*repaymentId=payment-1[^"]*"[^>]*data-pending-payment="">/,
  );
  expect(text).toContain('Su pago está en proceso El banco aún no responde por $ 1.422,81. No lo repita');
  expect(html).not.toContain('method="post"');
  expect((await open(address, { answers: pending })).location).toContain('repaymentId=payment-1');
  const over = await open(`${address}&repaymentId=payment-1`);
  expect(over.location).toMatch(/^\/loanDetail\?/);
  const settled = await open(`${address}&repaymentId=payment-1`, {
    answers: {
      ...answers,
      readRepayment: refused('status-conflict'),
      readSavedCards: refused('status-conflict'),
    },
  });
  expect(settled.location).toMatch(/^\/loanDetail\?/);
  // It settled the loan while the page was read: one call was answered before, the other after.
  const halfSettled = await open(`${address}&repaymentId=payment-1`, {
    answers: { ...answers, readSavedCards: refused('status-conflict') },
  });
  expect(halfSettled.location).toMatch(/^\/loanDetail\?/);
});

test('a look at a pending payment is led on only once it is over', async () => {
  const look = (readSavedCards: unknown) =>
    open(`${address}&repaymentId=payment-1`, {
      answers: { ...answers, readSavedCards },
      body: { method: 'HEAD' },
    });
  const pending = await look(somePayWays({ openPayment: anOpenPayment({ state: 'pending' }) }));
  expect(pending).toMatchObject({ status: 200, location: null });
  const over = await look(somePayWays());
  expect(over).toMatchObject({ status: 303, location: expect.stringMatching(/^\/loanDetail\?/) });
});

test('a payment that waits for its code is offered to go on with', async () => {
  const { text, html } = await open(address, { answers: awaitingCode });
  expect(text).toContain('Tiene un pago de $ 1.422,81 que espera su código. Escribir el código');
  expect(html).toMatch(/href="\/payWay\?[^"]*repaymentId=payment-1/);
});

test('a code that no longer serves says so, and the amount is that of its payment', async () => {
  const openPayment = anOpenPayment({ isCodeOpen: false, amountMinor: minorAmount(50_000) });
  const { text, html } = await open(codeAddress, {
    answers: { ...answers, readSavedCards: somePayWays({ openPayment }) },
  });
  expect(text).toContain('Este código ya no sirve. Obtenga uno nuevo.');
  expect(html).toContain('name="amountMinor" value="50000"');
});

test('a backend that does not say what is under way is taken at the address’s word', async () => {
  const plain = { ...answers, readSavedCards: somePayWays({ tellsOpenPayment: false }) };
  const { text } = await open(codeAddress, { answers: plain });
  expect(text).toContain('Lo enviamos por SMS a su celular.');
  expect(text).toContain('Otro código en 1:00');
  const sentAtMs = Date.parse('2026-11-20T18:00:00Z') - 18_000;
  const later = await open(`${codeAddress}&codeSentAt=${sentAtMs}`, { answers: plain });
  expect(later.text).toContain('Otro código en 0:42');
  const nonsense = await open(`${codeAddress}&codeSentAt=nonsense`, { answers: plain });
  expect(nonsense.text).toContain('Otro código en 1:00');
});

test('[PAYWAY-2] a backend that wants a code and names no payment gets the code entry, and its code with no name', async () => {
  const plain = { readSavedCards: somePayWays({ tellsOpenPayment: false }) };
  const first = await send(
    { card: cardField('32') },
    { ...plain, ...committed({ needsCode: true, repaymentId: '' }) },
  );
  expect(first.status).toBe(303);
  const next = first.location ?? '';
  const page = await open(next, { answers: { ...answers, ...plain } });
  expect(page.text).toContain('Escriba el código');
  expect(page.text).toContain('Otro código en 1:00');
  const code = { card: cardField('32'), codeCard: cardField('32'), repaymentId: '', verifyCode: '123456' };
  const sent = await send(code, { ...plain, confirmCardPayment: { isPending: false } }, next);
  expect(sent.calls.map(({ name }) => name)).toEqual(['confirmCardPayment']);
  expect(sent.calls[0]?.request).toEqual({ orderId: 'loan-1', code: '123456', repaymentId: '' });
});

test('[PAYWAY-2] a number that a backend gives whole is not on the page, and the commit has it all the same', async () => {
  const card = { cardId: '9', bankName: 'BBVA', cardNumber: '4152313412344417', bankCode: '40012' };
  const whole = { readSavedCards: somePayWays({ cards: [card] }) };
  const { html, text } = await open(address, { answers: { ...answers, ...whole } });
  expect(text).toContain('BBVA •••• •••• •••• 4417');
  expect(html).not.toMatch(/4152313412344417|4152 3134/);
  const { calls } = await send({ card: cardValue(card) }, { ...whole, ...committed() });
  const commit = calls.find(({ name }) => name === 'payWithCard');
  expect(commit?.request).toMatchObject({ cardId: '9', cardNumber: '4152313412344417' });
});

test('without cards the page leads to the other ways to pay', async () => {
  const none = { ...answers, readSavedCards: somePayWays({ cards: [] }) };
  const { text, html } = await open(address, { answers: none });
  expect(text).toContain('No tiene tarjetas guardadas');
  // The ways there are depend on the loan's market, which its borrower may read of in either language.
  expect(text).toContain('Puede pagar de otra forma.');
  expect(text).not.toMatch(/UPI|tienda/);
  expect(html).not.toContain('method="post"');
});

test('[PAYWAY-4] a token that a refused commit may have used up is replaced without a new page', async () => {
  const { status, html } = await open(address, {
    answers: {
      ...answers,
      payWithCard: refused('sms-unavailable'),
      readSavedCards: somePayWays({ repayToken: 'token-2' }),
    },
    body: enhanced({ card: cardField('31') }),
  });
  expect(status).toBe(503);
  expect(slot(html, 'cards-142281')).toContain('name="repayToken" value="token-2"');
});

test('[PAYWAY-6] an amount beyond the debt is refused in the borrower’s words, with the focus in its field', async () => {
  const statement = aLoanStatement();
  const readRepayment = aRepaymentDetail({ amountMinor: minorAmount(92_748), statement });
  const { text, html } = await open(`${address}&amount=9999`, { answers: { ...answers, readRepayment } });
  expect(text).toContain('Es más de lo que debe. Escriba $ 3.665,83 o menos.');
  expect(html).toMatch(/<input(?=[^>]*id="amount")(?=[^>]*autofocus="")(?=[^>]*value="9999")/);
  expect(html).toContain('name="amountMinor" value="92748"');
  const most = await open(`${address}&amount=3665.83`, { answers: { ...answers, readRepayment } });
  expect(most.html).toContain('name="amountMinor" value="366583"');
  expect(most.html).not.toContain('autofocus=""');
});

test('[PAYWAY-5] where a provider takes cards on its own page, that is offered without cards, and gone to from a page of ours', async () => {
  const onPage = somePayWays({ cards: [], offersPaymentPage: true });
  const { html, text } = await open(address, { answers: { ...answers, readSavedCards: onPage } });
  expect(text).toContain('Pagar en la página del proveedor');
  expect(text).toContain('Aquí no se guarda su número.');
  expect(html).toContain('<input type="hidden" name="amountMinor" value="142281"/>');
  const link = '/payWay?orderId=loan-1&repaymentId=payment-1&lang=2';
  const sent = await send({ do: 'provider' }, { readSavedCards: onPage, readPaymentPage: { link } });
  expect([sent.status, sent.location]).toEqual([303, expect.stringMatching(/^\/payWay\?/)]);
  expect(sent.location).toMatch(/repaymentId=payment-1.*sessionId=s-1|sessionId=s-1.*repaymentId=payment-1/);
  const repeated = await send(
    { do: 'provider' },
    { readSavedCards: onPage, readPaymentPage: refused('submission-repeated') },
  );
  expect(repeated.text).toContain('No envíe la solicitud de pago otra vez.');
  const openPayment = anOpenPayment({
    state: 'pending',
    cardId: 'page',
    actionLink: 'https://provider.test/l/1',
  });
  const waiting = await open(`${address}&repaymentId=payment-1`, {
    answers: { ...answers, readSavedCards: { ...onPage, openPayment } },
    dependencies: { redirectOrigins: ['https://provider.test'] },
  });
  expect(waiting.text).toContain('Termine su pago en la página del proveedor');
  expect(waiting.html).toContain('href="https://provider.test/l/1"');
  const ofBank = { ...onPage, cards: somePayWays().cards, openPayment: { ...openPayment, cardId: '32' } };
  const atBank = await open(`${address}&repaymentId=payment-1`, {
    answers: { ...answers, readSavedCards: ofBank },
    dependencies: { redirectOrigins: ['https://provider.test'] },
  });
  expect(atBank.text).toContain('Su banco pide que confirme el pago');
});

test('who said that they paid is warned here too before they pay again', async () => {
  const claim: NonNullable<ReturnType<typeof aLoanStatement>['claims']>[number] = {
    ...{
      claimId: 'claim-1',
      amountMinor: minorAmount(92_748),
      paidOn: '2027-01-21',
      channel: 'bank-transfer',
    },
    ...{ trackingKey: 'BM0184512399', hasImage: false, state: 'waiting', answer: '', complaintId: null },
    ...{ folio: '', claimedAt: '2027-01-21T18:00:00.000Z', answerBy: '2027-01-22T18:00:00.000Z' },
  };
  const readRepayment = aRepaymentDetail({ statement: aLoanStatement({ claims: [claim] }) });
  const { text } = await open(address, { answers: { ...answers, readRepayment } });
  expect(text).toContain('Nos avisó que pagó $ 927,48');
  expect(text).toContain('No pague otra vez.');
});

test.each([0, -500])(
  'where %i is due, the page says that nothing is, and offers no payment',
  async (minor) => {
    const readRepayment = aRepaymentDetail({ amountMinor: minorAmount(minor) });
    const { text, html } = await open(address, { answers: { ...answers, readRepayment } });
    expect(text).toContain('Por ahora no tiene nada que pagar');
    expect(text).not.toMatch(/Pagar -?\$/);
    expect(html).not.toContain('name="amountMinor"');
  },
);

test('a date that the backend does not say has no name either', async () => {
  const readRepayment = aRepaymentDetail({ date: '' });
  const { text } = await open(address, { answers: { ...answers, readRepayment } });
  expect(text).not.toMatch(/Pago con fecha|Pago parcial/);
});

test('[PAYWAY-2] a card whose id is above 2^53 is paid with by every digit of it', async () => {
  const minimal = minimalBackend({});
  const sent: string[] = [];
  const backend = async (request: Request) => {
    if (request.url.includes('repayment-commit')) sent.push(await request.clone().text());
    if (!request.url.includes('repayment-way')) return minimal(request);
    return new Response(
      '{"code":"00","data":{"repayToken":"t-1","bankCards":[{"id":12345678901234567890,"bankName":"BBVA","cardNo":"4417"}]}}',
    );
  };
  const { html } = await openPage(address, { backend });
  const [, card = ''] = /name="card"[^>]*value="([^"]*)"/.exec(html) ?? [];
  await openPage(address, {
    backend,
    form: { repayToken: 't-1', amountMinor: '152748', card: card.replaceAll('&quot;', '"') },
  });
  expect(new URLSearchParams(sent[0]).get('cardId')).toBe('12345678901234567890');
});
