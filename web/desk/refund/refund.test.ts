import { expect, test } from 'vitest';
import { requestRefund } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { deskPaths, refundPath } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const session = await newBorrower(service);
const { borrowerId } = session;
const loan = await paidOutLoan(service, session);
await pay(service, loan, 600_000);
const request = (refundKey: string, amount: number) =>
  service.tell(requestRefund, {
    ...{ orderNumber: loan.orderNumber, refundKey, reason: 'paid too much' },
    amountMinor: minorAmount(amount),
  });

test('a refund is sent or fails at the desk, once, by treasury alone, and is exported by its state', async () => {
  const [treasury, manager, agent] = [
    await person('Tomás', 'treasury'),
    await person('Marta', 'manager'),
    await person('Ana', 'agent'),
  ];
  await request('r-1', 1_000);
  await request('r-2', 2_000);
  const list = await treasury.open(deskPaths.refunds);
  expect(list.text).toContain(`$ 10,00 ${loan.orderNumber}`);
  const path = refundPath('r-1');
  expect(list.html).toContain(`href="${path}"`);
  const page = await treasury.open(path);
  for (const words of ['To Prueba Pérez', 'paid out to, ending 4821', 'Mark $ 10,00 as sent'])
    expect(page.text).toContain(words);
  const [looked] = (await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 1 })).rows;
  expect(looked).toMatchObject({ act: 'shown', personId: treasury.personId, borrowerId });
  expect(looked?.detail).toEqual({ fields: ['name', 'account'] });
  const form = fieldsOf(page.html);
  const empty = await treasury.send(path, { ...form, step: 'do' });
  expect([empty.status, empty.text.includes('Enter the reference')]).toEqual([422, true]);
  const others = await manager.open(path);
  expect(others.text).toContain('Ended by: Treasury');
  for (const words of ['Prueba', '4821', 'Mark $']) expect(others.text).not.toContain(words);
  expect((await manager.send(path, { ...form, text: 'T-1' })).status).toBe(403);
  expect((await agent.open(path)).status).toBe(403);
  const done = { ...form, text: 'T-1', step: 'do' };
  for (const _ of [1, 2]) expect((await treasury.send(path, done)).location).toBe(path);
  const late = await treasury.send(path, { ...done, text: 'T-2', messageId: crypto.randomUUID() });
  expect([late.status, late.text.includes('T-2')]).toEqual([409, true]);
  const sent = await treasury.open(path);
  expect(sent.text).toContain('T-1');
  expect(sent.text).not.toContain('Mark $ 10,00');
  const typed = { ...fieldsOf(sent.html), text: 'closed account' };
  const failed = await treasury.send(path, { ...typed, step: 'preview' });
  expect(failed.text).toMatch(/Credit on the loan \S+ \S+ → becomes/);
  const { seen = '' } = fieldsOf(failed.html);
  expect((await treasury.send(path, { ...typed, seen, step: 'do' })).status).toBe(303);
  expect((await treasury.open(`${deskPaths.refunds}?state=failed`)).text).toContain('$ 10,00');
  const file = await treasury.open(`${deskPaths.exports.replace(':file', 'refunds.csv')}?state=requested`);
  expect(file.whole.trimEnd().split('\n')).toHaveLength(2);
  expect(file.whole).toContain('"r-2","requested",');
  const { rows } = await desk.audit({ subject: `loan:${loan.orderNumber}`, limit: 10 });
  const acts = rows.filter(({ outcome, act }) => outcome === 'done' && act.startsWith('mark'));
  expect(acts.map(({ act, detail }) => [act, detail?.refundKey, detail?.movedMinor])).toEqual([
    ['markRefundFailed', 'r-1', 1_000],
    ['markRefundSent', 'r-1', 1_000],
  ]);
});
