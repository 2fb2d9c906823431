import { expect, test } from 'vitest';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { readLoanStatement } from '#contract/host/loan.ts';
import { readPaymentClaim } from '#contract/host/payment-claim.ts';
import { listUnmatchedPayments } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type OpenedDeskPage, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { approvalPath, correctLoanPath, loanPath, proofPath, recordPaymentPath } from '../paths.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const { person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const manager = await person('Marta Ruiz', 'manager');
const auditor = await person('Ada Gil', 'auditor');
const reason = 'The transfer names another loan';

const statementOf = (orderNumber: string) => service.tell(readLoanStatement, { orderNumber });
const twoLoans = async () =>
  [
    await paidOutLoan(service, await newBorrower(service)),
    await paidOutLoan(service, await newBorrower(service)),
  ] as const;
const hiddenOf = (page: OpenedDeskPage, kind: string) => {
  const form = page.html.split('<details').find((each) => each.includes(`value="${kind}"`)) ?? '';
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  return { kind, messageId: value('messageId'), seen: value('seen') };
};
/** Previews a correction, then does what was shown. */
async function corrected(orderNumber: string, kind: string, typed: Readonly<Record<string, string>>) {
  const path = correctLoanPath(orderNumber);
  const preview = await treasurer.send(path, { kind, step: 'preview', reason, ...typed });
  const form = { ...hiddenOf(preview, kind), reason, ...typed, step: 'do' };
  return { preview, done: await treasurer.send(path, form), form };
}

test('a payment moves to another loan once both were shown before and after, above the limit by two people', async () => {
  const [mine, theirs] = await twoLoans();
  await pay(service, mine, 60_000, { eventId: 'wrong-loan' });
  await pay(service, mine, 10_000, { eventId: 'newer' });
  const [, link = ''] =
    /href="([^"]*payment=wrong-loan)"/.exec((await treasurer.open(loanPath(mine.orderNumber))).html) ?? [];
  const [opened = ''] = /<details[^>]*open.*?<\/details>/s.exec((await treasurer.open(link)).html) ?? [];
  expect(opened).toContain('Move a payment to another loan');
  expect(opened).toContain('<option value="sandbox/wrong-loan" selected="">');
  const typed = { payment: 'sandbox/wrong-loan', toLoan: theirs.orderNumber.toLowerCase() };
  const { preview, done } = await corrected(mine.orderNumber, 'move-payment', typed);
  expect(preview.text).toContain('Move $ 600,00');
  expect(preview.html).toContain(`<h2 class="num">${theirs.orderNumber}</h2>`);
  expect(preview.text.match(/Paid \$ /g)).toHaveLength(2);
  expect(done.location).toBe(loanPath(mine.orderNumber));
  expect((await statementOf(theirs.orderNumber)).payments).toMatchObject([
    { eventId: 'wrong-loan', outcome: 'posted' },
  ]);
  await pay(service, mine, 250_000, { eventId: 'large' });
  const large = await corrected(mine.orderNumber, 'move-payment', { ...typed, payment: 'sandbox/large' });
  expect(large.done.location).toBe(approvalPath(large.form.messageId));
  const request = await manager.open(large.done.location ?? '');
  expect(request.text).toContain('Move a payment to another loan');
  expect(request.text).toContain(theirs.orderNumber);
  await manager.send(large.done.location ?? '', { step: 'approve', seen: request.field('seen') });
  expect((await statementOf(theirs.orderNumber)).payments).toHaveLength(2);
  const wrong = await treasurer.send(correctLoanPath(mine.orderNumber), {
    ...{ kind: 'move-payment', step: 'preview', reason },
    ...{ payment: 'sandbox/large', toLoan: mine.orderNumber },
  });
  expect([422, 409]).toContain(wrong.status);
});

