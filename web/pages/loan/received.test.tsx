import { expect, test } from 'vitest';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import {
  aLoanDetail,
  aLoanStatement,
  anExtensionComparison,
  anOverdueBalance,
  aSettledBalance,
} from '#fixtures/loan-views.ts';
import { aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { openPage } from '#tests/setup/open-page.ts';

const key = 'productId=mx-120&orderId=loan-1';
const session = 'sessionId=s-1&lang=2';

const openOrder = (statement: Parameters<typeof aLoanStatement>[0] = {}, query = '', method = 'GET') =>
  openPage(`/order?${key}&${session}${query}`, {
    answers: {
      readLoan: aLoanDetail({
        status: 'overdue',
        currency: 'MXN',
        balance: anOverdueBalance({ dueMinor: minorAmount(92_748) }),
        statement: aLoanStatement(statement),
      }),
    },
    ...(method === 'HEAD' && { body: { method } }),
  });

const openReceipt = (
  paymentId: string,
  {
    lang = '2',
    path = '/receipt',
    ...statement
  }: Parameters<typeof aLoanStatement>[0] & { readonly lang?: string; readonly path?: string } = {},
) =>
  openPage(`${path}?${key}&paymentId=${paymentId}&sessionId=s-1&lang=${lang}`, {
    answers: { readLoan: aLoanDetail({ currency: 'MXN', statement: aLoanStatement(statement) }) },
  });

const paymentId = '019ab0c2-0000-7000-8000-00000000a7f3';

test('a late payment in part is acknowledged in one row that leads to its receipt, while it is news', async () => {
  const { text, html } = await openOrder({ today: localDate('2027-01-20') });
  expect(text).toContain('Recibimos $ 600,00 Ver recibo');
  expect(html).toContain(`/receipt?productId=mx-120&amp;orderId=loan-1&amp;paymentId=${paymentId}&amp;`);
  expect((await openOrder({ today: localDate('2027-01-22') })).text).not.toContain('Recibimos $');
  expect((await openOrder({ payments: [] })).text).not.toContain('Recibimos $');
});

test('everything that was received is listed with its receipt, and the sum', async () => {
  const { text } = await openOrder({ heldMinor: minorAmount(500) });
  expect(text).toContain(
    'Lo que recibimos 2027-01-18 10:42, Transferencia, Clave de rastreo BM0184512390 $ 600,00 Ver recibo 2026-12-18 17:05, Tienda, Número de operación 48210264 $ 1.422,81 Ver recibo Recibido en total $ 2.022,81 Saldo a su favor $ 5,00',
  );
});

test.each([
  ['upi', 'UPI, UTR 412345678901', 'UPI reference number (UTR) 412345678901'],
  ['virtual-account', 'Bank transfer, UTR 412345678901', 'UTR 412345678901'],
] as const)(
  'in India a payment by %s is listed by what bank apps call its number',
  async (method, said, onReceipt) => {
    const [first] = aLoanStatement().payments;
    if (!first) throw new Error('there is no payment');
    const statement = aLoanStatement({ payments: [{ ...first, method, trackingKey: '412345678901' }] });
    const answers = { readLoan: aLoanDetail({ currency: 'INR', statement }) };
    const { text } = await openPage('/order?productId=in-120&orderId=loan-1&sessionId=s-1&lang=1', {
      answers,
    });
    expect(text).toContain(said);
    const receipt = await openPage(
      `/receipt?productId=in-120&orderId=loan-1&paymentId=${paymentId}&sessionId=s-1&lang=1`,
      { answers },
    );
    expect(receipt.text).toContain(onReceipt);
  },
);

test('a payment that was taken back stands above what is owed, on the order and on the page to pay, while it is news', async () => {
  const reversedPayments = [
    {
      paymentId: '',
      amountMinor: minorAmount(60_000),
      paidAt: '2027-01-18T16:42:00Z',
      reversedAt: '2027-01-20T15:00:00Z',
    },
  ];
  const said =
    'Su pago de $ 600,00 del 2027-01-18 10:42 se retiró el 2027-01-20 09:00 y ya no cuenta. Lo que cubría se debe otra vez.';
  const news = aLoanStatement({ today: localDate('2027-02-01'), payments: [], reversedPayments });
  const { text } = await openOrder(news);
  expect(text.indexOf(said)).toBeGreaterThan(0);
  expect(text.indexOf(said)).toBeLessThan(text.indexOf('Para ponerse al corriente'));
  const repay = await openPage(`/repay?${key}&${session}`, {
    answers: { readRepayment: aRepaymentDetail({ currency: 'MXN', statement: news }) },
  });
  expect(repay.text).toContain(said);
  expect((await openOrder({ ...news, today: localDate('2027-02-04') })).text).not.toContain(said);
  const settled = await openOrder({ ...news, remainingMinor: minorAmount(0) });
  expect(settled.text).toContain('ya no cuenta.');
  expect(settled.text).not.toContain('se debe otra vez');
});

test('refunded money is shown, and a reversed payment no longer counts', async () => {
  const { text } = await openOrder({
    refunds: [
      { amountMinor: minorAmount(700), requestedAt: '2027-01-20T16:00:00Z', sentAt: null },
      {
        amountMinor: minorAmount(300),
        requestedAt: '2027-01-18T16:00:00Z',
        sentAt: '2027-01-19T16:00:00Z',
      },
    ],
    reversedPayments: [
      {
        paymentId: '',
        amountMinor: minorAmount(60_000),
        paidAt: '2026-12-17T16:42:00Z',
        reversedAt: '2026-12-18T15:00:00Z',
      },
    ],
  });
  expect(text).toContain(
    'Recibido en total $ 2.022,81 Devolución en camino, 2027-01-20 10:00 $ 7,00 Le devolvimos, 2027-01-19 10:00 $ 3,00 Pagos que ya no cuentan',
  );
  expect(text).toContain('Pago del 2026-12-17 10:42, retirado el 2026-12-18 09:00 $ 600,00');
});

test('the amount to pay and the plan say what was paid of a payment and what is left', async () => {
  const { text, html } = await openOrder();
  expect(text).toContain(
    'Pago 2 de 4 $ 1.401,36 Recargo de 3 días $ 126,12 Ya pagado −$ 600,00 Total hoy $ 927,48',
  );
  expect(text).toContain('2027-01-19 Pagó $ 600,00 de $ 1.527,48 Falta $ 927,48');
  expect(html).toMatch(/<rect width="39\.3" height="2"/);
});

test('a page that waits for a payment tells by a header when one arrived, and has a link to look', async () => {
  const { html, headers } = await openOrder();
  expect(headers.get('X-Loan-Payments')).toBe('2-0');
  expect(html).toContain('data-live-payments="2-0"');
  expect(html).toContain('data-news="Llegó un pago. Actualizamos la página."');
  expect(html).toContain('data-other-news="Hay novedades en su préstamo. Actualizamos la página."');
  expect(html).toMatch(/href="\/order\?[^"]*">Actualizar</);
  const look = await openOrder({ pendingMinor: minorAmount(100) }, '', 'HEAD');
  expect([look.headers.get('X-Loan-Payments'), look.html]).toEqual(['2-1', '']);
});

test('a card payment that is not answered shows both outcomes, and hides other ways to pay the same', async () => {
  const open = (pendingMinor: number) =>
    openPage(`/repay?${key}&${session}`, {
      answers: {
        readRepayment: aRepaymentDetail({
          amountMinor: minorAmount(92_748),
          statement: aLoanStatement({ pendingMinor: minorAmount(pendingMinor) }),
        }),
      },
    });
  const whole = await open(92_748);
  expect(whole.text).toContain('Su banco está confirmando $ 927,48. No pague otra vez.');
  expect(whole.text).toContain(
    'Si lo aprueba, le falta $ 0,00. Si no, no se cobra nada y le falta $ 927,48.',
  );
  expect(whole.html).not.toContain('data-copy=');
  expect(whole.text).not.toContain('Pagar con mi tarjeta');
  const part = await open(10_000);
  expect(part.text).toContain('Si lo aprueba, le falta $ 827,48.');
  expect(part.html).toContain('data-copy=');
});

test('while a card may extend already, the loan’s page offers no other way to extend', async () => {
  const balance = anOverdueBalance({ extension: anExtensionComparison() });
  const ways = async (facts: Parameters<typeof aLoanStatement>[0]) => {
    const readLoan = aLoanDetail({
      ...{ status: 'overdue', currency: 'MXN', isExtendable: true, balance },
      statement: aLoanStatement(facts),
    });
    const { text } = await openPage(`/order?${key}&${session}`, { answers: { readLoan } });
    return text.includes('Aplazar');
  };
  expect(await ways({})).toBe(true);
  expect(await ways({ pendingMinor: minorAmount(22_422), isPendingToExtend: true })).toBe(false);
});

test('what a card may be paying already is not asked for on the loan’s page', async () => {
  const buttons = async (pendingMinor: number | null, isExtendable: boolean) => {
    const dueMinor = minorAmount(92_748);
    const { text, html } = await openPage(`/order?${key}&${session}`, {
      answers: {
        readLoan: aLoanDetail({
          ...{ status: 'overdue', currency: 'MXN', isExtendable },
          balance: anOverdueBalance({ dueMinor, extension: isExtendable ? anExtensionComparison() : null }),
          statement: aLoanStatement({
            pendingMinor: pendingMinor === null ? null : minorAmount(pendingMinor),
          }),
        }),
      },
    });
    return { asks: /href="\/repay(?:Delay)?\?/.test(html), text };
  };
  expect((await buttons(null, false)).text).toContain('Pagar $ 927,48');
  expect((await buttons(null, true)).text).toContain('Aplazar 7 días');
  for (const isExtendable of [false, true]) {
    const whole = await buttons(92_748, isExtendable);
    expect(whole.text).toContain(
      'Su banco está confirmando Pago con tarjeta. Para ponerse al corriente $ 927,48 No pague otra vez. Si no se aprueba, no se cobra nada.',
    );
    expect(whole.asks).toBe(false);
  }
  const part = await buttons(10_000, false);
  expect(part.text).not.toContain('Pagar $');
  expect(part.asks).toBe(true);
});

test('a receipt tells what extending cost apart from the fee of the plan', async () => {
  const statement = aLoanStatement();
  const payments = statement.payments.map((payment) => ({
    ...payment,
    parts: [
      {
        ...{ sequence: 2, component: 'fee' as const, owedMinor: minorAmount(17_310) },
        ...{ extensionMinor: minorAmount(9_810), coveredMinor: minorAmount(9_810) },
      },
    ],
  }));
  expect((await openReceipt(paymentId, { payments })).text).toContain(
    'Comisión $ 75,00 $ 0,00 Costo de aplazar $ 98,10 $ 98,10 Total $ 173,10 $ 98,10',
  );
  expect((await openReceipt(paymentId, { payments, lang: '1' })).text).toContain(
    'Processing fee $ 75,00 $ 0,00 Cost of extending $ 98,10 $ 98,10 Total',
  );
});

test('a receipt names the lender, the payment, what it covered by component, and what it left', async () => {
  const { text, title, status } = await openReceipt(paymentId);
  expect([status, title]).toEqual([200, 'Recibo']);
  expect(text).toContain('Recibimos $ 600,00 2027-01-18 10:42');
  expect(text).toContain('Folio del recibo RC-000000A7F3 Préstamo LL-2026-118204');
  expect(text).toContain('Forma de pago Transferencia Clave de rastreo BM0184512390');
  expect(text).toContain('Pago 2 de 4, vence el 2027-01-19 Concepto Era Cubrió Comisión $ 75,00 $ 75,00');
  expect(text).toContain('Capital $ 1.326,36 $ 525,00 Total $ 1.401,36 $ 600,00');
  expect(text).toContain('Falta del pago 2 $ 801,36 Falta de todo el plan $ 3.539,71');
  expect((await openReceipt(paymentId, { lang: '1' })).text).toContain('Receipt number RC-000000A7F3');
});

test('a receipt that the loan does not have is not found', async () => {
  expect((await openReceipt('other')).status).toBe(404);
});

test('the receipt of a payment that was taken back says when, claims nothing, and leads to the loan', async () => {
  const [payment, ...payments] = aLoanStatement().payments;
  const reversedPayments = [
    {
      paymentId,
      amountMinor: minorAmount(60_000),
      paidAt: '2027-01-18T16:42:00Z',
      reversedAt: '2027-01-20T15:00:00Z',
    },
  ];
  expect(payment?.paymentId).toBe(paymentId);
  const { text, title, html, status } = await openReceipt(paymentId, { payments, reversedPayments });
  expect([status, title]).toEqual([410, 'Este recibo ya no vale']);
  expect(text).toContain('El pago de $ 600,00 del 2027-01-18 10:42 se retiró el 2027-01-20 09:00');
  expect(text).not.toMatch(/Folio|Código de verificación|Guardar PDF/);
  expect(html).not.toContain('data-keep');
  expect(html).toMatch(/href="\/order\?productId=mx-120&amp;orderId=loan-1[^"]*"[^>]*>Ver mi préstamo/);
  const english = await openReceipt(paymentId, { lang: '1', payments, reversedPayments });
  expect(english.text).toContain('was taken back on 2027-01-20 09:00');
  const pdf = await openReceipt(paymentId, { path: '/receipt.pdf', payments, reversedPayments });
  expect([pdf.status, pdf.location]).toEqual([
    303,
    expect.stringContaining(`/receipt?${key}&paymentId=${paymentId}`),
  ]);
});

test('where there is money to ask for, asking for it is the one filled button', async () => {
  const opened = (heldMinor: number) =>
    openPage(`/order?${key}&${session}`, {
      answers: {
        readLoan: aLoanDetail({
          ...{ status: 'settled', currency: 'MXN', canRate: true, balance: aSettledBalance() },
          statement: aLoanStatement({ heldMinor: minorAmount(heldMinor), claims: null }),
        }),
      },
    });
  const classOf = ({ html }: { readonly html: string }, name: string) =>
    new RegExp(`<a[^>]*class="([^"]*)"[^>]*>${name}`).exec(html.replaceAll('\u00a0', ' '))?.[1];
  const credit = await opened(500);
  const main = classOf(await opened(0), 'Pedir otro préstamo');
  expect(main).toMatch(/button/);
  expect(classOf(credit, 'Pedir mis')).toBe(main);
  expect(classOf(credit, 'Pedir otro préstamo')).not.toBe(main);
});
