import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanOffer, aQuote } from '#fixtures/loan-views.ts';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import { testConfiguration } from '#tests/setup/lending-service.ts';
import { failure, openPage, type PageOptions, refused, textOf } from '#tests/setup/open-page.ts';

const address = '/confirmLoan?productId=mx-120&sessionId=s-1&deviceId=d-1&lang=2';
const english = address.replace('lang=2', 'lang=1');

/** The page of an offer. */
const open = (offer: Parameters<typeof aLoanOffer>[0] = {}, options: PageOptions = {}, at = address) =>
  openPage(at, { ...options, answers: { readOffer: aLoanOffer(offer), ...options.answers } });
const accepted = {
  agree: '/contract?orderNo=quote-1',
  amount: '500000',
  periods: '120',
  termUnit: 'day',
  quoteId: 'quote-1',
};

test('[CONFIRM-1] what is received, repaid and paid when stands first, the rest one fold away', async () => {
  const { text, calls } = await open();
  expect(calls).toEqual([{ name: 'readOffer', request: { productId: 'mx-120', isReload: false } }]);
  expect(text).toContain(
    'Recibe $ 5.000,00 Paga en total $ 5.562,52 Costo $ 562,52 Llano 120 Plazo 120 días · Tasa diaria 0,0493 % 4 pagos de hasta $ 1.422,81 20 dic 19 ene 18 feb 20 mar Cada pago',
  );
  for (const shown of [
    'Depósito De 1 a 3 días después de aceptar Fechas de pago Cuentan desde el depósito Ver todo Ver menos Primer pago 2026-12-20 Se deposita en su cuenta ••4821',
    '1 · 2026-12-20 30 días después del depósito $ 1.422,81',
    '2 · 2027-01-19 60 días después del depósito $ 1.401,36',
    '3 · 2027-02-18 90 días después del depósito $ 1.379,91',
    '4 · 2027-03-20 120 días después del depósito $ 1.358,44 En total $ 5.562,52 Hoy no paga nada.',
  ]) {
    expect(text).toContain(shown);
  }
});

test('[CONFIRM-1] the bars of what is received and of what is repaid are on one scale', async () => {
  const { html } = await open();
  const [received, repaid] = [...html.matchAll(/viewBox="0 0 100 4".*?<\/svg>/g)].map(([bar]) => bar);
  expect(received).toContain('width="89.3"');
  expect(received?.match(/<rect/g)).toHaveLength(1);
  expect(repaid).toMatch(/width="89.3".*x="89.9" width="10.1"/);
});

test('[CONFIRM-1] what changes the cost stands before the consent, one figure with its unit a row', async () => {
  const { text } = await open();
  expect(text).toContain(
    'Si se atrasa $ 42,68 por día nunca más de $ 5.000,00 en todo el préstamo CAT sin IVA 58,1 % Para fines informativos y de comparación',
  );
  expect(text).toContain(
    'IVA, 16 % de intereses y comisión $ 77,59 Costo total $ 562,52 Total a pagar $ 5.562,52',
  );
  expect(text).toContain('CAT 58,1 % sin IVA, calculado el 2026-11-20 con estos pagos.');
  expect(text.indexOf('Costo total')).toBeLessThan(text.indexOf('Aceptar y recibir $ 5.000,00'));
});

test('[CONFIRM-1] in Mexico the carátula has its CAT, with the legends that go with it', async () => {
  const { text } = await open();
  expect(text).toContain(
    'Carátula Costo completo; vale hasta el 25 nov Número CA-2026-118204 Vale hasta 2026-11-25 CAT sin IVA 58,1 % Tasa anual fija 18 % más IVA Monto del crédito $ 5.000,00 Intereses, 18 % anual $ 184,93 Comisión $ 300,00',
  );
  expect(text).toContain('con estos pagos. Para fines informativos y de comparación. Contratar créditos');
  expect(text).toContain('Cada día de atraso 3 % del pago vencido Con el pago 1 $ 42,68 por día');
  expect(text).not.toMatch(/GST|Puede pasar a otra empresa|para devolverlo/);
});

test('[CONFIRM-1] in India the Key Facts Statement has its APR, GST, and the days to give the loan back', async () => {
  const offer = aLoanOffer({ currency: 'INR', quote: aQuote({ annualCostMeasure: 'apr' }) });
  const { text } = await openPage(english, { answers: { readOffer: offer } });
  expect(text).toContain(
    'Key Facts Statement Every cost; valid until 25 Nov Proposal number CA-2026-118204 Valid until 2026-11-25 APR 58,1 % Fixed annual rate 18 % Loan amount',
  );
  expect(text).toContain('GST, 16 % of the fee ₹ 77,59');
  expect(text).toContain('4 EMIs, up to ₹ 1.422,81');
  expect(text).toContain(
    '3 days to change your mind Up to 3 days after you receive the money you can give it back, without reasons.',
  );
  expect(text).toContain('Each day late 3 % of the overdue EMI On EMI 1 ₹ 42,68 a day');
  expect(text).toContain('May pass to another company Yes, and we tell you within 7 business days');
  expect(text).not.toMatch(/VAT|CAT|CONDUSEF|[34] payments/);

  // A backend of the lender's keeps what it says by itself.
  const own = { readOffer: aLoanOffer({ currency: 'INR', quote: null }) };
  const without = await openPage(english, { answers: own });
  expect(without.text).not.toContain('to change your mind');
});

