import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type DisputeRequest, disputeCharge, withdrawDispute } from '#contract/calls/charge-dispute.ts';
import { readComplaint } from '#contract/calls/complaint.ts';
import { readExtension } from '#contract/calls/extension.ts';
import { readLoan } from '#contract/calls/loan.ts';
import {
  listChargeDisputes,
  readChargeDispute,
  rejectChargeDispute,
  upholdChargeDispute,
} from '#contract/host/charge-dispute.ts';
import { waiveCharge } from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, type TestLoan } from '#tests/setup/lending-journeys.ts';
import type { TestSession } from '#tests/setup/lending-service.ts';
import { complainOfDisputes } from './complain-of-disputes.ts';

const service = await testLendingService();

const startDay = localDate('2026-11-20');
const setDay = (days: number, time = '12:00:00') =>
  service.setTime(`${addDays(startDay, days)}T${time}-06:00`);

/** A loan paid out on the first day, looked at some days later. */
async function someLoan(days: number, product: 'mx-120' | 'mx-90-steps' = 'mx-120') {
  setDay(0);
  const session = await newBorrower(service);
  const loan = await paidOutLoan(service, session, product);
  setDay(days);
  return { session, loan };
}

const disputeOf = (
  { productId, orderId }: TestLoan,
  chargeId: string,
  facts: Partial<DisputeRequest> = {},
): DisputeRequest => ({ productId, orderId, chargeId, reason: 'not-agreed', words: '', ...facts });

const statementOf = async (loan: TestLoan, session: TestSession) => {
  const { statement, balance, status } = await service.ask(readLoan, loan, session);
  if (!statement || !balance) throw new Error('a loan that was paid out has a statement');
  return { ...statement, dailyPenaltyMinor: balance.dailyPenaltyMinor, status };
};

async function eventsOf({ orderNumber }: TestLoan, type: string) {
  const rows = await queryRows<{ data: Record<string, unknown> }>(
    service.database,
    sql`select data from outbox_events where type = ${type} and data ->> 'orderNumber' = ${orderNumber} order by serial_number`,
  );
  return rows.map(({ data }) => data);
}

const refusedWith = (pendingAnswer: Promise<unknown>) =>
  pendingAnswer.then(
    () => 'taken',
    (error: Error) => error.message,
  );

test('once one was rejected none pauses the penalty, however many were withdrawn since', async () => {
  const { session, loan } = await someLoan(32);
  const file = () => service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session);
  const { disputeId } = await file();
  await service.tell(rejectChargeDispute, { disputeId, answer: 'No.' });
  const { productId, orderId } = loan;
  for (let count = 0; count < 50; count += 1) {
    await service.ask(withdrawDispute, { productId, orderId, disputeId: (await file()).disputeId }, session);
  }
  await file();
  const { penaltyMinor } = await statementOf(loan, session);
  setDay(34);
  expect((await statementOf(loan, session)).penaltyMinor).toBeGreaterThan(penaltyMinor);
});

test('a dispute is kept and shown with its clock, the lender is told, and the charge keeps the one it has', async () => {
  const { session, loan } = await someLoan(33);
  const request = disputeOf(loan, '1-fee', { reason: 'other', words: ' No la vi. ' });
  const answer = await service.ask(disputeCharge, request, session);
  expect(answer).toMatchObject({ state: 'open', isRepeated: false });
  expect(await service.ask(disputeCharge, disputeOf(loan, '1-fee'), session)).toEqual({
    ...answer,
    isRepeated: true,
  });
  const { disputes, disputedMinor } = await statementOf(loan, session);
  expect(disputes).toEqual([
    {
      ...{ disputeId: answer.disputeId, chargeId: '1-fee', sequence: 1, kind: 'fee', amountMinor: 7_500 },
      ...{ reason: 'other', words: 'No la vi.', state: 'open', isPaused: true, answer: '', folio: '' },
      ...{ filedAt: '2026-12-23T18:00:00.000Z', answerBy: '2026-12-26T18:00:00.000Z', complaintId: null },
      ...{ takenOffMinor: 0, vatTakenOffMinor: 0 },
    },
  ]);
  expect(disputedMinor).toBe(7_500);
  expect(await eventsOf(loan, 'charge.disputed')).toEqual([
    expect.objectContaining({ disputeId: answer.disputeId, kind: 'fee', sequence: 1, amountMinor: 7_500 }),
  ]);
  const { disputes: listed } = await service.tell(listChargeDisputes, { state: 'open', limit: 100 });
  expect(listed.find(({ disputeId }) => disputeId === answer.disputeId)).toMatchObject({
    ...{ orderNumber: loan.orderNumber, words: 'No la vi.', folio: null, answer: null },
  });
});

