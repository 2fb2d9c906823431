import { expect, test } from 'vitest';
import type { ChargeDispute } from '#contract/calls/charge-dispute.ts';
import { minorAmount } from '#domain/money/money.ts';
import { aLoanDetail, aLoanStatement, anOverdueBalance } from '#fixtures/loan-views.ts';
import { aRepaymentDetail } from '#fixtures/repayment-views.ts';
import { openPage, refused } from '#tests/setup/open-page.ts';

const key = 'productId=mx-120&orderId=loan-1';
const session = 'sessionId=s-1&lang=2';
const address = `/chargeDispute?${key}&charge=2-penalty&${session}`;

const charges = [
  { chargeId: '1-fee', sequence: 1, kind: 'fee', chargedMinor: minorAmount(7_500) },
  { chargeId: '2-penalty', sequence: 2, kind: 'penalty', chargedMinor: minorAmount(12_612) },
  { chargeId: '2-vat', sequence: 2, kind: 'vat', chargedMinor: minorAmount(2_384) },
] as const;

const aDispute = (overrides: Partial<ChargeDispute> = {}): ChargeDispute => ({
  ...{ disputeId: 'dispute-1', chargeId: '2-penalty', sequence: 2, kind: 'penalty' },
  ...{ amountMinor: minorAmount(12_612), reason: 'paid-on-time', words: 'Pagué el 19.', state: 'open' },
  ...{ filedAt: '2027-01-21T18:00:00.000Z', answerBy: '2027-01-24T18:00:00.000Z', isPaused: false },
  ...{ answer: '', takenOffMinor: minorAmount(0), vatTakenOffMinor: minorAmount(0) },
  ...{ complaintId: null, folio: '' },
  ...overrides,
});

const loanWith = (statement: Parameters<typeof aLoanStatement>[0], currency: 'MXN' | 'INR' = 'MXN') =>
  aLoanDetail({
    status: 'overdue',
    currency,
    balance: anOverdueBalance(),
    statement: aLoanStatement({ charges, disputes: [], ...statement }),
  });

const order = (statement: Parameters<typeof aLoanStatement>[0], lang = 2) =>
  openPage(`/order?${key}&sessionId=s-1&lang=${lang}`, { answers: { readLoan: loanWith(statement) } });

/** The page of all charges. */
const list = (statement: Parameters<typeof aLoanStatement>[0], { lang = 2, more = '' } = {}) =>
  openPage(`/chargeDispute?${key}${more}&sessionId=s-1&lang=${lang}`, {
    answers: { readLoan: loanWith(statement) },
  });

const send = (form: Record<string, string>, answers: Record<string, unknown> = {}) =>
  openPage(address, { form, answers: { readLoan: loanWith({}), disputeCharge: {}, ...answers } });

test('all charges are a radio each, penalties first and the rest folded by payment, and one button goes on', async () => {
  expect((await order({})).html).toMatch(
    /href="\/chargeDispute\?productId=mx-120&amp;orderId=loan-1&amp;s[^"]*">/,
  );
  const { html, text } = await list({});
  expect(text).toContain(
    'Revisar cargos EN English Ayuda ¿Qué cargo no está bien? Recargo por atraso Pago 2 $ 126,12 Pago 1 comisión $ 75,00 Vence el 2026-12-20 Comisión $ 75,00 Pago 2 IVA $ 23,84',
  );
  expect(html.match(/<input type="radio" name="charge"/g)).toHaveLength(3);
  expect(html.match(/<details/g)).toHaveLength(2);
  expect(html).not.toMatch(/<details[^>]*open/);
  expect(html).toContain(' action="/chargeDispute" method="get">');
  expect(html).toContain('<input type="hidden" name="sessionId" value="s-1"/>');
  expect(html).toContain('value="2-penalty"');
  expect((await list({}, { lang: 1 })).text).toContain('Which charge is not right?');
});

