import { expect, test } from 'vitest';
import { readLoanStatement, writeOffLoan } from '#contract/host/loan.ts';
import { listRefunds } from '#contract/host/repayment.ts';
import { newCardHolder } from '#tests/setup/card-holders.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { scriptedCards } from '#tests/setup/hosted-cards.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, rowCounts } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { correctLoanPath, loanPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
service.setTime('2026-11-20T12:00:00-06:00');
const loans = {
  waived: await paidOutLoan(service, await newBorrower(service)),
  split: await paidOutLoan(service, await newBorrower(service)),
  paid: await paidOutLoan(service, await newBorrower(service)),
  applied: await applyForLoan(service, await newBorrower(service)),
};
service.setTime('2027-02-02T12:00:00-06:00');
const treasurer = await person('Tomás Ávila', 'treasury');
const reason = 'Transfer came with a wrong reference';

const newPlan = { moratoriumDays: '0', count: '6', days: '30', penalties: 'keep', validDays: '7' };
await pay(service, loans.split, 1_000, { eventId: 'known' });
const split = await treasurer.open(correctLoanPath(loans.split.orderNumber));
const known = /<option value="([^"]*known)"/.exec(split.html)?.[1] ?? '';

const statementOf = (orderNumber: string) => service.tell(readLoanStatement, { orderNumber });
const hiddenOf = (html: string, kind: string) => {
  const form = html.split('<details').find((each) => each.includes(`value="${kind}"`)) ?? '';
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  const previewed = value('previewed').replaceAll('&quot;', '"');
  return { kind, messageId: value('messageId'), seen: value('seen'), previewed };
};

test('a preview prints before and after and the button with the amount, and changes nothing', async () => {
  const path = correctLoanPath(loans.waived.orderNumber);
  const { loan } = await statementOf(loans.waived.orderNumber);
  const before = await rowCounts(service.database);
  const page = await treasurer.send(path, {
    kind: 'waive-penalty',
    step: 'preview',
    amount: '10.00',
    reason,
  });
  expect(page.status).toBe(200);
  expect(page.text).toContain('Waive $ 10,00');
  const owed = /To settle today<\/dt><dd[^>]*>([^<]*)<.*?<dd class="num">([^<]*)</s.exec(page.html) ?? [];
  const [from = 0, to = 0] = owed.slice(1).map((text) => Number(text.replace(/\D/g, '')));
  expect(from - to).toBe(1000);
  expect(from).toBeGreaterThanOrEqual(loan.owedMinor);
  expect(page.html).toContain(reason);
  // That it was opened is in the record.
  const entries = (before.audit_entries ?? 0) + 1;
  expect(await rowCounts(service.database)).toEqual({
    ...before,
    audit_entries: entries,
    desk_form_drafts: (before.desk_form_drafts ?? 0) + 1,
  });
});

test('the button does it once, with its reason in the books, in the name of whoever pressed it', async () => {
  const { orderNumber } = loans.waived;
  const path = correctLoanPath(orderNumber);
  const typed = { amount: '10.00', reason };
  const preview = await treasurer.send(path, { kind: 'waive-penalty', step: 'preview', ...typed });
  const form = { ...hiddenOf(preview.html, 'waive-penalty'), ...typed, step: 'do' };
  for (const _ of [1, 2]) {
    expect((await treasurer.send(path, form)).location).toBe(loanPath(orderNumber));
  }
  const { entries } = await statementOf(orderNumber);
  const waivers = entries.filter(({ kind }) => kind === 'waiver');
  expect(waivers).toMatchObject([{ actor: `desk:${treasurer.personId}`, reason }]);
  const { rows } = await desk.audit({
    subject: `loan:${orderNumber}`,
    personId: treasurer.personId,
    limit: 10,
  });
  expect(rows.filter(({ act }) => act === 'waiveCharge')).toMatchObject([
    { outcome: 'done', reason, detail: { component: 'penalty', amountMinor: 1000, movedMinor: 1000 } },
  ]);
});

