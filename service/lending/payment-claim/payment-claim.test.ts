import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import { type ClaimRequest, claimPayment } from '#contract/calls/payment-claim.ts';
import { readRepayment } from '#contract/calls/repayment.ts';
import { answerPaymentClaim, listPaymentClaims, readPaymentClaim } from '#contract/host/payment-claim.ts';
import { recordPayment, reversePayment } from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { withCards } from '#tests/setup/card-holders.ts';
import { openImage, uploadedImage } from '#tests/setup/complaint-journeys.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { sweepUnattachedImages } from '../complaint/images.ts';
import { complainOfClaims } from './complain-of-claims.ts';
import { isArrived } from './store.ts';

const service = await testLendingService();

const startDay = localDate('2026-11-20');
const dayAfter = (days: number) => addDays(startDay, days);
const setDay = (days: number, time = '12:00:00') => service.setTime(`${dayAfter(days)}T${time}-06:00`);

/** A loan paid out on the first day. */
async function someLoan() {
  setDay(0);
  const session = await newBorrower(service);
  return { session, loan: await paidOutLoan(service, session) };
}

function claimOf({ productId, orderId }: TestLoan, facts: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    ...{ productId, orderId, amountMinor: minorAmount(142_281), paidOn: dayAfter(30) },
    ...{ channel: 'bank-transfer', trackingKey: '', image: null },
    ...facts,
  };
}

const statementOf = async (loan: TestLoan, session: TestSession) => {
  const { statement, balance } = await service.ask(readLoan, loan, session);
  if (!statement || !balance) throw new Error('a loan that was paid out has a statement');
  return { ...statement, dailyPenaltyMinor: balance.dailyPenaltyMinor };
};

async function eventsOf({ orderNumber }: TestLoan, type: string) {
  const rows = await queryRows<{ data: Record<string, unknown> }>(
    service.database,
    sql`select data from outbox_events where type = ${type} and data ->> 'orderNumber' = ${orderNumber}`,
  );
  return rows.map(({ data }) => data);
}

test('a claim is kept and shown with its clock, and the lender is told of it', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const trackingKey = ` bm-018 451 2390 ${loan.orderNumber}`;
  const answer = await service.ask(claimPayment, claimOf(loan, { trackingKey }), session);
  expect(answer).toMatchObject({ state: 'waiting', isRepeated: false });
  const key = `BM0184512390${loan.orderNumber.replaceAll('-', '')}`;
  const { claims } = await statementOf(loan, session);
  expect(claims).toEqual([
    {
      ...{ claimId: answer.claimId, amountMinor: 142_281, paidOn: '2026-12-20', channel: 'bank-transfer' },
      ...{ trackingKey: key, hasImage: false, state: 'waiting', answer: '', complaintId: null, folio: '' },
      ...{ claimedAt: '2026-12-20T18:00:00.000Z', answerBy: '2026-12-21T18:00:00.000Z' },
    },
  ]);
  expect(await eventsOf(loan, 'payment.claimed')).toEqual([
    expect.objectContaining({
      ...{ claimId: answer.claimId, amountMinor: 142_281, trackingKey: key, hasImage: false },
      answerBy: '2026-12-21T18:00:00.000Z',
    }),
  ]);
  const { claims: listed } = await service.tell(listPaymentClaims, { state: 'waiting', limit: 100 });
  expect(listed.find(({ claimId }) => claimId === answer.claimId)).toMatchObject({
    ...{ orderNumber: loan.orderNumber, image: null, state: 'waiting', folio: null, payment: null },
  });
});

test('the same payment told again is the same claim, and gets the proof that it lacked', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const first = await service.ask(claimPayment, claimOf(loan, { trackingKey: 'AB1' }), session);
  const image = await uploadedImage(service, session);
  for (const again of [{ trackingKey: 'a-b 1', paidOn: dayAfter(29) }, { image }]) {
    expect(await service.ask(claimPayment, claimOf(loan, again), session)).toEqual({
      ...first,
      isRepeated: true,
    });
  }
  const other = await service.ask(claimPayment, claimOf(loan, { trackingKey: 'AB2' }), session);
  expect(other.claimId).not.toBe(first.claimId);
  const { claims } = await statementOf(loan, session);
  expect(claims?.map(({ hasImage }) => hasImage)).toEqual([false, true]);
  expect(await eventsOf(loan, 'payment.claimed')).toHaveLength(2);
});

test('two that come at once are one claim', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const claim = claimOf(loan, { trackingKey: 'TWICE' });
  const answer = await Promise.all([1, 2].map(() => service.ask(claimPayment, claim, session)));
  expect(new Set(answer.map(({ claimId }) => claimId)).size).toBe(1);
});

test('a payment that has arrived already is found at once, and the lender is not asked', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  await pay(service, loan, 142_281);
  const answer = await service.ask(claimPayment, claimOf(loan, { trackingKey: 'LATE' }), session);
  expect(answer.state).toBe('received');
  expect(await eventsOf(loan, 'payment.claimed')).toEqual([]);
});

