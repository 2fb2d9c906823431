import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { readSavedCards } from '#contract/calls/card-payment.ts';
import { startCardSaving } from '#contract/calls/card-saving.ts';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { acceptOffer, readOffer } from '#contract/calls/offer.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { upholdChargeDispute } from '#contract/host/charge-dispute.ts';
import {
  markRefundFailed,
  markRefundSent,
  recordPayment,
  requestRefund,
  reversePayment,
} from '#contract/host/repayment.ts';
import { connectDatabase, usualLimits } from '#db/connect.ts';
import { queryRows } from '#db/database.ts';
import { minorAmount } from '#domain/money/money.ts';
import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import { newCardHolder } from '#tests/setup/card-holders.ts';
import { noticeRequest, scriptedCards } from '#tests/setup/hosted-cards.ts';
import { openPostgresDatabase } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay } from '#tests/setup/lending-journeys.ts';
import { lendingService } from '#tests/setup/lending-service.ts';
import { followDatabaseClock } from './clock.ts';

const requests: string[] = [];
let waits = 0;
let unanswered = 0;
const answers: (() => void)[] = [];
const postgres = await openPostgresDatabase();
// Answers are given when nothing more is asked without them: whatever goes out by then is one wait.
const connection = await connectDatabase({ databaseUrl: postgres.url }, usualLimits, (text, ask) => {
  requests.push(text);
  unanswered += 1;
  const answer = ask();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const keep = () => {
    unanswered -= 1;
    answers.push(() => resolve(answer));
    setImmediate(giveAnswers);
  };
  answer.then(keep, keep);
  return promise;
});
function giveAnswers() {
  if (unanswered > 0 || answers.length === 0) return;
  waits += 1;
  for (const give of answers.splice(0)) give();
}
const service = lendingService(connection.db, { sessionIdleMinutes: 30 });
afterAll(async () => {
  await connection.close();
  await postgres.close();
});

/** What the database is asked meanwhile, each for itself and one after the other. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  requests.length = 0;
  await work();
  return requests.map((text) => text.replace(/\s+/g, ' ').slice(0, 60));
}

test('a loan, its repayment and an offer take a session and one statement, and a new quote one more', async () => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  await pay(service, loan, 100_000);
  const ofLoan = [
    'select json_build_array("sessions"."id", "sessions"."last_us',
    'select json_build_array(json_build_array("loans"."id", "loan',
  ];
  expect(await statementsOf(() => service.ask(readLoan, loan, session))).toEqual(ofLoan);
  await service.ask(readRepayment, loan, session);
  expect(await statementsOf(() => service.ask(readRepayment, loan, session))).toEqual(ofLoan);

  const offer = { productId: 'mx-90-steps', isReload: false };
  const first = await statementsOf(() => service.ask(readOffer, offer, session));
  expect(first).toHaveLength(3);
  expect(first[2]).toMatch(/^insert into "quotes"/);
  expect(await statementsOf(() => service.ask(readOffer, offer, session))).toEqual(first.slice(0, 2));
});

test('the database is asked for the time once a second, however many calls there are', async () => {
  const { timeOf } = await followDatabaseClock(connection.db);
  const times = await statementsOf(async () => {
    for (let call = 0; call < 3; call += 1) await timeOf(connection.db);
  });
  expect(times).toEqual([]);
});

/** How many statements work takes, and how often it waits for answers before it goes on. */
async function tripsOf(work: () => Promise<unknown>) {
  waits = 0;
  const { length: statements } = await statementsOf(work);
  return { statements, waits };
}

test('accepting an offer and payments that the lender reports take no statement and no wait more than they do', async () => {
  const session = await newBorrower(service);
  const offer = await service.ask(readOffer, { productId: 'mx-120', isReload: false }, session);
  const { amountMinor, term, quote } = offer;
  const acceptance = { productId: 'mx-120', amountMinor, term, quoteId: quote?.quoteId ?? null };
  const accepted = await tripsOf(() => service.ask(acceptOffer, acceptance, session));
  expect(accepted).toEqual({ statements: 15, waits: 4 });
  const loan = await paidOutLoan(service, await newBorrower(service));
  expect(await tripsOf(() => pay(service, loan, 100_000))).toEqual({ statements: 16, waits: 3 });
  expect(await tripsOf(() => pay(service, loan, 10_000_000))).toEqual({ statements: 18, waits: 3 });
});

