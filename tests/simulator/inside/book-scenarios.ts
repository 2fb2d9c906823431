import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptNewPlan } from '#contract/calls/new-plan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { proposeNewPlan } from '#contract/host/new-plan.ts';
import { readSettlementFile } from '#contract/host/settlement.ts';
import { queryRows } from '#db/database.ts';
import { closedBooks } from '#db/schema/ledger.ts';
import { products } from '#db/schema/product.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { DeskRefusal } from '#domain/desk/refusal.ts';
import { CodedError } from '#domain/error-code.ts';
import { allCurrencies, marketOfCurrency, startOfDayIn } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { createDesk } from '#lending/desk/create-desk.ts';
import { stepDays } from '#lending/ledger/bookable-day.ts';
import { closeDays } from '#lending/ledger/closed-days.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import { pay } from '#tests/setup/lending-journeys.ts';
import type { LendingService } from '#tests/setup/lending-service.ts';
import { tellOutflow } from '#tests/setup/outflows.ts';
import {
  currency,
  firstDueMinor,
  lostMoney,
  type Own,
  ownLoan,
  provider,
  reason,
  reportsOf,
  type Scenario,
  said,
  scenario,
  sceneOf,
  tells,
} from './scene.ts';

/** A day on which the first payment is late. */
const lateAt = '2026-12-25T12:00:00-06:00';
const late = localDate('2026-12-25');

let closings = 0;

const reversal = ({ tag }: Pick<Own, 'tag'>, name: string, of = provider) =>
  tells('/host/payments/reverse', { provider: of, eventId: `${tag}${name}`, reason }, `${tag}r${name}`);

/** A file of Conekta's with one payment that its provider kept a part of. */
async function fileWithLine(service: LendingService, { tag }: Own): Promise<string> {
  const text = [
    'id,charge,amount,fee,currency,created_at,type',
    `${tag}line,${tag}charge,70000,900,MXN,1795197600,capture`,
    '',
  ].join('\n');
  const { file } = await service.tell(readSettlementFile, { source: 'conekta', name: `${tag}file`, text });
  return file.fileId;
}

/** What its provider calls the payment of `fileWithLine`. */
const chargeOf = ({ tag }: Own) => ({ provider: 'conekta', trackingKey: `${tag}charge` });

/** A file whose line is put with the unmatched. */
async function lineToDecide(service: LendingService) {
  const own = await ownLoan(service);
  const fileId = await fileWithLine(service, own);
  const line = { fileId, lineNumber: 2, decision: 'unmatched', reason };
  const deciding = (name: string) => tells('/host/settlements/decide', line, own.tag + name);
  return { own, fileId, deciding };
}

const closing = (fileId: string, messageId: string) =>
  tells('/host/settlements/close', { fileId, day: '2026-11-20' }, messageId);

const deskOf = ({ dependencies, api }: LendingService) =>
  createDesk(dependencies, api.host, {
    groupsOfRole: { manager: ['manager'] },
    ...{ idleMinutes: 15, sessionHours: 10, roleMinutes: null, complaintHours: 24 },
    secondApproverAboveMinor: { MXN: 100_000_000, INR: 100_000_000 },
    daySumAboveMinor: { MXN: 100_000_000, INR: 100_000_000 },
  });