test.each([
  [1, 2, 'Hasta 1 día después de recibirlo', '1 día para devolverlo', 'aplazar un pago 1 día.'],
  [3, 2, 'Hasta 3 días después de recibirlo', '3 días para devolverlo', 'aplazar un pago 3 días.'],
  [1, 1, 'Up to 1 day after you receive it', '1 day to change your mind', 'extend one EMI by 1 day.'],
] as const)(
  '[CONFIRM-1] %i day to give the loan back, or to extend, is written as one (lang=%i)',
  async (days, lang, ...said) => {
    const { companies } = testConfiguration;
    const { text } = await openPage(address.replace('lang=2', `lang=${lang}`), {
      answers: { readOffer: aLoanOffer({ currency: 'INR', quote: aQuote({ extensionMaxDays: days }) }) },
      dependencies: { companies: { ...companies, IN: { ...companies.IN, coolingOffDays: days } } },
    });
    for (const words of said) expect(text).toContain(words);
  },
);

test.each([
  [
    aQuote({
      penaltyDailyPpm: 10_000,
      firstPenaltyMinor: minorAmount(1_423),
      laterPenalties: [{ fromDay: 31, dailyPpm: 30_000, firstPenaltyMinor: minorAmount(4_268) }],
    }),
    'Si se atrasa $ 14,23 por día desde el día 31: $ 42,68; nunca más de $ 5.000,00 en todo el préstamo CAT',
    'Cada día de atraso 1 % del pago vencido; desde el día 31, 3 % Con el pago 1 $ 14,23 por día; desde el día 31: $ 42,68',
  ],
  [
    aQuote({
      penaltyDailyPpm: 0,
      firstPenaltyMinor: minorAmount(0),
      laterPenalties: [{ fromDay: 4, dailyPpm: 30_000, firstPenaltyMinor: minorAmount(4_268) }],
    }),
    'Si se atrasa $ 42,68 por día desde el día 4; nunca más de $ 5.000,00 en todo el préstamo CAT',
    'Cada día de atraso 0 % del pago vencido; desde el día 4, 3 % Con el pago 1 desde el día 4: $ 42,68',
  ],
  [
    aQuote({ penaltyDailyPpm: 0, firstPenaltyMinor: minorAmount(0) }),
    'Si se atrasa $ 0,00 por día CAT',
    'Cada día de atraso Sin recargo Tope de recargos',
  ],
  [
    aQuote({
      penaltyDailyPpm: 50_000,
      firstPenaltyMinor: minorAmount(7_114),
      laterPenalties: [{ fromDay: 31, dailyPpm: 30_000, firstPenaltyMinor: minorAmount(4_268) }],
    }),
    'Si se atrasa $ 71,14 por día nunca más de $ 5.000,00 en todo el préstamo CAT',
    'Con el pago 1 $ 71,14 por día; desde el día 31: $ 42,68',
  ],
])(
  '[CONFIRM-1] a penalty that is another from a later day on is told before the consent (%#)',
  async (quote, row, fold) => {
    const { text } = await open({ quote });
    expect(text).toContain(row);
    expect(text).toContain(fold);
  },
);

test('[CONFIRM-1] a cap for one payment is shown as such if the loan has no cap', async () => {
  const quote = aQuote({ penaltyMaxMinor: null });
  const { text } = await open({ quote });
  expect(text).toContain('Si se atrasa $ 42,68 por día nunca más de $ 1.422,81 por el pago 1 CAT');
});