test('payments on an overdue loan take no statement and no wait more than they do', async () => {
  const loan = await paidOutLoan(service, await newBorrower(service));
  const session = await newBorrower(service);
  const looked = await paidOutLoan(service, session);
  service.setTime('2027-04-10T12:00:00-06:00');
  // The first look, before the daily job, has the days booked; sessions do not end here for being idle.
  const months = lendingService(connection.db);
  months.setTime('2027-04-10T12:00:00-06:00');
  const seen = await tripsOf(() => months.ask(readLoan, looked, session));
  const seenAgain = await tripsOf(() => months.ask(readLoan, looked, session));
  const overdue = await tripsOf(() => pay(service, loan, 10_000));
  const again = await tripsOf(() => pay(service, loan, 10_000));
  service.setTime('2027-04-14T12:00:00-06:00');
  const paidAt = '2027-04-12T12:00:00-06:00';
  const late = await tripsOf(() => pay(service, loan, 10_000, { paidAt }));
  const lateAgain = await tripsOf(() => pay(service, loan, 10_000, { paidAt }));
  expect({ seen, seenAgain, overdue, again, late, lateAgain }).toEqual({
    // So late that it earns no more, which is booked with its days.
    seen: { statements: 15, waits: 6 },
    seenAgain: { statements: 2, waits: 2 },
    // Its days are booked with it.
    overdue: { statements: 18, waits: 3 },
    again: { statements: 16, waits: 3 },
    late: { statements: 16, waits: 3 },
    // Penalties of the days since are taken back, and booked anew.
    lateAgain: { statements: 16, waits: 3 },
  });
});

