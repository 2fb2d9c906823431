import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanStatement } from '#fixtures/loan-views.ts';
import { aChannel, aPaymentInstruction, aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { openPage, refused, requestPage } from '#tests/setup/open-page.ts';

const query = 'amount=142281&payCode=4821600077310264&orderId=loan-1&productId=mx-120&sessionId=s-1&lang=2';
const answers = { readPaymentInstruction: aPaymentInstruction() };
const request = {
  productId: 'mx-120',
  orderId: 'loan-1',
  amountMinor: 142_281,
  payCode: '4821600077310264',
};

test('a code that is unavailable now shows so, with the other ways to pay', async () => {
  const { text, html } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: {
      readPaymentInstruction: aPaymentInstruction({
        ...{ title: '', text: '', payCode: '', codeImage: '', companyName: '', sections: [] },
        unavailable: 'Ahora no podemos darle los datos para pagar así.',
        otherGroups: aRepaymentDetail().channelGroups,
      }),
    },
  });
  expect(text).toContain('Ahora no podemos darle los datos para pagar así.');
  expect(text).toContain('CLABE, 18 dígitos 032 180 0001 1835 9719');
  expect(html).toContain('payCode=4821600077310264');
});

test('[REPAY-5] a slip that was paid another way shows nothing to pay with, nor does what is kept of it', async () => {
  const paid = { title: 'Ya recibimos este pago', text: 'No use esta ficha ni este código.', isPaid: true };
  const { text, html, calls } = await openPage(`/carpmm?requestType=1&${query}&received=500&userId=u-1`, {
    answers: { readPaymentInstruction: aPaymentInstruction({ ...paid, payCode: '', codeImage: '' }) },
  });
  expect(calls[0]?.request).toMatchObject({ receivedBeforeMinor: 500 });
  expect(text).toContain('Ya recibimos este pago. No use esta ficha ni este código. Ver mi préstamo');
  expect(html).not.toContain('<img');
  expect(html).toContain('&quot;id&quot;:&quot;code 4821600077310264&quot;');
  expect(html).not.toContain('&quot;slip&quot;');
});

test('[INSTR-1] requestType 1 asks how to repay, 2 how to extend, and each leads back to its page', async () => {
  const repay = await openPage(`/carpmm?requestType=1&${query}`, { answers });
  expect(repay.calls).toEqual([
    { name: 'readPaymentInstruction', request: { ...request, purpose: 'repay' } },
  ]);
  expect(repay.title).toBe('Cómo pagar');
  expect(repay.html).toContain(
    'href="/repay?productId=mx-120&amp;orderId=loan-1&amp;sessionId=s-1&amp;lang=2"',
  );
  const extend = await openPage(`/carpmm?requestType=2&${query}`, { answers });
  expect(extend.calls).toEqual([
    { name: 'readPaymentInstruction', request: { ...request, purpose: 'extend' } },
  ]);
  expect(extend.title).toBe('Cómo pagar para aplazar');
  expect(extend.html).toContain('href="/repayDelay?');
});

test('[INSTR-1] logos, amount, text, code image, code, company, sections, images, contact and fees are shown', async () => {
  const { html, text, script } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers,
    dependencies: { providerFeesUrl: 'https://fees.example/mx' },
  });
  expect(text).toContain(
    'Pague en la caja Diga que va a pagar un servicio y muestre este código. $ 1.422,81',
  );
  expect(text).toMatch(/4821 6000 7731 0264 A nombre de Llano\..*Código de pago 4821 6000 7731 0264/);
  expect(text).toContain('En la tienda Muestre el código. Pague el monto exacto. Guarde el recibo.');
  expect(text).toContain('Así se ve el recibo Preguntas: ayuda@llano.example');
  expect(html).toContain('href="mailto:ayuda@llano.example"');
  expect(html).toMatch(
    /<a [^>]*href="https:\/\/fees.example\/mx"[^>]*><span>Comisiones del proveedor de pago/,
  );
  expect(html.match(/<img/g)).toHaveLength(4);
  expect(html).toContain('alt="Código 4821600077310264"');
  expect(script).toBe('repay');
});

test('[INSTR-1] the code and the company name have a copy button each, and the code holds no spaces', async () => {
  const { html } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: {
      readPaymentInstruction: aPaymentInstruction({
        payCode: '4821 6000 7731 0264',
        companyName: 'Llano Uno',
      }),
    },
  });
  expect(html).toContain('data-copy="4821600077310264" data-copied="Copiado"');
  expect(html).toContain('data-copy="Llano Uno" data-copied="Copiado"');
  const codes = [...html.matchAll(/<code[^>]*>(.*?)<\/code>/g)].map(([, code]) =>
    code?.replace(/<[^>]*>/g, ''),
  );
  expect(codes).toEqual(['4821600077310264', 'Llano Uno']);
});

