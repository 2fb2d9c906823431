import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanAgreement, aLoanDetail, aLoanStatement } from '#fixtures/loan-views.ts';
import { openPage, requestPage } from '#tests/setup/open-page.ts';

const query = 'productId=mx-120&orderId=loan-1&sessionId=s-1&lang=2';
const settled = aLoanDetail({
  status: 'settled',
  details: [
    { label: 'Recibió', value: '$ 5.000,00' },
    { label: 'Intereses', value: '$ 184,93' },
    { label: 'Pagó', value: '$ 5.562,52' },
  ],
  statement: aLoanStatement({
    remainingMinor: minorAmount(0),
    dueMinor: minorAmount(0),
    today: '2027-03-20',
  }),
});
const keptText = 'loan-agreement 2026-11 2026-11-20 es\n\n1. Las partes\n\nUsted y Llano.\n';
const accepted = {
  ...{ text: keptText, hash: createHash('sha256').update(keptText).digest('hex'), version: '2026-11' },
  ...{ language: 'es' as const, acceptedAt: '2026-11-20 12:00:00' },
};
const answers = { readLoan: settled, readAgreement: aLoanAgreement({ accepted }) };

test('a settled loan lists its letter and agreement, each as page and PDF, and how its dates leave a calendar', async () => {
  const { text, html } = await openPage(`/order?${query}`, { answers });
  expect(text).toContain(
    'Documentos Carta finiquito Dice que ya no debe nada Ver PDF Contrato Como lo aceptó, con su huella digital Ver PDF',
  );
  expect(html).toContain('aria-label="PDF de Carta finiquito"');
  expect(html).toMatch(/href="\/dueDates.ics\?[^"]*">Quitar del calendario/);
});

