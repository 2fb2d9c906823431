import { expect, test } from 'vitest';
import { borrowerLoanStatuses, type ReportedLoanStatus } from '#domain/loan/loan-status.ts';
import { loanStates, loanView } from '#domain/loan/loan-view.ts';
import { minorAmount } from '#domain/money/money.ts';
import {
  aLoanBalance,
  aLoanDetail,
  aLoanStatement,
  anExtensionComparison,
  anOverdueBalance,
  aSettledBalance,
  instalments,
} from '#fixtures/loan-views.ts';
import { anOrder } from '#fixtures/order-states.ts';
import { minimalBackend } from '#tests/setup/generated-backend.ts';
import {
  failure,
  type OpenedPage,
  openPage,
  pagesDependencies,
  refused,
  textOf,
} from '#tests/setup/open-page.ts';

const address = '/order?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';
const english = address.replace('lang=2', 'lang=1');
const carried = '&amp;sessionId=s-1&amp;lang=2';

type Order = Parameters<typeof aLoanDetail>[0];

function open(order: Order, { query = '', isLoanMarket = false, at = address } = {}): Promise<OpenedPage> {
  return openPage(at + query, {
    answers: { readLoan: aLoanDetail(order) },
    config: { isLoanMarket },
  });
}

/** What the buttons say, the filled one first. */
function buttons({ html }: OpenedPage): { readonly main: string[]; readonly others: string[] } {
  const [page = ''] = html.split('<dialog');
  const labels = (kind: string) =>
    [...page.matchAll(new RegExp(`<(a|button) class="${kind}"[^>]*>(.*?)</\\1>`, 'gs'))].map(([, , label]) =>
      textOf(label ?? ''),
    );
  return { main: labels('button'), others: labels('second(?: button)?') };
}

const whole = { isExtendable: false, isLoanMarket: false };

const scenes = {
  'under-review': 'rising',
  'paying-out': 'climbing',
  declined: 'resting',
  'to-repay': 'on-its-way',
  overdue: 'setting',
  settled: 'whole',
};

test.each(borrowerLoanStatuses)(
  '[ORDER-1] status %s has its own drawing, its text and its description',
  async (status) => {
    const { html, text, title } = await open({
      status,
      statusTitle: 'Cómo está',
      statusDescription: 'Desde el 2026-12-20.',
    });
    expect(html).toContain(`data-scene="${scenes[status]}"`);
    expect(html).toContain('<h1>Cómo está</h1>');
    expect(text).toContain('Desde el 20 dic.');
    expect(html).toContain('<time class="num" dateTime="2026-12-20">20\u00a0dic</time>');
    expect(title).toBe('Cómo está');
  },
);

test('an order without a status text or a product name still has its heading, and no empty one', async () => {
  const { html, title } = await open({ status: 'to-repay', statusTitle: '', productName: '' });
  expect(title).toBe('Su préstamo');
  expect(html).toContain('<h1>Su préstamo</h1>');
  expect(html).not.toMatch(/<h\d><\/h\d>/);
});

test('a loan of India tells how it is given back: what that takes today, until when, and the steps', async () => {
  const coolingOff = {
    ...{ until: '2026-11-23', principalMinor: minorAmount(1_200_000), interestMinor: minorAmount(592) },
    ...{ vatMinor: minorAmount(95), amountMinor: minorAmount(1_200_687), owedMinor: minorAmount(1_200_000) },
  };
  const { text, html } = await open({ currency: 'INR', coolingOff }, { at: english });
  expect(text).toContain(
    'If you changed your mind Until 2026-11-23 you can give this loan back without giving reasons. You pay no fee and no penalty. You received ₹ 12.000,00 Interest until today ₹ 5,92 GST on the interest ₹ 0,95 You paid already −₹ 6,87 To give it back today ₹ 12.000,00',
  );
  expect(html).toMatch(/href="\/repay\?[^"]*amount=12000[^"]*"[^>]*>Give back/);
  expect(text).toContain('Tomorrow it is a little more');
  const statement = aLoanStatement({ today: '2026-11-23' });
  const lastDay = await open({ currency: 'INR', coolingOff, statement });
  expect(lastDay.text).toContain('Pague ₹ 12.000,00 hoy: es el último día en que puede devolverlo.');
  expect(lastDay.text).not.toContain('Mañana');
  const paid = await open({ currency: 'INR', coolingOff: { ...coolingOff, owedMinor: minorAmount(0) } });
  expect(paid.text).toContain('Ya recibimos lo necesario para devolverlo. Díganos que lo devuelve');
  const without = await open({});
  expect(without.text).not.toContain('Si cambió de opinión');
});

