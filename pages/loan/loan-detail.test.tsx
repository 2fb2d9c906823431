import { expect, test } from 'vitest';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import {
  aLoanBalance,
  aLoanDetail,
  anOverdueBalance,
  aSettledBalance,
  instalments,
} from '#fixtures/loan-views.ts';
import { failure, type LoanScreen, openLoanScreen, refused } from '#tests/setup/loan-screen.tsx';
import { statusHeader } from './live-status.ts';
import * as loanDetail from './loan-detail.tsx';

const address = '/order?productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';
const carried = '&amp;sessionId=s-1&amp;lang=2';

type Order = Parameters<typeof aLoanDetail>[0];

function open(order: Order, { query = '', isLoanMarket = false } = {}): Promise<LoanScreen> {
  return openLoanScreen(loanDetail, address + query, {
    answers: { readLoan: aLoanDetail(order) },
    config: { isLoanMarket },
  });
}

/** The buttons pinned at the thumb, in their order. */
function pinned({ html }: LoanScreen): string[] {
  const pin = html.match(/<div class="pin">(.*?)<\/main>/s)?.[1] ?? '';
  return [...pin.matchAll(/<(?:a|button)[^>]*>([^<]*)</g)].map(
    ([, label]) => label?.replaceAll('\u00a0', ' ') ?? '',
  );
}

const scenes = {
  21: 'rising',
  151: 'climbing',
  110: 'resting',
  174: 'on-its-way',
  180: 'setting',
  200: 'whole',
};

test.each(loanStatuses)(
  '[ORDER-1] status %i has its own drawing, its text and its description',
  async (orderStatus) => {
    const { html, text, title } = await open({
      orderStatus,
      statusTitle: 'Cómo está',
      statusDescription: 'Desde el 2026-12-20.',
    });
    expect(html).toContain(`data-scene="${scenes[orderStatus]}"`);
    expect(html).toContain('<h1>Cómo está</h1>');
    expect(text).toContain('Desde el 2026-12-20.');
    expect(title).toBe('Cómo está');
  },
);

test('an order without a status text or a product name still has its heading, and no empty one', async () => {
  const { html, title } = await open({ orderStatus: 174, statusTitle: '', productName: '' });
  expect(title).toBe('Su préstamo');
  expect(html).toContain('<h1>Su préstamo</h1>');
  expect(html).not.toMatch(/<h\d><\/h\d>/);
});

test('[ORDER-1] any other status has the bare horizon', async () => {
  expect((await open({ orderStatus: 999 })).html).toContain('data-scene="horizon"');
});

test.each(loanStatuses)(
  '[ORDER-2] [ORDER-3] status %i shows product and details, but 110 no details',
  async (orderStatus) => {
    const { text } = await open({ orderStatus });
    expect(text).toContain('Llano 120 Préstamo LL-2026-118204');
    expect(text.includes('Recibió $ 5.000,00')).toBe(orderStatus !== 110);
    expect(text.includes('Contrato Ver contrato')).toBe(orderStatus !== 110);
  },
);

test.each([
  [21, false, []],
  [21, true, []],
  [151, true, []],
  [110, true, []],
  [174, false, ['Pagar $ 1.422,81']],
  [174, true, ['Aplazar', 'Pagar $ 1.422,81']],
  [180, false, ['Pagar $ 1.422,81']],
  [180, true, ['Aplazar', 'Pagar $ 1.422,81']],
  [200, true, ['Pedir otro préstamo']],
  [999, true, []],
])('[ORDER-4] status %i, extendable %s, offers %j', async (orderStatus, isExtendable, buttons) => {
  expect(pinned(await open({ orderStatus, isExtendable }))).toEqual(buttons);
});

test('[ORDER-4] each action leads to its page and carries the session on', async () => {
  const due = await open({ orderStatus: 174, isExtendable: true });
  expect(due.html).toContain(`href="/repay?productId=mx-120&amp;orderId=loan-1${carried}"`);
  expect(due.html).toContain(`href="/repayDelay?productId=mx-120&amp;orderId=loan-1${carried}"`);
  expect((await open({ orderStatus: 200 })).html).toContain(`href="/confirmLoan?productId=mx-120${carried}"`);
});

