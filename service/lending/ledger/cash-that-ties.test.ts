import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exportJournal, readTrialBalance } from '#contract/host/accounting.ts';
import {
  assignPayment,
  markRefundFailed,
  markRefundSent,
  recordPayment,
  requestRefund,
  reversePayment,
} from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { rowsIn } from '#tests/setup/csv-rows.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { reconcileAll, reconcileEvents } from './reconcile.ts';

const service = await testLendingService();
service.setTime('2026-11-20T12:00:00-06:00');
const session = await newBorrower(service);
const loan = await paidOutLoan(service, session);
const days = {
  currency: 'MXN',
  fromDay: localDate('2026-11-20'),
  throughDay: localDate('2026-11-20'),
} as const;
const reason = 'looked at the statement';

/** What the accounts of money stand at, and that all together come to zero. */
async function standing(): Promise<Record<string, number>> {
  const { accounts, closingMinor } = await service.tell(readTrialBalance, days);
  expect(closingMinor).toBe('0');
  return Object.fromEntries(
    accounts
      .filter(({ account }) => /^(?:cash|clearing:.*|unmatched|refund-payable|suspense)$/.test(account))
      .map(({ account, closingMinor: closing }) => [account, Number(closing)] as const)
      .filter(([, closing]) => closing !== 0),
  );
}

test('MONEY-6: unmatched money is in the ledger from the moment it arrives, moves to its loan, or goes back', async () => {
  const before = await standing();
  const report = (eventId: string, amount: number) =>
    service.tell(recordPayment, {
      ...{ provider: 'spei', eventId, reference: `of nobody ${eventId}`, currency: 'MXN' },
      amountMinor: minorAmount(amount),
    });
  const change = async () => {
    const after = await standing();
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return Object.fromEntries(
      names
        .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
        .filter(([, by]) => by !== 0),
    );
  };
  await report('tie-1', 12_345);
  await report('tie-1', 12_345);
  await report('tie-2', 700);
  expect(await change()).toEqual({ 'clearing:spei': 13_045, unmatched: -13_045 });
  const named = { provider: 'spei', eventId: 'tie-1' };
  await service.tell(assignPayment, {
    ...named,
    orderNumber: loan.orderNumber,
    reason,
    anotherPayment: true,
  });
  expect(await change()).toEqual({ 'clearing:spei': 13_045, unmatched: -700 });
  const payment = { provider: 'spei', eventId: 'tie-2' };
  const returned = { payment, refundKey: 'tie-2 back', amountMinor: minorAmount(700), reason };
  await service.tell(requestRefund, returned);
  await service.tell(requestRefund, returned);
  expect(await change()).toEqual({ 'clearing:spei': 13_045, 'refund-payable': -700 });
  for (const _ of [1, 2]) await service.tell(markRefundSent, { refundKey: 'tie-2 back', reference: 'T-1' });
  expect(await change()).toEqual({ 'clearing:spei': 13_045, cash: -700 });
  for (const _ of [1, 2]) await service.tell(markRefundFailed, { refundKey: 'tie-2 back', reason });
  expect(await change()).toEqual({ 'clearing:spei': 13_045, unmatched: -700 });
  await service.tell(reversePayment, { ...payment, reason });
  expect(await change()).toEqual({ 'clearing:spei': 12_345 });
});

test('the journal has a row for what arrived without a loan, with its provider, its payment and its day', async () => {
  const { text } = await service.tell(exportJournal, { ...days, format: 'csv' });
  const rows = rowsIn(text);
  const receipts = rows.filter(({ kind, paymentId }) => kind === 'receipt' && paymentId === 'tie-1');
  expect(receipts).toMatchObject([
    { account: 'clearing:spei', amountMinor: '12345', amount: '123.45', provider: 'spei', orderNumber: '' },
    { account: 'unmatched', amountMinor: '-12345', amount: '-123.45', valueDay: '2026-11-20' },
  ]);
  const plain = await service.tell(exportJournal, { ...days, format: 'ledger' });
  expect(plain.text).toContain('    liabilities:unmatched  MXN -123.45');
  expect(plain.text).toContain('    ; payment: tie-1');
});

test('a payment by hand that its provider reports is held by that provider, also when it is taken back', async () => {
  const before = await standing();
  const of = { orderNumber: loan.orderNumber, currency: 'MXN', amountMinor: minorAmount(4_500) } as const;
  const byHand = { ...of, provider: 'by-hand:other', eventId: 'HAND-77', anotherPayment: true };
  await service.tell(recordPayment, byHand);
  await service.tell(recordPayment, { ...of, provider: 'stripe', eventId: 'evt-77', trackingKey: 'HAND-77' });
  const held = async (name: string) => (await standing())[`clearing:${name}`] ?? 0;
  const was = (name: string) => before[`clearing:${name}`] ?? 0;
  expect([await held('by-hand:other'), await held('stripe')]).toEqual([
    ...[was('by-hand:other'), was('stripe') + 4_500],
  ]);
  await service.tell(reversePayment, { provider: 'stripe', eventId: 'evt-77', reason });
  expect([await held('by-hand:other'), await held('stripe')]).toEqual([was('by-hand:other'), was('stripe')]);
});

type Outcome = 'unmatched' | 'posted' | 'reversed' | 'returning' | 'sent';

interface Money {
  readonly eventId: string;
  provider: string;
  readonly amount: number;
  outcome: Outcome;
  returns: number;
}

const providers = ['spei', 'conekta', 'by-hand:other'] as const;
const step = fc.record({
  act: fc.constantFrom(
    'report',
    'report',
    'report',
    'again',
    'assign',
    'reverse',
    'return',
    'send',
    'fail',
    'adopt',
  ),
  place: fc.nat(30),
  provider: fc.constantFrom(...providers),
  amount: fc.integer({ min: 1, max: 90_000 }),
  isKnown: fc.boolean(),
});