test('a charge under review cannot be chosen and shows its deadline; choosing nothing is an error', async () => {
  const { html, text } = await list({ disputes: [aDispute()] });
  expect(text).toContain('En revisión: Recargo por atraso, $ 126,12, pago 2. Le respondemos a más tardar');
  expect(text).toContain('Recargo por atraso En revisión hasta el 2027-01-24 $ 126,12');
  expect(html).toMatch(/<input type="radio" disabled="" name="charge" value="2-penalty"/);
  const missing = await list({}, { more: '&choose=1' });
  expect(missing.html).toMatch(/<fieldset aria-describedby="charge-error">/);
  expect(missing.text).toContain('Elija un cargo.');
});

test('a disputed charge that is charged no more says so, can be read and taken back, and is not said to stay', async () => {
  const dispute = aDispute({ amountMinor: minorAmount(0) });
  const gone = { charges: charges.slice(0, 1), disputes: [dispute] };
  const said = 'Ya no le cobramos: Recargo por atraso, pago 2.';
  const { text } = await list(gone);
  expect(text).toContain(said);
  expect(text).not.toMatch(/\$ 0,00|En revisión: Recargo/);
  const shown = await order(gone);
  expect(shown.text).toContain(said);
  expect(shown.text).not.toContain('en revisión hasta');
  const own = await openPage(address, { answers: { readLoan: loanWith(gone) } });
  expect([own.status, own.text]).toEqual([200, expect.stringContaining(said)]);
  expect(own.html).toContain('value="withdraw"');
  const rejected = await order({ ...gone, disputes: [{ ...dispute, state: 'rejected' }] });
  expect(rejected.text).toContain('Recargo por atraso, pago 2: lo revisamos, y ya no se le cobra.');
  expect(rejected.text).not.toContain('se queda');
});

test('a backend that takes no such word shows no charges, and the page of a dispute leads to the loan', async () => {
  const answersOf = { readLoan: aLoanDetail({ status: 'overdue', statement: aLoanStatement() }) };
  const { text } = await openPage(`/order?${key}&${session}`, { answers: answersOf });
  expect(text).not.toContain('Cargos');
  for (const charge of ['2-penalty', '9-fee', '']) {
    const answers = charge === '9-fee' ? { readLoan: loanWith({}) } : answersOf;
    const page = await openPage(`/chargeDispute?${key}&charge=${charge}&${session}`, { answers });
    expect([page.status, page.location]).toEqual([303, `/order?${key}&${session}`]);
  }
});

test('what is disputed is marked on order, plan and repay, with its clock and that nothing grows meanwhile', async () => {
  const statement = { disputes: [aDispute({ isPaused: true })], disputedMinor: minorAmount(12_612) };
  const page = await order(statement);
  expect(page.text).toContain('De esto, $ 126,12 está en revisión y no crece.');
  expect(page.text).toContain('· En revisión hasta el 2027-01-24: Recargo por atraso Falta $');
  expect(page.text).toContain('Recargo por atraso en revisión hasta 24 ene');
  expect(page.html).toMatch(/href="\/chargeDispute\?[^"]*charge=2-penalty&amp;[^"]*">/);
  expect((await list(statement)).text).toContain(
    'En revisión: Recargo por atraso, $ 126,12, pago 2. Le respondemos a más tardar el 2027-01-24 12:00. Mientras tanto este recargo no crece. Ver o retirar',
  );
  const repayment = aRepaymentDetail({ statement: loanWith(statement).statement });
  const repay = await openPage(`/repay?${key}&${session}`, { answers: { readRepayment: repayment } });
  expect(repay.text).toContain('De esto, $ 126,12 está en revisión y no crece.');
  expect(repay.text).toContain('En revisión: Recargo por atraso, $ 126,12, pago 2.');
});

