import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { writeOffLoan } from '#contract/host/loan.ts';
import {
  markRefundFailed,
  markRefundSent,
  recordPayment,
  recordRecovery,
  requestRefund,
  reversePayment,
  waiveCharge,
} from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { products } from '#db/schema/product.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, type LocalDate, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { CorrectedLoanModel } from './corrected-loan-model.ts';
import { newBorrower, type OfferedProduct, paidOutLoan, type TestLoan } from './lending-journeys.ts';
import type { LendingService, TestSession } from './lending-service.ts';

const startDay = localDate('2026-11-20');

/** What may happen to a loan. */
export type Step =
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'pay' | 'recover'; readonly share: number }
  | { readonly kind: 'extend'; readonly extra: number }
  | { readonly kind: 'reverse' | 'reverse-again' | 'unwaive' | 'send' | 'fail'; readonly pick: number }
  | { readonly kind: 'waive'; readonly part: 'penalty' | 'fee'; readonly share: number }
  | { readonly kind: 'refund'; readonly share: number }
  | { readonly kind: 'write-off' }
  | { readonly kind: 'reinstate' };

const share = fc.constantFrom(1, 30, 100, 100, 150, 400, 1000);
const pick = fc.nat({ max: 1000 });
/** Any of it, weighted so that corrections meet payments. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'recover' as const), share }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('extend' as const),
      extra: fc.constantFrom(0, 0, 500, 500_000),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'reverse',
        'reverse',
        'reverse',
        'reverse-again',
        'unwaive',
        'send',
        'fail',
        'fail',
      ),
      pick,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('waive' as const),
      part: fc.constantFrom('penalty' as const, 'fee' as const),
      share: fc.constantFrom(10, 50, 100),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), share: fc.constantFrom(40, 100, 100) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'write-off' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reinstate' as const }) },
);

function noon(day: LocalDate): string {
  return `${day}T18:00:00Z`;
}

/** A loan that is walked through steps by signed calls, with the model beside it. */
export class CorrectedLoanWalk {
  readonly service: LendingService;
  readonly loan: TestLoan;
  readonly session: TestSession;
  readonly model: CorrectedLoanModel;
  readonly providers = new Map<string, string>();
  today: LocalDate = startDay;

  constructor(service: LendingService, loan: TestLoan, session: TestSession, model: CorrectedLoanModel) {
    this.service = service;
    this.loan = loan;
    this.session = session;
    this.model = model;
  }

  static async begin(service: LendingService, productId: OfferedProduct): Promise<CorrectedLoanWalk> {
    service.setTime(noon(startDay));
    const session = await newBorrower(service, productId === 'in-120' ? 'IN' : 'MX');
    const loan = await paidOutLoan(service, session, productId);
    const [terms] = await service.database.select().from(products).where(eq(products.productId, productId));
    if (terms === undefined) throw new Error('no such product');
    const rows = await instalmentsOf(service, loan);
    const charges = rows.map((row) => ({
      dueDate: row.dueDate,
      penalty: row.penaltyChargedMinor,
      fee: row.feeChargedMinor,
      vat: row.vatChargedMinor,
      interest: row.interestChargedMinor,
      principal: row.principalChargedMinor,
    }));
    const penalties = { bands: terms.penaltyBands, lateFee: terms.lateFeeNewMinor };
    return new CorrectedLoanWalk(service, loan, session, new CorrectedLoanModel(charges, penalties));
  }

  private get currency() {
    return this.loan.productId === 'in-120' ? ('INR' as const) : ('MXN' as const);
  }

  private chosen(names: Iterable<string>, index: number): string | undefined {
    const all = [...names];
    return all[index % Math.max(1, all.length)];
  }

  private async refusedWith(status: number, path: string, body: object): Promise<void> {
    expect((await this.service.host(path, body)).status).toBe(status);
  }

