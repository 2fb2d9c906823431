import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readLoan } from '#contract/calls/loan.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { loans } from '#db/schema/loan.ts';
import { products } from '#db/schema/product.ts';
import { instalments } from '#db/schema/repayment.ts';
import { addDays, daysBetween, type LocalDate, localDate } from '#domain/calendar.ts';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { LateLoanModel } from '#tests/setup/late-loan-model.ts';
import { openEmbeddedDatabase, payAllOfThePlan } from '#tests/setup/lending-databases.ts';
import {
  newBorrower,
  type OfferedProduct,
  paidOutLoan,
  pay,
  type TestLoan,
} from '#tests/setup/lending-journeys.ts';
import { lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import { accrueOverdueLoans } from './ledger/penalties.ts';
import { reconcileAll } from './ledger/reconcile.ts';

const { db, close } = await openEmbeddedDatabase();
afterAll(close);
await payAllOfThePlan(db);
const service = lendingService(db);

type Step =
  | { readonly kind: 'wait'; readonly days: number }
  | { readonly kind: 'pay'; readonly share: number; readonly daysAgo: number }
  | { readonly kind: 'repeat-payment' }
  | { readonly kind: 'look' }
  | { readonly kind: 'job' };

function stepsWithReports(longestDelayDays: number): fc.Arbitrary<Step[]> {
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }) }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('pay' as const),
        share: fc.constantFrom(1, 7, 50, 100, 100, 101, 250, 1000),
        daysAgo: fc.integer({ min: 0, max: longestDelayDays }),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'repeat-payment' as const }) },
    { weight: 2, arbitrary: fc.constant({ kind: 'look' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'job' as const }) },
  );
  return fc.array(step, { minLength: 5, maxLength: 25 });
}

const startDay = localDate('2026-11-20');

/** A loan that is walked through steps, with a plain model of what it owes beside it. */
class Walk {
  readonly loan: TestLoan;
  readonly session: TestSession;
  readonly model: LateLoanModel;
  today: LocalDate = startDay;
  receivedMinor = 0;
  lastPayment: { eventId: string; amountMinor: number; paidAt: string } | undefined;

  constructor(loan: TestLoan, session: TestSession, model: LateLoanModel) {
    this.loan = loan;
    this.session = session;
    this.model = model;
  }