test('a payment goes back to the unmatched ones, and its day changes only where nobody told its time', async () => {
  const [mine] = await twoLoans();
  await pay(service, mine, 60_000, { eventId: 'put-back' });
  const page = await treasurer.open(correctLoanPath(mine.orderNumber));
  expect(page.html).toContain('value="unmatch-payment"');
  expect(page.html).not.toContain('value="change-day"');
  const { preview, done } = await corrected(mine.orderNumber, 'unmatch-payment', {
    payment: 'sandbox/put-back',
  });
  expect(preview.text).toContain('Move $ 600,00 back');
  expect(done.location).toBe(loanPath(mine.orderNumber));
  const { payments } = await service.tell(listUnmatchedPayments, {});
  expect(payments).toMatchObject([{ eventId: 'put-back', orderNumber: null }]);
});

const jpeg = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

test('a payment is entered by hand on any loan, with its proof, warned where it differs from the claim', async () => {
  const session = await newBorrower(service);
  const { productId, orderId, orderNumber } = await paidOutLoan(service, session);
  const { claimId } = await service.ask(
    claimPayment,
    {
      ...{
        productId,
        orderId,
        image: null,
        amountMinor: minorAmount(142_281),
        paidOn: localDate('2026-11-20'),
      },
      ...{ channel: 'bank-transfer', trackingKey: `KEY ${orderNumber}` },
    },
    session,
  );
  const path = recordPaymentPath(orderNumber);
  expect((await treasurer.open(loanPath(orderNumber))).html).toContain(path);
  expect((await auditor.open(path)).status).toBe(403);
  const page = await treasurer.open(path);
  expect(page.html).toContain(`<option value="${claimId}" selected="">`);
  const typed = {
    ...{ part: 'record', claimId, amount: '1400.00', paidOn: '2026-11-20', channel: 'store', folio: 'OX 77' },
    ...{ payer: 'MARIO LOPEZ', reason: 'Seen on the statement of the bank' },
  };
  const sent = new FormData();
  for (const [name, value] of Object.entries({ ...typed, step: 'preview' })) sent.set(name, value);
  sent.set('messageId', page.field('messageId'));
  sent.set('photo', new File([jpeg], 'slip.png', { type: 'image/png' }));
  const preview = await treasurer.send(path, sent);
  expect(preview.status).toBe(200);
  expect(preview.text).toContain('Record $ 1.400,00');
  expect(preview.text).toContain('The claim says $ 1.422,81.');
  expect(preview.text).toContain('The claim says: Bank transfer.');
  expect(preview.text).toContain('The payer’s name is not the borrower’s.');
  const proof = preview.field('proof');
  expect(proof).toMatch(/^[0-9a-f]{32}\.jpg$/);
  const done = {
    ...typed,
    proof,
    messageId: preview.field('messageId'),
    seen: preview.field('seen'),
    step: 'do',
  };
  expect((await treasurer.send(path, done)).location).toBe(loanPath(orderNumber));
  expect(await service.tell(readPaymentClaim, { claimId })).toMatchObject({ state: 'received' });
  const loan = await treasurer.open(loanPath(orderNumber));
  expect(loan.html).toContain(proofPath(orderNumber, proof));
  const image = await treasurer.open(proofPath(orderNumber, proof));
  expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/jpeg']);
  expect((await auditor.open(proofPath(orderNumber, proof))).status).toBe(403);
  // Its amount was misread: one act puts it right, and the claim stays answered.
  const payment = `by-hand%3Astore/${encodeURIComponent('OX 77')}`;
  const { preview: shown, done: changed } = await corrected(orderNumber, 'change-amount', {
    payment,
    amount: '1422.81',
  });
  expect(shown.text).toContain('Change the amount by $ 22,81');
  expect(changed.location).toBe(loanPath(orderNumber));
  expect(await service.tell(readPaymentClaim, { claimId })).toMatchObject({ state: 'received' });
  const { payments } = await statementOf(orderNumber);
  expect(payments).toMatchObject([{ amountMinor: 142_281, outcome: 'posted' }]);
});
