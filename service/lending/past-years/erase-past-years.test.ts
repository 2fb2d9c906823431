import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendComplaint } from '#contract/calls/complaint.ts';
import { holdBorrower, readBorrower, releaseBorrower } from '#contract/host/borrower.ts';
import { answerComplaint, closeComplaint } from '#contract/host/complaint.ts';
import { eraseBorrower, listErasures, requestErasure } from '#contract/host/personal-data.ts';
import { markRefundSent, requestRefund } from '#contract/host/repayment.ts';
import { readRetention, startRetention } from '#contract/host/retention.ts';
import { newId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { registrations } from '#db/schema/registration.ts';
import { minorAmount } from '#domain/money/money.ts';
import { wholeDraft } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService, testConfiguration } from '#tests/setup/lending-service.ts';
import { reconcileAll } from '../ledger/reconcile.ts';
import { erasePastYears } from './erase-past-years.ts';

const { database } = await testLendingService();
const years = { loan: 10, complaint: 2, registration: 1 };
const settledMinor = 556_252;

/** The service whose lender confirmed years for Mexico, or only set them. */
function serviceWith(own: typeof years, isConfirmed = true) {
  const { companies } = testConfiguration;
  const retention = { years: own, isConfirmed };
  return lendingService(database, { companies: { ...companies, MX: { ...companies.MX, retention } } });
}

const begun = '2026-11-20T12:00:00-06:00';
// Those of the demo are of no age.
await database.update(borrowers).set({ createdAt: new Date('2100-01-01') });
let service = serviceWith(years);
service.setTime(begun);
const run = () => erasePastYears(service.dependencies);
const mexico = async () => {
  const { markets } = await service.tell(readRetention, {});
  return markets.find(({ market }) => market === 'MX');
};
const isErased = async (borrowerId: string) =>
  (await service.tell(readBorrower, { borrowerId })).erasedAt !== null;

async function borrowerOfThen(): Promise<string> {
  const { borrowerId } = await newBorrower(service);
  await database
    .update(borrowers)
    .set({ createdAt: new Date(begun) })
    .where(eq(borrowers.id, borrowerId));
  return borrowerId;
}

async function settledBorrower(moreMinor = 0) {
  const borrowerId = await borrowerOfThen();
  const loan = await paidOutLoan(service, await service.session(borrowerId));
  await pay(service, loan, minorAmount(settledMinor + moreMinor));
  return { borrowerId, orderNumber: loan.orderNumber };
}

async function register(mobilePhone: string, registeredAt: Date): Promise<void> {
  const origin = { appFrom: '', userFrom: '', utmTag: '' };
  await database.insert(registrations).values({
    ...{ id: newId(), mobilePhone, templateId: '2', sessionId: newId(), appName: '', merchantNumber: '' },
    ...{ inviteCode: '', ...origin, registeredAt },
  });
}

test('nothing ends by time until years are confirmed, what is older was counted, and that was approved', async () => {
  const never = await borrowerOfThen();
  await register('+525548210001', new Date(begun));
  await register('+525512345678', new Date(begun));
  await register('+919845501276', new Date(begun));
  service.setTime('2027-12-01T12:00:00-06:00');
  await register('+525548210002', new Date('2027-06-01T12:00:00-06:00'));
  service = serviceWith(years, false);
  service.setTime('2027-12-01T12:00:00-06:00');
  expect([await run(), await mexico()]).toMatchObject([0, { isConfirmed: false, countedAt: null }]);

  service = serviceWith(years);
  service.setTime('2027-12-01T12:00:00-06:00');
  const start = { market: 'MX' as const, years, actor: 'Ana' };
  expect((await service.host(startRetention.path, start)).status).toBe(409);
  expect(await run()).toBe(0);
  const counted = { years, isConfirmed: true, borrowerCount: 1, registrationCount: 1, approvedAt: null };
  expect(await mexico()).toMatchObject({ ...counted, oldestAt: new Date(begun).toISOString() });
  expect(await isErased(never)).toBe(false);
  const others = { ...start, years: { ...years, loan: 9 } };
  expect((await service.host(startRetention.path, others)).status).toBe(409);
  expect(await service.tell(startRetention, start)).toMatchObject({
    approvedBy: 'host:Ana',
    countedAt: null,
  });
  expect((await service.host(startRetention.path, start)).status).toBe(409);

  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  expect(await isErased(never)).toBe(true);
  const left = await database.select({ phone: registrations.mobilePhone }).from(registrations);
  // The first was a borrower’s, which goes with them.
  expect(left.map(({ phone }) => phone).sort()).toEqual(['+525548210002', '+919845501276']);
  const { erasures } = await service.tell(listErasures, {});
  expect(erasures.map(({ erasedBy }) => erasedBy)).toEqual(['retention', 'retention']);
});