test.each(loanStatuses)('[ORDER-5] in a loan market status %i has no action', async (orderStatus) => {
  expect(pinned(await open({ orderStatus, isExtendable: true }, { isLoanMarket: true }))).toEqual([]);
});

test('the amount to get current says what it is made of', async () => {
  const { text } = await open({ orderStatus: 180, isExtendable: true, balance: anOverdueBalance() });
  expect(text).toContain('Para ponerse al corriente hoy $ 1.527,48 Cada día de atraso suma $ 42,04.');
  expect(text).toContain('Pago 2 de 4 $ 1.401,36 Recargo de 3 días $ 126,12 Total hoy $ 1.527,48');
  expect(text).toContain('2026-12-20 Pagado el 2026-12-20 $ 1.422,81 2027-01-19 Atrasado $ 1.401,36');
});

test('only a late payment has a penalty that extending stops', async () => {
  const wording = 'y el recargo deja de crecer';
  const late = await open({ orderStatus: 180, isExtendable: true, balance: anOverdueBalance() });
  expect(late.text).toContain(`Cuesta $ 98,10 ${wording}.`);
  const onTime = await open({
    orderStatus: 174,
    isExtendable: true,
    balance: anOverdueBalance({ daysLate: 0 }),
  });
  expect(onTime.text).not.toContain(wording);
});

test('several overdue payments are counted, one day is one day', async () => {
  const late = instalments(1, 'overdue').map((row) =>
    row.sequence === 3 ? { ...row, state: 'overdue' as const } : row,
  );
  const { text } = await open({
    orderStatus: 180,
    balance: anOverdueBalance({ instalments: late, daysLate: 1 }),
  });
  expect(text).toContain('2 pagos vencidos $ 1.401,36 Recargo de un día $ 126,12');
});

test('a payment that is not late says which it is and until when', async () => {
  const { text } = await open({ orderStatus: 174, balance: aLoanBalance() });
  expect(text).toContain('Pago 1 de 4, antes del 2026-12-20 $ 1.422,81');
  expect(text).not.toContain('Recargo');
});

test('a settled loan says what was paid and that nothing is left', async () => {
  const { text } = await open({ orderStatus: 200, balance: aSettledBalance() });
  expect(text).toContain('Le falta pagar $ 0,00 Pagó $ 5.562,52 en 4 pagos.');
});

test('without figures from the backend the page shows its fields and offers the same', async () => {
  const screen = await open({ orderStatus: 180, isExtendable: true, balance: null });
  expect(pinned(screen)).toEqual(['Aplazar', 'Pagar']);
  expect(screen.text).toContain('Recibió $ 5.000,00');
  expect(screen.html).not.toContain('id="extend"');
});

test('[ORDER-6] stars are offered only when the order asks for them', async () => {
  expect((await open({ orderStatus: 200, canRate: false })).html).not.toContain('name="score"');
  const { html, textWithoutScript } = await open({ orderStatus: 200, canRate: true });
  expect(html.match(/<dialog[^>]*id="rate".*?<\/dialog>/s)?.[0].match(/name="score"/g)).toHaveLength(5);
  expect(html.match(/<input[^>]*name="score"[^>]*>/g)?.every((star) => star.includes('required'))).toBe(true);
  expect(textWithoutScript).toContain('¿Cómo le fue con este préstamo?');
});

test.each(['', '0', '6', '2.5', 'cinco'])(
  '[ORDER-6] a rating of "%s" sends nothing and asks for a star',
  async (score) => {
    const screen = await openLoanScreen(loanDetail, address, {
      answers: { readLoan: aLoanDetail({ orderStatus: 200, canRate: true }) },
      form: { score },
    });
    expect(screen.status).toBe(422);
    expect(screen.calls.map(({ name }) => name)).toEqual(['readLoan']);
    expect(screen.textWithoutScript).toContain('Elija de 1 a 5 estrellas para calificar.');
  },
);

