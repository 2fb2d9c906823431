import { expect, test } from 'vitest';
import { repayText } from '#content/messages/repay.ts';
import { minorAmount } from '#domain/money/money.ts';
import { anExtensionDetail } from '#fixtures/card-payment-views.ts';
import { aLoanDetail, aLoanStatement, anOverdueBalance } from '#fixtures/loan-views.ts';
import { openPage, refused, textOf } from '#tests/setup/open-page.ts';

const address = '/repayDelay?productId=mx-120&orderId=loan-1&sessionId=s-1';

const open = (overrides: Parameters<typeof anExtensionDetail>[0] = {}, language: '1' | '2' = '2') =>
  openPage(`${address}&lang=${language}`, {
    answers: { readExtension: anExtensionDetail(overrides) },
  });

test('[DELAY-1] price, new date, product, plan, note and every channel with its code are shown', async () => {
  const { text, html, calls, title, script } = await open();
  expect(script).toBe('extension');
  expect(calls).toEqual([{ name: 'readExtension', request: { productId: 'mx-120', orderId: 'loan-1' } }]);
  expect(title).toBe('Aplazar');
  expect(text).toContain(
    'Pague hoy para aplazar 7 días $ 224,22 Llano 120 Hoy $ 224,22 29 ene $ 1.401,36 En total $ 1.625,58 Son $ 98,10 más que pagar hoy.',
  );
  expect(text).toContain(
    'Cómo se calcula Recargo pendiente $ 126,12 Aplazar $ 98,10 Paga hoy $ 224,22 Nueva fecha 2027-01-29',
  );
  expect(text).toContain('Este monto vale si paga hoy, 2027-01-22.');
  expect(text).toContain('Pago 2 de 4, aplazado 2027-01-29 Pago 3 de 4 2027-02-18');
  expect(text).toContain('Llano 120');
  expect(text).toContain('CLABE, 18 dígitos 999 180 1000 0100 0011');
  expect(html).toContain('data-copy="999180100001000011"');
});

test('[DELAY-1] the bar code opens in a sheet, and the instructions are those of an extension', async () => {
  const { html } = await open();
  const dialog = /<dialog[^>]*id="way-1-barcode".*?<\/dialog>/s.exec(html)?.[0] ?? '';
  expect(dialog).toContain('src="data:image/svg+xml,%3Csvg/%3E"');
  expect(textOf(dialog)).toContain('4821 1010 0100 0017');
  expect(html).toContain('commandfor="way-1-barcode"');
  expect(html).toMatch(/href="\/carpmm\?requestType=2&amp;amount=22422&amp;payCode=999180100001000011/);
});

test('[DELAY-1] the backend’s notice is shown, once where it is our own warning', async () => {
  const { text } = await open({ notice: 'La nueva fecha vale cuando llega el pago.' });
  expect(text).toContain('La nueva fecha vale cuando llega el pago.');
  expect(text).toContain(repayText.es.fraud);
  const { text: same } = await open({ notice: repayText.es.fraud });
  const { text: none } = await open({ notice: '' });
  expect(same).toBe(none);
});

test('[DELAY-1] extending, paying a part and paying all stand side by side with today, later and the sum', async () => {
  const { html } = await open();
  const options = html.slice(html.indexOf('Comparar')).match(/<li class="option".*?<\/li>/gs) ?? [];
  expect(options.map(textOf)).toEqual([
    'Aplazar Hoy 2027-01-22 $ 224,22 Después 2027-01-29 $ 1.401,36 En total $ 1.625,58',
    'Pagar una parte Hoy 2027-01-22 $ 224,22 Después 2027-01-29 $ 1.576,96 En total $ 1.801,18',
    'Pagar hoy Hoy 2027-01-22 $ 1.527,48 Después 2027-01-29 $ 0,00 En total $ 1.527,48',
  ]);
  expect(html).toMatch(/href="\/repay\?productId=mx-120&amp;orderId=loan-1[^"]*"[^>]*>Pagar hoy/);
});

test('[DELAY-1] paying today comes first, outlined and with its reason, only if it costs less', async () => {
  const { html, text } = await open();
  expect(text.indexOf('Pagar hoy cuesta menos En total $ 1.527,48')).toBeGreaterThan(0);
  expect(text.indexOf('Pagar hoy cuesta menos')).toBeLessThan(text.indexOf('$ 224,22'));
  const [link = ''] = /<a [^>]*>Pagar hoy<\/a>/.exec(html) ?? [];
  expect(link).toContain('href="/repay?productId=mx-120&amp;orderId=loan-1');
  expect(link).toMatch(/class="[^"]*\bsecond\b/);
  const options = anExtensionDetail().options.map((option) =>
    option.kind === 'extend' ? { ...option, totalMinor: minorAmount(152_748) } : option,
  );
  const same = await open({ options });
  expect(same.text).not.toMatch(/cuesta menos|más que pagar hoy/);
});