test('a payment with a card answers the claim of one, and not that of a transfer of the same sum', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const holder = await withCards(service, session, loan, { isConfirmed: true });
  const amountMinor = minorAmount(90_000);
  const claim = (trackingKey: string, channel: 'bank-transfer' | 'card') =>
    service.ask(claimPayment, claimOf(loan, { amountMinor, trackingKey, channel }), session);
  expect((await claim('SPEI1', 'bank-transfer')).state).toBe('waiting');
  expect((await claim('AUTH 7', 'card')).state).toBe('waiting');
  await holder.commit({ card: 'approve', amountMinor });
  expect((await claim('SPEI2', 'bank-transfer')).state).toBe('waiting');
  const { claims } = await statementOf(loan, session);
  expect(claims?.map(({ channel, state }) => [channel, state])).toEqual([
    ...[
      ['bank-transfer', 'waiting'],
      ['card', 'received'],
      ['bank-transfer', 'waiting'],
    ],
  ]);
});

test('money paid by a store code does not match a claim about a transfer; money paid to an account does', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  await service.ask(claimPayment, claimOf(loan, { trackingKey: 'CODE1' }), session);
  const { channelGroups } = await service.ask(readRepayment, loan, session);
  for (const [kind, state] of [
    ['store', 'waiting'],
    ['bank-transfer', 'received'],
  ] as const) {
    const channels = channelGroups.flatMap((group) => group.channels);
    const reference = channels.find((channel) => channel.kind === kind)?.payCode ?? '';
    await service.tell(recordPayment, {
      ...{ provider: 'bank', eventId: newId(), reference },
      ...{ amountMinor: minorAmount(142_281), currency: 'MXN', anotherPayment: true },
    });
    expect((await statementOf(loan, session)).claims?.[0]?.state).toBe(state);
  }
});

test('a payment that was found and taken back is no longer said to be there, and told again it is looked for anew', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const eventId = `back-${newId().slice(-12)}`;
  const claim = claimOf(loan, { trackingKey: eventId });
  const first = await service.ask(claimPayment, claim, session);
  await pay(service, loan, 142_281, { eventId });
  expect((await statementOf(loan, session)).claims).toHaveLength(1);
  await service.tell(reversePayment, { provider: 'sandbox', eventId, reason: 'bounced' });
  expect((await statementOf(loan, session)).claims).toEqual([]);
  const again = await service.ask(claimPayment, claim, session);
  expect(again).toMatchObject({ state: 'waiting', isRepeated: false });
  expect(again.claimId).not.toBe(first.claimId);
  expect(await service.ask(claimPayment, claim, session)).toEqual({ ...again, isRepeated: true });
});

test('after a day without an answer it is a complaint by itself, once, with the photo', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const image = await uploadedImage(service, session);
  const { claimId } = await service.ask(claimPayment, claimOf(loan, { image, trackingKey: 'X9' }), session);
  setDay(31, '11:59:00');
  await complainOfClaims(service.dependencies);
  expect((await statementOf(loan, session)).claims?.[0]?.folio).toBe('');
  setDay(32);
  // A loose image is swept after a day; this one is proof.
  await sweepUnattachedImages(service.dependencies);
  expect((await openImage(service, image, session)).status).toBe(200);
  expect(await complainOfClaims(service.dependencies)).toBeGreaterThan(0);
  expect(await complainOfClaims(service.dependencies)).toBe(0);
  const [claim] = (await statementOf(loan, session)).claims ?? [];
  expect(claim).toMatchObject({ claimId, state: 'waiting', folio: expect.stringMatching(/^QJ-2026-/) });
  const complaint = await service.ask(readComplaint, { complaintId: claim?.complaintId ?? '' }, session);
  expect(complaint).toMatchObject({
    content: 'Avisé que pagué $ 1.422,81 el 2026-12-20 y después de 24 horas mi pago no aparece. Clave: X9.',
    images: [image],
    orderNumber: loan.orderNumber,
  });
  expect(await eventsOf(loan, 'complaint.filed')).toHaveLength(1);
  // The payment still answers it.
  await pay(service, loan, 142_281, { eventId: 'x-9' });
  expect((await statementOf(loan, session)).claims?.[0]?.state).toBe('received');
});

test('a photo that a complaint already has does not stop a claim from becoming a complaint', async () => {
  const { session, loan } = await someLoan();
  const other = await someLoan();
  setDay(30);
  const image = await uploadedImage(service, session);
  await service.ask(claimPayment, claimOf(loan, { image }), session);
  const { orderNumber } = loan;
  await service.ask(
    sendComplaint,
    { typeId: '2', subtypeId: null, content: 'Mi pago no aparece.', orderNumber, images: [image] },
    session,
  );
  await service.ask(claimPayment, claimOf(other.loan, { trackingKey: 'BESIDE' }), other.session);
  setDay(32);
  await complainOfClaims(service.dependencies);
  for (const one of [{ session, loan }, other]) {
    expect((await statementOf(one.loan, one.session)).claims?.[0]?.complaintId).not.toBeNull();
  }
});

