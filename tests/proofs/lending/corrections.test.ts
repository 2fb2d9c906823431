import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { queryRows } from '#db/database.ts';
import { loans } from '#db/schema/loan.ts';
import { reconcileEvents, reconcileLoan } from '#lending/ledger/reconcile.ts';
import {
  anyPayment,
  anyStep,
  anyWalkedProduct,
  CorrectedLoanWalk,
  instalmentsOf,
  type Step,
} from '#tests/setup/corrected-loan-walk.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import type { TestLoan } from '#tests/setup/lending-journeys.ts';

const service = await testLendingService();

/** The books agree with the model, slot by slot and account by account. */
async function expectSound({ loan, model }: CorrectedLoanWalk): Promise<void> {
  expect(await reconcileLoan(service.database, loan.orderId)).toEqual([]);
  const [row] = await service.database.select().from(loans).where(eq(loans.id, loan.orderId));
  expect([row?.status, row?.balanceMinor, row?.suspenseMinor]).toEqual([
    model.status,
    model.owed(),
    model.heldMinor,
  ]);
  expect(model.heldMinor === 0 || model.owed() === 0 || model.isSold).toBe(true);
  const balances = (await instalmentsOf(service, loan)).map((one) => [
    one.dueDate,
    [one.penaltyChargedMinor, one.penaltyPaidMinor, one.feeChargedMinor, one.feePaidMinor],
    [one.vatChargedMinor, one.vatPaidMinor, one.interestChargedMinor, one.interestPaidMinor],
    [one.principalChargedMinor, one.principalPaidMinor],
  ]);
  expect(balances).toEqual(
    model.instalments.map(({ dueDate, slots: { penalty, fee, vat, interest, principal } }) => [
      dueDate,
      [penalty.charged, penalty.paid, fee.charged, fee.paid],
      [vat.charged, vat.paid, interest.charged, interest.paid],
      [principal.charged, principal.paid],
    ]),
  );
  const accounts = await accountsOf(loan);
  const clearedMinor = await clearedOf(loan);
  const on = (account: string) => accounts.get(account) ?? 0;
  expect([on('cash'), on('clearing'), on('refund-payable'), on('waiver-expense')]).toEqual([
    model.cash,
    model.clearing,
    0 - model.refundPayable,
    model.waived.penalty + model.waived.fee,
  ]);
  expect([on('derecognised-receivable'), on('recovery-income'), on('write-off-expense')]).toEqual([
    model.isWrittenOff || model.isSold ? 0 - model.owed() : 0,
    0 - model.recovered,
    model.lost - (model.isWrittenOff ? clearedMinor : 0),
  ]);
  expect(on('sale-loss')).toBe(model.lostBySale - (model.isWrittenOff ? 0 : clearedMinor));
  expect([...accounts.values()].reduce((sum, total) => sum + total, 0)).toBe(0);
}

/** What was no income yet of a loan that was written off or sold, and is no loss. */
async function clearedOf({ orderId }: TestLoan): Promise<number> {
  const [row] = await queryRows<{ total: string }>(
    service.database,
    sql`select coalesce(sum(amount_minor), 0)::text as total from ledger_postings as posting
      join ledger_transactions as movement on movement.id = posting.transaction_id and movement.borrower_id = posting.borrower_id
      where posting.loan_id = ${orderId} and movement.kind in ('write-off', 'sale')
        and account in ('unearned-interest', 'unearned-fee', 'suspended-income')`,
  );
  return Number(row?.total);
}

async function accountsOf({ orderId }: TestLoan): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows<{ account: string; total: string }>(
    service.database,
    sql`select split_part(account, ':', 1) as account, sum(amount_minor)::text as total from ledger_postings
      where loan_id = ${orderId} group by 1`,
  );
  return new Map(rows.map(({ account, total }) => [account, Number(total)]));
}

async function expectAgreement(
  step: fc.Arbitrary<Step>,
  lengths: fc.ArrayConstraints,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyWalkedProduct, fc.array(step, lengths), async (product, steps) => {
      const walk = await CorrectedLoanWalk.begin(service, product);
      for (const each of steps) {
        if (await walk.take(each)) await expectSound(walk);
      }
      expect(await reconcileEvents(service.database)).toEqual([]);
    }),
    { numRuns },
  );
}

test('any walk of payments and days, told in time, late or again, agrees with a plain model to the unit', async () => {
  await expectAgreement(anyPayment, { minLength: 5, maxLength: 25 }, 20);
}, 3_600_000);

test('any walk of payments, told in time or late, by hand, with a card or for no loan, claims, chargebacks, reversals, of penalties too, refunds, waivers, disputes, write-offs, recoveries, sales, loans given back, extensions and days agrees with a plain model', async () => {
  const runs = Number(process.env.CORRECTION_RUNS ?? 3);
  await expectAgreement(anyStep, { minLength: 15, maxLength: 35, size: 'max' }, runs);
}, 3_600_000);
