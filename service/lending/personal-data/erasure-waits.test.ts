import { eq, inArray } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { disputeCharge } from '#contract/calls/charge-dispute.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { claimPayment } from '#contract/calls/payment-claim.ts';
import { type EventTypeName, eventTypes } from '#contract/events.ts';
import { rejectChargeDispute } from '#contract/host/charge-dispute.ts';
import { decideApplication, quoteSettlement, readLoanStatement } from '#contract/host/loan.ts';
import { answerPaymentClaim } from '#contract/host/payment-claim.ts';
import { eraseBorrower, exportBorrower, requestErasure } from '#contract/host/personal-data.ts';
import { requestRefund, reversePayment } from '#contract/host/repayment.ts';
import { newId } from '#db/new-id.ts';
import { borrowers } from '#db/schema/borrower.ts';
import { outboxEvents } from '#db/schema/event.ts';
import { promotionClicks } from '#db/schema/registration.ts';
import { contactMessages } from '#db/schema/support.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { systemRandom } from '#server/system-random.ts';
import { newCardHolder } from '#tests/setup/card-holders.ts';
import { uploadedImage } from '#tests/setup/complaint-journeys.ts';
import { type ScriptedCards, scriptedCards } from '#tests/setup/hosted-cards.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { applyForLoan, newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import {
  type LendingService,
  lendingService,
  type TestSession,
  testConfiguration,
} from '#tests/setup/lending-service.ts';
import { settlePendingCharges } from '../card-payment/charge.ts';
import { sendCardRefunds } from '../card-payment/refund-to-card.ts';
import { accrueOverdueLoans } from '../ledger/penalties.ts';
import { keyedHash } from '../secrets.ts';
import { carryOutErasures } from './erasure.ts';

const { database } = await testLendingService();
let cards: ScriptedCards;
let service: LendingService;

beforeEach(() => {
  cards = scriptedCards();
  service = lendingService(database, {}, { cards: cards as never });
  service.setTime('2026-11-20T12:00:00-06:00');
});

const reason = 'asked for it';
const erase = async ({ borrowerId }: TestSession) =>
  (await service.host(eraseBorrower.path, { borrowerId, reason })).status;

function wait(minutes: number): void {
  const now = service.dependencies.clock.now().getTime();
  service.setTime(new Date(now + minutes * 60_000).toISOString());
}

/** Pays all that a loan owes, and more. */
async function settle(loan: TestLoan, session: TestSession, moreMinor = 0): Promise<void> {
  const { balance } = await service.ask(readLoan, loan, session);
  await pay(service, loan, (balance?.remainingMinor ?? 0) + moreMinor);
}

function claim(loan: TestLoan, session: TestSession, trackingKey: string) {
  const { productId, orderId } = loan;
  const claimFields = { amountMinor: minorAmount(77_700), paidOn: localDate('2026-11-20'), trackingKey };
  return service.ask(
    claimPayment,
    { productId, orderId, ...claimFields, channel: 'bank-transfer', image: null },
    session,
  );
}

test('nobody is erased whose refund to a card is under way, since their card has to be known', async () => {
  const { session, loan, committed } = await newCardHolder(service, { isConfirmed: true });
  const cardPaymentId = await committed({ card: 'approve', amountMinor: 1_000 });
  await settle(loan, session, 1_000);
  const { orderNumber } = loan;
  const request = { orderNumber, refundKey: newId(), amountMinor: minorAmount(1_000), reason };
  await service.tell(requestRefund, { ...request, cardPaymentId });
  expect(await erase(session)).toBe(409);
  await sendCardRefunds(service.dependencies);
  expect(await erase(session)).toBe(200);
});

test('nobody is erased whose charge is pending, so that what it takes is booked', async () => {
  const { session, loan, commit } = await newCardHolder(service, { isConfirmed: true });
  cards.outcome = 'pending';
  await commit({ card: 'approve', amountMinor: 1_000 });
  await settle(loan, session);
  expect(await erase(session)).toBe(409);
  cards.outcome = 'declined';
  wait(5);
  await settlePendingCharges(service.dependencies, null);
  expect(await erase(session)).toBe(200);
});

test('nobody is erased who waits for an answer about a payment; then its key is emptied in what the lender was told too', async () => {
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session);
  const key = `KEY${newId().replaceAll('-', '').toUpperCase()}`;
  const { claimId } = await claim(loan, session, key);
  await settle(loan, session);
  expect(await erase(session)).toBe(409);
  await service.tell(answerPaymentClaim, { claimId, answer: 'It is not there.' });
  expect(await erase(session)).toBe(200);
  const claimFields = await database
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.subjectId, loan.orderId));
  expect(claimFields.map(({ type }) => type)).toContain('payment.claimed');
  expect(JSON.stringify(claimFields)).not.toContain(key);
});