/** What happens to the books, to money that is on no loan, and to what somebody has agreed. */
export const bookScenarios: readonly Scenario[] = [
  scenario(
    'day closing, late report',
    async (service) => {
      // Each on a day of its own, so that there is always as much to sum.
      closings += 1;
      const day = addDays(localDate('2027-01-01'), 3 * closings);
      const at = `${day}T12:00:00-06:00`;
      service.setTime(at);
      const { database } = service;
      const reopen = async () => {
        await database.execute(sql`truncate closed_books, ledger_day_sums, earning_days, bookable_days`);
      };
      await reopen();
      const own = await ownLoan(service);
      const next = new Date(`${addDays(day, 1)}T12:00:00-06:00`);
      const closedThrough = addDays(day, -1);
      await database.insert(closedBooks).values(
        allCurrencies.map((of) => ({
          ...{ currency: of, closedThrough, summedThrough: closedThrough },
          opensAt: startOfDayIn(marketOfCurrency(of), day),
        })),
      );
      await stepDays(database, { now: next, days: 1, isConfirmed: true });
      const close = async (on: LendingService) => {
        await closeDays(on.database, next);
        return 'closed';
      };
      const end = async () => {
        const rows = await queryRows<{ of: string }>(
          database,
          sql`with summed as (
              select (movement.booked_at at time zone 'America/Mexico_City')::date as day, account, sum(amount_minor) as minor
              from ledger_postings join ledger_transactions as movement on movement.id = transaction_id
              where movement.currency = 'MXN' and movement.booked_at >= ${`${day}T06:00:00Z`}::timestamptz group by 1, 2
            ), kept as (
              select day, account, debit_minor - credit_minor as minor from ledger_day_sums where currency = 'MXN' and day >= ${day}::date
            )
            select day || ' ' || account as of from summed full join kept using (day, account)
            where day <= (select closed_through from closed_books where currency = 'MXN')
              and coalesce(summed.minor, 0) <> coalesce(kept.minor, 0)`,
        );
        await reopen();
        return rows.map(({ of }) => `the sums of a closed day are not what was booked on it: ${of}`);
      };
      return { ...sceneOf(own, [close, reportsOf(own)(firstDueMinor, 'one')]), at, day, end };
    },
    { actCount: 2 },
  ),
  scenario('prepayment, prepayment', async (service) => {
    const { database } = service;
    const isIt = eq(products.productId, 'mx-120');
    const [{ prepayment, earlyRepayment } = {}] = await database.select().from(products).where(isIt);
    await database.update(products).set({ prepayment: 'lowers', earlyRepayment: 'days-used' }).where(isIt);
    const own = await ownLoan(service);
    await database.update(products).set({ prepayment, earlyRepayment }).where(isIt);
    const at = '2026-12-05T12:00:00-06:00';
    service.setTime(at);
    await pay(service, own, 250_000, { eventId: `${own.tag}first` });
    const report = reportsOf(own);
    const acts = [report(160_000, 'one'), report(50_000, 'two'), reversal(own, 'first', 'sandbox')];
    return { ...sceneOf(own, acts), at };
  }),
  scenario('settlement line, day closed', async (service) => {
    const { own, fileId, deciding } = await lineToDecide(service);
    return sceneOf(own, [deciding('d1'), deciding('d2'), closing(fileId, `${own.tag}c1`)]);
  }),
  scenario('settlement line, late report', async (service) => {
    const { own, deciding } = await lineToDecide(service);
    return sceneOf(own, [deciding('d1'), reportsOf(own)(70_000, 'one', chargeOf(own)), deciding('d2')]);
  }),
  scenario('settlement day closed, reversal', async (service) => {
    const own = await ownLoan(service);
    const { tag } = own;
    await reportsOf(own)(70_000, 'one', chargeOf(own))(service);
    const fileId = await fileWithLine(service, own);
    return sceneOf(own, [
      closing(fileId, `${tag}c1`),
      closing(fileId, `${tag}c2`),
      reversal(own, 'one', 'conekta'),
    ]);
  }),
  scenario('unmatched given back, assigned', async (service) => {
    const own = await ownLoan(service);
    const { tag, orderNumber } = own;
    await lostMoney(service, tag);
    const payment = { provider, eventId: `${tag}lost` };
    return sceneOf(own, [
      tells('/host/refunds', { payment, refundKey: `${tag}k`, amountMinor: 70_000, reason }, `${tag}f1`),
      tells('/host/payments/assign', { ...payment, orderNumber, reason }, `${tag}a1`),
      reversal(own, 'lost'),
    ]);
  }),
  scenario(
    'new plan accepted, payment',
    async (service) => {
      const own = await ownLoan(service);
      service.setTime(lateAt);
      const { orderNumber, productId, orderId, session } = own;
      const terms = { moratoriumDays: 20, spread: { count: 3, days: 30 }, waivesPenalties: true };
      await service.tell(proposeNewPlan, { orderNumber, ...terms, reason });
      const { statement } = await service.ask(readLoan, { productId, orderId }, session);
      const [plan] = statement?.newPlans ?? [];
      if (!plan) throw new Error('no plan waits');
      const agreed = { productId, orderId, planId: plan.planId, seen: plan.seen };
      const accept = async (on: LendingService) => said(await on.post(acceptNewPlan.path, agreed, session));
      return { ...sceneOf(own, [accept, accept, reportsOf(own)(firstDueMinor, 'one')]), at: lateAt };
    },
    { kills: ['before-statement'] },
  ),
  scenario('act on many, decline', async (service) => {
    const own = await ownLoan(service, { isPaidOut: false });
    const { tag, orderNumber, orderId } = own;
    const { people, batches } = deskOf(service);
    const identity = { issuer: 'test', subject: tag, name: 'Marta Ruiz', groups: ['manager'] };
    const person = await people.find((await people.signIn(identity, 'en')) ?? '');
    if (!person) throw new Error('no one is signed in');
    const id = randomUUID();
    const names = [{ kind: 'application', id: orderId } as const];
    await batches.preview(person, { messageId: id, act: 'approve', toPersonId: null, names });
    const send = async (on: LendingService) => {
      const desk = deskOf(on);
      const sent = await desk.batches.send(person, id, reason).catch((error: unknown) => {
        if (error instanceof CodedError || error instanceof DeskRefusal) return error.code;
        throw error;
      });
      const batch = await desk.batches.read(person, id);
      return [sent, ...(batch?.rows ?? []).map(({ outcome, why }) => `${outcome} ${why}`)].join();
    };
    const decline = { orderNumber, decision: 'decline' };
    return sceneOf(own, [send, send, tells('/host/applications/decision', decline, `${tag}d1`)]);
  }),
  scenario('refund sent, refund failed', async (service) => {
    const own = await ownLoan(service);
    const { tag, orderNumber } = own;
    await pay(service, own, 700_000, { eventId: `${tag}first` });
    const refundKey = `${tag}k`;
    await service.host('/host/refunds', { orderNumber, refundKey, amountMinor: 90_000, reason });
    return sceneOf(own, [
      tells('/host/refunds/sent', { refundKey, reference: `${tag}transfer` }, `${tag}s1`),
      tells('/host/refunds/failed', { refundKey, reason }, `${tag}s2`),
      reversal(own, 'first', 'sandbox'),
    ]);
  }),
  scenario('sale, payment', async (service) => {
    const own = await ownLoan(service);
    const { tag, orderNumber } = own;
    return sceneOf(own, [
      tells('/host/loans/close', { orderNumber, reason, priceMinor: 100_000 }, `${tag}c1`),
      reportsOf(own)(firstDueMinor, 'one'),
      tells('/host/loans/write-off', { orderNumber, reason }, `${tag}w1`),
    ]);
  }),
  scenario('recovery, write-off taken back', async (service) => {
    const own = await ownLoan(service);
    const { tag, orderNumber } = own;
    await service.host('/host/loans/write-off', { orderNumber, reason });
    const recovered = { orderNumber, recoveryKey: `${tag}k`, amountMinor: 50_000, currency, reason };
    return sceneOf(own, [
      tells('/host/recoveries', recovered, `${tag}v1`),
      tells('/host/recoveries', recovered, `${tag}v2`),
      tells('/host/loans/write-off', { orderNumber, reason, isReversed: true }, `${tag}w1`),
    ]);
  }),
  scenario('penalties taken back, payment', async (service) => {
    const own = await ownLoan(service);
    service.setTime(lateAt);
    const { tag, orderNumber } = own;
    const days = { fromDay: addDays(late, -2), throughDay: late };
    const acts = [
      tells('/host/penalties/reverse', { orderNumber, ...days, reason }, `${tag}b1`),
      reportsOf(own)(firstDueMinor, 'one'),
      tells('/host/charges/waive', { orderNumber, component: 'penalty', reason }, `${tag}w1`),
    ];
    return { ...sceneOf(own, acts), at: lateAt };
  }),
  scenario('given back, payment', async (service) => {
    const own = await ownLoan(service, { productId: 'in-120' });
    const { tag, orderNumber } = own;
    await pay(service, own, 1_210_000, { eventId: `${tag}first` });
    return sceneOf(own, [
      tells('/host/loans/cooling-off-exit', { orderNumber, reason }, `${tag}x1`),
      reportsOf(own)(30_000, 'one', { currency: 'INR' }),
      reversal(own, 'first', 'sandbox'),
    ]);
  }),
  scenario('dispute upheld, payment', async (service) => {
    const own = await ownLoan(service);
    service.setTime(lateAt);
    const { tag, productId, orderId, session } = own;
    const dispute = { productId, orderId, chargeId: '1-penalty', reason: 'not-agreed', words: '' } as const;
    const { disputeId } = await service.ask(disputeCharge, dispute, session);
    const acts = [
      tells('/host/charge-disputes/uphold', { disputeId, answer: 'Yes.' }, `${tag}u1`),
      tells('/host/charge-disputes/reject', { disputeId, answer: 'No.' }, `${tag}u2`),
      reportsOf(own)(firstDueMinor + 20_000, 'one'),
    ];
    return { ...sceneOf(own, acts), at: lateAt };
  }),
  scenario(
    'claim, payment',
    async (service) => {
      const own = await ownLoan(service);
      const { tag, productId, orderId, session } = own;
      const claim = z.encode(claimPayment.request, {
        ...{ productId, orderId, amountMinor: minorAmount(firstDueMinor), paidOn: '2026-11-20' },
        ...{ channel: 'bank-transfer', trackingKey: `${tag}key`, image: null },
      });
      const claims = async (on: LendingService) => said(await on.post(claimPayment.path, claim, session));
      return sceneOf(own, [
        claims,
        claims,
        reportsOf(own)(firstDueMinor, 'one', { trackingKey: `${tag}key` }),
      ]);
    },
    { kills: ['before-statement'] },
  ),
  scenario(
    'money that left, reversal',
    async (service) => {
      const own = await ownLoan(service);
      const { tag } = own;
      await reportsOf(own)(firstDueMinor, 'one', { provider: 'conekta', trackingKey: `${tag}one` })(service);
      const payment = { deposit: `${tag}one` };
      const outflow: Outflow = {
        ...{ id: `${tag}back`, payment, cause: 'dispute', outcome: 'left', reason: '' },
        ...{ amountMinor: firstDueMinor, currency },
      };
      const leaves = async (on: LendingService) => String(await tellOutflow(on, 'conekta', outflow));
      return sceneOf(own, [leaves, leaves, reversal(own, 'one', 'conekta')]);
    },
    { kills: ['before-statement'] },
  ),
];