test.each(loanStates)(
  '[ORDER-2] [ORDER-3] in the state %s product and rows stand open, and once',
  async (state) => {
    const order = anOrder(state, 'es');
    const { html } = await openPage(address, { answers: { readLoan: order } });
    const open = textOf(html.replace(/<details.*?<\/details>/gs, ''));
    expect(open).toContain(`Detalle del préstamo ${order.productName}`);
    for (const { label, value } of order.details) {
      const shown = `${label} ${value}`;
      expect(open.includes(shown), shown).toBe(order.status !== 'declined');
    }
  },
);

test('a late loan whose extension would cost too much has one line to talk, which says why', async () => {
  const dearExtension = {
    days: 7,
    payTodayMinor: minorAmount(90_000),
    feeMinor: minorAmount(20_000),
    vatMinor: minorAmount(3_200),
  };
  const { text, html } = await open({
    ...{ status: 'overdue', isExtendable: false, balance: anOverdueBalance() },
    statement: aLoanStatement({ daysLate: 14, dearExtension }),
  });
  expect(text.match(/hablemos/gi)).toHaveLength(1);
  expect(html).toMatch(
    /<summary[^>]*>(?:(?!<\/summary>).)*No puedo pagar: hablemos.*Es demasiado para lo que debe/s,
  );
});

