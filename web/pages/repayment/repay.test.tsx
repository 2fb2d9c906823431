import { expect, test } from 'vitest';
import type { PaymentClaim } from '#contract/calls/payment-claim.ts';
import type { RepaymentDetail } from '#contract/calls/repayment.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { aLoanStatement } from '#fixtures/loan-views.ts';
import { aChannel, aRepaymentDetail, indianChannelGroups } from '#fixtures/repayment-views.ts';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import { openPage, refused, textOf } from '#tests/setup/open-page.ts';

const address = '/repay?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';

const open = (overrides: Parameters<typeof aRepaymentDetail>[0] = {}, imageOrigins: string[] = []) =>
  openPage(address, {
    answers: { readRepayment: aRepaymentDetail(overrides) },
    dependencies: { imageOrigins },
  });

test('[REPAY-1] date, amount, product and logo are shown', async () => {
  const { text, html, calls } = await open({ productLogo: 'https://img.example/llano.png' }, [
    'https://img.example',
  ]);
  expect(calls).toEqual([{ name: 'readRepayment', request: { productId: 'mx-120', orderId: 'loan-1' } }]);
  expect(text).toContain('Vence el 20 dic $ 1.422,81 Llano 120');
  expect(text).toContain('Vence 2026-12-20');
  expect(html).toContain('src="https://img.example/llano.png"');
});

test('[MONEY-5] shows the principal that an amount repays, what that saves and what is left', async () => {
  const prepaid = (payments: { dueDate: string; amountMinor: MinorAmount }[], savedMinor: number) =>
    open({
      currency: 'MXN',
      chosenMinor: minorAmount(242_281),
      prepayment: { principalMinor: minorAmount(100_000), savedMinor: minorAmount(savedMinor), payments },
    });
  const payment = { dueDate: '2027-01-19', amountMinor: minorAmount(100_817) };
  const three = await prepaid([payment, payment, payment], 4_290);
  expect(three.text).toContain('De esto, $ 1.000,00 se abona hoy al capital. Ahorra $ 42,90.');
  expect(three.text).toContain('Después quedan 3 pagos: el siguiente, de $ 1.008,17, el 2027-01-19.');
  const one = await prepaid([payment], 0);
  expect(one.text).toContain('se abona hoy al capital. Después queda un pago de $ 1.008,17, el 2027-01-19.');
  expect((await open()).text).not.toContain('abona hoy');
});

test.each([
  ['next-payments', 'Lo que pague de más cubre los pagos siguientes.'],
  ['shortens', 'Lo que pague además de lo atrasado y del pago siguiente se abona hoy al capital: quita'],
  ['lowers', 'bajan los pagos que faltan y sus intereses.'],
] as const)('[MONEY-5] by the rule %s another amount says what it does', async (prepayment, words) => {
  expect((await open({ statement: aLoanStatement({ prepayment }) })).text).toContain(words);
  expect((await open({ statement: aLoanStatement({ prepayment: null }) })).text).not.toContain(words);
});

test('[DATE-1] a time stamp of a backend is a day of the loan’s market, in the configured style', async () => {
  const dated = (currency: 'MXN' | 'INR' | null, dateStyle: 'iso' | 'locale', lang = 2) =>
    openPage(address.replace('lang=2', `lang=${lang}`), {
      answers: { readRepayment: aRepaymentDetail({ currency, date: '1797879600000' }) },
      config: { dateStyle },
    });
  expect((await dated(null, 'iso')).text).toContain('Vence 2026-12-21');
  expect((await dated('INR', 'iso')).text).toContain('Vence 2026-12-22');
  expect((await dated('INR', 'iso')).html).toContain(
    '<time class="num" dateTime="2026-12-22">22\u00a0dic</time>',
  );
  expect((await dated('MXN', 'locale')).text).toContain('Vence el 21 dic 2026 ');
  expect((await dated(null, 'locale', 1)).text).toContain('22 Dec 2026');
});

