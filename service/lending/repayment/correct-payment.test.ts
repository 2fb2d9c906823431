import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTrialBalance } from '#contract/host/accounting.ts';
import { closeLoan, quoteSettlement, readLoanStatement } from '#contract/host/loan.ts';
import {
  assignPayment,
  changePayment,
  markRefundSent,
  matchPayments,
  movePayment,
  readPayment,
  recordPayment,
  requestRefund,
  reversePayment,
  unmatchPayment,
} from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { seededRandom, shiftedSeed } from '#tests/setup/seeded-random.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';

const service = await testLendingService();
const reason = 'booked on the wrong loan';
let session: TestSession;
let other: TestSession;
let mine: TestLoan;
let theirs: TestLoan;
beforeEach(async () => {
  service.setTime('2026-11-20T12:00:00-06:00');
  [session, other] = [await newBorrower(service), await newBorrower(service)];
  [mine, theirs] = [await paidOutLoan(service, session), await paidOutLoan(service, other)];
});
afterEach(async () => {
  expect(await reconcileAll(service.database)).toEqual([]);
  expect(await reconcileEvents(service.database)).toEqual([]);
});

const owed = async ({ orderNumber }: TestLoan) =>
  (await service.tell(quoteSettlement, { orderNumber })).settlesMinor;

async function report(loan: TestLoan, amount: number, provider = 'sandbox', more: object = {}) {
  const eventId = newId();
  const { orderNumber } = loan;
  const facts = {
    provider,
    eventId,
    orderNumber,
    amountMinor: minorAmount(amount),
    currency: 'MXN' as const,
  };
  await service.tell(recordPayment, { ...facts, ...more });
  return { provider, eventId };
}

const refusalOf = async (path: string, body: object) => {
  const { status, body: answer } = await service.host(path, body);
  return [status, answer.message];
};

test('a payment on the wrong loan moves to the right one, and both stand as if it had come there', async () => {
  const [mineBefore, theirsBefore] = [await owed(mine), await owed(theirs)];
  const payment = await report(mine, 60_000);
  const moved = await service.tell(movePayment, {
    ...payment,
    orderNumber: theirs.orderNumber,
    reason,
    actor: 'ana',
  });
  expect(moved).toMatchObject({
    ...{ orderNumber: theirs.orderNumber, owedMinor: theirsBefore - 60_000 },
    ...{ fromOrderNumber: mine.orderNumber, fromOwedMinor: mineBefore, payment: { outcome: 'posted' } },
  });
  expect([await owed(mine), await owed(theirs)]).toEqual([mineBefore, theirsBefore - 60_000]);
  const { entries } = await service.tell(readPayment, payment);
  expect(entries.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['payment', 'host'],
    ['payment', 'host:ana'],
    ['payment', 'host:ana'],
  ]);
  // Its provider tells of it again, and it bounces: both find it where it is.
  const again = {
    ...payment,
    orderNumber: mine.orderNumber,
    amountMinor: minorAmount(60_000),
    currency: 'MXN' as const,
  };
  expect(await service.tell(recordPayment, again)).toMatchObject({
    ...{ outcome: 'posted', isRepeated: true, orderNumber: theirs.orderNumber },
  });
  const back = { ...payment, orderNumber: mine.orderNumber, reason };
  await service.tell(movePayment, back);
  expect([await owed(mine), await owed(theirs)]).toEqual([mineBefore - 60_000, theirsBefore]);
  await service.tell(reversePayment, { ...payment, reason });
  expect([await owed(mine), await owed(theirs)]).toEqual([mineBefore, theirsBefore]);
});

test('a payment put back is booked by an assignment alone, and not by what looks for loans', async () => {
  const before = await owed(mine);
  const payment = await report(mine, 60_000);
  expect(await service.tell(unmatchPayment, { ...payment, reason })).toMatchObject({
    ...{
      orderNumber: mine.orderNumber,
      owedMinor: before,
      payment: { outcome: 'unmatched', orderNumber: null },
    },
  });
  expect(await service.tell(matchPayments, {})).toEqual({ matchedCount: 0 });
  const again = {
    ...payment,
    orderNumber: mine.orderNumber,
    amountMinor: minorAmount(60_000),
    currency: 'MXN' as const,
  };
  expect(await service.tell(recordPayment, again)).toMatchObject({ outcome: 'unmatched', isRepeated: true });
  expect(await owed(mine)).toBe(before);
  await service.tell(assignPayment, { ...payment, orderNumber: theirs.orderNumber, reason });
  await service.tell(unmatchPayment, { ...payment, reason });
  await service.tell(assignPayment, { ...payment, orderNumber: mine.orderNumber, reason });
  expect(await owed(mine)).toBe(before - 60_000);
  const { payments } = await service.tell(readLoanStatement, { orderNumber: mine.orderNumber });
  expect(payments.map(({ outcome }) => outcome)).toEqual(['posted']);
});

