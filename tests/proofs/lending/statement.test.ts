import { afterAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { reversePayment } from '#contract/host/repayment.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { openEmbeddedDatabase, payAllOfThePlan } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';

const { db, close } = await openEmbeddedDatabase();
afterAll(close);
await payAllOfThePlan(db);
const service = lendingService(db);

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);

test('a payment says how it came, what it covered and what it left; the ways to pay follow what is owed', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  setDay(33);
  await pay(service, loan, 20_000);
  const { statement } = await service.ask(readLoan, loan, session);
  expect(statement).toMatchObject({
    dueMinor: 142_281 + 12_804 - 20_000,
    chargedMinor: 142_281,
    penaltyMinor: 12_804,
    receivedMinor: 20_000,
    daysLate: 3,
    dueSequences: [1],
    amounts: [
      { kind: 'this-payment', amountMinor: 135_085 },
      { kind: 'everything', amountMinor: 556_252 + 12_804 - 20_000 },
    ],
    payments: [
      {
        amountMinor: 20_000,
        paidAt: '2026-12-23T18:00:00.000Z',
        method: 'other',
        heldMinor: 0,
        owedAfterMinor: 556_252 + 12_804 - 20_000,
      },
    ],
  });
  expect(statement?.payments[0]?.parts).toEqual([
    { sequence: 1, component: 'penalty', owedMinor: 12_804, extensionMinor: 0, coveredMinor: 12_804 },
    { sequence: 1, component: 'fee', owedMinor: 7_500, extensionMinor: 0, coveredMinor: 7_196 },
    { sequence: 1, component: 'vat', owedMinor: 2_384, extensionMinor: 0, coveredMinor: 0 },
    { sequence: 1, component: 'interest', owedMinor: 7_397, extensionMinor: 0, coveredMinor: 0 },
    { sequence: 1, component: 'principal', owedMinor: 125_000, extensionMinor: 0, coveredMinor: 0 },
  ]);
});

test('the channels are for the amount that is chosen, never for more than may be paid', async () => {
  setDay(0);
  const ananya = await newBorrower(service, 'IN');
  const loan = await paidOutLoan(service, ananya, 'in-120');
  const linkFor = async (chosenMinor?: number) => {
    const request = {
      ...loan,
      ...(chosenMinor === undefined ? {} : { chosenMinor: minorAmount(chosenMinor) }),
    };
    const answer = await service.ask(readRepayment, request, ananya, 'en');
    const link = answer.channelGroups[0]?.channels[0]?.payLink ?? '';
    return [answer.chosenMinor, new URL(link).searchParams.get('am')];
  };
  const { statement } = await service.ask(readLoan, loan, ananya, 'en');
  const due = ((statement?.dueMinor ?? 0) / 100).toFixed(2);
  expect(await linkFor()).toEqual([null, due]);
  expect(await linkFor(10_050)).toEqual([10_050, '100.50']);
  expect(await linkFor(0)).toEqual([null, due]);
  expect(await linkFor((statement?.largestMinor ?? 0) + 1)).toEqual([null, due]);
});

test('a payment that was taken back is known by the id that its receipt had', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  setDay(3);
  await pay(service, loan, 60_000, { eventId: 'bounced' });
  const statementNow = async () => (await service.ask(readLoan, loan, session)).statement;
  const paymentId = (await statementNow())?.payments[0]?.paymentId;
  await service.tell(reversePayment, { provider: 'sandbox', eventId: 'bounced', reason: 'bounced' });
  expect(await statementNow()).toMatchObject({ payments: [], reversedPayments: [{ paymentId }] });
});