test('[ORDER-6] a rating is sent once with its order, and the page comes back with thanks', async () => {
  const { location, calls } = await openLoanScreen(loanDetail, address, {
    answers: { sendRating: {} },
    form: { score: '4' },
  });
  expect(calls).toEqual([{ name: 'sendRating', request: { score: 4, orderId: 'loan-1' } }]);
  expect(location).toBe('/order?productId=mx-120&orderId=loan-1&thanks=4&sessionId=s-1&lang=2');
  const thanks = await open({ orderStatus: 200 }, { query: '&thanks=4' });
  expect(thanks.html).toMatch(/<dialog[^>]*id="thanks".*Gracias por calificar/s);
  expect(thanks.textWithoutScript).toContain('Gracias por calificar. Su opinión nos ayuda a mejorar.');
  expect((await open({ orderStatus: 200 })).textWithoutScript).not.toContain('Gracias');
});

test('[CALL-8] a rating that was not sent says so, and the stars are still there', async () => {
  const { status, textWithoutScript } = await openLoanScreen(loanDetail, address, {
    answers: {
      readLoan: aLoanDetail({ orderStatus: 200, canRate: true }),
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

test('[ORDER-7] extending is compared with paying first; one link extends, the other declines', async () => {
  const { html } = await open({ orderStatus: 180, isExtendable: true, balance: anOverdueBalance() });
  const dialog = html.match(/<dialog[^>]*id="extend".*?<\/dialog>/s)?.[0] ?? '';
  const words = dialog.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  expect(words).toContain('Puede aplazar 7 días');
  expect(words).toContain('Aplazar Pagar hoy Hoy 2027-01-22 $ 224,22 $ 1.527,48');
  expect(words).toContain('Después 2027-01-29 $ 1.401,36 $ 0,00 En total $ 1.625,58 $ 1.527,48');
  expect(dialog).toMatch(/href="\/repayDelay\?[^"]*">Aplazar 7 días</);
  expect(dialog).toMatch(/href="\/repay\?[^"]*">No, prefiero pagar hoy</);
});

test('[ORDER-7] the comparison also stands outside the dialog', async () => {
  const screen = await open({ orderStatus: 180, isExtendable: true, balance: anOverdueBalance() });
  expect(screen.textWithoutScript).toContain('Comparar pagar y aplazar');
  expect(screen.textWithoutScript).toContain('En total $ 1.625,58 $ 1.527,48 Aplazar 7 días');
});

test('an order that moves on by itself tells its status in a header and has a link to look again', async () => {
  const { headers, html } = await open({ orderStatus: 21 });
  expect(headers.get(statusHeader)).toBe('21');
  expect(html).toContain(`href="/order?productId=mx-120&amp;orderId=loan-1${carried}">Actualizar</a>`);
  expect((await open({ orderStatus: 174 })).text).not.toContain('Actualizar');
});

test('[SESS-4] an order of another borrower is shown as one that does not exist', async () => {
  const { status, text } = await openLoanScreen(loanDetail, address, {
    answers: { readLoan: refused('not-found') },
  });
  expect(status).toBe(404);
  expect(text).toContain('No encontramos esta página');
});

test('[LANG-2] [LANG-4] in English everything of ours is in English and in rupees', async () => {
  const { text, html } = await openLoanScreen(loanDetail, address.replace('lang=2', 'lang=1'), {
    answers: {
      readLoan: aLoanDetail({
        orderStatus: 180,
        isExtendable: true,
        details: [],
        balance: anOverdueBalance(),
      }),
    },
  });
  expect(text).toContain('To catch up today ₹ 1.527,48');
  expect(text).toContain('Extend Pay ₹ 1.527,48');
  expect(html).toContain('href="/repay?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=1"');
  expect(text).not.toContain('$');
});
