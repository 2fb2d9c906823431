import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { readPaymentInstruction } from '#contract/calls/repayment.ts';
import { ledgerTransactions } from '#db/schema/ledger.ts';
import { providerEvents } from '#db/schema/repayment.ts';
import type { Language } from '#domain/language.ts';
import { type MinorAmount, minorAmount } from '#domain/money/money.ts';
import { systemRandom } from '#server/system-random.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import { type LendingService, lendingService, type TestSession } from '#tests/setup/lending-service.ts';
import {
  depositMessage,
  referencesWith,
  type ScriptedReferences,
  scriptedReferences,
} from '#tests/setup/scripted-references.ts';
import { accrueOverdueLoans } from '../ledger/penalties.ts';
import { reconcileAll, reconcileEvents } from '../ledger/reconcile.ts';

const { database } = await testLendingService();
const dueMinor = minorAmount(142_281);
const dailyMinor = 4_268;
let provider: ScriptedReferences;
let service: LendingService;
let session: TestSession;
let loan: TestLoan;
let voucherMinor: MinorAmount;

/** A loan whose first payment is due on Friday, 18 December 2026. */
beforeEach(async () => {
  provider = scriptedReferences();
  provider.takesOneAmount = true;
  provider.within = { businessDays: 1 };
  service = lendingService(database, {}, { references: referencesWith(provider) });
  await at('2026-11-18T12:00:00-06:00');
  session = await newBorrower(service);
  loan = await paidOutLoan(service, session);
  voucherMinor = dueMinor;
});

/** Goes on to an instant, with penalties booked by the job. */
async function at(instant: string): Promise<void> {
  service.setTime(instant);
  await accrueOverdueLoans(database, { now: new Date(instant), random: systemRandom });
  if (session) session = await service.session(session.borrowerId);
}

const instruction = (language: Language = 'en', purpose: 'repay' | 'extend' = 'repay') => {
  const request = { ...loan, payCode: 'store', amountMinor: voucherMinor, purpose };
  return service.ask(readPaymentInstruction, request, session, language);
};

/** Has the provider tell that the voucher was paid, at the service's time unless it says when. */
async function confirm(own: { readonly paidAt?: Date; readonly id?: string } = {}): Promise<number> {
  const request = provider.requests.at(-1);
  const deposit = {
    ...{ id: own.id ?? crypto.randomUUID(), referenceId: request?.id ?? null, providerReference: null },
    ...{ code: null, amountMinor: voucherMinor, currency: 'MXN' },
    paidAt: own.paidAt ?? service.dependencies.clock.now(),
  };
  const message = depositMessage(provider, crypto.randomUUID(), [deposit]);
  return (await service.api.fetch(message)).status;
}

async function stateNow() {
  const { balance, status } = await service.ask(readLoan, loan, session);
  return { status, penaltyMinor: balance?.penaltyMinor, paidMinor: balance?.paidMinor };
}

const paidInTime = { status: 'to-repay', penaltyMinor: 0, paidMinor: dueMinor };

async function expectBooksAgree(): Promise<void> {
  expect([await reconcileAll(database), await reconcileEvents(database)]).toEqual([[], []]);
}

test('one that was paid on a Friday and is confirmed on Monday costs no penalty, and counts as of Friday', async () => {
  await at('2026-12-18T20:00:00-06:00');
  await instruction();
  await at('2026-12-21T10:00:00-06:00');
  expect((await stateNow()).penaltyMinor).toBe(3 * dailyMinor);
  expect(await confirm()).toBe(200);
  expect(await stateNow()).toEqual(paidInTime);
  const events = await database.select().from(providerEvents).where(eq(providerEvents.loanId, loan.orderId));
  expect(events.map(({ paidAt }) => paidAt.toISOString())).toEqual(['2026-12-21T16:00:00.000Z']);
  const booked = await database
    .select()
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.loanId, loan.orderId));
  const payment = booked.find(({ kind }) => kind === 'payment');
  expect(payment?.occurredAt.toISOString()).toBe('2026-12-19T05:59:59.999Z');
  expect(payment?.bookedAt.toISOString()).toBe('2026-12-21T16:00:00.000Z');
  await expectBooksAgree();
});

test.each<[string, { madeAt?: string; confirmedAt?: string; paidAt?: Date }]>([
  ['confirmed later than its provider takes', { confirmedAt: '2026-12-22T10:00:00-06:00' }],
  ['made after the due day', { madeAt: '2026-12-19T09:00:00-06:00' }],
  [
    'of a provider that says it was paid after the due day',
    { paidAt: new Date('2026-12-19T00:30:00-06:00') },
  ],
])('money of a voucher that is %s counts late', async (_what, facts) => {
  const { madeAt = '2026-12-18T20:00:00-06:00', confirmedAt = '2026-12-21T10:00:00-06:00', paidAt } = facts;
  if (paidAt) provider.within = null;
  await at(madeAt);
  await instruction();
  await at(confirmedAt);
  await confirm(paidAt && { paidAt });
  expect((await stateNow()).status).toBe('overdue');
  await expectBooksAgree();
});

test('an extension that was paid on the due day is that day’s, also where it is confirmed on Monday', async () => {
  await at('2026-12-18T20:00:00-06:00');
  const offered = await service.ask(readExtension, loan, session);
  voucherMinor = offered.amountMinor;
  await instruction('en', 'extend');
  await at('2026-12-21T10:00:00-06:00');
  await confirm();
  const { status, penaltyMinor } = await stateNow();
  expect([status, penaltyMinor]).toEqual(['to-repay', 0]);
  await expectBooksAgree();
});

test('the page of a voucher says until when to pay so that it counts', async () => {
  const noteOn = async (instant: string, language?: Language) => {
    await at(instant);
    return (await instruction(language)).note;
  };
  expect(await noteOn('2026-12-16T20:00:00-06:00')).toContain(
    'Pay by 2026-12-18 before midnight (Mexico City time) and',
  );
  expect(await noteOn('2026-12-18T20:00:00-06:00')).toContain(
    'Pay today before midnight (Mexico City time) and it counts today',
  );
  expect(await noteOn('2026-12-18T21:00:00-06:00', 'es')).toContain(
    'Pague hoy antes de medianoche (hora de la Ciudad de México) y',
  );
  expect(await noteOn('2026-12-19T09:00:00-06:00')).toContain('the next business day at the latest');
  provider.within = { minutes: 10 };
  expect(await noteOn('2026-12-19T09:01:00-06:00')).not.toContain('counts');
  provider.within = null;
  const { note, sections } = await instruction();
  expect([note.includes('counts'), sections[0]?.lines.join(' ')]).toEqual([
    false,
    expect.stringContaining('counts from that moment'),
  ]);
});
