import { expect, test } from 'vitest';
import type { PaymentClaim } from '#contract/calls/payment-claim.ts';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanStatement, anOverdueBalance } from '#fixtures/loan-views.ts';
import { aPaymentInstruction, aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { openPage, refused } from '#tests/setup/open-page.ts';

const key = 'productId=mx-120&orderId=loan-1';
const session = 'sessionId=s-1&lang=2';
const address = `/paymentClaim?${key}&${session}`;

const aClaim = (overrides: Partial<PaymentClaim> = {}): PaymentClaim => ({
  ...{ claimId: 'claim-1', amountMinor: minorAmount(152_748), paidOn: '2027-01-21' },
  ...{ channel: 'bank-transfer', trackingKey: 'BM1', hasImage: false, state: 'waiting' },
  ...{ claimedAt: '2027-01-21T18:00:00.000Z', answerBy: '2027-01-22T18:00:00.000Z' },
  ...{ answer: '', complaintId: null, folio: '' },
  ...overrides,
});

const loanWith = (statement: Parameters<typeof aLoanStatement>[0]) =>
  aLoanDetail({
    status: 'overdue',
    currency: 'MXN',
    balance: anOverdueBalance(),
    statement: aLoanStatement({ claims: [], ...statement }),
  });

const orderWith = async (statement: Parameters<typeof aLoanStatement>[0], lang = 2) =>
  (await openPage(`/order?${key}&sessionId=s-1&lang=${lang}`, { answers: { readLoan: loanWith(statement) } }))
    .text;

/** The page of the claims. */
const claimPageWith = async (statement: Parameters<typeof aLoanStatement>[0], lang = 2) =>
  (
    await openPage(`/paymentClaim?${key}&sessionId=s-1&lang=${lang}`, {
      answers: { readLoan: loanWith(statement) },
    })
  ).text;

const whole = { amount: '1527.48', paidOn: '2027-01-21', channel: 'store', trackingKey: 'folio 77' };
const problemTypes = { types: [], collectionSubtypes: [], dataRequests: [], order: null, orders: [] };

const send = (form: Record<string, string>, claimPayment: unknown = {}) =>
  openPage(address, {
    form,
    answers: { readLoan: loanWith({}), openComplaint: problemTypes, claimPayment },
  });

test('the pages that ask for money have the form, with what they ask for filled in', async () => {
  const statement = aLoanStatement({ claims: [] });
  const order = await openPage(`/order?${key}&${session}`, { answers: { readLoan: loanWith({}) } });
  expect(order.html).toMatch(/<a class="line" href="\/paymentClaim\?[^"]*">.*?Ya pagué/s);
  const pages = [
    await openPage(`/repay?${key}&${session}`, {
      answers: { readRepayment: aRepaymentDetail({ statement }) },
    }),
    await openPage(`/carpmm?${key}&amount=142281&payCode=1&requestType=1&${session}`, {
      answers: { readPaymentInstruction: aPaymentInstruction({ claimToday: '2027-01-22' }) },
    }),
  ];
  for (const { html } of pages) {
    expect(html).toContain(
      `action="/paymentClaim?${key.replace('&', '&amp;')}&amp;sessionId=s-1&amp;lang=2"`,
    );
    expect(html).toMatch(/<summary><span[^>]*>(?:<svg.*?<\/svg>)?<span>Ya pagué<\/span><\/span><\/summary>/s);
    expect(html).toMatch(/name="amount"[^>]*value="\d+\.\d\d"/);
    expect(html).toMatch(/type="date"[^>]*max="2027-01-2\d"/);
  }
});

test('where a backend says a day that there is not, the day is left open', async () => {
  const answers = {
    readLoan: aLoanDetail({
      status: 'overdue',
      statement: aLoanStatement({ today: '2027-02-29', claims: [] }),
    }),
  };
  const { html } = await openPage(address, { answers });
  expect(html).toMatch(/<input[^>]*type="date"/);
  expect(html).not.toContain('2027-02-29"');
});

test('a backend that takes no such word has no form, and its page leads to the loan', async () => {
  const answers = { readLoan: aLoanDetail({ status: 'overdue', statement: aLoanStatement() }) };
  expect((await openPage(`/order?${key}&${session}`, { answers })).text).not.toContain('Ya pagué');
  const { status, location } = await openPage(address, { answers });
  expect([status, location]).toEqual([303, `/order?${key}&${session}`]);
  const { html } = await openPage(`/repay?${key}&${session}`, {
    answers: { readRepayment: aRepaymentDetail() },
  });
  expect(html).not.toContain('paymentClaim');
});

test('the typed text is sent under the contract’s names, and the loan is shown', async () => {
  const { calls, status, location } = await send(whole);
  expect(calls.at(-1)).toEqual({
    name: 'claimPayment',
    request: {
      ...{ productId: 'mx-120', orderId: 'loan-1', amountMinor: 152_748, paidOn: '2027-01-21' },
      ...{ channel: 'store', trackingKey: 'folio 77', image: null },
    },
  });
  expect([status, location]).toEqual([303, `/order?${key}&${session}#claims`]);
});

test.each([
  ['no proof', { trackingKey: ' ' }, 'Escriba la clave o agregue una foto'],
  ['no amount', { amount: 'mil' }, 'Escriba el monto en números'],
  ['an amount of zero', { amount: '0' }, 'Escriba el monto en números'],
  ['no day', { paidOn: '21/01' }, 'Elija el día en que pagó'],
])('%s is said beside its field, and what was typed stays', async (_what, wrong, line) => {
  const { status, text, html, calls } = await send({ ...whole, ...wrong });
  expect(status).toBe(422);
  expect(text).toContain(line);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(html).toContain('<option value="store" selected="">');
  if (!('trackingKey' in wrong)) expect(html).toContain('value="folio 77"');
  expect(calls.map(({ name }) => name)).not.toContain('claimPayment');
});

test('a day that the backend refuses has an error at its field; other refusals show the backend’s words', async () => {
  expect((await send(whole, refused('request-invalid'))).text).toContain('Elija el día en que pagó');
  const busy = await send(whole, refused('too-many-requests', 'Ya hay cinco avisos en revisión.'));
  expect([busy.status, busy.text.includes('Ya hay cinco avisos en revisión.')]).toEqual([429, true]);
  const conflict = await send(whole, refused('status-conflict', 'Ese pago ya se recibió.'));
  expect([conflict.status, conflict.text.includes('Ese pago ya se recibió.')]).toEqual([409, true]);
});

test('a photo that was taken stays when something else is missing', async () => {
  const { html, text } = await send({ ...whole, amount: '', image: '/user-problem/problem-img/1.jpg' });
  expect(html).toContain('<input type="hidden" name="image" value="/user-problem/problem-img/1.jpg"/>');
  expect(text).toContain('Ya tenemos su foto.');
});

test('the borrower sees what they told, its clock, and that nothing grows meanwhile where that is so', async () => {
  const waiting = await claimPageWith({ claims: [aClaim()], isPenaltyPaused: true });
  expect(waiting).toContain(
    'Nos avisó que pagó $ 1.527,48 el 2027-01-21. Lo estamos buscando: le respondemos a más tardar el 2027-01-22 12:00. Mientras lo buscamos no le sumamos recargo. No pague otra vez.',
  );
  expect(await claimPageWith({ claims: [aClaim()] })).not.toContain('no le sumamos recargo');
  expect(await claimPageWith({ claims: [aClaim()] }, 1)).toContain(
    'You told us that you paid $ 1.527,48 on 2027-01-21.',
  );
});

test('after a day the complaint is named and linked; an answer is told with what can be done', async () => {
  const claim = aClaim({ complaintId: 'c-1', folio: 'QJ-2026-000123-38' });
  const { text, html } = await openPage(address, { answers: { readLoan: loanWith({ claims: [claim] }) } });
  expect(await orderWith({ claims: [claim] })).toContain('Abrimos por usted la queja QJ-2026-000123-38.');
  expect(text).toContain('Abrimos por usted la queja QJ-2026-000123-38, con lo que nos envió.');
  expect(html).toMatch(/href="\/complainDetails\?problemId=c-1&amp;[^"]*">Ver la queja</);
  const lost = await orderWith({ claims: [aClaim({ state: 'not-found', answer: 'Es de otro préstamo.' })] });
  expect(lost).toContain('Buscamos su pago de $ 1.527,48 del 2027-01-21 y no llegó. Es de otro préstamo.');
  expect(lost).toContain('Presentar una queja');
  expect(await orderWith({ claims: [aClaim({ state: 'received' })] })).toContain(
    'Encontramos el pago de $ 1.527,48',
  );
});

test('a page that waits learns when a claim was answered, and its mark tells nothing of the loan', async () => {
  const mark = async (claims: readonly PaymentClaim[]) =>
    (await openPage(`/order?${key}&${session}`, { answers: { readLoan: loanWith({ claims }) } })).headers.get(
      'X-Loan-Payments',
    );
  const marks = [
    await mark([]),
    await mark([aClaim()]),
    await mark([aClaim({ complaintId: 'c-1' })]),
    await mark([aClaim({ state: 'received' })]),
  ];
  expect(marks).toEqual(['2-0', '2-0-1-0', '2-0-1-1', '2-0']);
});