test('[INSTR-1] whichever of the two fields holds an address is the code’s image, the other the code', async () => {
  const codes = { payCode: 'https://pay.example/code.png', codeImage: '4821 6000 7731 0264' };
  const { html, text } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: { readPaymentInstruction: aPaymentInstruction(codes) },
    dependencies: { imageOrigins: ['https://pay.example'] },
  });
  expect(text).toContain('Código de pago 4821 6000 7731 0264');
  expect(html).toContain('data-copy="4821600077310264"');
  expect(html).toContain('src="https://pay.example/code.png" alt="Código 4821');
  const elsewhere = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: { readPaymentInstruction: aPaymentInstruction(codes) },
  });
  expect(elsewhere.html).not.toContain('pay.example');
  expect(elsewhere.text).toContain('Código de pago 4821 6000 7731 0264');
});

test('[INSTR-1] a backend without any words gives no empty heading, list or section', async () => {
  const { html } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: {
      readPaymentInstruction: aPaymentInstruction({
        title: '',
        text: '',
        sections: [{ title: '', lines: [''] }],
        imageSections: [{ title: '', contact: '', images: [] }],
      }),
    },
  });
  expect(html).not.toMatch(/<(h\d|ol|li|section)[^>]*><\//);
});

test('[INSTR-1] a contact that is a link of a listed origin is a link, any other is text', async () => {
  const open = async (contact: string) =>
    (
      await openPage(`/carpmm?requestType=1&${query}`, {
        answers: {
          readPaymentInstruction: aPaymentInstruction({
            imageSections: [{ title: 'Ayuda', contact, images: [] }],
          }),
        },
        dependencies: { redirectOrigins: ['https://help.example'] },
      })
    ).html;
  expect(await open('https://help.example/pay')).toContain('<a href="https://help.example/pay">');
  expect(await open('https://evil.example/pay')).not.toContain('href="https://evil.example');
  expect(await open('javascript:alert(1)')).not.toContain('href="javascript:');
});

test('[INSTR-1] what is missing leaves no gap', async () => {
  const { html, text } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: {
      readPaymentInstruction: aPaymentInstruction({
        topLogo: '',
        codeImage: '',
        companyName: '',
        bottomLogo: '',
        sections: [],
        imageSections: [],
      }),
    },
  });
  expect(html).not.toContain('<img');
  expect(text).not.toContain('A nombre de');
  expect(text).not.toContain('Comisiones');
});

test.each(['', '12.5', 'abc', '99999999999999999999'])(
  '[MONEY-3] an amount of "%s" is refused before any call',
  async (amount) => {
    const { status, calls } = await openPage(`/carpmm?requestType=1&${query.replace('142281', amount)}`, {
      answers,
    });
    expect(status).toBe(422);
    expect(calls).toEqual([]);
  },
);

const upiLink = 'upi://pay?pa=llano@examplebank&pn=Llano&tr=RZP1qrv2&am=1422.81&cu=INR';

test('a UPI code opens the app by its link, and the page looks at the loan’s own for the payment', async () => {
  const answers = {
    readPaymentInstruction: aPaymentInstruction({ payCode: 'RZP1qrv2', payLink: upiLink }),
    readLoan: aLoanDetail({ statement: aLoanStatement() }),
  };
  const { html, text } = await openPage(`/carpmm?requestType=1&${query}`, { answers });
  expect(html).toContain(`href="${upiLink.replaceAll('&', '&amp;')}"`);
  expect(html).toMatch(
    /data-live-payments="[\d-]+" data-live-at="\/order\?productId=mx-120&amp;orderId=loan-1&amp;/,
  );
  expect(text).toContain('Esta página avisa sola cuando llega un pago. Ver si ya llegó');
  const plain = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: { ...answers, readLoan: aLoanDetail({ statement: null }) },
  });
  expect(plain.html).not.toContain('data-live-payments');
});

test('a code made on request is named in the address, so that reloading makes no second one', async () => {
  const order = query.replace('4821600077310264', 'upi');
  const { response } = await requestPage(`/carpmm?requestType=1&${order}`, {
    answers: { readPaymentInstruction: aPaymentInstruction({ payCode: 'RZP1qrv2' }) },
  });
  expect(response.status).toBe(303);
  const { pathname, searchParams } = new URL(response.headers.get('Location') ?? '', 'https://h5.example');
  expect([
    pathname,
    searchParams.get('payCode'),
    searchParams.get('channel'),
    searchParams.get('amount'),
  ]).toEqual(['/carpmm', 'RZP1qrv2', 'upi', '142281']);
});