test('[CONFIRM-1] what happens if one does not pay, who lends and who hears a complaint stand before the consent', async () => {
  const { text, html } = await open({}, { dependencies: { companies: testConfiguration.companies } });
  for (const said of [
    'Lo que pague cubre primero el recargo. El atraso puede quedar en su historial de crédito.',
    'Nadie puede cobrarle con amenazas ni hablar de su deuda con otras personas.',
    'Escriba a nuestra Unidad Especializada (UNE) Julia Robles La UNE tiene 30 días hábiles para responderle. +52 55 5000 0102 une@llano.test',
    'Acuda a la CONDUSEF Es gratis. Usted puede hacerlo hasta 2 años después de lo ocurrido. 55 5340 0999 www.condusef.gob.mx',
    'Nombre Llano México Registro Registro de prueba 120',
  ]) {
    expect(text).toContain(said);
  }
  expect(html).toMatch(/<a href="\/complaint\?[^"]*">Ponga una queja aquí<\/a>/);
  const { companies } = testConfiguration;
  const inIndia = await open({ currency: 'INR' }, { dependencies: { companies } }, english);
  expect(inIndia.text).toContain(
    'Write to our grievance redressal officer Meera Nair The officer has 30 days to answer you. +91 80 5000 0102 grievance@llano.test',
  );
  expect(inIndia.text).toContain('Go to the Reserve Bank of India (RBI) Ombudsman It is free.');
  expect(inIndia.text).toContain('you have 90 days from then on. 14448 cms.rbi.org.in');
  expect(inIndia.text).toContain('Name Llano India Registration Test registration 240');
});

test('[CONFIRM-1] a lender without a registration has no row of it', async () => {
  const MX = { ...testConfiguration.companies.MX, registration: '' };
  const { text } = await open({}, { dependencies: { companies: { ...testConfiguration.companies, MX } } });
  expect(text).toContain('Nombre Llano México Teléfono');
});

test('[CONFIRM-1] the coupon row stands only when there is a coupon', async () => {
  const rows = async (couponCount: number) => (await open({ couponCount })).text;
  expect(await rows(0)).not.toContain('cup');
  expect(await rows(1)).toContain('1 cupón: no cambia estas cifras');
  expect(await rows(3)).toContain('3 cupones: no cambian estas cifras');
  // Without a quote the backend works its coupons into what it says.
  const own = { readOffer: aLoanOffer({ couponCount: 1, quote: null }) };
  expect((await openPage(address, { answers: own })).text).toContain('1 cupón: se aplica solo');
});

test('[CONFIRM-1] with the fields of the specification alone the page shows what there is', async () => {
  const { text } = await open({ quote: null, couponCount: 0 });
  expect(text).toContain(
    'Recibe $ 5.000,00 Llano 120 Plazo 120 días · Tasa diaria 0,0493 % CAT 58,1 % sin IVA. 4 pagos de hasta $ 1.422,81',
  );
  expect(text).not.toMatch(/Paga en total|Costo/);
  // The specification names no number of a complaint.
  expect(text).toContain('Ponga una queja aquí Vale también con pagos atrasados.');
  expect(text).not.toContain('Carátula');
  expect(text).not.toContain('Si se atrasa');
});

test('[CONFIRM-1] a late fee, an APR and one payment are worded for what they are', async () => {
  const offer = aLoanOffer({
    plan: aLoanOffer().plan.slice(0, 1),
    quote: aQuote({ lateFeeMinor: minorAmount(100_000), annualCostMeasure: 'apr', extensionMaxDays: 0 }),
  });
  const { text } = await openPage(address, { answers: { readOffer: offer } });
  // The fee is charged for each payment that is late, not once for the loan.
  expect(text).toContain(
    'Si se atrasa $ 42,68 por día más $ 1.000,00 una vez; nunca más de $ 5.000,00 en todo el préstamo APR 58,1 %',
  );
  expect(text).toContain('Una vez por pago atrasado $ 1.000,00');
  expect(text).toContain('(APR) 58,1 %');
  expect(text).toContain('Un pago de $ 1.422,81 20 dic');
  expect(text).not.toMatch(/Puede aplazar|Aplazar un/);
});

test('[LANG-2] [LANG-4] English is in rupees, has an English title, and its links keep the language', async () => {
  const { text, title, html } = await open({}, {}, english);
  expect(text).toContain('You receive ₹ 5.000,00 You repay ₹ 5.562,52');
  expect(text).not.toContain('$');
  expect(title).toBe('Confirm your loan');
  expect(html).toContain(
    'href="/contract?orderNo=quote-1&amp;productId=mx-120&amp;deviceId=d-1&amp;sessionId=s-1&amp;lang=1"',
  );
});

test('[MONEY-2] AMOUNT_STYLE=locale writes amounts as the country does', async () => {
  const { text } = await open({}, { config: { amountStyle: 'locale' } });
  expect(text).toContain('Recibe $ 5,000.00');
});

test('[MONEY-2] [LANG-4] an English page of a loan in pesos is of Mexico: its grouping, its locale and its dates', async () => {
  const { text, locale } = await open(
    { currency: 'MXN', amountMinor: minorAmount(10_000_000) },
    { config: { amountStyle: 'locale', dateStyle: 'locale' } },
    english,
  );
  expect(locale).toBe('en-MX');
  expect(text).toContain('You receive $ 100,000.00');
  expect(text).toContain('Dec 20, 2026');
});