test('a stale amount is refused and shown again with what was typed', async () => {
  const { orderNumber } = loans.waived;
  const path = correctLoanPath(orderNumber);
  const typed = { amount: '20.00', reason };
  const preview = await treasurer.send(path, { kind: 'waive-penalty', step: 'preview', ...typed });
  await pay(service, loans.waived, 12_345);
  const before = await statementOf(orderNumber);
  const form = { ...hiddenOf(preview.html, 'waive-penalty'), ...typed, step: 'do' };
  const refused = await treasurer.send(path, form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Something has changed, so nothing was done');
  expect(refused.html).toContain('value="20.00"');
  expect(refused.html).toContain(reason);
  expect((await statementOf(orderNumber)).entries).toEqual(before.entries);
  const again = { ...hiddenOf(refused.html, 'waive-penalty'), ...typed, step: 'do' };
  expect((await treasurer.send(path, again)).location).toBe(loanPath(orderNumber));
});

test('an amount that was changed after the preview is not done unseen, and nobody reads that it was refused', async () => {
  const { orderNumber } = loans.waived;
  const path = correctLoanPath(orderNumber);
  const refusals = async () => {
    const { rows } = await desk.audit({ subject: `loan:${orderNumber}`, limit: 100 });
    return rows.filter(({ outcome }) => outcome === 'refused').length;
  };
  const before = await refusals();
  const preview = await treasurer.send(path, { kind: 'waive-penalty', step: 'preview', amount: '1', reason });
  const form = { ...hiddenOf(preview.html, 'waive-penalty'), amount: '2', reason, step: 'do' };
  const refused = await treasurer.send(path, form);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('Waive $ 2,00');
  expect(refused.text).toContain('You changed the form after the preview');
  expect(await refusals()).toBe(before);
});

test.each([
  ['waive-penalty', { amount: 'a lot', reason }, 'Enter an amount above zero'],
  [
    'waive-penalty',
    { amount: '999999.99', reason },
    '$ 999.999,99 is more than is possible: at most $ 2.001,37',
  ],
  ['move-payment', { payment: 'known', toLoan: 'LL404', reason }, 'No loan has the number LL404'],
  ['new-plan', { ...newPlan, count: '99', reason }, '99 is more than is possible: at most 24'],
  ['new-plan', { ...newPlan, validDays: '31', reason }, '31 is more than is possible: at most 30'],
  ['new-plan', { ...newPlan, days: '90', reason }, 'more than 365 days from today'],
  ['waive-penalty', { amount: '1.00', reason: 'short' }, 'Enter the reason'],
  ['reverse-payment', { payment: 'sandbox/none', reason }, 'Choose a payment'],
  ['reverse-penalties', { fromDay: '2027-02-02', throughDay: '2027-01-01', reason }, 'Enter both days'],
  [
    'reverse-penalties',
    { fromDay: '2027-02-30', throughDay: '2027-02-31', reason },
    'is not a day of the calendar',
  ],
  ['refund', { amount: '5.00', reason }, '$ 5,00 is more than is possible: at most $ 0,00'],
])('%s of %o is told in words and keeps what was typed', async (kind, given, words) => {
  const typed = { ...given, ...('payment' in given && given.payment === 'known' && { payment: known }) };
  const page = await treasurer.send(correctLoanPath(loans.split.orderNumber), {
    kind,
    step: 'preview',
    ...typed,
  });
  expect([409, 422]).toContain(page.status);
  expect(page.text).toContain(words);
  expect(page.html.match(/autofocus/g) ?? []).toHaveLength(1);
  for (const text of Object.values(typed)) {
    if (!text.includes('/')) expect(page.html).toContain(text);
  }
});

test('a payment is reversed, and what it paid is owed again', async () => {
  const { orderNumber } = loans.paid;
  await pay(service, loans.paid, 15_000, { eventId: 'bounced 1/2' });
  const before = (await statementOf(orderNumber)).loan.owedMinor;
  const path = correctLoanPath(orderNumber);
  const page = await treasurer.open(path);
  const payment = /<option value="([^"]*bounced[^"]*)"/.exec(page.html)?.[1] ?? '';
  const preview = await treasurer.send(path, { kind: 'reverse-payment', step: 'preview', payment, reason });
  expect(preview.text).toContain('Reverse $ 150,00');
  const form = { ...hiddenOf(preview.html, 'reverse-payment'), payment, reason, step: 'do' };
  expect((await treasurer.send(path, form)).location).toBe(loanPath(orderNumber));
  expect((await statementOf(orderNumber)).loan.owedMinor).toBe(before + 15_000);
});

test('the button counts what the same person moved there earlier, as the limit does', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const path = correctLoanPath(loan.orderNumber);
  const tina = await person('Tina Solís', 'treasury');
  await pay(service, loan, 190_000, { eventId: 'large 1' });
  await pay(service, loan, 15_000, { eventId: 'small 1' });
  const optionOf = (html: string, name: string) =>
    new RegExp(`<option value="([^"]*${name}[^"]*)"`).exec(html)?.[1] ?? '';
  const page = await tina.open(path);
  const [large, small] = ['large', 'small'].map((name) => optionOf(page.html, name));
  const reverse = (payment = '') => ({ kind: 'reverse-payment', payment, reason });
  const first = await tina.send(path, { ...reverse(large), step: 'preview' });
  expect(first.text).not.toContain('You have moved');
  const done = { ...hiddenOf(first.html, 'reverse-payment'), ...reverse(large), step: 'do' };
  expect((await tina.send(path, done)).location).toBe(loanPath(loan.orderNumber));
  const second = await tina.send(path, { ...reverse(small), step: 'preview' });
  expect(second.text).toContain('Request approval: Reverse $ 150,00');
  expect(second.text).toContain('You have moved $ 1.900,00 here in the last 24 hours.');
  const request = { ...hiddenOf(second.html, 'reverse-payment'), ...reverse(small), step: 'do' };
  expect((await tina.send(path, request)).location).toContain('/desk/approvals/');
  const other = await treasurer.send(path, { ...reverse(small), step: 'preview' });
  expect(other.text).not.toContain('Request approval: Reverse');
});