test('back from an order leads to the host, and without one never to the public home page', async () => {
  const back = async (main: string) => {
    const { config } = pagesDependencies;
    const { html } = await openPage(address, {
      answers: { readLoan: aLoanDetail({}) },
      config: { hostPages: { ...config.hostPages, main } },
    });
    return html.slice(0, html.indexOf('<main')).match(/<span class="back"[^>]*><a [^>]*>/)?.[0] ?? '';
  };
  expect(await back('/')).toMatch(/ hidden="".* data-host-back="home"/);
  expect(await back('/')).not.toContain('href="/');
  expect(await back('/app/main')).toMatch(/href="\/app\/main\?/);
});

test('[ORDER-1] any other status has the bare horizon', async () => {
  expect((await open({ status: 'unknown' })).html).toContain('data-scene="horizon"');
});

test.each(borrowerLoanStatuses)(
  '[ORDER-2] [ORDER-3] status %s shows product and details, but a declined one no details',
  async (status) => {
    const { text } = await open({ status });
    expect(text).toContain('Llano 120 Préstamo LL-2026-118204');
    expect(text.includes('Recibió $ 5.000,00')).toBe(status !== 'declined');
    expect(text.includes('Contrato Ver contrato')).toBe(status !== 'declined');
  },
);

test.each<[ReportedLoanStatus, boolean, string, string[]]>([
  ['under-review', false, 'Actualizar', []],
  ['under-review', true, 'Actualizar', []],
  ['paying-out', true, 'Actualizar', []],
  ['declined', true, 'Preguntar por qué', []],
  ['to-repay', false, 'Pagar $ 1.422,81', []],
  ['overdue', false, 'Pagar $ 1.422,81', []],
  ['settled', true, 'Pedir otro préstamo', []],
  ['unknown', true, 'Preguntar por este préstamo', []],
])('[ORDER-4] status %s, extendable %s, fills %j alone', async (status, isExtendable, main, others) => {
  expect(buttons(await open({ status, isExtendable }))).toEqual({ main: [main], others });
});

test.each(['to-repay', 'overdue'] as const)(
  '[ORDER-4] status %s offers to extend beside paying where it can be, from one row',
  async (status) => {
    const { html } = await open({ status, isExtendable: true });
    expect(html).toMatch(/<a class="line" id="extend-offer" href="#extend">.*?Aplazar/s);
    expect((await open({ status })).html).not.toContain('#extend');
  },
);

test.each([
  ['PENDING'],
  [''],
  [' '],
  [null],
  [undefined],
  [true],
  [21.5],
  [-1],
  [{}],
  [['174']],
  ['9'.repeat(21)],
])(
  '[ORDER-1] a backend whose status is %j has the bare horizon, its own words and no action',
  async (orderStatus) => {
    for (const lang of [2, 1]) {
      const { status, html, text } = await openPage(address.replace('lang=2', `lang=${lang}`), {
        backend: minimalBackend({ readLoan: { orderStatus, noticeStatusText: 'XQ 7', isDelay: 1 } }),
      });
      expect(status).toBe(200);
      expect(html).toContain('data-scene="horizon"');
      expect(text).toContain('XQ 7');
      expect(html).not.toMatch(/href="\/(?:repay|repayDelay|confirmLoan)/);
    }
  },
);

test('[ORDER-4] each action leads to its page and carries the session on', async () => {
  const due = await open({ status: 'to-repay', isExtendable: true });
  expect(due.html).toContain(`href="/repay?productId=mx-120&amp;orderId=loan-1${carried}"`);
  expect(due.html).toContain(`href="/repayDelay?productId=mx-120&amp;orderId=loan-1${carried}"`);
  expect((await open({ status: 'settled' })).html).toContain(
    `href="/confirmLoan?productId=mx-120${carried}"`,
  );
});

test.each(borrowerLoanStatuses)('[ORDER-5] in a loan market status %s has no action', async (status) => {
  const { html } = await open({ status, isExtendable: true }, { isLoanMarket: true });
  expect(html).not.toMatch(/href="\/(?:repay|repayDelay|confirmLoan|payWay|carpmm)/);
});

test('the amount to get current says what it is made of', async () => {
  const { text } = await open({ status: 'overdue', isExtendable: true, balance: anOverdueBalance() });
  expect(text).toContain('Pagar hoy Cuesta menos $ 1.527,48');
  expect(text).toContain('Detalle Pago 2 de 4 $ 1.401,36 Recargo de 3 días $ 126,12 Total hoy $ 1.527,48');
  expect(text).toContain('2026-12-20 Pagado el 2026-12-20 $ 1.422,81 2027-01-19 Atrasado $ 1.401,36');
});

test('what extending takes today is a sum where a penalty is part of it', async () => {
  const late = await open({ status: 'overdue', isExtendable: true, balance: anOverdueBalance() });
  expect(late.text).toContain('Hoy $ 224,22 = recargo pendiente $ 126,12 + aplazar $ 98,10. Después debe');
  const onTime = await open({
    status: 'to-repay',
    isExtendable: true,
    balance: anOverdueBalance({
      daysLate: 0,
      extension: anExtensionComparison({ payTodayMinor: minorAmount(9_810) }),
    }),
  });
  expect(onTime.text).toContain('Hoy $ 98,10 por aplazar. Después debe $ 1.401,36 el 2027-01-29.');
});

test('[ORDER-7] an extension of one day is not of "1 días"', async () => {
  const { text, html } = await open({
    status: 'overdue',
    isExtendable: true,
    balance: anOverdueBalance({ extension: anExtensionComparison({ days: 1 }) }),
  });
  expect(text).toContain('Aplazar 1 día');
  expect(html).not.toMatch(/\b1 días/);
});

test('a penalty that is not days late times daily penalty is shown without the days', async () => {
  const overdue = (facts: Parameters<typeof aLoanStatement>[0]) =>
    open({
      ...{ status: 'overdue', balance: anOverdueBalance() },
      statement: aLoanStatement({ receivedMinor: minorAmount(0), ...facts }),
    });
  const paused = await overdue({ penaltyMinor: minorAmount(8_408) });
  expect(paused.text).toContain('Pago 2 de 4 $ 1.401,36 Recargo $ 84,08 Total hoy');
  const lateFee = {
    chargeId: '2-late-fee',
    sequence: 2,
    kind: 'late-fee',
    chargedMinor: minorAmount(100_000),
  };
  const penalty = { penaltyMinor: minorAmount(112_612) };
  const once = await overdue({ ...penalty, charges: [{ ...lateFee, kind: 'late-fee' }] });
  expect(once.text).toContain('Recargo de 3 días $ 126,12 Recargo único por atraso $ 1.000,00 Total hoy');
  const other = await overdue({ ...penalty, charges: [{ ...lateFee, kind: 'late-fee', sequence: 1 }] });
  expect(other.text).toContain('Recargo $ 1.126,12 Total hoy');
  expect((await overdue(penalty)).text).toContain('Recargo $ 1.126,12 Total hoy');
});

test('several overdue payments are counted, one day is one day', async () => {
  const late = instalments(1, 'overdue').map((row) =>
    row.sequence === 3 ? { ...row, state: 'overdue' as const } : row,
  );
  const { text } = await open({
    status: 'overdue',
    balance: anOverdueBalance({
      ...{ instalments: late, daysLate: 1 },
      dailyPenaltyMinor: minorAmount(12_612),
    }),
  });
  expect(text).toContain('2 pagos vencidos $ 1.401,36 Recargo de un día $ 126,12');
});

test('a payment that is not late says which it is and until when', async () => {
  const { text } = await open({ status: 'to-repay', balance: aLoanBalance() });
  expect(text).toContain(
    'Pago 1 de 4 $ 1.422,81 Pagar $ 1.422,81 Sus pagos 20 dic 19 ene 18 feb 20 mar Fechas y pagos',
  );
  expect(text).not.toContain('Recargo');
});

test('a settled loan says what was paid and that nothing is left', async () => {
  const { text } = await open({ status: 'settled', balance: aSettledBalance() });
  // Its plan had four payments; in how many it was paid is another matter.
  expect(text).toContain('Le falta por pagar $ 0,00');
});

test('[ORDER-7] without figures from the backend the page shows its fields and offers the same', async () => {
  const screen = await open({ status: 'overdue', isExtendable: true, balance: null });
  expect(buttons(screen)).toEqual({ main: ['Pagar'], others: [] });
  expect(screen.text).toContain('Recibió $ 5.000,00');
  expect(screen.html).toMatch(
    /<dialog[^>]*id="extend".*Puede aplazar este pago.*href="\/repay\?.*href="\/repayDelay/s,
  );
  expect(screen.textWithoutScript).toContain('Aplazar');
});

test('[ORDER-6] stars are offered only when the order asks for them', async () => {
  expect((await open({ status: 'settled', canRate: false })).html).not.toContain('name="score"');
  const { html, textWithoutScript } = await open({ status: 'settled', canRate: true });
  expect(html.match(/<dialog[^>]*id="rate".*?<\/dialog>/s)?.[0].match(/name="score"/g)).toHaveLength(5);
  expect(html.match(/<input[^>]*name="score"[^>]*>/g)?.every((star) => star.includes('required'))).toBe(true);
  expect(textWithoutScript).toContain('¿Cómo le fue con este préstamo?');
});

test.each(['', '0', '6', '2.5', 'cinco'])(
  '[ORDER-6] a rating of "%s" sends nothing and asks for a star',
  async (score) => {
    const screen = await openPage(address, {
      answers: { readLoan: aLoanDetail({ status: 'settled', canRate: true }) },
      form: { score },
    });
    expect(screen.status).toBe(422);
    expect(screen.calls.map(({ name }) => name)).toEqual(['readLoan']);
    expect(screen.textWithoutScript).toContain('Elija de 1 a 5 estrellas para calificar.');
  },
);

test('[ORDER-6] a rating is sent once with its order, and the page comes back with thanks', async () => {
  const { location, calls } = await openPage(address, {
    answers: { sendRating: {} },
    form: { score: '4' },
  });
  expect(calls).toEqual([{ name: 'sendRating', request: { score: 4, orderId: 'loan-1' } }]);
  expect(location).toBe('/order?productId=mx-120&orderId=loan-1&thanks=4&sessionId=s-1&lang=2');
  const thanks = await open({ status: 'settled' }, { query: '&thanks=4' });
  expect(thanks.html).toMatch(/<dialog[^>]*id="thanks".*Gracias por calificar/s);
  expect(thanks.textWithoutScript).toContain('Gracias por calificar. Su opinión nos ayuda a mejorar.');
  expect((await open({ status: 'settled' })).textWithoutScript).not.toContain('Gracias');
});

test('[CALL-8] a rating that was not sent says so, and the stars are still there', async () => {
  const { status, textWithoutScript } = await openPage(address, {
    answers: {
      readLoan: aLoanDetail({ status: 'settled', canRate: true }),
      sendRating: failure({ failure: 'timeout' }),
    },
    form: { score: '5' },
  });
  expect(status).toBe(504);
  expect(textWithoutScript).toContain(
    'La respuesta tarda demasiado. Puede enviarlo otra vez: no se hará dos veces.',
  );
  expect(textWithoutScript).toContain('Enviar calificación');
});

test('[CALL-8] with script a rating that was not sent says so in its sheet', async () => {
  const { html } = await openPage(address, {
    answers: {
      readLoan: aLoanDetail({ status: 'settled', canRate: true }),
      sendRating: failure({ failure: 'network' }),
    },
    form: { score: '5' },
  });
  const slot = html.match(/<dialog[^>]*id="rate".*?data-slot="problem">(.*?)<\/div>/s)?.[1] ?? '';
  expect(slot).toMatch(/role="alert">Nuestro servicio no responde/);
});

test.each([true, false])(
  '[ORDER-6] [CALL-4] a rating that cannot be sent any more says why on the page as it is now, asked for still: %s',
  async (canRate) => {
    const { status, textWithoutScript } = await openPage(address, {
      answers: {
        readLoan: aLoanDetail({ status: 'settled', canRate }),
        sendRating: refused('status-conflict', 'Ya calificó este préstamo.'),
      },
      form: { score: '5' },
    });
    expect(status).toBe(409);
    expect(textWithoutScript).toContain('Ya calificó este préstamo.');
  },
);

test('[SESS-4] a rating without a session leads to the page, which forces login', async () => {
  const { location } = await openPage(address, {
    answers: { sendRating: refused('session-required') },
    form: { score: '5' },
  });
  expect(location).toBe('/order?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2');
});

test('[CONFIRM-4] [ORDER-6] only an arrival from a confirmation or a rating greets', async () => {
  const status = 'under-review';
  expect((await open({ status }, { query: '&from=confirm' })).html).toContain(
    '<main data-confirmed-product="mx-120">',
  );
  expect((await open({ status }, { query: '&thanks=5' })).html).toContain('data-thanks-score="5"');
  for (const query of ['', '&from=repay', '&thanks=0', '&thanks=x']) {
    expect((await open({ status }, { query })).html).not.toMatch(/data-(confirmed|thanks)/);
  }
});

test('[ORDER-7] extending is compared with paying first; one link extends, the other declines', async () => {
  const { html } = await open({ status: 'overdue', isExtendable: true, balance: anOverdueBalance() });
  const dialog = html.match(/<dialog[^>]*id="extend".*?<\/dialog>/s)?.[0] ?? '';
  const words = dialog.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('Aplazar cuesta $ 98,10 más');
  expect(words).toContain('Pagar hoy, en total $ 1.527,48 Aplazar, en total $ 1.625,58');
  expect(words).toContain('Después debe $ 1.401,36 el 2027-01-29');
  const ways = [...dialog.matchAll(/<a class="([^"]*)" href="\/(\w+)\?[^"]*">([^<]*)</g)];
  expect(ways.map(([, weight]) => weight)).toEqual(['second button', 'second button']);
  expect(ways.map(([, , path, label]) => [path, label])).toEqual([
    ['repay', 'Prefiero pagar hoy'],
    ['repayDelay', 'Aplazar 7 días'],
  ]);
});

test('late, each way to pay is a card with the same rows; paying today alone is filled, and nothing is pinned', async () => {
  const options = [
    {
      kind: 'pay-part' as const,
      payTodayMinor: minorAmount(22_422),
      owedAfterMinor: minorAmount(157_696),
      owedOn: '2027-01-29',
      totalMinor: minorAmount(180_118),
    },
  ];
  const balance = anOverdueBalance();
  const screen = await open({ status: 'overdue', isExtendable: true, balance, options });
  const { textWithoutScript } = screen;
  expect(textWithoutScript).toContain('Pagar una parte Hoy Usted elige Después El resto, con recargo');
  expect(textWithoutScript).toContain(
    'Ejemplo Hoy $ 224,22 El 2027-01-29 $ 1.576,96 En total $ 1.801,18 Ejemplo con lo mismo',
  );
  expect(textWithoutScript).toContain('Aplazar 7 días Hoy $ 224,22 29 ene $ 1.401,36 En total $ 1.625,58');
  expect(buttons(screen)).toEqual({ main: ['Pagar $ 1.527,48'], others: ['Elegir cuánto', 'Aplazar'] });
  expect(screen.html).not.toContain('class="pin"');
  const still = anOverdueBalance({ dailyPenaltyMinor: minorAmount(0) });
  const { text } = await open({ status: 'overdue', isExtendable: true, balance: still, options });
  expect(text).not.toContain('con recargo');
});

test('who is late can say that they cannot pay from the first day on, and nobody else is asked', async () => {
  const wording = 'No puedo pagar: hablemos';
  const balance = anOverdueBalance({ daysLate: 1 });
  expect((await open({ status: 'overdue', balance })).html).toMatch(
    new RegExp(`href="/customerService\\?[^"]*">.*?${wording}`, 's'),
  );
  expect((await open({ status: 'to-repay' })).text).not.toContain(wording);
});

test.each(loanStates)('[REPAY-4] the state %s has one filled button, in both languages', async (state) => {
  for (const language of ['es', 'en'] as const) {
    const screen = await openPage(address.replace('lang=2', language === 'es' ? 'lang=2' : 'lang=1'), {
      answers: { readLoan: anOrder(state, language) },
    });
    expect(buttons(screen).main).toHaveLength(1);
    expect(screen.html).toContain(`data-scene="${loanView(state, whole).scene}"`);
  }
});

test('[REPAY-4] after a payment nothing asks for the next one until seven days before it is due', async () => {
  const order = anOrder('paid-up', 'es');
  const on = (today: string, change: Parameters<typeof aLoanStatement>[0] = {}) =>
    openPage(address, {
      answers: {
        readLoan: { ...order, statement: order.statement && { ...order.statement, today, ...change } },
      },
    });
  const quiet = await on('2027-01-11');
  expect(quiet.text).toContain('Listo. No debe nada hasta el 19 ene');
  expect(buttons(quiet)).toMatchObject({
    main: ['Ver recibo'],
    others: expect.arrayContaining(['Adelantar un pago']),
  });
  expect(buttons(await on('2027-01-12')).main).toEqual([expect.stringContaining('Pagar')]);
  expect(buttons(await on('2027-01-11', { receivedMinor: minorAmount(1) })).main).toEqual([
    expect.stringContaining('Pagar'),
  ]);
  expect(buttons(await on('2027-01-11', { payments: [] })).main).toEqual([expect.stringContaining('Pagar')]);
});

test('[REPAY-4] a claim for all that is due gives the ways to pay one fold that asks', async () => {
  const screen = await openPage(address, { answers: { readLoan: anOrder('claimed', 'es') } });
  expect(buttons(screen)).toEqual({ main: ['Ver mi aviso'], others: ['Sí, pagar otra vez'] });
  expect(screen.text).toContain(
    'Buscamos su pago Le respondemos antes del 22 ene 12:00. Usted avisó que pagó $ 1.527,48 Mientras tanto no suma recargo. Detalle Pago 2 de 4 $ 1.401,36 Recargo de 3 días $ 126,12 Total hoy $ 1.527,48 Ver mi aviso Pagar otra vez Podría pagar dos veces.',
  );
  const [, fold = ''] =
    /<details[^>]*>((?:(?!<\/details>).)*Sí, pagar otra vez.*?)<\/details>/s.exec(screen.html) ?? [];
  expect(fold).toContain('href="/repay?');
  expect(screen.html.replace(fold, '').split('<dialog')[0]).not.toMatch(/href="\/repay\?|carpmm|payWay/);
});

test('[DATE-1] the short dates of the page stand whole in its details', async () => {
  for (const state of [...loanStates, 'disputed'] as const) {
    const { html } = await openPage(address, { answers: { readLoan: anOrder(state, 'es') } });
    const short = [...html.matchAll(/<time[^>]* dateTime="(\d{4}-\d\d-\d\d)"/g)].map(([, day = '']) => day);
    const notice = textOf(html);
    expect([state, short.filter((day) => !notice.includes(day))]).toEqual([state, []]);
  }
});

test('the order page answers at both configured paths, and stays at the one it was opened by', async () => {
  const { status, html, script } = await openPage(address.replace('/order', '/loanDetail'), {
    answers: { readLoan: aLoanDetail({ status: 'paying-out' }) },
  });
  expect(status).toBe(200);
  expect(script).toBe('loan-detail');
  expect(html).toContain('<section data-live-status="paying-out">');
  expect(html).toContain('href="/loanDetail?productId=mx-120&amp;orderId=loan-1');
});

test('a look at the status by HEAD gets the header and no page', async () => {
  const { headers, html, calls } = await openPage(address, {
    answers: { readLoan: aLoanDetail({ status: 'paying-out' }) },
    body: { method: 'HEAD' },
  });
  expect(headers.get('X-Order-Status')).toBe('paying-out');
  expect(html).toBe('');
  expect(calls.map(({ name }) => name)).toEqual(['readLoan']);
});

test('an order that moves on by itself tells its status in a header and has a link to look again', async () => {
  const { headers, html } = await open({ status: 'under-review' });
  expect(headers.get('X-Order-Status')).toBe('under-review');
  expect(html).toMatch(
    new RegExp(`href="/order\\?productId=mx-120&amp;orderId=loan-1${carried}">.*?Actualizar</a>`),
  );
  expect(html).toMatch(/href="\/customerService[^"]*">.*?Preguntar por este préstamo</s);
});

test('[SESS-4] an order of another borrower is shown as one that does not exist', async () => {
  const { status, text } = await openPage(address, {
    answers: { readLoan: refused('not-found') },
  });
  expect(status).toBe(404);
  expect(text).toContain('No encontramos esta página');
});

test('[LANG-2] [LANG-4] in English everything of ours is in English and in rupees', async () => {
  const { text, html } = await open(
    {
      status: 'overdue',
      isExtendable: true,
      details: [],
      balance: anOverdueBalance(),
    },
    { at: english },
  );
  expect(text).toContain('Pay today Costs less ₹ 1.527,48');
  expect(text).toContain('Today ₹ 224,22 = outstanding penalty ₹ 126,12 + extension ₹ 98,10.');
  expect(text).toContain('Extend 7 days Today ₹ 224,22 29 Jan ₹ 1.401,36 In total ₹ 1.625,58');
  expect(html).toContain('href="/repay?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=1"');
  expect(text).not.toContain('$');
});

test('the backend’s notices of an order are under its status, each in its tone', async () => {
  const notices = [
    { tone: 'ok', text: 'Su pago se aplazó del 2027-01-19 al 2027-01-29.' },
    { tone: 'warn', text: 'Su banco rechazó el pago con tarjeta.' },
  ] as const;
  const { text, html } = await open({ notices });
  for (const notice of notices) expect(text).toContain(notice.text);
  expect(html).toMatch(/data-tone="ok"[^>]*>Su pago se aplazó/);
  expect(html).toMatch(/data-tone="warn"[^>]*>Su banco rechazó/);
});

test('a declined borrower reads why and what can be done, and can ask and complain', async () => {
  const { text, html } = await open({
    status: 'declined',
    balance: null,
    notices: [{ tone: 'plain', text: 'Faltaron datos en su solicitud.' }],
  });
  expect(text).toContain('Faltaron datos en su solicitud.');
  expect(text).toContain('Faltaron datos en su solicitud. Preguntar por qué');
  expect(text).toContain('Detalle del préstamo Llano 120');
  expect(html).toContain('href="/complaint?orderId=loan-1&amp;');
});

test('what is held of a settled loan is the borrower’s, and asking for it is one button', async () => {
  const settled = (heldMinor: number) =>
    open({
      status: 'settled',
      currency: 'MXN',
      balance: aSettledBalance(),
      statement: aLoanStatement({ heldMinor: minorAmount(heldMinor) }),
    });
  const { text, html } = await settled(4_156);
  expect(text).toContain('Tiene $ 41,56 a su favor');
  // What is one's own is no complaint.
  expect(html).toMatch(/href="\/customerService\?[^"]*">Pedir mis /);
  expect((await settled(0)).text).not.toContain('a su favor');
});

test.each(['/repay', '/repayDelay', '/payWay'])(
  '%s of a loan that has gone on says where it stands',
  async (path) => {
    const address = `${path}?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2`;
    const conflict = refused('status-conflict');
    const calls = { readRepayment: conflict, readExtension: conflict, readSavedCards: conflict };
    const settled = aLoanDetail({
      status: 'settled',
      statusTitle: 'Préstamo pagado',
      statusDescription: 'Terminó este préstamo el 2027-03-20. Ya no debe nada.',
    });
    const { status, text, title } = await openPage(address, { answers: { ...calls, readLoan: settled } });
    expect([status, title]).toEqual([409, 'Préstamo pagado']);
    expect(text).toContain('Terminó este préstamo el 2027-03-20. Ya no debe nada. Ver mi préstamo');
    const unknown = await openPage(address, { answers: { ...calls, readLoan: refused('internal') } });
    expect(unknown.text).toContain('Su préstamo cambió');
  },
);

test('a penalty at its cap names no days, since these increase and it does not', async () => {
  const { text } = await open({
    status: 'overdue',
    balance: anOverdueBalance({ dailyPenaltyMinor: minorAmount(0), extension: null }),
  });
  expect(text).toContain('Pago 2 de 4 $ 1.401,36 Recargo $ 126,12 Total hoy $ 1.527,48');
});

test('the link to reminders says what is chosen, and stands where the backend answers them', async () => {
  for (const [language, name] of [
    ['2', 'Elegir los recordatorios de pago'],
    ['1', 'Choose payment reminders'],
  ]) {
    const { html } = await openPage(`/order?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=${language}`, {
      answers: {
        readLoan: aLoanDetail({ status: 'to-repay', statement: aLoanStatement(), takesReminders: true }),
      },
    });
    expect(html).toMatch(new RegExp(`href="/reminders[^"]*" aria-label="${name}"`));
  }
  for (const own of [{ takesReminders: false }, { takesReminders: true, status: 'settled' as const }]) {
    const { html } = await openPage('/order?productId=mx-120&orderId=loan-1&sessionId=s-1', {
      answers: { readLoan: aLoanDetail({ status: 'to-repay', statement: aLoanStatement(), ...own }) },
    });
    expect(html).not.toContain('/reminders');
  }
});