test('years count from what happened last; an obstacle, a refund, a complaint and a legal hold keep a person', async () => {
  service.setTime(begun);
  const plain = await settledBorrower();
  const held = await settledBorrower();
  const complaining = await settledBorrower();
  const refunded = await settledBorrower(5_000);
  const owing = await borrowerOfThen();
  await paidOutLoan(service, await service.session(owing));
  await service.tell(holdBorrower, { borrowerId: held.borrowerId, reason: 'court file 12', actor: 'Ana' });
  const held409 = { borrowerId: held.borrowerId, reason: 'request 1' };
  const refused = await service.host(eraseBorrower.path, held409);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('legal hold')]);
  expect(await service.tell(requestErasure, held409)).toMatchObject({ state: 'waiting', waitsFor: 'hold' });
  const twice = { borrowerId: held.borrowerId, reason: 'again' };
  expect((await service.host(holdBorrower.path, twice)).status).toBe(409);

  service.setTime('2030-03-01T12:00:00-06:00');
  const refund = { refundKey: 'back-1', amountMinor: minorAmount(5_000), reason: 'paid too much' };
  await service.tell(requestRefund, { ...refund, orderNumber: refunded.orderNumber });
  await service.tell(markRefundSent, { refundKey: 'back-1', reference: 'transfer 9' });
  service.setTime('2036-06-01T12:00:00-06:00');
  const { folio } = await service.ask(
    sendComplaint,
    { ...wholeDraft, images: [] },
    await service.session(complaining.borrowerId),
  );
  await service.tell(answerComplaint, { folio, reply: 'Ya quedó.', images: [] });
  await service.tell(closeComplaint, { folio });

  const kept = async () =>
    Promise.all(
      [plain, held, complaining, refunded].map(async ({ borrowerId }) => !(await isErased(borrowerId))),
    );
  service.setTime('2036-11-20T11:00:00-06:00');
  await run();
  expect(await kept()).toEqual([true, true, true, true]);
  service.setTime('2036-11-22T12:00:00-06:00');
  expect(await run()).toBe(1);
  expect(await kept()).toEqual([false, true, true, true]);
  await service.tell(releaseBorrower, { borrowerId: held.borrowerId, reason: 'court file closed' });
  expect(await service.tell(readBorrower, { borrowerId: held.borrowerId })).toMatchObject({
    heldAt: null,
    blockChanges: [],
    holdChanges: [
      { isHeld: true, reason: 'court file 12', by: 'host:Ana' },
      { isHeld: false, reason: 'court file closed', by: 'host' },
    ],
  });
  service.setTime('2036-11-23T12:00:00-06:00');
  expect(await run()).toBe(1);
  expect(await kept()).toEqual([false, false, true, true]);
  service.setTime('2038-06-03T12:00:00-06:00');
  await run();
  expect(await kept()).toEqual([false, false, false, true]);
  service.setTime('2040-03-03T12:00:00-06:00');
  await run();
  expect(await kept()).toEqual([false, false, false, false]);
  service.setTime('2080-01-01T12:00:00-06:00');
  await run();
  expect(await isErased(owing)).toBe(false);
  expect(await reconcileAll(database)).toEqual([]);
});

test('other years are counted and approved anew, whatever was approved before', async () => {
  const own = { ...years, registration: 2 };
  service = serviceWith(own);
  service.setTime('2080-01-02T12:00:00-06:00');
  const borrowerId = await borrowerOfThen();
  expect(await mexico()).toMatchObject({ years: own, countedAt: null, approvedAt: null });
  expect(await run()).toBe(0);
  expect(await mexico()).toMatchObject({ borrowerCount: 1, approvedAt: null });
  expect(await isErased(borrowerId)).toBe(false);
});