test('[MONEY-4] an amount shows its own currency in either language, and the language’s where none is named', async () => {
  const shown = async (currency: 'MXN' | 'INR' | null, lang: number) =>
    (
      await openPage(address.replace('lang=2', `lang=${lang}`), {
        answers: { readRepayment: aRepaymentDetail({ currency }) },
      })
    ).text;
  expect(await shown('MXN', 1)).toContain('$ 1.422,81');
  expect(await shown('INR', 2)).toContain('₹ 1.422,81');
  expect(await shown(null, 1)).toContain('₹ 1.422,81');
});

test('a logo or a code from an origin that is not listed is not shown', async () => {
  const { html } = await open({
    productLogo: 'https://evil.example/a.png',
    channelGroups: [
      {
        title: '',
        channels: [
          aChannel({
            title: 'Banco',
            payCode: '123456',
            logo: 'javascript:alert(1)',
            barcodeImage: 'http://evil.example/b.png',
            payLink: 'javascript:alert(1)',
          }),
        ],
      },
    ],
  });
  expect(html).not.toMatch(/evil|javascript:/);
});

test('[REPAY-2] two rows of the details stand outside the fold, the others inside', async () => {
  const { html } = await open();
  const folds = html.match(/<details.*?<\/details>/gs) ?? [];
  const outside = textOf(folds.reduce((rest, fold) => rest.replace(fold, ''), html));
  expect(outside).toContain('Capital $ 1.250,00 Intereses $ 73,97');
  expect(outside).not.toContain('Comisión');
  expect(folds.map(textOf).find((fold) => fold.startsWith('Ver todo'))).toBe(
    'Ver todo Ver menos Comisión $ 75,00 IVA $ 23,84 Total de este pago $ 1.422,81 Vence 2026-12-20',
  );
});

test('[REPAY-2] two rows or fewer need no fold', async () => {
  const { text } = await open({ details: aRepaymentDetail().details.slice(0, 2) });
  expect(text).not.toContain('Ver todo');
  expect(text).toContain('Vence el 2026-12-20 $ 1.422,81');
});

test('a channel with nothing to pay with has no card, and one without words no empty heading', async () => {
  const bare = { title: '', description: '', codeLabel: '' };
  const nothing = { ...bare, payCode: '', bankCode: '', codeImage: '', barcodeImage: '', payLink: '' };
  const { html, text } = await open({
    channelGroups: [
      { title: 'Vacío', channels: [aChannel(nothing)] },
      { title: 'Banco', channels: [aChannel({ ...bare, payCode: '123456' })] },
    ],
    ...{ refusesCards: true, details: [] },
  });
  expect(html.match(/<details/g)).toHaveLength(1);
  expect(text).not.toContain('Vacío');
  expect(html).not.toMatch(/<h\d><\/h\d>/);
});

test('[REPAY-3] channels stand by their groups, with description, copyable code and, where there is one, a bar code', async () => {
  const { text, html } = await open();
  expect(text).toContain('Desde su banco, por SPEI Llega en minutos, a cualquier hora.');
  expect(text).toContain('CLABE, 18 dígitos 032 180 0001 1835 9719 Copiar');
  expect(text).toContain('En tienda de conveniencia La caja puede cobrarle su propia comisión.');
  expect(text).toContain('Referencia, 16 dígitos 4821 6000 7731 0264 Copiar');
  expect(html).toContain('data-copy="032180000118359719" data-copied="Copiado"');
  expect(html).toContain('data-copy="4821600077310264" data-copied="Copiado"');
  expect(html.match(/<dialog/g)).toHaveLength(1);
  const dialog = html.match(/<dialog[^>]*id="way-1-barcode".*?<\/dialog>/s)?.[0] ?? '';
  expect(dialog).toContain('src="data:image/svg+xml,');
  expect(textOf(dialog)).toContain('4821 6000 7731 0264 $ 1.422,81');
  expect(html).toMatch(
    /command="show-modal" commandfor="way-1-barcode"><svg.*?<\/svg>Ver código de barras<\/button>/,
  );
});