test('[CONFIRM-2] the agreement is ticked, required and linked', async () => {
  const { html } = await open();
  const box = html.match(/<input type="checkbox"[^>]*>/)?.[0];
  expect(box).toContain('checked=""');
  expect(box).toContain('required=""');
  expect(html).toContain('>contrato</a>');
});

test('[CONFIRM-2] [LEGAL-2] the terms that are part of the agreement are linked beside it', async () => {
  const { html } = await open();
  expect(html).toMatch(/con sus<!-- --> <a href="[^"]+(#terms|#loan-terms)">términos<\/a>/);
});

test('[CONFIRM-2] the server refuses a submit without the agreement, says so at the box and calls nothing', async () => {
  const { agree: _, ...withoutAgreement } = accepted;
  const { status, html, text, calls } = await open({}, { form: withoutAgreement });
  expect(status).toBe(422);
  expect(calls.map(({ name }) => name)).toEqual(['readOffer']);
  expect(text).toContain('Para continuar, lea el contrato y marque la casilla.');
  const box = html.match(/<input type="checkbox"[^>]*>/)?.[0];
  expect(box).toContain('aria-describedby="agree-error"');
  expect(box).not.toContain('checked');
});

test.each(['', '1', 'javascript:alert(1)', '//evil.example/contrato', 'https://elsewhere.example/c'])(
  '[CONFIRM-2] where no agreement can be opened (%j) the box links our agreement page, and the loan is accepted',
  async (agreementLink) => {
    const answers = { readOffer: aLoanOffer({ agreementLink }), acceptOffer: { detailLink: '/loanDetail' } };
    const { html } = await openPage(address, { answers });
    const [, agree = ''] = /<input type="checkbox"[^>]*checked=""[^>]*value="([^"]*)"/.exec(html) ?? [];
    expect(agree).toMatch(/^\/agony\?/);
    expect(html).toContain(`<a href="${agree}">contrato</a>`);
    const sent = await openPage(address, {
      answers,
      form: { ...accepted, agree: agree.replaceAll('&amp;', '&') },
    });
    expect(sent.calls.map(({ name }) => name)).toEqual(['acceptOffer']);
    for (const refusedLink of ['javascript:alert(1)', 'yes', '']) {
      const refused = await openPage(address, { answers, form: { ...accepted, agree: refusedLink } });
      expect(refused.status).toBe(422);
      expect(refused.calls.map(({ name }) => name)).toEqual(['readOffer']);
    }
  },
);

test.each([
  ['ticked', 'IN'],
  ['empty', 'IN'],
  ['ticked', 'MX'],
  ['empty', 'MX'],
] as const)('[CONFIRM-2] AGREEMENT_BOX=%s says how the box starts in %s', async (box, market) => {
  const { html } = await open(
    { currency: market === 'IN' ? 'INR' : 'MXN' },
    { config: { agreementBox: { MX: 'empty', IN: 'empty', [market]: box } } },
  );
  expect(/<input type="checkbox"[^>]*>/.exec(html)?.[0].includes('checked')).toBe(box === 'ticked');
});

test('[CONFIRM-2] an agreement of an origin that is allowed is linked, ticked and accepted', async () => {
  const agreementLink = 'https://lender.example/contrato/7';
  const dependencies = { redirectOrigins: ['https://lender.example'] };
  const answers = { readOffer: aLoanOffer({ agreementLink }), acceptOffer: { detailLink: '/loanDetail' } };
  const { html } = await openPage(address, { answers, dependencies });
  const [, agree = ''] = /<input type="checkbox"[^>]*checked=""[^>]*value="([^"]*)"/.exec(html) ?? [];
  expect(agree).toBe(`${agreementLink}?productId=mx-120`);
  const { calls } = await openPage(address, { answers, dependencies, form: { ...accepted, agree } });
  expect(calls.map(({ name }) => name)).toEqual(['acceptOffer']);
});

const ourAgreement = /^\/agony\?deviceId=d-1&amp;sessionId=s-1&amp;lang=2$/;

test.each([
  ['/contratos/77.pdf', /^https:\/\/backend\.example\/contratos\/77\.pdf\?productId=mx-120$/],
  ['https://backend.example/c?o=7', /^https:\/\/backend\.example\/c\?o=7&amp;productId=mx-120$/],
  ['contratos/77.pdf', /^https:\/\/backend\.example\/contratos\/77\.pdf\?productId=mx-120$/],
  ['/contract?orderNo=7', /^\/contract\?orderNo=7&amp;productId=mx-120&amp;/],
  ['https://elsewhere.example/c', ourAgreement],
  ['', ourAgreement],
  ['1', ourAgreement],
  [1, ourAgreement],
  [null, ourAgreement],
] as const)(
  '[CONFIRM-2] with %j as isNewContract a backend that gives the specification’s fields alone has a loan accepted',
  async (isNewContract, href) => {
    const readOffer = { isNewContract };
    const { html } = await openPage(address, { backend: minimalBackend({ readOffer }) });
    const [, link = ''] = /<a href="([^"]*)">contrato<\/a>/.exec(html) ?? [];
    expect(link).toMatch(href);
    const box = /<input type="checkbox"[^>]*>/.exec(html)?.[0] ?? '';
    expect(box).not.toContain('disabled');
    expect(box).toContain(`value="${link}"`);
    const sent = await openPage(address, {
      backend: minimalBackend({ readOffer }),
      form: { ...accepted, agree: link.replaceAll('&amp;', '&') },
    });
    expect(sent.status).toBe(303);
  },
);