test('the letter names lender, borrower and loan, says that nothing is owed, and what was paid', async () => {
  const { text, title, script } = await openPage(`/closureLetter?${query}`, { answers });
  expect(title).toBe('Carta finiquito');
  expect(script).toBe(null);
  for (const said of [
    'Fecha de esta carta: 2027-03-20',
    'Llano Servicios, S.A. de C.V. hace constar que Rosa Medina pagó todo lo que debía del préstamo LL-2026-118204, de $ 5.000,00, depositado el 2026-11-20.',
    'no debe nada por ese préstamo: ni capital, intereses, comisión, IVA ni recargos.',
    'Recibió $ 5.000,00 Intereses $ 184,93 Pagó $ 5.562,52',
    'Folio del recibo RC-000000A7F3 Código de verificación 7K3QX-M20VB',
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain('$ 0,00');
  const english = await openPage(`/closureLetter?${query.replace('lang=2', 'lang=1')}`, { answers });
  expect(english.title).toBe('No-dues letter');
});

test.each([
  ['runs', { status: 'to-repay' as const }],
  ['was sold, of which no statement is given', { statement: null }],
  ['owes something', { statement: aLoanStatement({ remainingMinor: minorAmount(1) }) }],
])('there is no letter for a loan that %s', async (_name, changes) => {
  const loanAnswers = { ...answers, readLoan: { ...settled, ...changes } };
  expect((await openPage(`/closureLetter?${query}`, { answers: loanAnswers })).status).toBe(404);
  expect((await openPage(`/closureLetter.pdf?${query}`, { answers: loanAnswers })).status).toBe(404);
  expect((await openPage(`/order?${query}`, { answers: loanAnswers })).html).not.toContain('closureLetter');
});

test.each([
  [`/closureLetter.pdf?${query}`, 'Carta-finiquito.pdf'],
  ['/agreement.pdf?orderNo=LL-2026-118204&lang=2', 'Contrato-LL-2026-118204.pdf'],
  [`/receipt.pdf?${query}&paymentId=019ab0c2-0000-7000-8000-00000000b101`, 'Recibo-'],
])('%s is a file to keep', async (address, name) => {
  const { response } = await requestPage(address, { answers });
  expect(response.headers.get('Content-Type')).toBe('application/pdf');
  expect(response.headers.get('Content-Disposition')).toContain(`attachment; filename="${name}`);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

const keyFacts = {
  proposalNumber: 'CA-2026-118204',
  validThrough: '2026-11-25',
  language: 'es',
  acceptedAt: null,
  text: 'key-facts CA-2026-118204 2026-11-25 es\n\nCarátula\n\nResumen.\n\n1. Su crédito\n\nNúmero: CA-2026-118204\nMonto: $ 5.000,00\n',
  hash: 'c'.repeat(64),
} as const;

test('[LEGAL-6] the paper is a page of every row, before and after it is accepted, and a file to keep', async () => {
  const page = '/keyFacts?orderNo=quote-1&productId=mx-120&lang=2';
  const ofQuote = { readAgreement: aLoanAgreement({ paper: keyFacts }) };
  const { text, html } = await openPage(page, { answers: ofQuote });
  expect(text).toContain('Resumen. 1. Su crédito Número CA-2026-118204 Monto $ 5.000,00');
  expect(text).toContain(`Aún sin aceptar. Huella digital SHA-256: ${keyFacts.hash}`);
  expect(html).toMatch(/href="\/keyFacts\.pdf\?orderNo=quote-1/);
  const paper = { ...keyFacts, acceptedAt: '2026-11-20 12:00:00' };
  const ofLoan = { readAgreement: aLoanAgreement({ paper }) };
  expect((await openPage(page, { answers: ofLoan })).text).toContain('Aceptado el 2026-11-20 12:00:00');
  const { response } = await requestPage('/keyFacts.pdf?orderNo=LL-1&lang=2', { answers: ofLoan });
  expect(response.headers.get('Content-Disposition')).toContain('filename="Caratula-LL-1.pdf"');
  const contract = await openPage('/contract?orderNo=LL-1&lang=2', { answers: ofLoan });
  expect(contract.html).toMatch(/href="\/keyFacts\?[^"]*orderNo=LL-1[^"]*">(?:<svg.*?<\/svg>)<span>Carátula/);
  const none = { readAgreement: aLoanAgreement() };
  expect((await openPage(page, { answers: none })).status).toBe(404);
  expect((await openPage('/contract?orderNo=LL-1', { answers: none })).html).not.toContain('keyFacts');
});

test('[CONTRACT-1] the exact text comes as a file whose SHA-256 is the one shown', async () => {
  const { response } = await requestPage('/agreement.txt?orderNo=LL-2026-118204', { answers });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(accepted.hash);
  const { text, html } = await openPage('/contract?orderNo=LL-2026-118204', { answers });
  expect(text).toContain(accepted.hash);
  expect(html).toContain('href="/agreement.txt?orderNo=LL-2026-118204');
});

test('a running loan gives its dates to a calendar, which takes off those that are paid, and no session with them', async () => {
  const running = aLoanDetail({ statement: aLoanStatement() });
  const { html } = await openPage(`/order?${query}`, { answers: { readLoan: running } });
  expect(html).toMatch(/href="\/dueDates.ics\?[^"]*">Agregar al calendario/);
  const { response } = await requestPage(`/dueDates.ics?${query}`, { answers: { readLoan: running } });
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
  const file = await response.text();
  const { instalments = [] } = running.statement ?? {};
  const paid = instalments.filter(({ owedMinor }) => owedMinor === 0);
  expect(file.match(/^BEGIN:VEVENT/gm)).toHaveLength(instalments.length);
  expect(file.match(/^STATUS:CANCELLED/gm) ?? []).toHaveLength(paid.length);
  expect(file).not.toContain('s-1');
  const settled = await (await requestPage(`/dueDates.ics?${query}`, { answers })).response.text();
  expect(settled).toContain('STATUS:CANCELLED');
  expect(settled).not.toMatch(/STATUS:CONFIRMED|VALARM/);
  const refused = { readLoan: aLoanDetail({ status: 'declined', statement: null }) };
  expect((await openPage(`/dueDates.ics?${query}`, { answers: refused })).status).toBe(404);
});

const movements = [
  {
    ...{ bookedOn: '2026-11-20', countsFrom: '2026-11-20', kind: 'disbursal' as const, isReversal: false },
    moneyMinor: minorAmount(-500_000),
    owedMinor: minorAmount(556_252),
    ...{ owedAfterMinor: minorAmount(556_252), heldAfterMinor: minorAmount(0) },
  },
  {
    ...{ bookedOn: '2026-12-21', countsFrom: '2026-12-20', kind: 'payment' as const, isReversal: false },
    moneyMinor: minorAmount(150_000),
    owedMinor: minorAmount(-142_281),
    ...{ owedAfterMinor: minorAmount(413_971), heldAfterMinor: minorAmount(7_719) },
  },
  {
    ...{ bookedOn: '2026-12-22', countsFrom: '2026-12-21', kind: 'accrual' as const, isReversal: false },
    ...{ moneyMinor: minorAmount(0), owedMinor: minorAmount(4_268) },
    ...{ owedAfterMinor: minorAmount(418_239), heldAfterMinor: minorAmount(7_719) },
  },
];
const told = { hasMovements: true, statement: aLoanStatement({ today: '2026-12-22' }) };
const ofAccount = {
  readLoan: aLoanDetail(told),
  readAgreement: aLoanAgreement(),
  readMovements: { movements },
};

test('a statement of account has what was brought forward, each movement with its date, and the sum of the day', async () => {
  const { text, html, script } = await openPage(`/accountStatement?${query}`, { answers: ofAccount });
  expect(script).toBe(null);
  expect(text).toContain('Del 2026-11-20 al 2026-12-22');
  expect(text).toContain('2026-11-20 Saldo anterior $ 0,00');
  expect(text).toContain('2026-12-22 Recargo por atraso del 2026-12-21');
  expect(text).toContain('2026-11-20 Depósito de $ 5.000,00 y cargos del plan $ 5.562,52 $ 5.562,52');
  expect(text).toContain(
    '2026-12-21 Pago recibido, $ 1.500,00, con fecha 2026-12-20; quedan $ 77,19 a su favor $ 1.422,81 $ 4.139,71',
  );
  expect(text).toContain('2026-12-22 Saldo al final del día $ 4.182,39');
  expect(html).toContain('action="/accountStatement"');
  const later = await openPage(`/accountStatement?${query}&from=2026-12-01&through=2026-12-22`, {
    answers: ofAccount,
  });
  expect(later.text).toContain('2026-12-01 Saldo anterior $ 5.562,52');
  expect(later.text).not.toContain('Depósito');
  expect(later.html).toMatch(/href="\/accountStatement\.pdf\?[^"]*from=2026-12-01/);
  const english = await openPage(`/accountStatement?${query.replace('lang=2', 'lang=1')}`, {
    answers: ofAccount,
  });
  expect(english.text).toContain('2026-11-20 Brought forward ₹ 0,00');
});

test.each(['from=2026-12-22&through=2026-12-01', 'from=&through=2026-12-01', 'from=2026-02-30'])(
  'days of a statement that are none (%s) are said to be so beside what was typed, and the file leads there',
  async (days) => {
    const page = await openPage(`/accountStatement?${query}&${days}`, { answers: ofAccount });
    expect(page.status).toBe(422);
    expect(page.text).toContain('Elija dos fechas, la primera antes de la segunda.');
    expect(page.text).toContain('$ 5.562,52');
    const { response } = await requestPage(`/accountStatement.pdf?${query}&${days}`, { answers: ofAccount });
    expect(response.status).toBe(303);
    expect(response.headers.get('Location')).toContain('/accountStatement?');
  },
);

test('the order page and the carátula of its order lead to the statement of account, where its movements are listed', async () => {
  const paper = { ...keyFacts, acceptedAt: '2026-11-20 12:00:00' };
  const addresses = [`/order?${query}`, `/keyFacts?${query}&orderNo=LL-1`];
  for (const hasMovements of [true, false]) {
    const readLoanOf = aLoanDetail({ ...told, hasMovements });
    const of = { ...ofAccount, readLoan: readLoanOf, readAgreement: aLoanAgreement({ paper }) };
    for (const address of addresses) {
      expect((await openPage(address, { answers: of })).html.includes('href="/accountStatement?')).toBe(
        hasMovements,
      );
    }
    const { response } = await requestPage(`/accountStatement.pdf?${query}`, { answers: of });
    expect(response.status).toBe(hasMovements ? 200 : 404);
  }
});
