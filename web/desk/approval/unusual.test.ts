import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readLoanStatement } from '#contract/host/loan.ts';
import { assignPayment, recordPayment } from '#contract/host/repayment.ts';
import type { HostCall } from '#contract/host-call.ts';
import { effectKey } from '#domain/desk/effect.ts';
import { wholeQueue } from '#domain/matter/matter.ts';
import { minorAmount } from '#domain/money/money.ts';
import { type DeskVisitor, testDesk } from '#tests/setup/desk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { approvalPath, batchPath, correctLoanPath, deskPaths } from '../paths.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const { desk, person } = testDesk(service);
const reason = 'Borrower has left the country';
const late = await paidOutLoan(service, await newBorrower(service));
service.setTime('2027-01-20T12:00:00-06:00');
const onTime = await paidOutLoan(service, await newBorrower(service));
const tomas = await person('Tomás Ávila', 'treasury');
const marta = await person('Marta Ruiz', 'manager');

/** A write-off that waits. @returns its id. */
async function writeOff(orderNumber: string): Promise<string> {
  const path = correctLoanPath(orderNumber);
  const preview = await tomas.send(path, { kind: 'write-off', step: 'preview', reason });
  const form = preview.html.split('<details').find((each) => each.includes('value="write-off"')) ?? '';
  const value = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? '';
  const messageId = value('messageId');
  await tomas.send(path, { kind: 'write-off', messageId, seen: value('seen'), reason, step: 'do' });
  return messageId;
}

/** Ticks requests in the queue, and approves those that may be. */
async function approveMany(by: DeskVisitor, ids: readonly string[]) {
  const step = randomUUID();
  const form = new FormData();
  for (const id of ids) form.append('row', `approval:${id}`);
  for (const [name, value] of Object.entries({ step, do: 'second', queue: 'kind=approval' }))
    form.append(name, value);
  await by.send(deskPaths.batches, form);
  const preview = await by.open(batchPath(step));
  await by.send(batchPath(step), {});
  return { preview, after: await by.open(batchPath(step)) };
}

const statusOf = async (orderNumber: string) =>
  (await service.tell(readLoanStatement, { orderNumber })).loan.status;

test('an approval shows act, asker, reason, borrower, days late and components before and after', async () => {
  const page = await marta.open(approvalPath(await writeOff(late.orderNumber)));
  const words = ['Tomás Ávila asks: Write off', reason, 'Days late 31', 'Unpaid, by component', 'Principal'];
  for (const each of [...words, 'Interest', 'VAT']) expect(page.text).toContain(each);
  expect(page.text).toMatch(/Borrower \S+/);
  expect(page.text).not.toContain('Prueba');
  expect(page.text).not.toContain('Unusual');
});

test('a write-off of a loan on time is marked, and is approved by itself alone', async () => {
  const [odd, usual] = [await writeOff(onTime.orderNumber), await writeOff(late.orderNumber)];
  const page = await marta.open(approvalPath(odd));
  expect(page.text).toContain('Unusual · The loan is on time: nothing on it is overdue.');
  const { preview, after } = await approveMany(marta, [odd, usual]);
  for (const words of ['Tomás Ávila asks: Write off', reason, 'Unpaid, by component', 'On time', '31'])
    expect(preview.text).toContain(words);
  expect(preview.text).toContain('Unusual: open it and decide it alone');
  expect(preview.text).not.toContain('Prueba');
  expect(after.text).toContain('1 of 2 done, 1 not');
  expect([await statusOf(onTime.orderNumber), await statusOf(late.orderNumber)]).toEqual([
    ...['to-repay', 'written-off'],
  ]);
  await marta.send(approvalPath(odd), { step: 'approve', seen: page.field('seen') });
  expect(await statusOf(onTime.orderNumber)).toBe('written-off');
});

test('a payment above the debt is marked, and cannot be approved or assigned among others', async () => {
  const { orderNumber } = await paidOutLoan(service, await newBorrower(service));
  const money = { amountMinor: minorAmount(9_000_000), currency: 'MXN' } as const;
  const payment = { provider: 'stp', eventId: 'huge' };
  await service.tell(recordPayment, { ...payment, ...money, reference: `${orderNumber}X` });
  const asker = await desk.people.find(tomas.cookies.get('__Host-desk') ?? '');
  if (!asker) throw new Error('Nobody is signed in.');
  const correction = {
    ...{ call: assignPayment as HostCall, orderNumber },
    fields: { ...payment, orderNumber, reason },
  };
  const seen = effectKey(await desk.corrections.preview(asker, correction));
  const messageId = randomUUID();
  await desk.corrections.carryOut(asker, correction, { messageId, seen, reason });
  const page = await marta.open(approvalPath(messageId));
  expect(page.text).toContain('Unusual · The amount is more than the debt.');
  const { preview } = await approveMany(marta, [messageId]);
  expect(preview.text).toContain('1 selected · 0 possible, 1 not');
  const { rows } = await desk.matters.list(
    asker,
    { ...wholeQueue, kind: 'unmatched' },
    { cursor: '', limit: 10 },
  );
  const batch = { messageId: randomUUID(), act: 'match', toPersonId: null, names: rows } as const;
  await desk.batches.preview(asker, batch);
  const read = await desk.batches.read(asker, batch.messageId);
  expect(read?.rows.map(({ why, borrower }) => [why, borrower === null])).toEqual([['unusual', false]]);
});