  async take(step: Step): Promise<void> {
    const { orderNumber } = this.loan;
    const { service, model, currency } = this;
    const reason = 'a walk';
    const status = model.status(this.today);
    const isRunning = status === 'to-repay' || status === 'overdue';
    if (step.kind === 'wait') {
      for (let day = 0; day < step.days; day += 1) {
        this.today = addDays(this.today, 1);
        model.beginDay(this.today);
      }
      service.setTime(noon(this.today));
    } else if (step.kind === 'pay' || step.kind === 'recover') {
      const amount = Math.max(1, Math.floor((Math.max(model.owed(), 1_000) * step.share) / 400));
      const name = newId();
      const amountMinor = minorAmount(amount);
      if (step.kind === 'pay') {
        await service.tell(recordPayment, {
          provider: 'walk',
          eventId: name,
          orderNumber,
          amountMinor,
          currency,
        });
      } else {
        const recovery = { orderNumber, recoveryKey: name, amountMinor, currency, reason };
        if (status !== 'written-off') return this.refusedWith(409, recordRecovery.path, recovery);
        await service.tell(recordRecovery, recovery);
      }
      this.providers.set(name, step.kind === 'pay' ? 'walk' : 'recovery');
      model.pay(name, amount);
    } else if (step.kind === 'extend') {
      await this.extend(step.extra);
    } else if (step.kind === 'reverse' || step.kind === 'reverse-again') {
      const isAgain = step.kind === 'reverse-again';
      const names = [...model.payments].filter(([, one]) => one.isReversed === isAgain).map(([name]) => name);
      const eventId = this.chosen(names, step.pick);
      if (eventId === undefined) return;
      const request = { provider: this.providers.get(eventId) ?? '', eventId, reason };
      if (isAgain) return this.refusedWith(409, reversePayment.path, request);
      await service.tell(reversePayment, request);
      model.reverse(eventId);
    } else if (step.kind === 'waive') {
      const amount = Math.floor((model.waivable(step.part) * step.share) / 100);
      if (amount === 0) return;
      const { transactionId } = await service.tell(waiveCharge, {
        ...{ orderNumber, component: step.part, amountMinor: minorAmount(amount), reason },
      });
      model.waive(transactionId, step.part, amount);
    } else if (step.kind === 'unwaive') {
      const names = [...model.waivers].filter(([, one]) => !one.isReversed).map(([name]) => name);
      const reversesId = this.chosen(names, step.pick);
      if (reversesId === undefined) return;
      await service.tell(waiveCharge, { orderNumber, reversesId, reason });
      model.unwaive(reversesId);
      await this.refusedWith(404, waiveCharge.path, { orderNumber, reversesId, reason });
    } else if (step.kind === 'refund') {
      const amount = Math.floor((model.held * step.share) / 100);
      const refundKey = newId();
      const tooMuch = { orderNumber, refundKey, amountMinor: model.held + 1, reason };
      if (amount === 0) return this.refusedWith(422, requestRefund.path, tooMuch);
      const request = { orderNumber, refundKey, amountMinor: minorAmount(amount), reason };
      await service.tell(requestRefund, request);
      expect(await service.tell(requestRefund, request)).toMatchObject({ state: 'requested' });
      model.requestRefund(refundKey, amount);
    } else if (step.kind === 'send') {
      const names = [...model.refunds].filter(([, { state }]) => state === 'requested').map(([name]) => name);
      const refundKey = this.chosen(names, step.pick);
      if (refundKey === undefined) return;
      await service.tell(markRefundSent, { refundKey, reference: `out ${refundKey}` });
      expect(await service.tell(markRefundSent, { refundKey, reference: `out ${refundKey}` })).toMatchObject({
        state: 'sent',
      });
      model.sendRefund(refundKey);
    } else if (step.kind === 'fail') {
      const names = [...model.refunds].filter(([, { state }]) => state !== 'failed').map(([name]) => name);
      const refundKey = this.chosen(names, step.pick);
      if (refundKey === undefined) return;
      await service.tell(markRefundFailed, { refundKey, reason });
      model.failRefund(refundKey);
    } else if (step.kind === 'write-off') {
      if (!isRunning) return this.refusedWith(409, writeOffLoan.path, { orderNumber, reason });
      await service.tell(writeOffLoan, { orderNumber, reason });
      model.writeOff();
    } else {
      const request = { orderNumber, reason, isReversed: true };
      if (status !== 'written-off') return this.refusedWith(409, writeOffLoan.path, request);
      await service.tell(writeOffLoan, request);
      model.reinstate();
    }
    await service.ask(readLoan, this.loan, this.session);
  }

  private async extend(extra: number): Promise<void> {
    const { service } = this;
    const { status } = await service.post(readExtension.path, this.loan, this.session);
    if (status !== 200) return;
    const offer = await service.ask(readExtension, this.loan, this.session);
    const reference = offer.channelGroups[0]?.channels[0]?.payCode ?? '';
    const [row] = await queryRows<{ fee: string; price: string; due: string }>(
      service.database,
      sql`select fee_minor::text as fee, pay_today_minor::text as price, new_due_date::text as due from extensions
        where loan_id = ${this.loan.orderId} and state = 'awaiting-payment'`,
    );
    if (!row) throw new Error('no offer is open');
    const name = newId();
    const amount = Number(row.price) + extra;
    const { currency } = this;
    const paid = { provider: 'walk', eventId: name, reference, amountMinor: minorAmount(amount), currency };
    await service.tell(recordPayment, paid);
    this.providers.set(name, 'walk');
    this.model.extend(name, amount, Number(row.fee), row.due, this.today);
  }
}

/** The instalments of a loan as they are kept. */
export function instalmentsOf(service: Pick<LendingService, 'database'>, { orderId }: TestLoan) {
  return service.database
    .select()
    .from(instalments)
    .where(eq(instalments.loanId, orderId))
    .orderBy(asc(instalments.sequence));
}