test('the day of a payment whose time nobody told is changed, with its penalties; told times and other amounts are not', async () => {
  service.setTime('2026-12-28T12:00:00-06:00');
  const late = await owed(mine);
  const folio = await report(mine, 200_000, 'by-hand:bank-transfer', {
    paidAt: '2026-12-27T12:00:00-06:00',
    reason: 'seen on the statement',
  });
  const afterPayment = await owed(mine);
  const changed = await service.tell(changePayment, { ...folio, paidOn: '2026-12-19', reason });
  expect(changed.owedMinor).toBeLessThan(afterPayment);
  expect(changed.payment.paidAt).toBe('2026-12-19T18:00:00.000Z');
  expect(await owed(mine)).toBe(changed.owedMinor);
  const more = await service.tell(changePayment, { ...folio, amountMinor: minorAmount(210_000), reason });
  expect(more).toMatchObject({ owedMinor: changed.owedMinor - 10_000, payment: { amountMinor: 210_000 } });
  expect(late).toBeGreaterThan(0);
  const told = await report(theirs, 10_000);
  expect(await refusalOf(changePayment.path, { ...told, paidOn: '2026-12-19', reason })).toEqual([
    409,
    expect.stringContaining('told when it was paid'),
  ]);
  expect(await refusalOf(changePayment.path, { ...told, amountMinor: 1, reason })).toEqual([
    409,
    expect.stringContaining('recorded by hand'),
  ]);
  expect(await refusalOf(changePayment.path, { ...folio, paidOn: '2026-11-19', reason })).toEqual([
    422,
    'The value of paidOn is not valid.',
  ]);
  expect(await refusalOf(changePayment.path, { ...folio, paidOn: '2026-12-29', reason })).toEqual([
    422,
    'The value of paidOn is not valid.',
  ]);
  expect(await refusalOf(changePayment.path, { ...folio, reason })).toEqual([422, expect.anything()]);
});

test('a payment stays where it is once its money left or a loan was sold, which the refusal names', async () => {
  const settles = await owed(mine);
  const payment = await report(mine, settles + 5_000);
  const refund = {
    orderNumber: mine.orderNumber,
    refundKey: newId(),
    amountMinor: minorAmount(5_000),
    reason,
  };
  await service.tell(requestRefund, refund);
  await service.tell(markRefundSent, { refundKey: refund.refundKey, reference: 'T-9' });
  const to = { ...payment, orderNumber: theirs.orderNumber, reason };
  expect(await refusalOf(movePayment.path, to)).toEqual([
    409,
    expect.stringContaining('refunded or disputed'),
  ]);
  expect(await refusalOf(unmatchPayment.path, { ...payment, reason })).toEqual([
    409,
    expect.stringContaining('refunded or disputed'),
  ]);
  const sound = await report(theirs, 20_000);
  const third = await paidOutLoan(service, await newBorrower(service));
  const buyer = { name: 'Cobranza SA', contact: '5555555555' };
  await service.tell(closeLoan, {
    orderNumber: third.orderNumber,
    priceMinor: minorAmount(1),
    reason,
    buyer,
  });
  expect(await refusalOf(movePayment.path, { ...sound, orderNumber: third.orderNumber, reason })).toEqual([
    ...[409, 'The loan was sold.'],
  ]);
});

test('whatever is paid, moved, changed, put back and reversed, each loan has its own payments and cash is the bank’s', async () => {
  const days = {
    currency: 'MXN',
    fromDay: localDate('2026-11-20'),
    throughDay: localDate('2027-02-01'),
  } as const;
  const standing = async () => {
    const { accounts, closingMinor } = await service.tell(readTrialBalance, days);
    expect(closingMinor).toBe('0');
    const at = (name: string) => Number(accounts.find(({ account }) => account === name)?.closingMinor ?? 0);
    return {
      held: at('clearing:sandbox') + at('clearing:by-hand:bank-transfer'),
      waits: 0 - at('unmatched'),
    };
  };
  const { below } = seededRandom(shiftedSeed(58));
  const loans = [mine, theirs, await paidOutLoan(service, await newBorrower(service))] as const;
  const before = await standing();
  const owedBefore = await Promise.all(loans.map((loan) => owed(loan)));
  const told: {
    name: { provider: string; eventId: string };
    amount: number;
    place: number | 'waits' | 'gone';
  }[] = [];
  for (let step = 0; step < 60; step += 1) {
    const standingOnes = told.filter(({ place }) => typeof place === 'number');
    const one = standingOnes[below(Math.max(1, standingOnes.length))];
    const waiting = told.find(({ place }) => place === 'waits');
    const [place, act] = [below(3), below(8)];
    const loan = loans[place] ?? mine;
    if (act < 2 || !one) {
      const amount = 1_000 + below(9_000);
      const provider = below(2) === 0 ? 'sandbox' : 'by-hand:bank-transfer';
      told.push({ name: await report(loan, amount, provider, { anotherPayment: true }), amount, place });
    } else if (act === 2 && waiting) {
      await service.tell(assignPayment, {
        ...waiting.name,
        orderNumber: loan.orderNumber,
        reason,
        anotherPayment: true,
      });
      waiting.place = place;
    } else if (act < 5 && loans[one.place as number] !== loan) {
      await service.tell(movePayment, {
        ...one.name,
        orderNumber: loan.orderNumber,
        reason,
        anotherPayment: true,
      });
      one.place = place;
    } else if (act === 5) {
      await service.tell(unmatchPayment, { ...one.name, reason });
      one.place = 'waits';
    } else if (act === 6 && one.name.provider !== 'sandbox') {
      one.amount += 1 + below(500);
      await service.tell(changePayment, { ...one.name, amountMinor: minorAmount(one.amount), reason });
    } else if (act === 7) {
      await service.tell(reversePayment, { ...one.name, reason });
      one.place = 'gone';
    }
    const sumOf = (where: (typeof told)[number]['place']) =>
      told.filter((each) => each.place === where).reduce((sum, { amount }) => sum + amount, 0);
    expect(await Promise.all(loans.map((each) => owed(each)))).toEqual(
      owedBefore.map((minor, index) => minor - sumOf(index)),
    );
    const waits = sumOf('waits');
    expect(await standing()).toEqual({
      held: before.held + sumOf(0) + sumOf(1) + sumOf(2) + waits,
      waits: before.waits + waits,
    });
  }
});