test('[REPAY-3] a channel without a name goes by its group, several of one group by what describes them', async () => {
  const { text } = await open({
    refusesCards: true,
    channelGroups: [
      { title: 'Banco', channels: [aChannel({ payCode: '111111', description: 'En ventanilla' })] },
      {
        title: 'Tiendas',
        channels: [
          aChannel({ payCode: '222222', description: 'Soriana' }),
          aChannel({ payCode: '333333', description: 'Extra' }),
        ],
      },
    ],
  });
  expect(text).toMatch(/Banco En ventanilla Código 1111 11.*Soriana Código 2222 22.*Extra Código 3333 33/);
});

/** The ways of a page with the words of their lines, and which of them are open. */
function waysOf(html: string) {
  return [
    ...html.matchAll(/<details class="way" name="way"[^>]*id="way-(\w+)"( open="")?>.*?<\/summary>/gs),
  ].map(([whole, , open]) => ({ words: textOf(whole), isOpen: open !== undefined }));
}

test('[REPAY-4] the usual way is first and open, another one where the address asks for it, one at a time', async () => {
  const usual = {
    kind: 'store',
    name: 'OXXO',
    feeMinor: null,
    payLink: '',
    cardId: '',
    cardEnding: '',
    waitsUntil: null,
  } as const;
  const [transfer, store] = aRepaymentDetail().channelGroups;
  const channelGroups = [store, transfer].filter((group) => group !== undefined);
  const page = async (way = '', usualWay: RepaymentDetail['usualWay'] = usual) =>
    openPage(address + way, { answers: { readRepayment: aRepaymentDetail({ channelGroups, usualWay }) } });
  const openOf = (html: string) => waysOf(html).map(({ isOpen }) => isOpen);
  const { html, text } = await page();
  expect(openOf(html)).toEqual([true, false, false]);
  expect(text).toContain('Pagar en OXXO');
  expect(openOf((await page('&way=next')).html)).toEqual([false, true, false]);
  expect(openOf((await page('&way=bank-transfer')).html)).toEqual([false, true, false]);
  expect(openOf((await page('&way=card')).html)).toEqual([false, false, true]);
  expect(openOf((await page('&way=%3Cb%3E')).html)).toEqual([true, false, false]);
  const card = await page('', { ...usual, kind: 'card', name: 'BBVA', cardId: '31', cardEnding: '4417' });
  expect(waysOf(card.html)[0]).toMatchObject({ isOpen: true, words: expect.stringMatching(/^Tarjeta/) });
  expect(card.text).toContain('Pagar con tarjeta •• 4417');
});

test('[REPAY-4] a voucher that is made for its amount is posted for, a code that is there is one link away', async () => {
  const store = aChannel({ kind: 'store', title: 'OXXO, en efectivo', codeRequest: 'store' });
  const request = await open({ channelGroups: [{ title: '', channels: [store] }] });
  expect(request.html).toMatch(
    /<form action="\/carpmm\?requestType=1&amp;amount=142281[^"]*" method="post"><button[^>]*value="store" name="way">/,
  );
  const made = await open();
  expect(made.html).toMatch(
    /href="\/carpmm\?requestType=1&amp;amount=142281&amp;payCode=4821600077310264[^"]*"><svg/,
  );
});

test('[REPAY-3] in India: a payment app’s link, a QR code, and the IFSC beside the account', async () => {
  const { html, text } = await open({ channelGroups: indianChannelGroups() });
  expect(html).toMatch(/href="upi:\/\/pay\?pa=[^"]*"><svg.*?<\/svg>Pagar con UPI</);
  expect(html).toContain('alt="Código QR para pagar $\u00a01.422,81"');
  expect(text).toContain('Account number LLANO0000118204 Copiar');
  expect(text).toContain('IFSC LLNO0000120 Copiar');
});

test('[REPAY-3] each code leads to its instructions, with the amount and the session', async () => {
  expect((await open()).html).toContain(
    'href="/carpmm?requestType=1&amp;amount=142281&amp;payCode=032180000118359719&amp;orderId=loan-1&amp;productId=mx-120&amp;sessionId=s-1&amp;lang=2">Pasos</a>',
  );
});

