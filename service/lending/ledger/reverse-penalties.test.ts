import { afterEach, expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import { reversePenalties } from '#contract/host/ledger.ts';
import { endCoolingOff } from '#contract/host/loan.ts';
import { reversePayment, waiveCharge } from '#contract/host/repayment.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import {
  newBorrower,
  type OfferedProduct,
  paidOutLoan,
  pay,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { accrueOverdueLoans } from './penalties.ts';
import { reconcileAll } from './reconcile.ts';

const service = await testLendingService();
afterEach(async () => {
  expect(await reconcileAll(service.database)).toEqual([]);
});

const startDay = localDate('2026-11-20');
const day = (days: number) => addDays(startDay, days);
const noon = (days: number) => `${day(days)}T12:00:00-06:00`;

/** A loan paid out on the first day, looked at some days later. */
async function someLoan(days: number, productId: OfferedProduct = 'mx-120') {
  service.setTime(noon(0));
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session, productId);
  service.setTime(noon(days));
  return { session, loan };
}

function reverse({ orderNumber }: TestLoan, fromDay: number, throughDay: number) {
  const days = { fromDay: day(fromDay), throughDay: day(throughDay) };
  return service.tell(reversePenalties, { orderNumber, ...days, reason: 'the bank was closed' });
}

/** What is charged of penalties, as the loan's page has it. */
async function penaltyOf(loan: TestLoan, session: TestSession): Promise<number> {
  const { statement } = await service.ask(readLoan, loan, session);
  return statement?.penaltyMinor ?? 0;
}

test('a payment that is reported late does not charge again what a person reversed', async () => {
  // Due on day 91: a late fee and a day's penalty on day 92, then penalties of three days.
  const { loan, session } = await someLoan(95, 'mx-90-steps');
  const before = await penaltyOf(loan, session);
  const { reversedMinor } = await reverse(loan, 92, 94);
  expect(before - reversedMinor).toBeGreaterThan(0);
  expect(await penaltyOf(loan, session)).toBe(before - reversedMinor);
  await pay(service, loan, 100, { paidAt: noon(90) });
  expect(await penaltyOf(loan, session)).toBeLessThanOrEqual(before - reversedMinor);
});

test('days of the range that were not booked yet are reversed with the others', async () => {
  const { loan, session } = await someLoan(33);
  await reverse(loan, 31, 33);
  expect(await penaltyOf(loan, session)).toBe(0);
  const again = { ...service.dependencies, now: new Date(noon(33)) };
  await accrueOverdueLoans(service.database, again);
  expect(await penaltyOf(loan, session)).toBe(0);
  service.setTime(noon(34));
  expect(await penaltyOf(loan, session)).toBeGreaterThan(0);
});

test('what a dispute took off a late fee is not taken off again with it', async () => {
  const { loan, session } = await someLoan(95, 'mx-90-steps');
  const { productId, orderId } = loan;
  const charges = async () => (await service.ask(readLoan, loan, session)).statement?.charges ?? [];
  const daily = async () => (await charges()).find(({ kind }) => kind === 'penalty')?.chargedMinor ?? 0;
  const dailyBefore = await daily();
  const { disputeId } = await service.ask(
    disputeCharge,
    { productId, orderId, chargeId: '1-late-fee', reason: 'not-agreed', words: '' },
    session,
  );
  await service.tell(upholdChargeDispute, {
    ...{ disputeId, amountMinor: minorAmount(20_000), answer: 'Era menos.' },
  });
  expect((await charges()).find(({ kind }) => kind === 'late-fee')?.chargedMinor).toBe(80_000);
  const { reversedMinor } = await reverse(loan, 92, 92);
  // The fee of 1.000,00 and a quarter of the daily penalties.
  expect(reversedMinor).toBe(100_000 + dailyBefore / 4);
  expect((await charges()).map(({ kind }) => kind)).not.toContain('late-fee');
  expect(await daily()).toBe(dailyBefore - dailyBefore / 4);
});

test('a waiver goes back only where more would be reversed than is charged', async () => {
  const { loan, session } = await someLoan(33);
  const { orderNumber } = loan;
  const before = await penaltyOf(loan, session);
  const waived = {
    orderNumber,
    component: 'penalty' as const,
    amountMinor: minorAmount(before / 3),
    reason: 'r',
  };
  await service.tell(waiveCharge, waived);
  await reverse(loan, 31, 31);
  expect(await penaltyOf(loan, session)).toBe(before / 3);
  await reverse(loan, 32, 33);
  expect(await penaltyOf(loan, session)).toBe(0);
});

test('penalties of a loan that was given back are gone, and a reversal of them is refused', async () => {
  service.setTime(noon(0));
  const session = await newBorrower(service, 'IN');
  const loan = await paidOutLoan(service, session, 'in-120');
  const { orderNumber } = loan;
  const { coolingOff } = await service.ask(readLoan, loan, session, 'en');
  const giveBack = async (eventId: string) => {
    await pay(service, loan, coolingOff?.owedMinor ?? 0, { eventId });
    await service.tell(endCoolingOff, { orderNumber, reason: 'gave it back', returnedOn: startDay });
  };
  await giveBack('bounces');
  await service.tell(reversePayment, { provider: 'sandbox', eventId: 'bounces', reason: 'bounced' });
  service.setTime(noon(60));
  expect(await penaltyOf(loan, session)).toBeGreaterThan(0);
  await giveBack('comes again');
  expect(await penaltyOf(loan, session)).toBe(0);
  const body = { orderNumber, fromDay: day(31), throughDay: day(60), reason: 'it was given back' };
  expect((await service.host(reversePenalties.path, body)).status).toBe(409);
});