test('two that come at once are one dispute', async () => {
  const { session, loan } = await someLoan(33);
  const answer = await Promise.all(
    [1, 2].map(() => service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session)),
  );
  expect(new Set(answer.map(({ disputeId }) => disputeId)).size).toBe(1);
});

test('while a penalty is disputed the borrower reads that it does not grow, and afterwards that it does', async () => {
  const { session, loan } = await someLoan(32);
  const before = await statementOf(loan, session);
  const { disputeId } = await service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session);
  const { statement, note } = await service.ask(readExtension, loan, session);
  expect([(await statementOf(loan, session)).dailyPenaltyMinor, statement?.dailyPenaltyMinor]).toEqual([
    0, 0,
  ]);
  expect(note).toContain('Por ahora no suma más recargo.');
  expect(note).not.toContain('Mañana');
  setDay(35);
  expect((await statementOf(loan, session)).penaltyMinor).toBe(before.penaltyMinor);
  await service.tell(rejectChargeDispute, { disputeId, answer: 'Pagó el día 33.' });
  // Disputing once more stops nothing.
  await service.ask(disputeCharge, disputeOf(loan, '1-fee'), session);
  const again = await statementOf(loan, session);
  expect([again.dailyPenaltyMinor, again.disputes?.[0]?.isPaused]).toEqual([before.dailyPenaltyMinor, false]);
  const growing = await service.ask(readExtension, loan, session);
  expect(growing.statement?.dailyPenaltyMinor).toBe(before.dailyPenaltyMinor);
  expect(growing.note).toContain('Mañana suma el recargo de otro día.');
});

test('a dispute is taken back as easily, once or twice, and can be said again', async () => {
  const { session, loan } = await someLoan(33);
  const { productId, orderId } = loan;
  const { disputeId } = await service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session);
  for (const _time of [1, 2]) {
    expect(await service.ask(withdrawDispute, { productId, orderId, disputeId }, session)).toEqual({
      ...{ disputeId, state: 'withdrawn' },
    });
  }
  const { disputes, disputedMinor } = await statementOf(loan, session);
  expect([disputes, disputedMinor]).toEqual([[], 0]);
  expect(await eventsOf(loan, 'charge.dispute-withdrawn')).toHaveLength(1);
  const answered = { disputeId, answer: 'No.' };
  expect((await service.host(rejectChargeDispute.path, answered)).status).toBe(409);
  const again = await service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session);
  expect(again.disputeId).not.toBe(disputeId);
  await service.tell(rejectChargeDispute, { disputeId: again.disputeId, answer: 'No.' });
  const late = service.ask(withdrawDispute, { productId, orderId, disputeId: again.disputeId }, session);
  expect(await refusedWith(late)).toContain('409');
});

test('upheld in full an unpaid charge goes with the tax on it, once, and the borrower reads it', async () => {
  const { session, loan } = await someLoan(3);
  const before = await statementOf(loan, session);
  const { disputeId } = await service.ask(disputeCharge, disputeOf(loan, '1-fee'), session);
  const answer = 'Su contrato no la tenía.';
  const input = await service.tell(upholdChargeDispute, { disputeId, answer, actor: 'ines' });
  expect(input).toMatchObject({ takenOffMinor: 7_500, vatTakenOffMinor: 1_200, state: 'upheld' });
  expect(input.owedMinor).toBe(before.remainingMinor - 8_700);
  const after = await statementOf(loan, session);
  expect(after.remainingMinor).toBe(before.remainingMinor - 8_700);
  expect(after.charges?.map(({ chargeId }) => chargeId)).not.toContain('1-fee');
  expect(after.disputes).toEqual([
    expect.objectContaining({
      ...{ disputeId, state: 'upheld', amountMinor: 7_500, takenOffMinor: 7_500, answer },
      vatTakenOffMinor: 1_200,
    }),
  ]);
  expect(await eventsOf(loan, 'charge.dispute-answered')).toEqual([
    expect.objectContaining({ decision: 'upheld', takenOffMinor: 7_500, vatTakenOffMinor: 1_200 }),
  ]);
  expect((await service.host(upholdChargeDispute.path, { disputeId, answer })).status).toBe(409);
  expect(await service.tell(readChargeDispute, { disputeId })).toMatchObject({
    ...{ answeredBy: 'host:ines', state: 'upheld', chargedMinor: 0 },
  });
});

