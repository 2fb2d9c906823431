import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
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
  expect(text).toContain('Fecha de pago: 2026-12-20 $ 1.422,81');
  expect(text).toContain('Llano 120');
  expect(html).toContain('src="https://img.example/llano.png"');
});

test('[DATE-1] a time stamp of a backend is a day of the loan’s market, in the configured style', async () => {
  const dated = (currency: 'MXN' | 'INR' | null, dateStyle: 'iso' | 'locale', lang = 2) =>
    openPage(address.replace('lang=2', `lang=${lang}`), {
      answers: { readRepayment: aRepaymentDetail({ currency, date: '1797879600000' }) },
      config: { dateStyle },
    });
  expect((await dated(null, 'iso')).text).toContain('Fecha de pago: 2026-12-21 ');
  expect((await dated('INR', 'iso')).text).toContain('Fecha de pago: 2026-12-22 ');
  expect((await dated('MXN', 'locale')).text).toContain('Fecha de pago: 21 dic 2026 ');
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
  const [outside, inside] = html.split('<details');
  expect(textOf(outside ?? '')).toContain('Capital $ 1.250,00 Intereses $ 73,97');
  expect(textOf(outside ?? '')).not.toContain('Comisión');
  const folded = textOf(`<details${inside?.split('</details>')[0]}`);
  expect(folded).toBe('Ver todo Ver menos Comisión $ 75,00 IVA $ 23,84 Total de este pago $ 1.422,81');
});

test('[REPAY-2] two rows or fewer need no fold', async () => {
  expect((await open({ details: aRepaymentDetail().details.slice(0, 2) })).html).not.toContain('<details');
});

test('a channel with nothing to pay with has no card, and one without words no empty heading', async () => {
  const bare = { title: '', description: '', codeLabel: '' };
  const nothing = { ...bare, payCode: '', bankCode: '', codeImage: '', barcodeImage: '', payLink: '' };
  const { html, text } = await open({
    channelGroups: [
      { title: 'Vacío', channels: [aChannel(nothing)] },
      { title: 'Banco', channels: [aChannel({ ...bare, payCode: '123456' })] },
    ],
  });
  expect(html.match(/<article/g)).toHaveLength(1);
  expect(text).not.toContain('Vacío');
  expect(html).not.toMatch(/<h\d><\/h\d>/);
});

test('[REPAY-3] groups hold channels with description, copyable code and, where there is one, a bar code', async () => {
  const { text, html } = await open();
  expect(text).toContain('Transferencia Desde su banco, por SPEI Llega en minutos, a cualquier hora.');
  expect(text).toContain('CLABE, 18 dígitos 032 180 0001 1835 9719 Copiar');
  expect(text).toContain('Efectivo En tienda de conveniencia La caja puede cobrarle su propia comisión.');
  expect(text).toContain('Referencia, 16 dígitos 4821 6000 7731 0264 Copiar');
  expect(html).toContain('data-copy="032180000118359719" data-copied="CLABE copiada"');
  expect(html).toContain('data-copy="4821600077310264" data-copied="Referencia copiada"');
  expect(html.match(/<dialog/g)).toHaveLength(1);
  const dialog = html.match(/<dialog[^>]*id="channel-1-0-barcode".*?<\/dialog>/s)?.[0] ?? '';
  expect(dialog).toContain('src="data:image/svg+xml,');
  expect(textOf(dialog)).toContain('4821 6000 7731 0264 $ 1.422,81');
  expect(html).toMatch(
    /command="show-modal" commandfor="channel-1-0-barcode"><svg.*?<\/svg>Ver código de barras<\/button>/,
  );
});

test('[REPAY-3] in India: a payment app’s link, a QR code, and the IFSC beside the account', async () => {
  const { html, text } = await open({ channelGroups: indianChannelGroups() });
  expect(html).toMatch(/href="upi:\/\/pay\?pa=[^"]*">Abrir app de pago</);
  expect(html).toMatch(/commandfor="channel-0-0-qr"><svg.*?<\/svg>Ver código QR<\/button>/);
  expect(text).toContain('Account number LLANO0000118204 Copiar');
  expect(text).toContain('IFSC LLNO0000120 Copiar');
});

test('[REPAY-3] each code leads to its instructions, with the amount and the session', async () => {
  expect((await open()).html).toContain(
    'href="/carpmm?requestType=1&amp;amount=142281&amp;payCode=4821600077310264&amp;orderId=loan-1&amp;productId=mx-120&amp;sessionId=s-1&amp;lang=2">Cómo pagar</a>',
  );
});

test('without any channel the page says whom to ask, and a notice of the backend is shown', async () => {
  const { text } = await open({
    channelGroups: [{ title: 'Nada', channels: [] }],
    notice: 'Hoy no hay SPEI.',
  });
  expect(text).toContain('Por ahora no hay formas de pago.');
  expect(text).toContain('Hoy no hay SPEI.');
  expect(text).not.toContain('Nada');
});