  static async begin(productId: OfferedProduct): Promise<Walk> {
    service.setTime(noon(startDay));
    const session = await newBorrower(service, productId === 'in-120' ? 'IN' : 'MX');
    const loan = await paidOutLoan(service, session, productId);
    const rows = await service.database
      .select()
      .from(instalments)
      .where(eq(instalments.loanId, loan.orderId))
      .orderBy(instalments.sequence);
    const [terms] = await service.database.select().from(products).where(eq(products.productId, productId));
    if (terms === undefined) throw new Error('no such product');
    const bases = rows.map((row) => ({
      dueDate: row.dueDate,
      baseMinor:
        row.principalChargedMinor + row.interestChargedMinor + row.feeChargedMinor + row.vatChargedMinor,
    }));
    const lentMinor = rows.reduce((sum, { principalChargedMinor }) => sum + principalChargedMinor, 0);
    const maximum = {
      ofPaymentPpm: terms.penaltyMaxOfPaymentPpm,
      ofLoanMinor: Math.floor((lentMinor * terms.penaltyMaxOfLoanPpm) / 1_000_000),
    };
    const model = new LateLoanModel(bases, terms.penaltyBands, terms.lateFeeNewMinor, maximum);
    return new Walk(loan, session, model);
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') {
      for (let day = 0; day < step.days; day += 1) {
        this.today = addDays(this.today, 1);
        this.model.beginDay(this.today);
      }
      service.setTime(noon(this.today));
    } else if (step.kind === 'job') {
      await accrueOverdueLoans(service.database, {
        now: new Date(noon(this.today)),
        random: service.dependencies.random,
      });
    } else if (step.kind === 'pay') {
      await this.pay(step.share, step.daysAgo);
    } else if (step.kind === 'repeat-payment' && this.lastPayment) {
      const { eventId, amountMinor, paidAt } = this.lastPayment;
      const answer = await pay(service, this.loan, amountMinor, { eventId, paidAt });
      expect(answer.isRepeated).toBe(true);
    }
    await service.ask(readLoan, this.loan, this.session);
  }

  /** Pays a percentage of what the model asks for now. */
  private async pay(share: number, daysAgo: number): Promise<void> {
    const amountMinor = Math.max(1, Math.floor((this.model.dueMinor(this.today) * share) / 100));
    const delayDays = Math.min(daysAgo, daysBetween(startDay, this.today));
    const paidAt = noon(addDays(this.today, -delayDays));
    this.lastPayment = { eventId: newId(), amountMinor, paidAt };
    await pay(service, this.loan, amountMinor, this.lastPayment);
    this.model.pay(amountMinor);
    this.receivedMinor += amountMinor;
  }

  async row() {
    const [row] = await service.database.select().from(loans).where(eq(loans.id, this.loan.orderId));
    if (row === undefined) throw new Error('the loan is gone');
    return row;
  }

  /** What has to hold after every step: books that agree, and money that neither appears nor vanishes. */
  async expectSound(): Promise<void> {
    expect(await reconcileAll(service.database)).toEqual([]);
    const row = await this.row();
    const [sums] = await queryRows<{ cash: string; charged: string; total: string }>(
      service.database,
      sql`select sum(amount_minor) filter (where account = 'cash')::text as cash,
          (-sum(amount_minor) filter (where account like '%-income' or account like 'unearned-%' or account = 'vat-payable'))::text as charged,
          sum(amount_minor)::text as total
        from ledger_postings where loan_id = ${this.loan.orderId}`,
    );
    expect(Number(sums?.total)).toBe(0);
    expect(Number(sums?.cash)).toBe(this.receivedMinor - row.principalMinor);
    expect(row.balanceMinor - row.suspenseMinor).toBe(
      row.principalMinor + Number(sums?.charged) - this.receivedMinor,
    );
    expect(row.suspenseMinor === 0 || row.balanceMinor === 0).toBe(true);
    expect(row.status === 'settled').toBe(row.balanceMinor === 0);
    expect(loanStatuses).toContain(row.status);
  }
}

function noon(day: LocalDate): string {
  return `${day}T18:00:00Z`;
}

/** Products that cost all of the plan whenever they are paid, as the plain model has it; tests/oracle has those that do not. */
const ofWholePlan = fc.constantFrom<OfferedProduct>('mx-120', 'mx-90-steps');
const anyProduct = fc.constantFrom<OfferedProduct>('mx-120', 'mx-90-steps', 'in-120');

test('any walk of payments and days keeps the books sound and owes what a plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(ofWholePlan, stepsWithReports(0), async (productId, steps) => {
      const walk = await Walk.begin(productId);
      for (const step of steps) {
        await walk.take(step);
        await walk.expectSound();
        const { balanceMinor, suspenseMinor, status } = await walk.row();
        expect([balanceMinor, suspenseMinor]).toEqual([walk.model.owedMinor(), walk.model.suspenseMinor]);
        expect(status).toBe(walk.model.status(walk.today));
      }
    }),
    { numRuns: 10 },
  );
}, 180_000);

test('reports that come late keep the books sound and never cost more than if counted as they came', async () => {
  await fc.assert(
    fc.asyncProperty(anyProduct, stepsWithReports(12), async (productId, steps) => {
      const walk = await Walk.begin(productId);
      for (const step of steps) {
        await walk.take(step);
        await walk.expectSound();
        const { balanceMinor, suspenseMinor } = await walk.row();
        expect(balanceMinor - suspenseMinor).toBeLessThanOrEqual(
          walk.model.owedMinor() - walk.model.suspenseMinor,
        );
      }
    }),
    { numRuns: 10 },
  );
}, 180_000);
