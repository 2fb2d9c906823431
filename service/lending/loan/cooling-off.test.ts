import { beforeAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readReconciliation } from '#contract/host/ledger.ts';
import { endCoolingOff, readLoanStatement } from '#contract/host/loan.ts';
import { loadDemoData } from '#fixtures/demo-data.ts';
import { openEmbeddedDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import {
  hostOutcomes,
  type LendingService,
  lendingService,
  type TestSession,
} from '#tests/setup/lending-service.ts';

let service: LendingService;
let session: TestSession;
let loan: TestLoan;
beforeAll(async () => {
  const { db } = await openEmbeddedDatabase();
  await loadDemoData(db, new Date('2026-11-20T12:00:00+05:30'));
  service = lendingService(db);
});

async function disburse(): Promise<void> {
  service.setTime('2026-11-20T12:00:00+05:30');
  session = await newBorrower(service, 'IN');
  loan = await paidOutLoan(service, session, 'in-120');
}

const end = (fields: object = {}) =>
  hostOutcomes(service)('/host/loans/cooling-off-exit', {
    orderNumber: loan.orderNumber,
    reason: 'the borrower asked for it',
    ...fields,
  });
const coolingOff = async () => (await service.ask(readLoan, loan, session, 'en')).coolingOff;

test('a loan of India tells what gives it back, grows with its interest, and after three days no more', async () => {
  await disburse();
  const { principalMinor, ...first } = (await coolingOff()) ?? { principalMinor: 0 };
  expect({ principalMinor, ...first }).toEqual({
    ...{ until: '2026-11-23', principalMinor, interestMinor: 0, vatMinor: 0 },
    ...{ amountMinor: principalMinor, owedMinor: principalMinor },
  });
  service.setTime('2026-11-23T23:00:00+05:30');
  const last = await coolingOff();
  expect(last?.interestMinor).toBe(Math.round((principalMinor * 0.18 * 3) / 365));
  service.setTime('2026-11-24T00:30:00+05:30');
  expect(await coolingOff()).toBe(null);
});

test('what was paid settles the loan it gives back, without fee, and the books agree', async () => {
  await disburse();
  service.setTime('2026-11-22T10:00:00+05:30');
  const offer = await coolingOff();
  await pay(service, loan, offer?.amountMinor ?? 0);
  // What settles a loan in those days gives it back: the lender has nothing more to end.
  expect(await coolingOff()).toBe(null);
  service.setTime('2026-11-25T10:00:00+05:30');
  const ended = await service.tell(endCoolingOff, {
    ...{ orderNumber: loan.orderNumber, reason: 'gave it back', returnedOn: '2026-11-22' },
  });
  expect(ended).toMatchObject({ status: 'settled', orderStatus: 200 });
  const { balance, statement, status } = await service.ask(readLoan, loan, session, 'en');
  expect(status).toBe('settled');
  expect(statement).toMatchObject({ remainingMinor: 0, heldMinor: 0, paidMinor: offer?.amountMinor });
  expect(balance?.remainingMinor).toBe(0);
  const { entries, loan: stands } = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(stands).toMatchObject({ owedMinor: 0, heldMinor: 0 });
  // What days earned stands with those of other loans, and what was given back is taken from both.
  const feePostings = entries
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => account === 'fee-income' || account === 'unearned-fee');
  expect(feePostings.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(0);
  const { disagreements } = await service.tell(readReconciliation, { orderNumber: loan.orderNumber });
  expect(disagreements).toEqual([]);
  // The payment gave the loan back: however often the lender says so, it stands, and nothing more is booked.
  expect(await service.tell(endCoolingOff, { orderNumber: loan.orderNumber, reason: 'again' })).toEqual(
    ended,
  );
  const again = await service.tell(readLoanStatement, { orderNumber: loan.orderNumber });
  expect(again.entries).toEqual(entries);
});

test('a loan is not given back with too little, too late, for a day to come, or where the market has no such days', async () => {
  await disburse();
  const { amountMinor = 0 } = (await coolingOff()) ?? {};
  await pay(service, loan, amountMinor - 1);
  expect(await end()).toMatchObject({ status: 409 });
  expect(await end({ returnedOn: '2026-11-21' })).toMatchObject({ status: 422 });
  service.setTime('2026-11-24T10:00:00+05:30');
  await pay(service, loan, 10_000);
  expect(await end()).toMatchObject({ status: 409 });
  service.setTime('2026-11-20T12:00:00-06:00');
  const mexican = await newBorrower(service, 'MX');
  loan = await paidOutLoan(service, mexican, 'mx-120');
  await pay(service, loan, 500_000);
  expect(await end()).toMatchObject({ status: 409 });
});
