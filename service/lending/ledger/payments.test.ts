import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { inTransaction } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { loans } from '#db/schema/loan.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { decideOn } from './act.ts';
import { commit } from './commit.ts';
import { reconcileAll } from './reconcile.ts';
import { readState } from './states.ts';

const service = await testLendingService();
let session: TestSession;
let loan: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
});

async function loanRow() {
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  return row;
}

test('what a payment covered leaves out the penalties of days after it, also where all of one booking has the same millisecond', async () => {
  let moment = newId().slice(0, 13);
  const random = { ...systemRandom, id: () => moment + newId().slice(13) };
  const atOnce = lendingService(service.database, {}, { random });
  atOnce.setTime('2026-12-24T12:00:00-06:00');
  await pay(atOnce, loan, 10_000, { paidAt: '2026-12-22T18:00:00-06:00' });
  moment = newId().slice(0, 13);
  await pay(atOnce, loan, 5_000, { paidAt: '2026-12-23T18:00:00-06:00' });
  const { statement } = await service.ask(readLoan, loan, session);
  const penalties = statement?.payments?.map(({ parts }) =>
    parts.find(({ component }) => component === 'penalty'),
  );
  expect(penalties?.map((part) => part?.owedMinor)).toEqual([4_225, 2 * 4_268]);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('a loan that is not in the status it was locked in takes the whole transaction back', async () => {
  const context = { now: new Date('2026-11-20T18:00:00Z'), random: systemRandom };
  const moved = inTransaction(service.database, async (transaction) => {
    const name = { id: loan.orderId, borrowerId: session.borrowerId };
    const [state] = await readState(transaction, name, {});
    if (!state) throw new Error('no loan');
    const other = { ...state, loan: { ...state.loan, status: 'overdue' as const } };
    commit(transaction, [decideOn(other, { act: 'write-off', reason: 'test' }, context)], context);
  });
  await expect(moved).rejects.toMatchObject({ cause: { code: '22012' } });
  expect((await loanRow())?.status).toBe('to-repay');
});
