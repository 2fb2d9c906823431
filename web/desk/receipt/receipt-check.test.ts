import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { receiptNumber } from '#domain/loan/receipt-number.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { deskPaths, loanPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const agent = await person('Inés Soto', 'agent');

const session = await newBorrower(service);
const loan = await paidOutLoan(service, session);
await pay(service, loan, 15_000, { eventId: 'shown' });
const { statement } = await service.ask(readLoan, loan, session);
const [paid] = statement?.payments ?? [];
const receipt = {
  ...{ order: loan.orderNumber, number: receiptNumber(paid?.paymentId ?? '') },
  code: paid?.checkCode ?? '',
};
const check = (typed: Partial<typeof receipt>) => agent.send(deskPaths.receipts, { ...receipt, ...typed });

test('a receipt is genuine however its code and number are typed, and says what the books have', async () => {
  const { order, number, code } = receipt;
  const loosely = {
    ...{ order: ` ${order.toLowerCase()} `, number: number.slice('RC-'.length).toLowerCase() },
    code: code.replace('-', ' ').toLowerCase(),
  };
  for (const typed of [receipt, loosely]) {
    const page = await check(typed);
    expect([page.status, page.text.includes('The code is genuine.')]).toEqual([200, true]);
    expect(page.text).toContain('Amount in the books $ 150,00 Paid 2026-11-20 12:00');
    expect(page.html).toContain(loanPath(order));
  }
});

test('another code, number or loan is noticed, and the typed text stays', async () => {
  const wrong = receipt.code.startsWith('0') ? `1${receipt.code.slice(1)}` : `0${receipt.code.slice(1)}`;
  const forged = await check({ code: wrong });
  expect(forged.text).toContain('The code is not that of this payment.');
  expect(forged.text).toContain('Amount in the books $ 150,00');
  expect(forged.field('code')).toBe(wrong);
  for (const typed of [{ number: 'RC-0000000000' }, { order: 'LL000' }]) {
    const page = await check(typed);
    expect([page.status, page.text.includes('There is no payment of that number')]).toEqual([200, true]);
  }
  for (const typed of [{ order: '' }, { number: ' ' }, { code: 'x'.repeat(33) }]) {
    const page = await check(typed);
    expect([page.status, page.text.includes('Write all three')]).toEqual([422, true]);
  }
});

test('the log names who looked, without the code', async () => {
  await check({});
  const { rows } = await desk.audit({ subject: `loan:${receipt.order}`, personId: agent.personId, limit: 1 });
  expect(rows).toMatchObject([
    { act: 'searched', outcome: 'done', detail: { receiptNumber: receipt.number } },
  ]);
  expect(JSON.stringify(rows)).not.toContain(receipt.code);
});

test('a payment that was taken back has a genuine receipt that counts no more', async () => {
  await service.tell(reversePayment, { provider: 'sandbox', eventId: 'shown', reason: 'it bounced' });
  expect((await check({})).text).toContain('but the payment was reversed since');
});