test('[CONFIRM-2] in production an agreement on a backend that no telephone reaches is replaced by ours', async () => {
  for (const [apiBase, isReached] of [
    ['https://api.lender.example', true],
    ['https://8.8.8.8', true],
    ['http://localhost:8080', false],
    ['http://127.0.0.1:8080', false],
    ['http://10.0.0.7', false],
    ['http://172.20.1.1', false],
    ['http://192.168.1.1', false],
    ['http://[::1]:8080', false],
    ['http://[fd00::1]', false],
    ['http://backend:8080', false],
    ['http://lending.internal', false],
  ] as const) {
    for (const isDevelopment of [true, false]) {
      const { html } = await open(
        { agreementLink: '/terms.pdf' },
        { config: { isDevelopment }, dependencies: { apiBase } },
      );
      const [, link = ''] = /<a href="([^"]*)">contrato<\/a>/.exec(html) ?? [];
      expect(
        link.startsWith(isReached || isDevelopment ? apiBase : '/agony'),
        `${apiBase} ${isDevelopment}`,
      ).toBe(true);
    }
  }
});

test('[CONFIRM-3] an offer being worked out shows why, in a sheet with script and in a band without', async () => {
  const offer = aLoanOffer({ needsReload: true, amountDescription: 'Su oferta baja a $ 5.000,00.' });
  const screen = await openPage(address, { answers: { readOffer: offer } });
  expect(screen.html).toMatch(/<dialog[^>]*id="reload".*Su oferta baja a \$ 5\.000,00\./s);
  expect(screen.textWithoutScript).toContain('Estamos calculando Su oferta baja a $ 5.000,00.');
  expect(screen.html).toMatch(
    /<noscript><meta http-equiv="refresh" content="6;url=\/confirmLoan\?productId=mx-120&amp;isType=1&amp;/,
  );
});

test('[CONFIRM-3] the address of the reload asks with isType 1, and a settled offer shows no dialog', async () => {
  const { calls, html } = await openPage(`${address}&isType=1`, {
    answers: { readOffer: aLoanOffer() },
  });
  expect(calls).toEqual([{ name: 'readOffer', request: { productId: 'mx-120', isReload: true } }]);
  expect(html).not.toContain('<dialog');
});