test('how recovery agents may act is said where the market has lenders name theirs, and where to complain', async () => {
  const shown = (currency: 'MXN' | 'INR') => open({ currency, statement: aLoanStatement({ claims: [] }) });
  const india = await shown('INR');
  expect(india.text).toMatch(/Cobradores: sus derechos\. .*de 8 a 19 h.*Quejarme/);
  expect(india.html).toMatch(/<a href="[^"]*orderId=loan-1[^"]*">Quejarme/);
  expect((await shown('MXN')).text).not.toContain('Cobradores');
});

test('without any channel the page says whom to ask, and a notice of the backend is shown', async () => {
  const { text } = await open({
    channelGroups: [{ title: 'Nada', channels: [] }],
    refusesCards: true,
    notice: 'Hoy no hay SPEI.',
  });
  expect(text).toContain('Por ahora no hay formas de pago.');
  expect(text).toContain('Hoy no hay SPEI.');
  expect(text).not.toContain('Nada');
});

test('a notice that only repeats the warning of the page is not shown twice', async () => {
  const fraud = 'Nunca deposite a la cuenta de una persona.';
  expect((await open({ notice: fraud })).text.split(fraud)).toHaveLength(2);
});

test('[REPAY-4] a claim for the whole amount replaces the ways to pay, and paying again needs one confirmation', async () => {
  const claim: PaymentClaim = {
    claimId: 'claim-1',
    amountMinor: minorAmount(142_281),
    paidOn: '2026-12-20',
    channel: 'bank-transfer',
    trackingKey: 'BM1',
    hasImage: false,
    state: 'waiting',
    claimedAt: '2026-12-20T18:00:00.000Z',
    answerBy: '2026-12-21T18:00:00.000Z',
    answer: '',
    complaintId: null,
    folio: '',
  };
  const page = async (more: string, amountMinor = 142_281) => {
    const statement = aLoanStatement({ claims: [{ ...claim, amountMinor: minorAmount(amountMinor) }] });
    return openPage(address + more, { answers: { readRepayment: aRepaymentDetail({ statement }) } });
  };
  const { html, text } = await page('');
  expect(text).toContain('Ver mi aviso');
  expect(text).toContain('No pague otra vez.');
  expect(text).not.toContain('¿Cómo quiere pagar?');
  expect(html).not.toMatch(/data-copy=|name="way"/);
  expect(html).toMatch(/href="\/repay\?[^"]*again=1[^"]*">Sí, pagar otra vez/);
  const again = await page('&again=1');
  expect(again.text).toContain('¿Cómo quiere pagar?');
  expect(again.html).toMatch(/<input type="hidden" name="again" value="1"/);
  expect((await page('', 50_000)).text).toContain('¿Cómo quiere pagar?');
});

test('a channel whose code cannot be had now says so beside the others, and one made on request has a way to it', async () => {
  const unavailable = 'Ahora no podemos darle los datos para pagar así.';
  const { html, text } = await open({
    channelGroups: [
      { title: 'Transferencia', channels: [aChannel({ kind: 'bank-transfer', title: 'SPEI', unavailable })] },
      {
        title: 'Efectivo',
        channels: [
          aChannel({ kind: 'store', title: 'En efectivo', codeRequest: 'store' }),
          aChannel({
            ...{ kind: 'store', title: 'En OXXO', payCode: '93000262276908' },
            ...{ note: 'Vence el 2026-11-25.', voucherLink: 'https://evil.example/voucher' },
          }),
        ],
      },
    ],
  });
  expect(text).toContain(`SPEI Ahora no disponible ${unavailable}`);
  expect(html).toMatch(/value="store" name="way">/);
  expect(text).toContain('Vence el 2026-11-25.');
  expect(html).not.toContain('evil.example');
});

test('an order that cannot be paid leads to its page', async () => {
  const { status, html } = await openPage(address, {
    answers: { readRepayment: refused('status-conflict') },
  });
  expect(status).toBe(409);
  expect(html).toContain(
    'href="/order?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=2">Ver mi préstamo</a>',
  );
});

test('[LANG-2] [LANG-4] in English the page and its links are in English and rupees', async () => {
  const { text, html, title } = await openPage(address.replace('lang=2', 'lang=1'), {
    answers: { readRepayment: aRepaymentDetail({ details: [], channelGroups: indianChannelGroups() }) },
  });
  expect(title).toBe('Pay');
  expect(text).toContain('Due on 2026-12-20 ₹ 1.422,81');
  expect(html).toContain('&amp;lang=1">Steps</a>');
});