test('what else moves money or is signed for takes no statement and no wait more than it does', async () => {
  service.setTime('2026-12-10T12:00:00-06:00');
  const cards = scriptedCards();
  const withForm = lendingService(connection.db, {}, { cards: cards as never });
  withForm.setTime('2026-12-10T12:00:00-06:00');
  const tripCounts: Record<string, { statements: number; waits: number }> = {};
  const count = async (name: string, work: () => Promise<unknown>) => {
    tripCounts[name] = await tripsOf(work);
  };
  const notice = async (id: string, notice: CardNotice | Outflow) => {
    const { status } = await withForm.api.fetch(noticeRequest(id, notice));
    expect(status).toBe(200);
  };

  const holder = await newCardHolder(withForm, { isConfirmed: true });
  const { loan, session } = holder;
  const saving = { productId: loan.productId, orderId: loan.orderId, from: 'payWay' } as const;
  await count('card form', () => withForm.ask(startCardSaving, saving, session));
  const [form] = await queryRows<{ id: string }>(
    service.database,
    sql`select id from card_savings where borrower_id = ${session.borrowerId}`,
  );
  const outcome = { cardToken: 'a:b', bankName: 'Visa', bankCode: '', maskedNumber: '************4242' };
  await count('card saved', () => notice('n1', { about: 'saving', reference: form?.id ?? '', outcome }));
  await count('card ways', () => holder.call(readSavedCards, { orderId: loan.orderId }));
  const repayToken = await holder.token();
  cards.outcome = { answer: 'requires-action', link: 'https://bank.test/confirm' };
  let reference = '';
  await count('card payment', async () => {
    const notice = await holder.commit({ card: 'approve', amountMinor: 1_000, repayToken });
    if (notice.success) reference = notice.data.repaymentId;
  });
  const charge = { about: 'charge', reference, amountMinor: 1_000, currency: 'MXN' } as const;
  await count('card ways while a payment is pending', () =>
    holder.call(readSavedCards, { orderId: loan.orderId }),
  );
  await count('card answer', () => notice('n2', { ...charge, outcome: 'approved' } as CardNotice));
  const disputed: Omit<Outflow, 'outcome'> = {
    ...{ id: 'd1', payment: { charge: reference }, cause: 'dispute', reason: 'fraud' },
    ...{ amountMinor: 1_000, currency: 'MXN' },
  };
  await count('chargeback', () => notice('n3', { ...disputed, outcome: 'left' }));
  await count('chargeback won', () => notice('n4', { ...disputed, outcome: 'came-back' }));

  const nextToken = await holder.token();
  cards.outcome = 'approved';
  await count('card payment approved', () =>
    holder.commit({ card: 'approve', amountMinor: 1_000, repayToken: nextToken }),
  );

  const unknown = await newCardHolder(withForm);
  const unknownToken = await unknown.token();
  let waiting = '';
  await count('card code sent', async () => {
    const notice = await unknown.commit({ card: 'approve', amountMinor: 1_000, repayToken: unknownToken });
    if (notice.success) waiting = notice.data.repaymentId;
  });
  await count('card code confirmed', async () => {
    expect((await unknown.confirm(waiting, unknown.lastCode())).success).toBe(true);
  });

  await count('extension first shown', () => service.ask(readExtension, loan, session));
  await count('extension shown', () => service.ask(readExtension, loan, session));
  const { amountMinor, channelGroups } = await service.ask(readExtension, loan, session);
  const code = channelGroups[0]?.channels[0]?.payCode ?? '';
  const bought = { provider: 'spei', currency: 'MXN', amountMinor, reference: code } as const;
  await count('extension bought', () => service.tell(recordPayment, { ...bought, eventId: 'extension' }));
  const { orderNumber } = loan;
  const reason = 'counted';
  const event = { provider: 'sandbox', eventId: 'counted' };
  await pay(service, loan, 100_000, event);
  await count('payment taken back', () => service.tell(reversePayment, { ...event, reason }));
  await pay(service, loan, 1_000_000);
  const refundKey = 'counted';
  const refund = { orderNumber, refundKey, amountMinor: minorAmount(100), reason };
  await count('refund', () => service.tell(requestRefund, refund));
  await count('refund sent', () => service.tell(markRefundSent, { refundKey, reference: 'T1' }));
  await count('refund failed', () => service.tell(markRefundFailed, { refundKey, reason }));

  const other = await newBorrower(service);
  const { orderId, productId, ...running } = await paidOutLoan(service, other);
  const disputeOf = { productId, orderId, chargeId: '1-fee', reason: 'not-agreed', words: '' } as const;
  await count('charge disputed', () => service.ask(disputeCharge, disputeOf, other));
  const [dispute] = await queryRows<{ id: string }>(
    service.database,
    sql`select id from charge_disputes where loan_id = ${orderId}`,
  );
  const disputeId = dispute?.id ?? '';
  await count('dispute upheld', () => service.tell(upholdChargeDispute, { disputeId, answer: 'Right.' }));
  await service.database.execute(sql`delete from payment_codes where reference_id in
    (select id from payment_references where loan_id = ${orderId})`);
  await service.database.execute(sql`delete from payment_references where loan_id = ${orderId}`);
  await count('codes made', () => service.ask(readRepayment, { productId, orderId, ...running }, other));
  expect(tripCounts).toEqual({
    'card form': { statements: 6, waits: 5 },
    'card saved': { statements: 8, waits: 5 },
    'card ways': { statements: 5, waits: 4 },
    // Both transactions, before and after the provider is asked.
    'card payment': { statements: 18, waits: 6 },
    'card payment approved': { statements: 28, waits: 6 },
    // With what limits the codes, before and after the message is handed to its gateway.
    'card code sent': { statements: 26, waits: 10 },
    'card code confirmed': { statements: 27, waits: 6 },
    // What is pending is claimed first, and the provider's answer taken in.
    'card ways while a payment is pending': { statements: 14, waits: 8 },
    'card answer': { statements: 17, waits: 3 },
    chargeback: { statements: 18, waits: 3 },
    'chargeback won': { statements: 19, waits: 3 },
    'extension first shown': { statements: 11, waits: 8 },
    'extension shown': { statements: 6, waits: 4 },
    'extension bought': { statements: 20, waits: 3 },
    'codes made': { statements: 7, waits: 6 },
    'payment taken back': { statements: 15, waits: 3 },
    refund: { statements: 13, waits: 3 },
    'refund sent': { statements: 12, waits: 3 },
    'refund failed': { statements: 13, waits: 3 },
    'charge disputed': { statements: 10, waits: 5 },
    'dispute upheld': { statements: 16, waits: 3 },
  });
});
