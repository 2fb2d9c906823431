import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { readReconciliation } from '#contract/host/ledger.ts';
import { recordPayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { loanPayments, providerEvents } from '#db/schema/repayment.ts';
import { dayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { providerByHand } from '#domain/repayment/payment-by-hand.ts';
import type { ClaimChannel } from '#domain/repayment/payment-claim.ts';
import { maintainReferences } from '#lending/repayment/deposits.ts';
import { openWays, paidMinor, type Way } from '#tests/providers/ways-to-pay.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

// What the payer's bank calls a payment (RRN, UTR, clave de rastreo) is its key, whoever tells of it first.

const { database } = await testLendingService();
const { ways, service, loan, session, owed, settled, sweep, expectBooksAgree } = await openWays(database);
const withKeys = ways.flatMap(({ bankKey, paymentId, ...way }) =>
  bankKey && paymentId ? [{ ...way, bankKey, paymentId }] : [],
);

const market = ({ provider }: Way) => (provider === 'razorpay' ? 'IN' : 'MX');
const channelOf = ({ name }: Way): ClaimChannel =>
  name.endsWith('UPI') ? 'upi' : name.endsWith('virtual account') ? 'virtual-account' : 'bank-transfer';

const statement = async () => {
  const { statement: shown } = await service().ask(readLoan, loan(), session());
  if (!shown) throw new Error('a loan that was paid out has a statement');
  return shown;
};
const shownKeys = async () => (await statement()).payments.map(({ trackingKey }) => trackingKey);

/** Records by hand what a statement of the lender's bank says. */
const recordByHand = (way: Way, eventId: string) =>
  service().tell(recordPayment, {
    ...{ provider: providerByHand(channelOf(way)), eventId, orderNumber: loan().orderNumber },
    ...{ amountMinor: paidMinor, currency: market(way) === 'IN' ? 'INR' : 'MXN', reason: 'on the statement' },
  });

/** Reports it as a system of the lender's does, under a name of its own. */
const reportByKey = (way: Way, trackingKey: string) =>
  service().tell(recordPayment, {
    ...{ provider: 'bank', eventId: newId(), trackingKey, orderNumber: loan().orderNumber },
    ...{ amountMinor: paidMinor, currency: market(way) === 'IN' ? 'INR' : 'MXN' },
  });

/** The newest message of money, as its provider sends it again under another id. */
function again({ standIn, provider }: Way): object {
  const isMoney = (event: object) => /order\.paid|inbound\.succeeded|credited/.test(JSON.stringify(event));
  const event = standIn.events.findLast(isMoney) ?? {};
  if (provider !== 'razorpay') return { ...event, id: provider === 'fintoc' ? `evt_${newId()}` : newId() };
  // The second of a message is part of what it is known by: the same one would make it the same message.
  const { created_at: second } = event as { readonly created_at: number };
  return { ...event, created_at: second - 1 };
}

const claim = (way: Way, trackingKey: string, amountMinor = paidMinor) => {
  const { productId, orderId } = loan();
  const paidOn = dayIn(market(way), service().dependencies.clock.now());
  const facts = { amountMinor, paidOn, channel: channelOf(way), trackingKey, image: null };
  return service().ask(claimPayment, { productId, orderId, ...facts }, session());
};

const tellers = {
  message: async ({ standIn }: Way) => void (await standIn.release()),
  'look-up': async () => {
    service().setTime(new Date(Date.now() + 60_000).toISOString());
    await maintainReferences(service().dependencies);
  },
  sweep,
} as const;

test.each(withKeys.flatMap((way) => Object.entries(tellers).map(([by, tell]) => ({ ...way, by, tell }))))(
  '$name: a payment has the key of its payer’s bank by $by',
  async (way) => {
    way.standIn.delivery = way.by === 'message' ? 'hold' : 'never';
    const code = await way.begin();
    await way.pay(code);
    await way.tell(way);
    await settled();
    expect(way.bankKey(code)).toMatch(/^[0-9A-Z]{10,}$/);
    expect(await shownKeys()).toEqual([way.bankKey(code)]);
  },
);

test.each(withKeys)(
  '$name: recorded by hand with the bank’s key and told of, in both orders, is one payment',
  async (way) => {
    for (const isHandFirst of [true, false]) {
      way.standIn.delivery = 'hold';
      const code = await way.begin();
      const before = await owed();
      await way.pay(code);
      const tell = [() => recordByHand(way, way.bankKey(code)), () => way.standIn.release()];
      for (const each of isHandFirst ? tell : tell.reverse()) await each();
      await settled();
      expect([isHandFirst, await owed()]).toEqual([isHandFirst, before - paidMinor]);
      expect(await shownKeys()).toEqual([way.bankKey(code)]);
      await expectBooksAgree();
    }
  },
);

/** Keeps the newest payment as a version before kept it, under its provider's id alone. */
async function keepByIdAlone(): Promise<string> {
  const belongsToLoan = eq(loanPayments.loanId, loan().orderId);
  const [payment] = await database.select().from(loanPayments).where(belongsToLoan);
  const { id = '', eventId = '' } = payment ?? {};
  for (const table of [loanPayments, providerEvents]) {
    await database.update(table).set({ trackingKey: eventId }).where(eq(table.id, id));
  }
  return eventId;
}

test.each(withKeys)(
  '$name: what was booked by its id alone stays one payment, and gets its key',
  async (way) => {
    const code = await way.begin();
    const before = await owed();
    await way.pay(code);
    await settled();
    const id = await keepByIdAlone();
    expect(await shownKeys()).toEqual(['']);
    expect((await claim(way, way.bankKey(code))).state).toBe('received');
    expect(await way.standIn.send(again(way))).toBe(200);
    expect(await shownKeys()).toEqual([way.bankKey(code)]);
    for (const key of [way.bankKey(code), id]) {
      expect([key, (await recordByHand(way, key)).isRepeated]).toEqual([key, true]);
      expect([key, (await reportByKey(way, key)).isRepeated]).toEqual([key, true]);
    }
    expect(await owed()).toBe(before - paidMinor);
    await expectBooksAgree();
  },
);

test.each(withKeys)(
  '$name: told of after it was reported by its provider’s id, it is one payment',
  async (way) => {
    for (const report of [recordByHand, reportByKey]) {
      way.standIn.delivery = 'hold';
      const code = await way.begin();
      const before = await owed();
      await way.pay(code);
      await report(way, way.paymentId(code));
      await way.standIn.release();
      await way.standIn.send(again(way));
      expect([report.name, await owed()]).toEqual([report.name, before - paidMinor]);
      await expectBooksAgree();
    }
  },
);

test.each(withKeys)(
  '$name: what was booked twice before, by its id and by hand, is named as one',
  async (way) => {
    const code = await way.begin();
    await way.pay(code);
    await settled();
    await keepByIdAlone();
    service().setTime(new Date(Date.now() + 86_400_000).toISOString());
    await recordByHand(way, way.bankKey(code));
    expect(await way.standIn.send(again(way))).toBe(200);
    const { orderNumber } = loan();
    const { suspectedDoubles } = await service().tell(readReconciliation, { orderNumber });
    expect(suspectedDoubles).toHaveLength(1);
  },
);

test.each(withKeys)('$name: a claim with the bank’s key is answered, before and after', async (way) => {
  way.standIn.delivery = 'hold';
  const code = await way.begin();
  await way.pay(code);
  // Its amount is mistyped, so that the key alone answers it.
  await claim(way, way.bankKey(code), minorAmount(12_345));
  await way.standIn.release();
  expect((await statement()).claims?.map(({ state }) => state)).toEqual(['received']);

  way.standIn.delivery = 'at-once';
  const other = await way.begin();
  await way.pay(other);
  await settled();
  expect((await claim(way, way.bankKey(other), minorAmount(12_345))).state).toBe('received');
});