test('a manager decides an application and corrects no money; an agent and an auditor do neither', async () => {
  const manager = await person('Marta', 'manager');
  const path = correctLoanPath(loans.applied.orderNumber);
  expect((await treasurer.open(path)).text).toContain(
    'There is nothing on this loan that your role can correct',
  );
  const preview = await manager.send(path, { kind: 'approve', step: 'preview', reason });
  expect(preview.text).toContain('Paying out');
  for (const role of ['agent', 'auditor', 'treasury'] as const) {
    const other = await person(`another ${role}`, role);
    expect((await other.send(path, { kind: 'approve', step: 'preview', reason })).status).toBe(403);
  }
  const form = { ...hiddenOf(preview.html, 'approve'), reason, step: 'do' };
  expect((await manager.send(path, form)).status).toBe(303);
  const late = correctLoanPath(loans.split.orderNumber);
  for (const step of ['preview', 'do']) {
    const refused = await manager.send(late, { kind: 'write-off', step, reason });
    expect(refused.status).toBe(403);
  }
  expect((await manager.open(correctLoanPath('LL000'))).status).toBe(404);
});

test('a refund goes back to the paying card, after approval if it is large', async () => {
  const cards = scriptedCards();
  const withCards = lendingService(service.database, {}, { cards: cards as never });
  const holder = await newCardHolder(withCards, { isConfirmed: true });
  const { orderNumber } = holder.loan;
  const committed = await holder.commit({ card: 'approve', amountMinor: 300_000 });
  const paymentId = committed.success ? committed.data.repaymentId : '';
  await holder.confirm(paymentId, holder.lastCode());
  await pay(withCards, holder.loan, 3_000_000);
  const { person: signIn } = testDesk(withCards);
  const asking = await signIn('Ana Ruiz', 'treasury');
  const approving = await signIn('Luis Mora', 'manager');
  const path = correctLoanPath(orderNumber);
  const { html } = await asking.open(path);
  const backTo = /<option value="(card\/[^"]*)"/.exec(html)?.[1] ?? '';
  const refundOf = async (amount: string) => {
    const typed = { amount, backTo, reason };
    const preview = await asking.send(path, { kind: 'refund', step: 'preview', ...typed });
    return asking.send(path, { ...hiddenOf(preview.html, 'refund'), ...typed, step: 'do' });
  };
  expect((await refundOf('100.00')).location).toBe(loanPath(orderNumber));
  const waiting = (await refundOf('2500.00')).location ?? '';
  const answer = await approving.open(waiting);
  expect(answer.text).toContain('To the card that paid it');
  await approving.send(waiting, { step: 'approve', seen: answer.field('seen') });
  const { refunds } = await withCards.tell(listRefunds, { limit: 100 });
  const ofLoan = refunds.filter((refund) => refund.orderNumber === orderNumber);
  expect(ofLoan.map(({ amountMinor, cardPaymentId }) => `${amountMinor} ${cardPaymentId}`).sort()).toEqual([
    ...[`10000 ${paymentId}`, `250000 ${paymentId}`],
  ]);
});