test('[CONFIRM-3] after repeated reload requests the page shows a button and stops reloading', async () => {
  const offer = aLoanOffer({ needsReload: true });
  const { html, text } = await openPage(`${address}&isType=1`, { answers: { readOffer: offer } });
  expect(text).toContain('Las cifras todavía se están calculando.');
  expect(html).toMatch(/<a [^>]*href="\/confirmLoan\?productId=mx-120&amp;isType=1/);
  expect(html).not.toMatch(/http-equiv="refresh"|data-reload-link/);
});

test.each([
  ['week', 4, 'Plazo 4 semanas'],
  ['month', 3, 'Plazo 3 meses'],
  ['MONTH', 1, 'Plazo 1 mes'],
  ['day', 1, 'Plazo 1 día'],
  ['quincenas', 6, 'Plazo 6 quincenas'],
  ['fortnight', 1, 'Plazo 1 quincena'],
  ['', 14, 'Plazo 14 días'],
])('[CONFIRM-1] a term in units of %j reads as such', async (unit, count, row) => {
  const offer = aLoanOffer({ term: { unit, count } });
  const { text } = await openPage(address, { answers: { readOffer: offer } });
  expect(text).toContain(row);
});

test.each([
  ['fortnight', 120, 2, 'Plazo 120 quincenas'],
  ['fortnight', 120, 1, 'Term 120 fortnights'],
  ['2', 120, 2, null],
  ['TERM_D', 120, 1, null],
  ['day', 0, 2, null],
  ['day', -3, 1, null],
] as const)(
  '[CONFIRM-1] of a term in %j, %i of them, a lender’s own backend shows no code and no 0 days (lang %i)',
  async (termUnit, periods, lang, row) => {
    for (const quote of [null, aQuote()]) {
      const { text, html } = await openPage(address.replace('lang=2', `lang=${lang}`), {
        backend: minimalBackend({
          readOffer: { termUnit, periods, quote: quote && { ...quote, laterPenalties: [] } },
        }),
      });
      if (row) expect(text).toContain(row);
      else
        expect(text).not.toMatch(/Plazo|Term\b|durante|payments over|120 2|TERM_D|\b[0-3] d[ií]as,|\b0 days/);
      // What is accepted stays what the backend offered.
      expect(html).toContain(`name="termUnit" value="${termUnit}"`);
    }
  },
);

test('[CONFIRM-4] accepting sends amount, term and product, and the detail page takes this one’s place', async () => {
  const { status, location, calls } = await openPage(address, {
    answers: { acceptOffer: { detailLink: '/loanDetail?productId=mx-120&orderId=loan-1' } },
    form: accepted,
  });
  expect(calls).toEqual([
    {
      name: 'acceptOffer',
      request: {
        amountMinor: 500_000,
        term: { count: 120, unit: 'day' },
        productId: 'mx-120',
        quoteId: 'quote-1',
      },
    },
  ]);
  expect(status).toBe(303);
  expect(location).toBe(
    '/loanDetail?productId=mx-120&orderId=loan-1&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
  );
});

test('[CONFIRM-4] the detail page knows the product that was confirmed where its link names none', async () => {
  const locationFor = async (detailLink: string) =>
    (await openPage(address, { answers: { acceptOffer: { detailLink } }, form: accepted })).location;
  const rest = 'from=confirm&productId=mx-120&deviceId=d-1&sessionId=s-1&lang=2';
  expect(await locationFor('/order?orderId=loan-1')).toBe(`/order?orderId=loan-1&${rest}`);
  expect(await locationFor('/order?orderId=loan-1&productId=')).toBe(
    '/order?orderId=loan-1&productId=mx-120&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
  );
  expect(await locationFor('/order?productId=mx-9')).toContain('productId=mx-9');
});

test('[CONFIRM-4] an enhanced form follows the redirect and replaces this page', async () => {
  const { status, headers, html } = await openPage(address, {
    answers: { acceptOffer: { detailLink: '/loanDetail?productId=mx-120&orderId=loan-1' } },
    body: { method: 'POST', body: new URLSearchParams(accepted), headers: { 'X-Enhanced-Form': '1' } },
  });
  expect(status).toBe(204);
  expect(headers.get('X-Go-To')).toBe(
    '/loanDetail?productId=mx-120&orderId=loan-1&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
  );
  expect(headers.get('X-Go-To-Replace')).toBe('1');
  expect(html).toBe('');
});

test('[CONFIRM-4] a detail page anywhere but on our own or a listed origin is not gone to, but ours of its order', async () => {
  const locationFor = async (detailLink: string) =>
    (
      await openPage(address, {
        answers: { acceptOffer: { detailLink } },
        form: accepted,
        dependencies: { redirectOrigins: ['https://lender.example'] },
      })
    ).location;
  expect(await locationFor('https://evil.example/x')).toBe(
    '/loanDetail?productId=mx-120&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
  );
  expect(await locationFor('//evil.example/x?orderId=o-7')).toBe(
    '/loanDetail?productId=mx-120&orderId=o-7&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
  );
  for (const own of ['/detail/1?orderId=o-7', 'https://paginas.example/detail/1?orderNo=o-7']) {
    expect(await locationFor(own)).toBe(
      '/loanDetail?productId=mx-120&orderId=o-7&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
    );
  }
  expect(await locationFor('')).toBe(
    '/loanDetail?productId=mx-120&from=confirm&deviceId=d-1&sessionId=s-1&lang=2',
  );
  expect(await locationFor('https://lender.example/d?o=1')).toBe('https://lender.example/d?o=1&from=confirm');
});

test.each([
  ['a fraction', { amount: '5000.5' }],
  ['a negative amount', { amount: '-500000' }],
  ['nothing', { amount: '0' }],
  ['more than can be held', { amount: '99999999999999999999' }],
  ['no amount', { amount: '' }],
  ['no term', { periods: '' }],
  ['a term that is none', { periods: '1e3' }],
])('[MONEY-3] %s is refused before any call', async (_name, field) => {
  const { status, calls } = await open({}, { form: { ...accepted, ...field } });
  expect(status).toBe(422);
  expect(calls.map(({ name }) => name)).not.toContain('acceptOffer');
});

const seen = { ...accepted, total: '556252', cost: '56252', payment: '142281' };

test.each(['quote-mismatch', 'quote-expired'] as const)(
  '[CONFIRM-4] %s leads to the offer of now where its figures are the same, which says that it was renewed',
  async (code) => {
    const { location } = await open({}, { answers: { acceptOffer: refused(code) }, form: seen });
    expect(location).toMatch(/^\/confirmLoan\?productId=mx-120&notice=renewed&/);
    const { text } = await openPage(location ?? '', {
      answers: { readOffer: aLoanOffer() },
    });
    expect(text).toContain('La oferta se renovó mientras usted la veía.');
  },
);

test.each([
  ['2026-12-13', 'La oferta se renovó. Primer pago: 20 dic, antes 13 dic. Los montos son los mismos.'],
  ['2026-12-20', 'La oferta se renovó. Montos y fechas son los mismos.'],
  ['ayer', 'La oferta se renovó mientras usted la veía. Revise las cifras y las fechas antes de aceptar.'],
])('[CONFIRM-4] an offer that was renewed says what changed: first payment %s', async (firstDay, said) => {
  const { location } = await open(
    {},
    { answers: { acceptOffer: refused('quote-expired') }, form: { ...seen, firstDay } },
  );
  const { text } = await openPage(location ?? '', { answers: { readOffer: aLoanOffer() } });
  expect(text).toContain(said);
});

test('[CONFIRM-1] term, rate, product and the first two rows stand open', async () => {
  const { html } = await openPage(address, {
    answers: {
      readOffer: aLoanOffer({ details: ['A', 'B', 'C'].map((label) => ({ label, value: `v${label}` })) }),
    },
  });
  const open = textOf(html.replace(/<details.*?<\/details>/gs, ''));
  for (const shown of ['Llano 120', 'Plazo 120 días', 'Tasa diaria 0,0493 %', 'A vA B vB']) {
    expect(open).toContain(shown);
  }
  expect(open).not.toContain('vC');
});

test('[CONFIRM-4] an offer that changed shows its figures side by side, and nothing is accepted from there', async () => {
  const { status, text, html, title } = await open(
    {},
    {
      answers: { acceptOffer: refused('quote-mismatch') },
      form: { ...seen, amount: '600000', total: '667502', cost: '67502', payment: '170737' },
      config: { hostPages: { ...hostPages, main: '/home' } },
    },
  );
  expect(status).toBeGreaterThanOrEqual(400);
  expect(title).toContain('Su oferta cambió');
  expect(text).toContain(
    'Recibe $ 6.000,00 $ 5.000,00 Paga en total $ 6.675,02 $ 5.562,52 Costo $ 675,02 $ 562,52 4 pagos de hasta $ 1.707,37 $ 1.422,81',
  );
  expect(text).toContain('Puede decir que no: no debe nada.');
  expect(html).not.toMatch(/<form|name="agree"/);
  expect(html).toMatch(/href="\/confirmLoan\?productId=mx-120[^"]*">Ver la oferta nueva/);
  expect(html).toMatch(/href="\/home[^"]*"[^>]*>No la quiero/);
});

test.each([
  [2, 'Su oferta cambió Valía hasta el 2026-11-18. Puede decir que no: no debe nada.'],
  [1, 'Your offer changed It was valid until 2026-11-18. You can say no: you owe nothing.'],
])(
  '[LEGAL-6] an offer that ended while it was read says until when it was valid (lang=%i)',
  async (lang, words) => {
    const form = { ...seen, cost: '67502', total: '567502', validThrough: '2026-11-18' };
    const answers = { acceptOffer: refused('quote-expired'), readOffer: aLoanOffer() };
    const inLanguage = address.replace('lang=2', `lang=${lang}`);
    expect((await openPage(inLanguage, { answers, form })).text).toContain(words);
    for (const validThrough of ['', 'mañana', '2026-02-30', '<b>']) {
      const { text } = await openPage(inLanguage, { answers, form: { ...form, validThrough } });
      expect(text).toContain(
        lang === 2 ? 'Puede decir que no: no debe nada.' : 'You can say no: you owe nothing.',
      );
      expect(text).not.toMatch(/Valía|was valid/);
    }
  },
);

test('[LEGAL-6] the paper of an offer of a backend that gives it no number and no day says neither', async () => {
  const quote = aQuote({ proposalNumber: null, validThrough: null });
  const { text, html } = await open({ quote });
  expect(text).toContain('Carátula Costo completo CAT sin IVA');
  expect(html).not.toContain('<time dateTime');
});

test('who has the loan already is led to it, and to the start where no order of theirs is that product', async () => {
  const order = { productName: 'Llano 120', productLogo: '', allowsCollection: false, details: [] };
  const orders = [
    { ...order, orderNumber: 'LL-1', status: 'settled' },
    { ...order, orderNumber: 'LL-2', status: 'to-repay' },
  ] as const;
  const answers = {
    readOffer: refused('open-loan-exists'),
    openComplaint: { types: [], collectionSubtypes: [], dataRequests: [], order: null, orders },
    readLoan: aLoanDetail(),
  };
  const { status, text, html, calls } = await openPage(address, { answers });
  expect(status).toBe(409);
  expect(text).toContain(
    'Ya tiene este préstamo Puede pedir otro cuando termine de pagarlo. Ver mi préstamo',
  );
  expect(html).toMatch(/<a [^>]*href="\/order\?productId=mx-120&amp;orderId=LL-2&amp;/);
  expect(calls.at(-1)).toMatchObject({ request: { productId: 'mx-120', orderId: 'LL-2' } });
  const none = await openPage(address, { answers: { ...answers, readLoan: refused('not-found') } });
  expect(none.text).not.toContain('Ver mi préstamo');
});

test.each(['status-conflict', 'open-loan-exists', 'not-found', 'offer-unavailable'] as const)(
  '[CALL-4] %s says what the backend said where the offer is still read, and is the page of it where not',
  async (code) => {
    const acceptOffer = refused(code, 'Hoy no podemos prestarle.');
    const answers = { readOffer: aLoanOffer(), acceptOffer };
    const { status, text } = await openPage(address, { answers, form: accepted });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(text).toContain('Hoy no podemos prestarle.');
    const ended = await openPage(address, {
      answers: { ...answers, readOffer: refused(code), readLoan: refused(code) },
      form: accepted,
    });
    expect(ended.html).not.toContain('name="agree"');
  },
);

test('[CALL-8] a failed submit says so and keeps the page and the box', async () => {
  const screen = await open(
    {},
    { answers: { acceptOffer: failure({ failure: 'network' }) }, form: accepted },
  );
  expect(screen.status).toBe(502);
  expect(screen.text).toContain('Nuestro servicio no responde; no es su conexión. Lo que eligió sigue aquí');
  expect(screen.text).toContain('Aceptar y recibir $ 5.000,00');
  expect(screen.html.match(/<input type="checkbox"[^>]*>/)?.[0]).toContain('checked=""');
});

test('[CALL-4] a refusal shows the backend’s own message beside the button', async () => {
  const { text, html } = await open(
    {},
    { answers: { acceptOffer: failure({ message: 'El banco no responde.', code: '9' }) }, form: accepted },
  );
  expect(text).toContain('El banco no responde.');
  expect(html).toMatch(/data-toast-too="" role="alert">El banco no responde\./);
});

test('[SESS-4] without a session the page gives no data and a way to log in', async () => {
  const { status, text } = await openPage(address, {
    answers: { readOffer: refused('session-required') },
    config: { hostPages: { ...hostPages, login: 'https://host.example/login' } },
  });
  expect(status).toBe(401);
  expect(text).toBe(
    'Llano EN English Ayuda Entre otra vez Su sesión terminó. Entre de nuevo para ver su préstamo. Entrar Ir al inicio ' +
      '¿No puede entrar, o quiere presentar una queja? Escriba a ayuda@llano.example o llame al +52 55 5000 0100 .',
  );
});

test('a body that is no form is refused with 400', async () => {
  const { status } = await openPage(address, {
    answers: {},
    body: { method: 'POST', body: '{"agree":', headers: { 'Content-Type': 'application/json' } },
  });
  expect(status).toBe(400);
});

const hostPages = {
  bindBank: '',
  bindCard: '',
  setting: '',
  main: '/',
  login: '',
  productDetail: '',
  recommendList: '',
};

test.each(['es', 'en'] as const)(
  '[LEGAL-3] where a bureau is consulted its authorisation is a text and a box of its own, never ticked, and the loan waits for it (%s)',
  async (language) => {
    const { MX, IN } = testConfiguration.companies;
    const dependencies = {
      companies: { IN, MX: { ...MX, creditBureaus: 'Buró de Crédito', consultsBureaus: true } },
    };
    const answers = {
      readOffer: aLoanOffer({ currency: 'MXN' }),
      acceptOffer: { detailLink: '/loanDetail' },
    };
    const own = address.replace('lang=2', `lang=${language === 'es' ? 2 : 1}`);
    const { html } = await openPage(own, { answers, dependencies });
    const [box = ''] = /<input type="checkbox" id="bureau".*?<\/label>/.exec(html) ?? [];
    expect(box).toContain('required');
    expect(box).not.toContain('checked');
    expect(box).toContain('Buró de Crédito');
    const asked = { ...accepted, 'bureau-asked': '1' };
    const refused = await openPage(own, { answers, dependencies, form: asked });
    expect([refused.status, refused.calls.map(({ name }) => name)]).toEqual([422, ['readOffer']]);
    expect(refused.html).toContain('aria-describedby="bureau-error"');
    const given = await openPage(own, { answers, dependencies, form: { ...asked, bureau: '1' } });
    expect(given.status).toBe(303);
    expect((await openPage(own, { answers })).html).not.toContain('bureau');
  },
);