test('a notice that only repeats the warning of the page is not shown twice', async () => {
  const fraud =
    'Pague solo con los datos de esta página. Nunca le pediremos depositar a la cuenta de una persona.';
  expect((await open({ notice: fraud })).text.split(fraud)).toHaveLength(2);
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
  expect(text).toContain(`SPEI ${unavailable}`);
  expect(html).toContain(
    'href="/carpmm?requestType=1&amp;amount=142281&amp;payCode=store&amp;orderId=loan-1&amp;productId=mx-120&amp;sessionId=s-1&amp;lang=2">Obtener mi referencia para pagar $',
  );
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
  expect(text).toContain('Payment date: 2026-12-20 ₹ 1.422,81');
  expect(html).toContain('&amp;lang=1">How to pay</a>');
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

test('the debt is explained: which payment, how late, and a sum that ends in the amount', async () => {
  const { text } = await openAt('');
  expect(text).toContain('$ 927,48 Pago 2 de 4. Venció el 2027-01-19: 3 días de atraso.');
  expect(text).toContain('Pago $ 1.401,36 Recargo $ 126,12 Recibido −$ 600,00 Total hoy $ 927,48');
  const penalty = aLoanStatement({ penaltyMinor: minorAmount(200_000), dueMinor: minorAmount(280_136) });
  expect((await openAt('', { statement: penalty })).text).toContain('Recargo $ 2.000,00 Pago $ 1.401,36');
  const onTime = aLoanStatement({
    daysLate: 0,
    penaltyMinor: minorAmount(0),
    receivedMinor: minorAmount(0),
    dueMinor: minorAmount(140_136),
  });
  const { text: early } = await openAt('', { statement: onTime });
  expect(early).toContain('Pago 2 de 4. No está atrasado: puede pagarlo hasta el 2027-01-19.');
  expect(early).not.toContain('Total hoy');
  const since = { dueSequences: [2, 3], daysLate: 1 };
  expect((await openAt('', { statement: aLoanStatement(since) })).text).toContain(
    '2 pagos atrasados, desde el 2027-01-19: 1 día de atraso.',
  );
});

test('each amount that may be paid is a link, and the chosen one is the one shown, taught and sent on', async () => {
  const { html, text } = await openAt('');
  expect(text).toContain(
    'Este pago $ 927,48 Todo el préstamo hoy Con esto termina su préstamo. Pagar antes no baja lo que cuesta. $ 3.665,83',
  );
  expect(html).toMatch(/href="\/repay\?[^"]*amount=3665\.83[^"]*">/);
  expect(html).toMatch(/amount=927\.48[^"]*" aria-current="true"/);
  const all = await openAt('&amount=3665.83', { chosenMinor: minorAmount(366_583) });
  expect(all.calls[0]?.request).toEqual({
    productId: 'mx-120',
    orderId: 'loan-1',
    chosenMinor: 366_583,
  });
  expect(all.text).toContain('Fecha de pago: 2027-01-19 $ 3.665,83');
  expect(all.html).toContain('/carpmm?requestType=1&amp;amount=366583');
  expect(all.html).toMatch(/href="\/payWay\?[^"]*amount=3665\.83/);
});

test.each([
  ['mucho', 'Escriba un monto en números, con dos decimales como máximo.'],
  ['0', 'Escriba un monto en números, con dos decimales como máximo.'],
  ['3665.84', 'Es más de lo que debe. Escriba $ 3.665,83 o menos.'],
])('another amount of "%s" is refused in words, and what is due stands', async (amount, words) => {
  const { text, html } = await openAt(`&amount=${amount}`);
  expect(text).toContain(words);
  expect(text).toContain('Fecha de pago: 2027-01-19 $ 927,48');
  expect(html).toMatch(new RegExp(`value="${amount}"`));
  expect(html).toMatch(/<details[^>]*open=""/);
});

test('where only what is due may be paid, another amount says so', async () => {
  const statement = aLoanStatement({ largestMinor: minorAmount(92_748) });
  expect((await openAt('&amount=927.49', { statement })).text).toContain(
    'Este préstamo se paga en las fechas de su plan. Por ahora escriba $ 927,48 o menos.',
  );
});

test('a backend without a statement gets no choice, and no amount of the address is believed', async () => {
  const { text, html } = await openPage(`${address}&amount=5`, {
    answers: { readRepayment: aRepaymentDetail() },
  });
  expect(text).toContain('Fecha de pago: 2026-12-20 $ 1.422,81');
  expect(text).not.toContain('¿Cuánto quiere pagar?');
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
  expect(html).toMatch(/<code class="digits"><span class="group">1234567\.80<\/span><\/code>/);
  expect(text).toContain('Monto exacto');
});

test('the ways to pay stay in view: links to each group, and the card as the one button', async () => {
  const { html } = await openPage('/repay?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2', {
    answers: { readRepayment: aRepaymentDetail() },
  });
  const pin = html.slice(html.indexOf('class="pin"'));
  const links = [...pin.matchAll(/<a href="#(ways-\d)">([^<]*)</g)].map(([, id, title]) => ({ id, title }));
  expect(links.length).toBeGreaterThan(1);
  for (const { id, title } of links) expect(html).toContain(`<h2 id="${id}">${title}</h2>`);
  expect(pin).toMatch(/<a [^>]*href="\/payWay\?[^"]*sessionId=s-1[^"]*"[^>]*>Pagar con mi tarjeta/);
  const without = await openPage('/repay?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2', {
    answers: { readRepayment: aRepaymentDetail({ refusesCards: true }) },
  });
  expect(without.html).not.toContain('class="pin"');
});

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
  expect(text).not.toContain('Fecha de pago');
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

test.each(['//elsewhere.example/a.png', '/\\elsewhere.example/a.png', 'i/bar.png'])(
  'the image %s is on no backend of the lender’s',
  async (productLogo) => {
    const { html } = await overBackend({ productLogo }, ['https://backend.example']);
    expect(html).not.toContain('<img');
  },
);