test('a waiver and a write-off are undone at the desk, each in figures first', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  service.setTime('2027-05-02T12:00:00-06:00');
  const treasurer = await person('Tomás Ávila', 'treasury');
  const path = correctLoanPath(loan.orderNumber);
  const waived = { kind: 'waive-penalty', amount: '10.00', reason };
  const shown = await treasurer.send(path, { ...waived, step: 'preview' });
  await treasurer.send(path, { ...hiddenOf(shown.html, 'waive-penalty'), ...waived, step: 'do' });
  const before = await statementOf(loan.orderNumber);
  const { transactionId: waiver = '' } = before.entries.find(({ kind }) => kind === 'waiver') ?? {};
  const wrong = await treasurer.send(path, { kind: 'undo-waiver', step: 'preview', waiver: 'x', reason });
  expect([wrong.status, wrong.text.includes('Choose a waiver')]).toEqual([422, true]);
  const undo = { kind: 'undo-waiver', waiver, reason };
  const preview = await treasurer.send(path, { ...undo, step: 'preview' });
  expect(preview.text).toContain('Charge $ 10,00 again');
  const form = { ...hiddenOf(preview.html, 'undo-waiver'), ...undo, step: 'do' };
  for (const _ of [1, 2])
    expect((await treasurer.send(path, form)).location).toBe(loanPath(loan.orderNumber));
  const after = await statementOf(loan.orderNumber);
  expect(after.loan.owedMinor).toBe(before.loan.owedMinor + 1000);
  expect(after.entries.filter(({ reversesId }) => reversesId === waiver)).toHaveLength(1);
  expect((await treasurer.open(path)).html).not.toContain('value="undo-waiver"');
  await service.tell(writeOffLoan, { orderNumber: loan.orderNumber, reason });
  const written = await treasurer.send(path, { kind: 'undo-write-off', step: 'preview', reason });
  expect(written.text).toMatch(/Undo the write-off of \$ [\d.,]+/);
  expect((await statementOf(loan.orderNumber)).loan.status).toBe('written-off');
});

test('money recovered on a written-off loan is recorded once, on a day of its own, after its effect was seen; by two people above the limit', async () => {
  const written = await paidOutLoan(service, await newBorrower(service));
  const { orderNumber } = written;
  const treasurer = await person('Teresa Díaz', 'treasury');
  const path = correctLoanPath(orderNumber);
  expect((await treasurer.open(path)).html).not.toContain('value="recovery"');
  await service.tell(writeOffLoan, { orderNumber, reason: 'no contact for a year' });
  const typed = { amount: '100.00', receivedOn: '', reason: 'The agency paid it' };
  for (const wrong of [{ amount: '0' }, { receivedOn: '2027-02-30' }, { receivedOn: '2001-01-01' }]) {
    const again = await treasurer.send(path, { kind: 'recovery', step: 'preview', ...typed, ...wrong });
    expect(again.status).toBe(422);
  }
  const preview = await treasurer.send(path, { kind: 'recovery', step: 'preview', ...typed });
  expect(preview.text).toContain('Record $ 100,00 recovered');
  const form = { ...hiddenOf(preview.html, 'recovery'), ...typed, step: 'do' };
  for (const _ of [1, 2]) expect((await treasurer.send(path, form)).location).toBe(loanPath(orderNumber));
  const { payments } = await statementOf(orderNumber);
  expect(payments).toMatchObject([{ provider: 'recovery', amountMinor: 10_000, outcome: 'posted' }]);
  const large = { ...typed, amount: '4000.00' };
  const seen = await treasurer.send(path, { kind: 'recovery', step: 'preview', ...large });
  const asked = await treasurer.send(path, { ...hiddenOf(seen.html, 'recovery'), ...large, step: 'do' });
  expect(asked.location).toMatch(/\/desk\/approvals\//);
  const agent = await person('Ana Gómez', 'agent');
  expect((await agent.send(path, { ...form, step: 'preview' })).status).toBe(403);
});