const openAt = (query: string, overrides: Parameters<typeof aRepaymentDetail>[0] = {}) =>
  openPage(address + query, {
    answers: {
      readRepayment: aRepaymentDetail({
        amountMinor: minorAmount(92_748),
        date: '2027-01-19',
        statement: aLoanStatement(),
        ...overrides,
      }),
    },
  });

test('the amount says which payment it is and how late', async () => {
  const { text } = await openAt('');
  expect(text).toContain('Pago 2 de 4, venció el 19 ene $ 927,48');
  expect(text).toContain('Venció 2027-01-19');
  const onTime = aLoanStatement({ daysLate: 0, dueMinor: minorAmount(140_136) });
  expect((await openAt('', { statement: onTime })).text).toContain('Pago 2 de 4, vence el 19 ene');
  const since = { dueSequences: [2, 3], daysLate: 1 };
  expect((await openAt('', { statement: aLoanStatement(since) })).text).toContain(
    '2 pagos vencidos, el primero el 19 ene',
  );
});

test('each amount that may be paid is a link, and the chosen one is the one shown, taught and sent on', async () => {
  const { html, text } = await openAt('');
  expect(text).toContain('Este pago $ 927,48 Todo el préstamo hoy Con esto termina su préstamo. $ 3.665,83');
  expect(html).toMatch(/href="\/repay\?[^"]*amount=3665\.83[^"]*">/);
  expect(html).toMatch(/amount=927\.48[^"]*" aria-current="true"/);
  const saving = aLoanStatement({ savesMinor: minorAmount(12_345) });
  expect((await openAt('', { statement: saving })).text).toContain(
    'Todo el préstamo hoy Con esto termina su préstamo y ahorra $ 123,45. Vale hoy. $ 3.665,83',
  );
  const all = await openAt('&amount=3665.83', { chosenMinor: minorAmount(366_583) });
  expect(all.calls[0]?.request).toEqual({
    productId: 'mx-120',
    orderId: 'loan-1',
    chosenMinor: 366_583,
  });
  expect(all.text).toContain('Todo el préstamo hoy $ 3.665,83 Llano 120');
  expect((await openAt('&amount=50', { chosenMinor: minorAmount(5_000) })).text).toContain(
    'Otro monto $ 50,00',
  );
  expect(all.html).toContain('/carpmm?requestType=1&amp;amount=366583');
  expect(all.html).toMatch(/href="\/payWay\?[^"]*amount=3665\.83/);
});

test.each([
  ['mucho', 'Escriba un monto en números, como 5000.00.'],
  ['0', 'Escriba un monto en números, como 5000.00.'],
  ['3665.84', 'Es más de lo que debe. Escriba $ 3.665,83 o menos.'],
])('another amount of "%s" is refused in words, and what is due stands', async (amount, words) => {
  const { text, html } = await openAt(`&amount=${amount}`);
  expect(text).toContain(words);
  expect(text).toContain('venció el 19 ene $ 927,48');
  expect(html).toMatch(new RegExp(`value="${amount}"`));
  expect(html).toMatch(/<details[^>]*open=""/);
});

test('where only the amount due can be paid, another amount is refused with that reason', async () => {
  const statement = aLoanStatement({ largestMinor: minorAmount(92_748) });
  expect((await openAt('&amount=927.49', { statement })).text).toContain(
    'Este préstamo se paga en las fechas de su plan. Por ahora escriba $ 927,48 o menos.',
  );
});

test('a backend without a statement gets no choice, and no amount of the address is believed', async () => {
  const { text, html } = await openPage(`${address}&amount=5`, {
    answers: { readRepayment: aRepaymentDetail() },
  });
  expect(text).toContain('Vence el 20 dic $ 1.422,81');
  expect(text).not.toContain('Usar este monto');
  expect(html).toContain('amount=142281');
});

