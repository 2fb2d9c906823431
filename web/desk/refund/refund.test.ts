import { expect, test } from 'vitest';
import { requestRefund } from '#contract/host/repayment.ts';
import { minorAmount } from '#domain/money/money.ts';
import { fieldsOf, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { deskPaths } from '../paths.ts';

const service = await testLendingService();
const { desk, person } = testDesk(service);
const loan = await paidOutLoan(service, await newBorrower(service));
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
  const page = await treasury.open(deskPaths.refunds);
  expect(page.text).toContain(`$ 10,00 · ${loan.orderNumber}`);
  const form = fieldsOf(page.html);
  expect(form).toMatchObject({ refund: 'r-1', part: 'sent' });
  const empty = await treasury.send(deskPaths.refunds, { ...form, step: 'preview' });
  expect([empty.status, empty.text.includes('Enter the reference')]).toEqual([422, true]);
  expect((await manager.send(deskPaths.refunds, { ...form, text: 'T-1' })).status).toBe(403);
  expect((await agent.open(deskPaths.refunds)).status).toBe(403);
  const shown = await treasury.send(deskPaths.refunds, { ...form, text: 'T-1', step: 'preview' });
  expect([shown.status, shown.text.includes('No amounts change')]).toEqual([200, true]);
  const done = { ...form, seen: shown.field('seen'), text: 'T-1', step: 'do' };
  for (const _ of [1, 2]) expect((await treasury.send(deskPaths.refunds, done)).status).toBe(303);
  const sent = await treasury.open(`${deskPaths.refunds}?state=sent`);
  expect(sent.text).toContain('T-1');
  const failing = fieldsOf(sent.html);
  expect(failing).toMatchObject({ refund: 'r-1', part: 'failed' });
  const path = `${deskPaths.refunds}?state=sent`;
  const typed = { ...failing, text: 'closed account' };
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