test('after any history what providers hold, what waits and what is at the bank are as a model of its own has them', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      runs += 1;
      const owner = await paidOutLoan(service, await newBorrower(service));
      const base = await standing();
      const moneys: Money[] = [];
      let bank = 0;
      const told = async (work: Promise<unknown>) =>
        work.then(
          () => true,
          () => false,
        );
      const report = ({ eventId, amount, outcome }: Money, provider: string) =>
        told(
          service.tell(recordPayment, {
            ...{ provider, eventId, currency: 'MXN', amountMinor: minorAmount(amount) },
            ...(outcome === 'posted'
              ? { orderNumber: owner.orderNumber }
              : { reference: `nobody ${eventId}` }),
            trackingKey: eventId,
            anotherPayment: true,
          }),
        );
      for (const { act, place, provider, amount, isKnown } of steps) {
        if (act === 'report') {
          const outcome = isKnown ? ('posted' as const) : ('unmatched' as const);
          const money: Money = { eventId: newId(), provider, amount, outcome, returns: 0 };
          expect(await report(money, provider)).toBe(true);
          moneys.push(money);
          continue;
        }
        const money = moneys[place % Math.max(1, moneys.length)];
        if (!money) continue;
        const named = { provider: money.provider, eventId: money.eventId };
        const refundKey = `${money.eventId}:${money.returns}`;
        if (act === 'again') await report(money, money.provider);
        if (
          act === 'adopt' &&
          money.provider.startsWith('by-hand') &&
          ['posted', 'unmatched'].includes(money.outcome)
        ) {
          if (await report(money, 'stripe')) money.provider = 'stripe';
        }
        if (act === 'assign') {
          const said = { ...named, orderNumber: owner.orderNumber, reason, anotherPayment: true };
          const isDone = await told(service.tell(assignPayment, said));
          expect(isDone).toBe(money.outcome === 'unmatched');
          if (isDone) money.outcome = 'posted';
        }
        if (act === 'reverse') {
          const isDone = await told(service.tell(reversePayment, { ...named, reason }));
          expect(isDone).toBe(['posted', 'unmatched'].includes(money.outcome));
          if (isDone) money.outcome = 'reversed';
        }
        if (act === 'return' && money.outcome !== 'returning') {
          const said = { payment: named, refundKey: `${money.eventId}:${money.returns + 1}`, reason };
          const isDone = await told(
            service.tell(requestRefund, { ...said, amountMinor: minorAmount(money.amount) }),
          );
          expect(isDone).toBe(money.outcome === 'unmatched');
          if (isDone) Object.assign(money, { outcome: 'returning', returns: money.returns + 1 });
        }
        if (act === 'send' && money.outcome === 'returning') {
          await service.tell(markRefundSent, { refundKey, reference: 'T' });
          money.outcome = 'sent';
          bank -= money.amount;
        }
        if (act === 'fail' && ['returning', 'sent'].includes(money.outcome)) {
          await service.tell(markRefundFailed, { refundKey, reason });
          if (money.outcome === 'sent') bank += money.amount;
          money.outcome = 'unmatched';
        }
      }
      const after = await standing();
      const by = (account: string) => (after[account] ?? 0) - (base[account] ?? 0);
      const sum = (isOf: (money: Money) => boolean) =>
        moneys.filter(isOf).reduce((total, { amount }) => total + amount, 0);
      const holders = [...providers, 'stripe'];
      expect([by('cash'), by('unmatched'), ...holders.map((name) => by(`clearing:${name}`))]).toEqual([
        bank,
        0 - sum(({ outcome }) => outcome === 'unmatched'),
        ...holders.map((name) => sum(({ provider, outcome }) => provider === name && outcome !== 'reversed')),
      ]);
      expect(by('refund-payable')).toBe(0 - sum(({ outcome }) => outcome === 'returning'));
      expect(await reconcileEvents(service.database)).toEqual([]);
    }),
    { numRuns: 25 },
  );
  expect(runs).toBeGreaterThan(20);
  expect(await reconcileAll(service.database)).toEqual([]);
});

test('two people who assign and send back one payment at once move its money once', async () => {
  const before = await standing();
  const named = { provider: 'spei', eventId: 'at-once' };
  const amountMinor = minorAmount(4_321);
  await service.tell(recordPayment, { ...named, reference: 'nobody at once', currency: 'MXN', amountMinor });
  const said = { orderNumber: loan.orderNumber, reason, anotherPayment: true };
  const done = await Promise.allSettled([
    service.tell(assignPayment, { ...named, ...said }),
    service.tell(requestRefund, { payment: named, refundKey: 'at once', amountMinor, reason }),
    service.tell(reversePayment, { ...named, reason }),
  ]);
  // A payment that was assigned can be reversed after that.
  expect(done.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
  const after = await standing();
  expect((after.unmatched ?? 0) - (before.unmatched ?? 0)).toBe(0);
  expect(await reconcileEvents(service.database)).toEqual([]);
});

test('rows of money that is on no loan are never changed or removed', async () => {
  for (const statement of [
    sql`update cash_movements set amount_minor = 1`,
    sql`delete from cash_movements`,
    sql`truncate cash_movements`,
  ]) {
    await expect(service.database.execute(statement)).rejects.toThrow();
  }
  const [row] = await queryRows<{ count: number }>(
    service.database,
    sql`select count(*)::integer as count from cash_movements`,
  );
  expect(row?.count).toBeGreaterThan(3);
});