test('events about an erased person still fit their types', async () => {
  const session = await newBorrower(service);
  const declined = await applyForLoan(service, session);
  await service.tell(decideApplication, {
    orderNumber: declined.orderNumber,
    decision: 'decline',
    reason: 'income',
  });
  const loan = await paidOutLoan(service, session);
  const { claimId } = await claim(loan, session, 'OWNKEY1');
  await service.tell(answerPaymentClaim, { claimId, answer: 'It is not there.' });
  const { productId, orderId } = loan;
  const { disputeId } = await service.ask(
    disputeCharge,
    { productId, orderId, chargeId: '1-fee', reason: 'wrong-amount', words: 'Es mucho.' },
    session,
  );
  await service.tell(rejectChargeDispute, { disputeId, answer: 'No.' });
  await pay(service, loan, 10_000, { eventId: `back ${orderId}` });
  await service.tell(reversePayment, {
    provider: 'sandbox',
    eventId: `back ${orderId}`,
    reason: 'their words',
  });
  await settle(loan, session);
  expect(await erase(session)).toBe(200);
  const claimFields = await database
    .select()
    .from(outboxEvents)
    .where(inArray(outboxEvents.subjectId, [orderId, declined.orderId, session.borrowerId]));
  expect(claimFields.length).toBeGreaterThan(6);
  for (const { type, data } of claimFields) {
    const read = z.safeParse(eventTypes[type as EventTypeName].data, data);
    expect([type, read.error?.issues]).toEqual([type, undefined]);
  }
  const reasons = claimFields.flatMap(({ type, data }) => ('reason' in data ? [[type, data.reason]] : []));
  expect(Object.fromEntries(reasons)).toMatchObject({
    'loan.declined': null,
    'charge.disputed': 'wrong-amount',
    'payment.reversed': '',
  });
});

test('an erasure that fails leaves the others to be carried out', async () => {
  const [first, second] = [await newBorrower(service), await newBorrower(service)];
  const image = await uploadedImage(service, first);
  for (const { borrowerId } of [first, second]) {
    await service.tell(requestErasure, { borrowerId, reason, notBefore: localDate('2026-11-21') });
  }
  const { files } = service.dependencies;
  const failing = (name: string) =>
    image.includes(name) ? Promise.reject(new Error('EACCES')) : files.delete(name);
  wait(26 * 60);
  await carryOutErasures({
    ...service.dependencies,
    files: Object.assign(Object.create(files), { delete: failing }),
  });
  const erasedAt = async ({ borrowerId }: TestSession) =>
    (await database.select().from(borrowers).where(eq(borrowers.id, borrowerId)))[0]?.erasedAt ?? null;
  expect([await erasedAt(first), await erasedAt(second)]).toEqual([null, expect.any(Date)]);
  expect(service.reported.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('what is nobody’s is not in the copy of somebody who was erased, and does not go with them', async () => {
  const session = await newBorrower(service);
  const phoneHash = keyedHash(testConfiguration.masterSecrets[0], 'number', '');
  const clickId = newId();
  await database.insert(promotionClicks).values({
    ...{ id: clickId, pageId: '2', clientType: 'ios', appFrom: '', userFrom: '', utmTag: '' },
    ...{ phoneHash, clickedAt: service.dependencies.clock.now() },
  });
  const { borrowerId } = session;
  expect(await erase(session)).toBe(200);
  const { tables } = await service.tell(exportBorrower, { borrowerId });
  expect(tables.promotion_clicks ?? []).toEqual([]);
  expect(await erase(session)).toBe(200);
  expect(await database.$count(promotionClicks, eq(promotionClicks.id, clickId))).toBe(1);
});

test('a copy has what was written under the own number, and nothing of a number of the other country that ends alike', async () => {
  const { borrowerId } = await newBorrower(service);
  await database.update(borrowers).set({ mobilePhone: '9981234567' }).where(eq(borrowers.id, borrowerId));
  const receivedAt = service.dependencies.clock.now();
  const message = { name: 'Somebody', email: 'somebody@example.in', state: 'open' as const, receivedAt };
  const telephones = [
    '+91 99812 34567',
    '+977 9981234567',
    '+52 998 123 4567',
    '998-123-4567',
    '044 998 123 4567',
  ];
  await database
    .insert(contactMessages)
    .values(telephones.map((telephone) => ({ ...message, id: newId(), telephone, remark: telephone })));
  const { tables } = await service.tell(exportBorrower, { borrowerId });
  const texts = (tables.contact_messages ?? []).map((row) => JSON.stringify(row)).join();
  expect(telephones.map((telephone) => texts.includes(telephone))).toEqual([false, false, true, true, true]);
});

test('an erased borrower is charged no penalty on a loan that a bounced payment reopens, by the job or a read', async () => {
  const [erased, event] = await Promise.all([newBorrower(service), newBorrower(service)]);
  const owedAfter = async (session: TestSession, isErased: boolean) => {
    service.setTime('2026-11-20T12:00:00-06:00');
    const loan = await paidOutLoan(service, session);
    const { orderNumber, orderId } = loan;
    service.setTime('2026-12-28T12:00:00-06:00');
    await pay(service, loan, 100_000);
    const { owedMinor } = (await service.tell(readLoanStatement, { orderNumber })).loan;
    await pay(service, loan, owedMinor, { eventId: `all ${orderId}` });
    if (isErased) expect(await erase(session)).toBe(200);
    service.setTime('2027-02-10T12:00:00-06:00');
    await service.tell(reversePayment, { provider: 'sandbox', eventId: `all ${orderId}`, reason });
    const owed: number[] = [];
    for (const day of ['2027-02-10', '2027-02-11', '2027-05-30']) {
      service.setTime(`${day}T12:00:00-06:00`);
      await accrueOverdueLoans(database, { now: service.dependencies.clock.now(), random: systemRandom });
      const { loan: stands } = await service.tell(readLoanStatement, { orderNumber });
      expect(stands.status).toBe('overdue');
      owed.push(stands.owedMinor - owedMinor);
    }
    expect((await service.tell(quoteSettlement, { orderNumber })).settlesMinor).toBe(
      owedMinor + (owed[2] ?? 0),
    );
    return owed;
  };
  expect(await owedAfter(erased, true)).toEqual([0, 0, 0]);
  const [sameDay = -1, nextDay = 0, later = 0] = await owedAfter(event, false);
  expect([sameDay, nextDay > 0, later > nextDay]).toEqual([0, true, true]);
});