test('the answer is read where the charge stands: upheld in full with its tax, in part, or rejected with the way on', async () => {
  const taken = { state: 'upheld', answer: 'Su pago llegó a tiempo.' } as const;
  const whole = { ...taken, takenOffMinor: minorAmount(12_612), vatTakenOffMinor: minorAmount(1_200) };
  expect((await order({ disputes: [aDispute(whole)] })).text).toContain(
    'Tiene razón. Recargo por atraso, pago 2: le quitamos $ 126,12. También $ 12,00 de IVA. Su pago llegó a tiempo.',
  );
  const part = { ...taken, takenOffMinor: minorAmount(6_000) };
  expect((await order({ disputes: [aDispute(part)] }, 1)).text).toContain(
    'Late penalty, payment 2: we took off $ 60,00 of $ 126,12.',
  );
  const rejected = aDispute({ state: 'rejected', answer: 'El banco lo recibió el 22.' });
  const { text, html } = await order({ disputes: [rejected] });
  expect(text).toContain(
    'Recargo por atraso, $ 126,12, pago 2: lo revisamos y se queda. El banco lo recibió el 22.',
  );
  expect(html).toMatch(/href="\/complaint\?orderId=loan-1&amp;[^"]*">Presentar una queja</);
  const curt = aDispute({ state: 'rejected', answer: 'Va' });
  expect((await order({ disputes: [curt] })).text).toContain('y se queda. Va. Si no está de acuerdo');
  const complained = aDispute({ complaintId: 'c-1', folio: 'QJ-2026-000123-38' });
  expect((await list({ disputes: [complained] })).text).toContain(
    'abrimos por usted la queja QJ-2026-000123-38',
  );
});

test('the tax has the name of its market', async () => {
  const disputes = [aDispute({ kind: 'vat', chargeId: '2-vat' })];
  const readLoan = loanWith({ disputes }, 'INR');
  const { text } = await openPage(`/order?${key}&sessionId=s-1&lang=1`, { answers: { readLoan } });
  expect(text).toContain('GST under review until 24 Jan');
  expect(text).not.toContain('VAT');
});

test('the choice and the text are sent under the contract’s names, and all charges are shown', async () => {
  const { calls, status, location } = await send({ reason: 'other', words: ' No la vi. ' });
  expect(calls.at(-1)).toEqual({
    name: 'disputeCharge',
    request: {
      ...{
        productId: 'mx-120',
        orderId: 'loan-1',
        chargeId: '2-penalty',
        reason: 'other',
        words: 'No la vi.',
      },
    },
  });
  expect([status, location]).toEqual([303, `/chargeDispute?${key}&${session}`]);
});

test.each([
  ['no reason', { words: 'Así no.' }, 'Elija una razón.', 'Así no.'],
  ['another reason without words', { reason: 'other', words: ' ' }, 'Escriba su razón.', 'checked=""'],
  ['too many words', { reason: 'other', words: 'x'.repeat(301) }, 'Escriba hasta 300 letras.', 'checked=""'],
])('%s is said beside its field, and what was chosen stays', async (_what, form, line, words) => {
  const { status, text, html, calls } = await send(form);
  expect(status).toBe(422);
  expect(text).toContain(line);
  expect(html).toContain(words);
  expect(calls.map(({ name }) => name)).not.toContain('disputeCharge');
});

test('a refusal that keeps the form shows its own words, and so does one that may end it', async () => {
  const form = { reason: 'not-agreed', words: '' };
  const busy = await send(form, { disputeCharge: refused('too-many-requests', 'Ya hay diez en revisión.') });
  expect([busy.status, busy.text.includes('Ya hay diez en revisión.')]).toEqual([429, true]);
  const gone = await send(form, { disputeCharge: refused('status-conflict', 'Ese cargo ya se quitó.') });
  expect([gone.status, gone.text.includes('Ese cargo ya se quitó.')]).toEqual([409, true]);
});

test('an open dispute is shown with what was said, and is withdrawn by one button', async () => {
  const answers = { readLoan: loanWith({ disputes: [aDispute()] }), withdrawDispute: {} };
  const page = await openPage(address, { answers });
  expect(page.text).toContain('Su razón Pagué a tiempo');
  expect(page.text).toContain('Pagué el 19.');
  expect(page.html).not.toContain('name="reason"');
  expect(page.text).not.toContain('Ver o retirar');
  const form = { do: 'withdraw', disputeId: 'dispute-1' };
  const sent = await openPage(address, { form, answers });
  expect(sent.calls.at(-1)).toEqual({
    name: 'withdrawDispute',
    request: { productId: 'mx-120', orderId: 'loan-1', disputeId: 'dispute-1' },
  });
  expect([sent.status, sent.location]).toEqual([303, `/chargeDispute?${key}&${session}`]);
});