test('the card is offered unless the backend says that none can be paid with', async () => {
  expect((await open()).html).toContain('href="/payWay?');
  const { html, text } = await open({ refusesCards: true });
  expect(html).not.toContain('/payWay');
  expect(text).not.toContain('tarjeta');
});

test('[REPAY-3] who transfers copies the amount as a bank takes it, who pays at a till does not need to', async () => {
  const { html, text } = await openPage('/repay?productId=mx-120&orderId=loan-1&amount=1234567.80&lang=2', {
    answers: {
      readRepayment: aRepaymentDetail({ amountMinor: minorAmount(123_456_780) }),
    },
  });
  const copied = [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, value]) => value ?? '');
  expect(copied.filter((value) => value === '1234567.80')).toHaveLength(1);
  for (const value of copied) expect(value).not.toMatch(/[\s,$₹]/);
  expect(text).toContain('Monto exacto 1.234.567,80');
});

test.each([
  ['dot', 'MXN', 'Monto exacto 1.234.567,80'],
  ['locale', 'MXN', 'Monto exacto 1,234,567.80'],
  ['locale', 'INR', 'Monto exacto 12,34,567.80'],
] as const)(
  '[REPAY-3] [MONEY-2] the exact amount to type is written as all amounts, %s in %s',
  async (amountStyle, currency, shown) => {
    const { text, html } = await openPage('/repay?productId=mx-120&orderId=loan-1&amount=1234567.80&lang=2', {
      answers: { readRepayment: aRepaymentDetail({ amountMinor: minorAmount(123_456_780), currency }) },
      config: { amountStyle },
    });
    expect(text).toContain(shown);
    expect(html).toContain('data-copy="1234567.80"');
  },
);

test.each([0, -500])(
  'where %i is due, the page says that nothing is, and offers no payment',
  async (minor) => {
    const { text, html } = await open({ amountMinor: minorAmount(minor) });
    expect(text).toContain('Por ahora no tiene nada que pagar.');
    expect(text).not.toMatch(/\$ 0,00|-\$|Llámenos y le ayudamos/);
    expect(html).not.toContain('href="/payWay');
  },
);

test('a date that the backend does not say has no name either', async () => {
  const { text } = await open({ date: '' });
  expect(text).toContain('$ 1.422,81');
  expect(text).not.toContain('Vence');
});

const overBackend = (fields: object, imageOrigins: readonly string[] = [], leftOut: string[] = []) =>
  openPage('/repay?productId=mx-120&orderId=1&sessionId=s-1&lang=2', {
    backend: minimalBackend({ readRepayment: fields }),
    dependencies: { imageOrigins, reportTolerance: ({ id, value }) => void leftOut.push(`${id} ${value}`) },
  });

test('[REPAY-3] a path of a lender’s own backend is an image at that backend, where its origin is allowed', async () => {
  const fields = {
    productLogo: '/i/logo.png',
    repayList: [{ reviewer: 'OXXO', list: [{ payCode: '99918', desc: null, BARcodeImg: '/i/bar.png?c=1' }] }],
  };
  const leftOut: string[] = [];
  const { html } = await overBackend(fields, [], leftOut);
  expect(html).not.toContain('<img');
  expect([...new Set(leftOut)]).toEqual([
    'image-left-out https://backend.example/i/logo.png',
    'image-left-out https://backend.example/i/bar.png?c=1',
  ]);
  const allowed = await overBackend(fields, ['https://backend.example']);
  expect(allowed.html).toContain('src="https://backend.example/i/logo.png"');
  expect(allowed.html).toContain('src="https://backend.example/i/bar.png?c=1"');
});

test('a bar code that is a file without a path stands below the backend of the lender', async () => {
  const fields = { productLogo: 'i/bar.png' };
  const { html } = await overBackend(fields, ['https://backend.example']);
  expect(html).toContain('src="https://backend.example/i/bar.png"');
});

test.each(['//elsewhere.example/a.png', '/\\elsewhere.example/a.png'])(
  'the image %s is on no backend of the lender’s',
  async (productLogo) => {
    const { html } = await overBackend({ productLogo }, ['https://backend.example']);
    expect(html).not.toContain('<img');
  },
);
