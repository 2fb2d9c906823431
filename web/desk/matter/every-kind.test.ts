import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { decideApplication } from '#contract/host/loan.ts';
import { recordPayment, requestRefund } from '#contract/host/repayment.ts';
import { localDate } from '#domain/calendar.ts';
import { mayDo } from '#domain/desk/role.ts';
import { actOfMatter, actToAnswer, type MatterKind, matterKinds } from '#domain/matter/matter.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { type DeskVisitor, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { tellOutflow } from '#tests/setup/outflows.ts';
import { correctLoanPath, queuePath } from '../paths.ts';

const service = await testLendingService();
const { person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const both = await person('Bea Both', 'agent', 'treasury', 'manager');
const auditor = await person('Ada Gil', 'auditor');

const session = await newBorrower(service);
const { productId, orderId, orderNumber } = await paidOutLoan(service, session);

async function aWriteOffWaits(): Promise<void> {
  const { orderNumber: number } = await paidOutLoan(service, await newBorrower(service));
  const typed = { kind: 'write-off', reason: 'Borrower has left the country' };
  const preview = await treasurer.send(correctLoanPath(number), { ...typed, step: 'preview' });
  const form = preview.html.split('<details').find((each) => each.includes('value="write-off"')) ?? '';
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  const seen = { seen: value('seen'), messageId: value('messageId') };
  await treasurer.send(correctLoanPath(number), { ...typed, ...seen, step: 'do' });
}

/** How a matter of each kind comes into the queue, and the button that ends it, or whose turn it is. */
const kinds: Readonly<Record<MatterKind, { comes(): Promise<unknown>; readonly ends: RegExp }>> = {
  complaint: {
    comes: () => service.ask(sendComplaint, wholeDraft, session),
    ends: /<button[^>]*value="send"/,
  },
  'data-request': {
    comes: () => service.ask(sendComplaint, { ...wholeDraft, typeId: '4', subtypeId: '41' }, session),
    ends: /name="part" value="copy".*<button[^>]*value="send"/s,
  },
  'payment-claim': {
    comes: () =>
      service.ask(
        claimPayment,
        {
          ...{ productId, orderId, amountMinor: minorAmount(15_050), paidOn: localDate('2026-11-20') },
          ...{ channel: 'store', trackingKey: 'FOLIO 1', image: null },
        },
        session,
      ),
    ends: /name="part" value="reply".*name="answer".*<button/s,
  },
  'charge-dispute': {
    comes: () =>
      service.ask(
        disputeCharge,
        { productId, orderId, chargeId: '1-fee', reason: 'other', words: 'Nobody told me.' },
        session,
      ),
    ends: /name="part" value="uphold".*value="preview".*name="part" value="reject"/s,
  },
  message: {
    comes: () =>
      service.api.keepContactMessage({
        ...{ name: 'Luz Pardo', telephone: '', email: 'luz@correo.test', remark: '¿Cómo pago?' },
      }),
    ends: /<button[^>]*value="answer"/,
  },
  unmatched: {
    comes: () =>
      service.tell(recordPayment, {
        ...{ provider: 'stp', eventId: 'e-1', reference: 'nadie', currency: 'MXN' },
        amountMinor: minorAmount(12_300),
      }),
    ends: /name="loan".*<button[^>]*value="preview"/s,
  },
  outflow: {
    comes: () =>
      tellOutflow(service, 'bank', {
        ...{ id: 're 1', payment: { deposit: 'nobody' }, cause: 'refund', outcome: 'left', currency: 'MXN' },
        ...{ amountMinor: 5_000, reason: 'duplicate' },
      }),
    ends: /name="part" value="settle".*<button/s,
  },
  refund: {
    async comes() {
      const loan = await paidOutLoan(service, await newBorrower(service));
      await pay(service, loan, 600_000);
      const refund = { orderNumber: loan.orderNumber, refundKey: 'r/1 ü', reason: 'paid too much' };
      await service.tell(requestRefund, { ...refund, amountMinor: minorAmount(1_000) });
    },
    ends: /name="text".*<button[^>]*value="do"[^>]*>Mark \$\s10,00 as sent/s,
  },
  payout: {
    async comes() {
      const loan = await applyForLoan(service, await newBorrower(service));
      await service.tell(decideApplication, { orderNumber: loan.orderNumber, decision: 'approve' });
    },
    ends: /The lender’s payment system’s turn/,
  },
  approval: { comes: aWriteOffWaits, ends: /<button[^>]*value="approve"/ },
  application: {
    comes: async () => applyForLoan(service, await newBorrower(service)),
    ends: /name="kind" value="approve".*name="kind" value="decline"/s,
  },
  event: {
    comes: () =>
      service.database.execute(
        sql`update outbox_events set state = 'dead', attempt_count = 9, last_failure = 'answered 503'
          where id = (select id from outbox_events order by serial_number desc limit 1)`,
      ),
    ends: /<input(?=[^>]*name="event")(?=[^>]*checked)[^>]*>.*<button/s,
  },
};

/** The page of the first matter of a kind, one click from the queue. */
async function opened(by: DeskVisitor, kind: MatterKind) {
  const { html } = await by.open(queuePath(kind));
  const [, address = ''] = /href="(\/desk\/[^"]+[?;&]queue=[^"]+)"/.exec(html) ?? [];
  expect([kind, address]).not.toEqual([kind, '']);
  return by.open(address.replaceAll('&amp;', '&'));
}

test('a matter of every kind opens from the queue on the page that ends it, or says whose turn it is', async () => {
  for (const kind of matterKinds) await kinds[kind].comes();
  for (const kind of matterKinds) {
    const page = await opened(both, kind);
    expect([kind, page.status]).toEqual([kind, 200]);
    expect(page.html, kind).toMatch(kinds[kind].ends);
    expect(page.html, kind).toContain('aria-label="Queue"');
    if (!mayDo(['auditor'], actOfMatter[kind])) continue;
    const { text, html } = await opened(auditor, kind);
    expect(text, kind).toMatch(
      kind === 'payout' ? kinds.payout.ends : /Ended by: (?:Agent|Treasury|Manager)/,
    );
    if (kind !== 'payout') expect(html, kind).not.toMatch(kinds[kind].ends);
    expect(mayDo(['auditor'], actToAnswer[kind])).toBe(false);
  }
  expect(orderNumber).not.toBe('');
});
