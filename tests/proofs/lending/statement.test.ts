import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import { recordPayment, reversePayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { ledgerPostings } from '#db/schema/ledger.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { openEmbeddedDatabase, payAllOfThePlan } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';

const { db, close } = await openEmbeddedDatabase();
afterAll(close);
await payAllOfThePlan(db);
const service = lendingService(db);

const startDay = localDate('2026-11-20');
const setDay = (days: number) => service.setTime(`${addDays(startDay, days)}T12:00:00-06:00`);

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

/** What the ledger alone says of a loan. */
async function ledgerOf({ orderId }: TestLoan) {
  const postings = await db.select().from(ledgerPostings).where(eq(ledgerPostings.loanId, orderId));
  const total = (account: string) =>
    sum(
      postings
        .filter((posting) => posting.account.split(':')[0] === account)
        .map(({ amountMinor }) => amountMinor),
    );
  return { owed: total('receivable'), held: 0 - total('suspense'), cash: total('cash') + total('clearing') };
}

/** Every figure of the loan on every call, against each other and the ledger. */
async function expectOneStatement(loan: TestLoan, session: TestSession) {
  const order = await service.ask(readLoan, loan, session);
  const { statement, balance } = order;
  if (statement === null || balance === null) throw new Error('a loan that was paid out has a statement');
  const ledger = await ledgerOf(loan);
  expect(statement.remainingMinor).toBe(ledger.owed);
  expect(statement.heldMinor).toBe(ledger.held);
  expect(statement.chargedMinor + statement.penaltyMinor - statement.receivedMinor).toBe(statement.dueMinor);
  expect(sum(statement.instalments.map(({ owedMinor }) => owedMinor))).toBe(statement.remainingMinor);
  expect(sum(statement.instalments.map(({ paidMinor }) => paidMinor))).toBe(statement.paidMinor);
  for (const { chargedMinor, paidMinor, owedMinor } of statement.instalments) {
    expect(chargedMinor - paidMinor).toBe(owedMinor);
  }
  expect(balance).toMatchObject({
    dueMinor: statement.dueMinor,
    dueDate: statement.dueDate,
    daysLate: statement.daysLate,
    paidMinor: statement.paidMinor,
    remainingMinor: statement.remainingMinor,
  });
  // What came is what it covered and what is held, and the last one booked leaves what is owed but for later penalties.
  const received = sum(statement.payments.map(({ amountMinor }) => amountMinor));
  expect(received).toBe(statement.paidMinor + statement.heldMinor);
  for (const { amountMinor, heldMinor, parts } of statement.payments) {
    expect(sum(parts.map(({ coveredMinor }) => coveredMinor)) + heldMinor).toBe(amountMinor);
    expect(parts.every(({ owedMinor, coveredMinor }) => coveredMinor >= 0 && coveredMinor <= owedMinor)).toBe(
      true,
    );
  }
  if (order.status === 'settled') {
    expect(statement).toMatchObject({ dueMinor: 0, dueDate: '', amounts: [], largestMinor: 0 });
    return statement;
  }
  const repayment = await service.ask(readRepayment, loan, session);
  expect(repayment.statement).toEqual(statement);
  expect([repayment.amountMinor, repayment.date]).toEqual([statement.dueMinor, statement.dueDate]);
  expect(statement.amounts.at(-1)?.amountMinor).toBe(statement.remainingMinor);
  const extension = await service.ask(readExtension, loan, session).catch(() => null);
  if (extension !== null) {
    expect(extension.statement).toEqual(statement);
    expect(extension.options.find(({ kind }) => kind === 'pay-all')?.payTodayMinor).toBe(statement.dueMinor);
    if (order.isExtendable) expect(order.options).toEqual(extension.options);
  }
  return statement;
}

/** Disputes one of a loan's charges, and has some percent of it taken off; 0 leaves it open. */
async function dispute(
  { productId, orderId }: TestLoan,
  session: TestSession,
  { pick, upheldPercent }: { readonly pick: number; readonly upheldPercent: number },
): Promise<void> {
  const { statement } = await service.ask(readLoan, { productId, orderId }, session);
  const charges = statement?.charges ?? [];
  const charge = charges[pick % Math.max(1, charges.length)];
  if (!charge) return;
  const { chargeId, chargedMinor } = charge;
  const request = { productId, orderId, chargeId, reason: 'not-agreed', words: '' } as const;
  const { disputeId } = await service.ask(disputeCharge, request, session);
  const amountMinor = minorAmount(Math.floor((chargedMinor * upheldPercent) / 100));
  if (amountMinor > 0) await service.tell(upholdChargeDispute, { disputeId, amountMinor, answer: 'No va.' });
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('pay' as const),
    percent: fc.constantFrom(1, 30, 100, 130, 700),
    daysAgo: fc.constantFrom(0, 0, 2),
  }),
  fc.constant({ kind: 'extend' as const }),
  fc.record({
    kind: fc.constant('dispute' as const),
    pick: fc.nat(15),
    upheldPercent: fc.constantFrom(0, 40, 100),
  }),
);

test('on every status and history the pages have one statement, and it is what the ledger says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      let days = 0;
      setDay(days);
      const session = await newBorrower(service);
      const loan = await paidOutLoan(service, session);
      let { dueMinor } = await expectOneStatement(loan, session);
      for (const each of steps) {
        if (each.kind === 'wait') {
          days += each.days;
          setDay(days);
        } else if (each.kind === 'pay') {
          const amountMinor = Math.max(1, Math.round((dueMinor * each.percent) / 100));
          const paidAt = `${addDays(startDay, Math.max(0, days - each.daysAgo))}T12:00:00-06:00`;
          await pay(service, loan, amountMinor, { paidAt });
        } else if (each.kind === 'dispute') {
          await dispute(loan, session, each);
        } else {
          const offer = await service.ask(readExtension, loan, session).catch(() => null);
          const reference = offer?.channelGroups[0]?.channels[0]?.payCode;
          if (offer === null || reference === undefined) continue;
          await service.tell(recordPayment, {
            provider: 'spei',
            eventId: newId(),
            reference,
            amountMinor: minorAmount(offer.amountMinor),
            currency: 'MXN',
          });
        }
        ({ dueMinor } = await expectOneStatement(loan, session));
      }
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

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
    { sequence: 1, component: 'penalty', owedMinor: 12_804, coveredMinor: 12_804 },
    { sequence: 1, component: 'fee', owedMinor: 7_500, coveredMinor: 7_196 },
    { sequence: 1, component: 'vat', owedMinor: 2_384, coveredMinor: 0 },
    { sequence: 1, component: 'interest', owedMinor: 7_397, coveredMinor: 0 },
    { sequence: 1, component: 'principal', owedMinor: 125_000, coveredMinor: 0 },
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

test('late, the payment and its penalty are the two rows that are always seen', async () => {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  for (const day of [33, 29 + 31]) {
    setDay(day);
    const { details } = await service.ask(readRepayment, loan, session);
    expect(details.slice(0, 2).map(({ label }) => label)).toEqual([
      expect.stringMatching(/^Pagos?$/),
      expect.stringMatching(/^Recargo/),
    ]);
  }
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