test('[REPAY-4] the page’s own action is by the usual way, else the way to all of them', async () => {
  const usualWay = {
    kind: 'store',
    name: 'OXXO',
    feeMinor: null,
    payLink: '',
    cardId: '',
    cardEnding: '',
    waitsUntil: null,
  } as const;
  const { html, text } = await open({ usualWay });
  const pin = html.slice(html.indexOf('class="pin"'));
  expect(textOf(`<p ${pin}`)).toMatch(/^OXXO cobra su comisión aparte .*Aplazar en OXXO/);
  expect(pin).toMatch(/<form action="\/carpmm\?[^"]*requestType=2&amp;amount=22422[^"]*" method="post">/);
  expect(html).not.toContain(' open=""');
  expect(text).toContain('Pague hoy');
  const plain = (await open()).html;
  expect(plain.slice(plain.indexOf('class="pin"'))).toMatch(/<a class="button" href="#ways">Cómo aplazar/);
});

test('[DELAY-1] the page offers a card for the extension if the backend allows it', async () => {
  const { html, text } = await open({ takesCards: true });
  expect(html).toMatch(/href="\/payWay\?productId=mx-120&amp;orderId=loan-1&amp;requestType=2/);
  expect(text).toMatch(/Tarjeta Al momento · no cobramos Aplazar con tarjeta/);
  expect((await open({ takesCards: true }, '1')).text).toContain('Extend with card');
  const plain = await open();
  expect(plain.html).not.toContain('/payWay');
  expect(plain.text).not.toContain('con tarjeta');
});

test('while a card payment may already pay the extension, the page offers no other way and links to it', async () => {
  const pending = { pendingMinor: minorAmount(22_422), isPendingToExtend: true };
  const { html, text } = await open({ takesCards: true, statement: aLoanStatement(pending) });
  expect(text).toContain('Su banco está confirmando $ 224,22 para aplazar su pago.');
  const questions = ['le falta', 'Comparar', 'Pagar hoy', 'Pague hoy', 'Hoy $', 'si paga hoy'];
  for (const absent of [...questions, 'Nueva fecha', 'Sus pagos después']) expect(text).not.toContain(absent);
  const yesterday = aLoanStatement({ ...pending, pendingMinor: minorAmount(18_218) });
  const later = await open({ statement: yesterday });
  expect(later.text).toContain('Su banco está confirmando $ 182,18 para aplazar su pago.');
  expect(later.text).not.toContain('224,22');
  expect(text).not.toContain('con tarjeta');
  expect(html).not.toContain('data-copy=');
  expect(html).toMatch(/href="\/payWay\?productId=mx-120&amp;orderId=loan-1&amp;requestType=2/);
  const small = aLoanStatement({ pendingMinor: minorAmount(100) });
  expect((await open({ takesCards: true, statement: small })).text).toContain('Aplazar con tarjeta');
});

test('[DELAY-2] without script the button is a plain link to customer service, docked beside the action', async () => {
  const { html } = await open();
  const [button] = /<a id="service-button"[^>]*>.*?<\/a>/s.exec(html) ?? [''];
  expect(button).toContain(
    'href="/customerService?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=2"',
  );
  expect(textOf(button)).toBe('Ayuda');
  expect(html).not.toContain(' style="');
});

test('a backend that sends only what the specification names gets a page without the comparison', async () => {
  const { html, text } = await open({
    options: [],
    feeMinor: null,
    days: null,
    plan: [],
    note: '',
    notice: '',
    feeTitle: '',
  });
  expect(html).not.toContain('Comparar');
  expect(text).toContain('Aplazar $ 224,22 Llano 120 Nueva fecha 2027-01-29');
});

test('while a claimed payment is being looked for, no page says that the penalty grows', async () => {
  const { text } = await open({ statement: aLoanStatement({ isPenaltyPaused: true }) });
  expect(text).toContain('Mientras buscamos el pago que nos avisó no suma recargo.');
  expect(text).not.toContain('sigue creciendo');
  expect((await open({ statement: aLoanStatement() })).text).toContain('sigue creciendo cada día');
  const order = (isPenaltyPaused: boolean) =>
    openPage('/order?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2', {
      answers: {
        readLoan: aLoanDetail({
          ...{ status: 'overdue', isExtendable: true, balance: anOverdueBalance() },
          statement: aLoanStatement({ isPenaltyPaused }),
          options: anExtensionDetail().options,
        }),
      },
    });
  expect((await order(true)).text).toContain('Mientras buscamos su pago, lo que falta no suma recargo.');
  expect((await order(true)).text).not.toContain('sigue sumando recargo');
  expect((await order(false)).text).toContain('Lo que falta sigue sumando recargo.');
});

test('where tomorrow adds no penalty, or none before its date, no page says that it grows', async () => {
  const stands = { dailyPenaltyMinor: minorAmount(0) };
  const { text } = await open({ statement: aLoanStatement(stands) });
  expect(text).toContain('Por ahora, lo que falte no lo suma.');
  expect(text).not.toContain('sigue creciendo');
  const early = await open({ statement: aLoanStatement({ daysLate: 0 }) });
  expect(early.text).toContain('lo que falte suma recargo si pasa su fecha');
  const unknown = await open({ statement: aLoanStatement({ dailyPenaltyMinor: null }) });
  expect(unknown.text).toContain('sigue creciendo cada día');
  const readLoan = aLoanDetail({
    ...{ status: 'overdue', isExtendable: true, balance: anOverdueBalance(stands) },
    statement: aLoanStatement(stands),
    options: anExtensionDetail().options,
  });
  const order = await openPage('/order?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2', {
    answers: { readLoan },
  });
  expect(order.text).toContain('Por ahora lo que falta no suma recargo.');
  expect(order.text).not.toContain('sigue sumando recargo');
});

test('the page speaks English', async () => {
  const { text, title } = await open({}, '1');
  expect(title).toBe('Extend');
  expect(text).toContain('How to extend');
});

test('[DELAY-3] a loan that cannot be extended says so in the words of the backend', async () => {
  const screen = await openPage(`${address}&lang=2`, {
    answers: {
      readExtension: refused('extension-unavailable', 'Cada pago se aplaza una sola vez.'),
      readLoan: aLoanDetail({ statement: aLoanStatement() }),
    },
  });
  expect(screen.status).toBe(409);
  expect(screen.text).toContain('Cada pago se aplaza una sola vez.');
  // It will not be sold a second time either.
  expect(screen.text).not.toContain('Intentar otra vez');
  expect(screen.html).toMatch(
    /href="\/order\?productId=mx-120&amp;orderId=loan-1[^"]*"[^>]*>Ver mi préstamo/,
  );
});

test('a date that the backend does not say has no name either, and a payment of which it says nothing no row', async () => {
  const { text } = await open({ newDueDate: '', plan: [{ title: '', date: '' }] });
  expect(text).toContain('$ 224,22');
  expect(text).not.toMatch(/Nueva fecha|Sus pagos después/);
});