test('one message that comes twice takes off once', async () => {
  const { session, loan } = await someLoan(33);
  const { disputeId } = await service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session);
  const fields = { disputeId, amountMinor: 4_000, answer: 'Un día de más.' };
  const messageId = newId();
  const answers = await Promise.all(
    [1, 2].map(() => service.host(upholdChargeDispute.path, fields, messageId)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const { penaltyMinor, disputes } = await statementOf(loan, session);
  expect(penaltyMinor).toBe(12_804 - 4_000);
  expect(disputes?.[0]).toMatchObject({ state: 'upheld', amountMinor: 12_804, takenOffMinor: 4_000 });
});

test('after three days without an answer it is a complaint by itself, once', async () => {
  const { session, loan } = await someLoan(30);
  await service.ask(disputeCharge, disputeOf(loan, '1-vat'), session);
  setDay(33, '11:59:00');
  await complainOfDisputes(service.dependencies);
  expect((await statementOf(loan, session)).disputes?.[0]?.folio).toBe('');
  setDay(34);
  expect(await complainOfDisputes(service.dependencies)).toBeGreaterThan(0);
  expect(await complainOfDisputes(service.dependencies)).toBe(0);
  const [dispute] = (await statementOf(loan, session)).disputes ?? [];
  expect(dispute).toMatchObject({ state: 'open', folio: expect.stringMatching(/^QJ-2026-/) });
  const complaint = await service.ask(readComplaint, { complaintId: dispute?.complaintId ?? '' }, session);
  expect(complaint.content.replaceAll('\u00a0', ' ')).toBe(
    'No estoy de acuerdo con un cargo: IVA, $ 23,84, pago 1. No me respondieron en 72 horas.',
  );
});

test('what cannot be is refused, and nothing is kept', async () => {
  const { session, loan } = await someLoan(3);
  const stranger = await newBorrower(service);
  const request = (chargeId: string, facts: Partial<DisputeRequest> = {}, by = session) =>
    refusedWith(service.ask(disputeCharge, disputeOf(loan, chargeId, facts), by));
  expect(await request('1-fee', {}, stranger)).toContain('404');
  for (const none of ['1-penalty', '1-principal', '9-fee', 'fee', '-1-fee', '']) {
    expect(await request(none)).toMatch(/404|422/);
  }
  expect(await request('1-fee', { reason: 'other', words: ' ' })).toContain('422');
  expect((await statementOf(loan, session)).disputes).toEqual([]);
  const { disputeId } = await service.ask(disputeCharge, disputeOf(loan, '1-fee'), session);
  const { productId, orderId } = loan;
  expect(
    await refusedWith(service.ask(withdrawDispute, { productId, orderId, disputeId }, stranger)),
  ).toContain('404');
  const tooMuch = { disputeId, amountMinor: 7_501, answer: 'Todo.' };
  expect((await service.host(upholdChargeDispute.path, tooMuch)).status).toBe(422);
  expect((await service.host(upholdChargeDispute.path, { disputeId: newId(), answer: 'x' })).status).toBe(
    404,
  );
  expect((await service.host(rejectChargeDispute.path, { disputeId })).status).toBe(422);
  // A charge that was let off otherwise cannot be taken off again.
  await service.tell(waiveCharge, {
    ...{ orderNumber: loan.orderNumber, component: 'fee', sequence: 1, reason: 'as a favour' },
  });
  expect((await service.host(upholdChargeDispute.path, { disputeId, answer: 'Sí.' })).status).toBe(409);
});
