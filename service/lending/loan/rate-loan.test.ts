import { expect, test } from 'vitest';
import { readLoan, sendRating } from '#contract/calls/loan.ts';
import { ratings } from '#db/schema/loan.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';

const service = await testLendingService();

async function settledLoan(session: TestSession) {
  const loan = await paidOutLoan(service, session);
  await pay(service, loan, 556_252);
  return loan;
}

async function scores(): Promise<Record<string, number>> {
  const rows = await service.database.select().from(ratings);
  return Object.fromEntries(rows.map(({ loanId, score }) => [loanId, score]));
}

test('[ORDER-6] a settled loan is rated once, 1 to 5; it is offered until then', async () => {
  const session = await newBorrower(service);
  const { orderId } = await settledLoan(session);
  const canRate = async () => (await service.ask(readLoan, { productId: '', orderId }, session)).canRate;
  expect(await canRate()).toBe(true);
  await service.ask(sendRating, { score: 4, orderId }, session);
  expect(await canRate()).toBe(false);
  expect((await scores())[orderId]).toBe(4);
  await service.ask(sendRating, { score: 1, orderId }, session);
  expect((await scores())[orderId]).toBe(4);
});

test('[ORDER-6] without an order the newest settled loan that is not rated is meant', async () => {
  const session = await newBorrower(service);
  const older = await settledLoan(session);
  service.setTime('2026-11-21T12:00:00-06:00');
  const newer = await settledLoan(session);
  await service.ask(sendRating, { score: 5, orderId: null }, session);
  expect(await scores()).toMatchObject({ [newer.orderId]: 5 });
  expect((await scores())[older.orderId]).toBeUndefined();
  await service.ask(sendRating, { score: 3, orderId: null }, session);
  expect((await scores())[older.orderId]).toBe(3);
  await service.ask(sendRating, { score: 1, orderId: null }, session);
  expect(await scores()).toMatchObject({ [newer.orderId]: 5, [older.orderId]: 3 });
  service.setTime('2026-11-20T12:00:00-06:00');
});

test('[ORDER-6] no other score, no loan that is not settled, and no one else’s', async () => {
  const session = await newBorrower(service);
  const running = await paidOutLoan(service, session);
  const rate = async (body: Record<string, unknown>) => {
    const { status, body: answer } = await service.post(sendRating.path, body, session);
    return [status, answer.code];
  };
  for (const score of [0, 6, -1, 4.5, '4.5', 'x', null, true, [4], 2 ** 60]) {
    expect(await rate({ score, orderId: running.orderId })).toEqual([422, '422']);
  }
  expect(await rate({ score: 4, orderId: running.orderId })).toEqual([409, '409']);
  expect(await rate({ score: 4 })).toEqual([409, '409']);
  const { orderId } = await settledLoan(await newBorrower(service));
  expect(await rate({ score: 4, orderId })).toEqual([404, '404']);
  expect(await scores()).not.toHaveProperty(orderId);
});