test('somebody answers that it is not there, or which payment it was', async () => {
  const { session, loan } = await someLoan();
  setDay(30);
  const lost = await service.ask(claimPayment, claimOf(loan, { trackingKey: 'L1' }), session);
  const answer = 'La clave es de otro préstamo.';
  await service.tell(answerPaymentClaim, { claimId: lost.claimId, answer, actor: 'ines' });
  const again = await service.host(answerPaymentClaim.path, { claimId: lost.claimId, answer });
  expect(again.status).toBe(409);
  expect(await service.tell(readPaymentClaim, { claimId: lost.claimId })).toMatchObject({
    ...{ state: 'not-found', answer, answeredBy: 'host:ines', payment: null },
  });
  const rows = await service.ask(
    claimPayment,
    claimOf(loan, { trackingKey: 'L2', paidOn: dayAfter(20) }),
    session,
  );
  const eventId = newId();
  await pay(service, loan, 77_700, { eventId });
  const payment = { provider: 'sandbox', eventId };
  const wrong = { claimId: rows.claimId, payment: { provider: 'sandbox', eventId: 'nobody' } };
  expect((await service.host(answerPaymentClaim.path, wrong)).status).toBe(422);
  await service.tell(answerPaymentClaim, { claimId: rows.claimId, payment });
  const { claims } = await statementOf(loan, session);
  expect(claims?.map(({ state, answer: notice }) => [state, notice])).toEqual([
    ['received', ''],
    ['not-found', answer],
  ]);
  expect((await service.host(answerPaymentClaim.path, { claimId: newId(), answer })).status).toBe(404);
  expect((await service.host(answerPaymentClaim.path, { claimId: lost.claimId })).status).toBe(422);
});

test('while a payment is looked for the penalty does not grow, which the borrower reads', async () => {
  const { session, loan } = await someLoan();
  setDay(32);
  const before = await statementOf(loan, session);
  expect([before.daysLate, before.isPenaltyPaused]).toEqual([2, false]);
  const { claimId } = await service.ask(claimPayment, claimOf(loan, { trackingKey: 'P1' }), session);
  expect(await statementOf(loan, session)).toMatchObject({ isPenaltyPaused: true, dailyPenaltyMinor: 0 });
  expect((await service.ask(readExtension, loan, session)).note).toContain('Por ahora no suma más recargo.');
  setDay(35);
  expect((await statementOf(loan, session)).penaltyMinor).toBe(before.penaltyMinor);
  await service.tell(answerPaymentClaim, { claimId, answer: 'No llegó.' });
  expect((await statementOf(loan, session)).isPenaltyPaused).toBe(false);
});

test('what cannot be is refused, and nothing is kept', async () => {
  const { session, loan } = await someLoan();
  const stranger = await newBorrower(service);
  setDay(30);
  const image = await uploadedImage(service, stranger);
  const key = { trackingKey: 'K1' };
  const refusedWith = async (request: ClaimRequest, by = session) =>
    service.ask(claimPayment, request, by).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  expect(await refusedWith(claimOf(loan, key), stranger)).toContain('404');
  expect(await refusedWith(claimOf(loan))).toContain('422');
  expect(await refusedWith(claimOf(loan, { trackingKey: ' - ' }))).toContain('422');
  expect(await refusedWith(claimOf(loan, { ...key, amountMinor: minorAmount(0) }))).toContain('422');
  expect(await refusedWith(claimOf(loan, { ...key, paidOn: dayAfter(31) }))).toContain('422');
  expect(await refusedWith(claimOf(loan, { ...key, paidOn: dayAfter(-1) }))).toContain('422');
  expect(await refusedWith(claimOf(loan, { image }))).toContain('422004');
  expect(await refusedWith(claimOf(loan, { image: 'https://evil.example/a.jpg' }))).toContain('422004');
  expect((await statementOf(loan, session)).claims).toEqual([]);
  for (const each of [1, 2, 3, 4, 5]) {
    await service.ask(claimPayment, claimOf(loan, { trackingKey: `M${each}` }), session);
  }
  expect(await refusedWith(claimOf(loan, { trackingKey: 'M6' }))).toContain('429');
});

test('whether a payment arrived is asked of indexes, however many payments wait for a loan', async () => {
  const { database } = service;
  await database.execute(sql`insert into provider_events
      (id, provider, event_id, reference, amount_minor, currency, paid_at, received_at, outcome)
    select gen_random_uuid(), 'planned', 'waits-' || number, 'nobody', 100, 'MXN', now(), now(), 'unmatched'
    from generate_series(1, 20000) as number`);
  await database.execute(sql`analyze provider_events`);
  const request = sql`select from provider_events where ${isArrived(newId(), 'WAITS777')}`;
  const plan = await queryRows<{ 'QUERY PLAN': string }>(database, sql`explain ${request}`);
  const rows = await queryRows<object>(database, request);
  await database.execute(sql`delete from provider_events where provider = 'planned'`);
  expect(rows).toHaveLength(1);
  const lines = plan.map((line) => line['QUERY PLAN']).join('\n');
  expect(lines).toContain('provider_events_unmatched_key');
  expect(lines).not.toContain('Seq Scan');
});