test('once such a code was paid, its address leads to the loan that says so; any other code is not found', async () => {
  const address = `/carpmm?requestType=1&${query}`;
  for (const code of ['not-found', 'status-conflict'] as const) {
    const answers = { readPaymentInstruction: refused(code) };
    const { response } = await requestPage(`${address}&channel=upi`, { answers });
    expect(response.headers.get('Location')).toMatch(/^\/order\?productId=mx-120&orderId=loan-1&/);
    expect((await requestPage(address, { answers })).response.headers.get('Location')).toBeNull();
  }
});

const nothing = {
  ...{ title: '', text: '', payCode: '', codeImage: '', companyName: '', payLink: '', voucherLink: '' },
  ...{ unavailable: '', networks: [], sections: [], imageSections: [], otherGroups: null },
};

test('[REPAY-5] each further network that takes the cash has its code, the convenio and its shops, on the kept slip too', async () => {
  const networks = [
    { payCode: '10830309851141878231', barcodeImage: '', agreement: '2409992', shops: ['BBVA'] },
    { payCode: '4821600077310264', barcodeImage: '', agreement: '', shops: ['Soriana', 'Extra'] },
  ];
  const readPaymentInstruction = aPaymentInstruction({ networks });
  const { text, html } = await openPage(`/carpmm?requestType=1&userId=u-1&${query}`, {
    answers: { readPaymentInstruction },
  });
  const otherCode =
    'En BBVA este código no sirve: use el convenio 2409992 y el código 1083 0309 8511 4187 8231.';
  expect(text.indexOf(otherCode)).toBeGreaterThan(text.indexOf('4821 6000 7731 0264'));
  expect(/data-keep="([^"]*)"/.exec(html)?.[1]).toContain(otherCode);
  expect(text).toMatch(/En BBVA Convenio 2409 ?992 .*Código de pago 1083 0309 8511 4187 8231/);
  expect(text).toContain('En Soriana Soriana, Extra');
  // On the slip, and to copy.
  expect(text.match(/4821 6000 7731 0264/g)).toHaveLength(2);
});

test('where the answer has no code, the one of the address is shown if the backend lists it', async () => {
  const readRepayment = aRepaymentDetail({
    channelGroups: [{ title: '', channels: [aChannel({ payCode: '4821600077310264' })] }],
  });
  const { text } = await openPage(`/carpmm?requestType=1&${query}`, {
    answers: { readPaymentInstruction: aPaymentInstruction(nothing), readRepayment },
  });
  expect(text).toContain('Código de pago 4821 6000 7731 0264');
  expect(text).not.toContain('Falta el código');
});

test.each([aRepaymentDetail({ channelGroups: [] }), refused('internal')])(
  'where nothing says how to pay, the page says whom to ask, and no code that only the address names',
  async (readRepayment) => {
    const { text, html } = await openPage(`/carpmm?requestType=1&${query}`, {
      answers: { readPaymentInstruction: aPaymentInstruction(nothing), readRepayment },
    });
    expect(text).not.toContain('4821');
    expect(text).toContain('Falta el código para pagar. Pídalo a atención a clientes');
    expect(html).toMatch(/<a href="\/customerService[^"]*">Pídalo/);
  },
);

test('[REPAY-5] a slip says shop, amount, code, until when in words and the fee, and is kept without the session', async () => {
  const readPaymentInstruction = aPaymentInstruction({
    ...{ shop: 'OXXO', feeMinor: minorAmount(1_200), validUntil: '2026-12-25T05:59:00Z', currency: 'MXN' },
  });
  const address = `/carpmm?requestType=1&userId=u-1&${query}`;
  const { text, html } = await openPage(address, { answers: { readPaymentInstruction } });
  expect(text).toContain('Ficha de pago');
  expect(text).toMatch(
    /OXXO .*\$ 1\.422,81 Muestre este código en la caja 4821 6000 7731 0264 Ficha válida hasta el jueves 24 de diciembre a las 23:59\. La tienda cobra \$ 12,00 aparte\. A nombre de Llano\./,
  );
  expect(text).toContain('Ficha válida hasta 2026-12-24 23:59:00');
  const record = /data-keep="([^"]*)"/.exec(html)?.[1] ?? '';
  expect(record).not.toMatch(/s-1|sessionId|u-1|loan-1/);
  expect(JSON.parse(record.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toMatchObject({
    id: 'code 4821600077310264',
    title: 'OXXO',
    slip: {
      amount: '$\u00a01.422,81',
      groups: ['4821', '6000', '7731', '0264'],
      image: expect.stringMatching(/^data:image/),
      until: 'Ficha válida hasta el jueves 24 de diciembre a las 23:59.',
    },
  });
  const never = aPaymentInstruction({ validUntil: '' });
  expect((await openPage(address, { answers: { readPaymentInstruction: never } })).text).toContain(
    'La ficha no tiene fecha límite.',
  );
  const silent = await openPage(address, { answers });
  expect(silent.text).not.toContain('Ficha válida');
});
