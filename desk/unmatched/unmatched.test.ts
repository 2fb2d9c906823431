import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLoanStatement } from '#contract/host/loan.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { deskPaths, loanPath, unmatchedPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const treasurer = await person('Tomás Ávila', 'treasury');
const manager = await person('Marta Ruiz', 'manager');
const reason = 'Same name on the statement of the bank';

async function paidOut() {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const code = `9${String(Math.trunc(Math.random() * 1e16)).padStart(17, '3')}`;
  await service.database.execute(
    sql`insert into payment_references (id, loan_id, purpose, channel_kind, code, created_at)
      values (${crypto.randomUUID()}, ${loan.orderId}, 'repay', 'store', ${code}, now())
      on conflict (loan_id, purpose, channel_kind) do update set code = excluded.code`,
  );
  return { ...loan, code };
}

/** Money under a reference that is no loan's. */
async function arrives(reference: string, amountMinor: number) {
  const eventId = `entry ${crypto.randomUUID()}`;
  await service.tell(recordPayment, {
    ...{ provider: 'bank', eventId, reference, currency: 'MXN' as const },
    amountMinor: minorAmount(amountMinor),
  });
  return unmatchedPath({ provider: 'bank', eventId });
}

/** With two digits of it swapped that differ. */
function swapped(code: string): string {
  const place = [...code].findIndex((digit, index) => digit !== code[index + 1]);
  return code.slice(0, place) + code[place + 1] + code[place] + code.slice(place + 2);
}

const owedOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.owedMinor;

test('a payment with two digits swapped is told with its loan, why, and the digits marked; and assigned once', async () => {
  const loan = await paidOut();
  const path = await arrives(swapped(loan.code), 12_345);
  const list = await treasurer.open(deskPaths.unmatched);
  expect(list.html).toContain(path);
  const page = await treasurer.open(path);
  for (const words of [loan.orderNumber, 'two digits swapped', 'Another amount']) {
    expect(page.text).toContain(words);
  }
  expect(page.html.match(/<mark>\d<\/mark>/g)).toHaveLength(4);
  const owed = await owedOf(loan.orderNumber);
  const typed = { loan: loan.orderNumber, order: '', reason };
  const preview = await treasurer.send(path, { ...typed, step: 'preview' });
  expect(preview.text).toContain('Assign $ 123,45');
  expect(await owedOf(loan.orderNumber)).toBe(owed);
  const form = {
    ...typed,
    step: 'do',
    seen: preview.field('seen'),
    messageId: preview.field('messageId'),
  };
  for (const _ of [1, 2])
    expect((await treasurer.send(path, form)).location).toBe(loanPath(loan.orderNumber));
  expect(await owedOf(loan.orderNumber)).toBe(owed - 12_345);
  expect((await treasurer.open(path)).text).toContain('has its loan by now');
  const { rows } = await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 5 });
  expect(rows[0]).toMatchObject({ act: 'assignPayment', outcome: 'done', reason });
});

test('an order number with a slip names its loan', async () => {
  const { orderNumber } = await paidOut();
  const page = await treasurer.open(await arrives(orderNumber.slice(0, -1), 4_321));
  expect(page.text).toContain(orderNumber);
  expect(page.text).toContain('one digit is missing');
});

test.each([
  [{ loan: 'other', order: '', reason }, 'Choose a loan'],
  [{ loan: 'other', order: 'LL000', reason }, 'Choose a loan'],
  [{ loan: 'other', order: 'LL000', reason: 'no' }, 'Enter the reason'],
])('%o is told in words and keeps what was typed', async (typed, words) => {
  const path = await arrives('nobody knows', 777);
  const page = await treasurer.send(path, { ...typed, step: 'preview' });
  expect(page.status).toBe(422);
  expect(page.text).toContain(words);
  expect(page.html).toContain(typed.reason);
  expect(page.text).toContain('No loan fits');
});

test('an agent sees no unmatched money, and an auditor assigns none', async () => {
  const loan = await paidOut();
  const path = await arrives(swapped(loan.code), 500);
  const agent = await person('Ana', 'agent');
  for (const address of [deskPaths.unmatched, path]) expect((await agent.open(address)).status).toBe(403);
  const auditor = await person('Vera', 'auditor');
  expect((await auditor.open(path)).html).not.toContain('value="preview"');
  const form = { loan: loan.orderNumber, order: '', reason, step: 'preview' };
  for (const by of [auditor, manager]) expect((await by.send(path, form)).status).toBe(403);
  expect((await treasurer.open(unmatchedPath({ provider: 'bank', eventId: 'none' }))).status).toBe(404);
});

test('a payment without a reference is suggested for the loan whose instalment it is; one above the limit takes two people', async () => {
  const loan = await paidOut();
  const { rows } = (await service.database.execute(
    sql`select (fee_charged_minor + vat_charged_minor + interest_charged_minor + principal_charged_minor)::text as owed,
      to_char(due_date, 'YYYY-MM-DD') as at from instalments where loan_id = ${loan.orderId} order by sequence limit 1`,
  )) as unknown as { rows: { owed: string; at: string }[] };
  const [instalment] = rows;
  service.setTime(`${instalment?.at}T12:00:00-06:00`);
  // Days later nobody is signed in any more.
  const [treasurer, manager] = [
    await person('Tomás Ávila', 'treasury'),
    await person('Marta Ruiz', 'manager'),
  ];
  const path = await arrives('pago 2', Number(instalment?.owed));
  const page = await treasurer.open(path);
  expect(page.text).toContain('Amount of payment 1');
  expect(page.text).toContain('Payment 1 is due that day');
  const large = await arrives('sin referencia', 250_000);
  const typed = { loan: 'other', order: ` ${loan.orderNumber.toLowerCase()} `, reason };
  const preview = await treasurer.send(large, { ...typed, step: 'preview' });
  expect(preview.text).toContain('Ask: Assign');
  const seen = preview.field('seen');
  const asked = await treasurer.send(large, {
    ...typed,
    step: 'do',
    seen,
    messageId: preview.field('messageId'),
  });
  expect(asked.location).toContain(deskPaths.approvals);
  const approval = await manager.open(asked.location ?? '');
  await manager.send(asked.location ?? '', { step: 'approve', seen: approval.field('seen') });
  expect((await treasurer.open(large)).text).toContain('has its loan by now');
});
