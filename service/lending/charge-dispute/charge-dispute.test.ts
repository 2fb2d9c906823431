import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
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
import { reversePenalties } from '#contract/host/ledger.ts';
import { waiveCharge } from '#contract/host/repayment.ts';
import { queryRows } from '#db/database.ts';
import { newId } from '#db/new-id.ts';
import { ledgerPostings } from '#db/schema/ledger.ts';
import { addDays, localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { comparedBooks } from '#tests/setup/compared-books.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan, pay, type TestLoan } from '#tests/setup/lending-journeys.ts';
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

test('a charge that was disputed and withdrawn pauses the penalty no second time', async () => {
  const { session, loan } = await someLoan(32);
  const { productId, orderId } = loan;
  const file = (chargeId: string) => service.ask(disputeCharge, disputeOf(loan, chargeId), session);
  const penaltyOn = async (day: number) => {
    setDay(day);
    return (await statementOf(loan, session)).penaltyMinor;
  };
  const before = await penaltyOn(32);
  const { disputeId } = await file('1-penalty');
  expect(await penaltyOn(35)).toBe(before);
  await service.ask(withdrawDispute, { productId, orderId, disputeId }, session);
  await file('1-penalty');
  expect(await penaltyOn(37)).toBeGreaterThan(before);
});

test('every charge stands in the statement by its kind, and they sum to what was charged beyond what was lent', async () => {
  const { session, loan } = await someLoan(33);
  const { charges, disputes, disputedMinor } = await statementOf(loan, session);
  expect(charges?.filter(({ sequence }) => sequence === 1)).toEqual([
    { chargeId: '1-penalty', sequence: 1, kind: 'penalty', chargedMinor: 12_804 },
    { chargeId: '1-interest', sequence: 1, kind: 'interest', chargedMinor: 7_397 },
    { chargeId: '1-fee', sequence: 1, kind: 'fee', chargedMinor: 7_500 },
    { chargeId: '1-vat', sequence: 1, kind: 'vat', chargedMinor: 2_384 },
  ]);
  const charged = charges?.reduce((sum, { chargedMinor }) => sum + chargedMinor, 0);
  expect(charged).toBe(556_252 - 500_000 + 12_804);
  expect([disputes, disputedMinor]).toEqual([[], 0]);
});

test('a late fee is a charge of its own beside the daily penalties', async () => {
  const { session, loan } = await someLoan(94, 'mx-90-steps');
  const { charges, instalments, penaltyMinor } = await statementOf(loan, session);
  const of = (kind: string) => charges?.find((each) => each.sequence === 1 && each.kind === kind);
  expect(of('late-fee')?.chargedMinor).toBeGreaterThan(0);
  expect((of('late-fee')?.chargedMinor ?? 0) + (of('penalty')?.chargedMinor ?? 0)).toBe(penaltyMinor);
  expect(instalments[0]?.chargedMinor).toBeGreaterThan(penaltyMinor);
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

test('a disputed penalty does not grow, and another disputed charge carries none; days that are over stay free', async () => {
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
  setDay(36);
  const after = await statementOf(loan, session);
  expect(after.penaltyMinor).toBe(before.penaltyMinor + before.dailyPenaltyMinor);
  // Disputing once more stops nothing.
  await service.ask(disputeCharge, disputeOf(loan, '1-fee'), session);
  const again = await statementOf(loan, session);
  expect([again.dailyPenaltyMinor, again.disputes?.[0]?.isPaused]).toEqual([before.dailyPenaltyMinor, false]);
  const growing = await service.ask(readExtension, loan, session);
  expect(growing.statement?.dailyPenaltyMinor).toBe(before.dailyPenaltyMinor);
  expect(growing.note).toContain('Mañana suma el recargo de otro día.');

  const other = await someLoan(32);
  await service.ask(disputeCharge, disputeOf(other.loan, '1-fee'), other.session);
  // 3 % of what is unpaid but for the disputed 75,00: 1.422,81 - 75,00.
  expect((await statementOf(other.loan, other.session)).dailyPenaltyMinor).toBe(4_043);
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

test('what was paid of an upheld charge settles what else is owed, or is held where the loan is paid', async () => {
  const { session, loan } = await someLoan(3);
  await pay(service, loan, 142_281);
  const first = await service.ask(disputeCharge, disputeOf(loan, '1-interest'), session);
  await service.tell(upholdChargeDispute, { disputeId: first.disputeId, answer: 'Era otra tasa.' });
  const running = await statementOf(loan, session);
  expect([running.remainingMinor, running.heldMinor]).toEqual([556_252 - 142_281 - 7_397 - 1_184, 0]);
  await pay(service, loan, running.remainingMinor);
  const second = await service.ask(disputeCharge, disputeOf(loan, '2-fee'), session);
  await service.tell(upholdChargeDispute, { disputeId: second.disputeId, answer: 'Tampoco va.' });
  const settled = await statementOf(loan, session);
  expect([settled.status, settled.remainingMinor, settled.heldMinor]).toEqual(['settled', 0, 8_700]);
});

test('what was taken off goes back with the penalties that are reversed, and nothing falls below zero', async () => {
  const { session, loan } = await someLoan(33);
  const { disputeId } = await service.ask(disputeCharge, disputeOf(loan, '1-penalty'), session);
  const part = { disputeId, amountMinor: minorAmount(4_000), answer: 'Un día de más.' };
  await service.tell(upholdChargeDispute, part);
  const { orderNumber } = loan;
  const days = { fromDay: addDays(startDay, 31), throughDay: addDays(startDay, 33) };
  await service.tell(reversePenalties, { orderNumber, ...days, reason: 'the bank was closed' });
  expect(await statementOf(loan, session)).toMatchObject({ penaltyMinor: 0, remainingMinor: 556_252 });
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

const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ kind: fc.constant('pay' as const), percent: fc.constantFrom(20, 100, 700) }),
  fc.record({ kind: fc.constant('dispute' as const), pick: fc.nat(20) }),
  fc.record({ kind: fc.constant('withdraw' as const), pick: fc.nat(5) }),
  fc.record({ kind: fc.constant('reject' as const), pick: fc.nat(5) }),
  fc.record({
    ...{ kind: fc.constant('uphold' as const), pick: fc.nat(5) },
    percent: fc.constantFrom(1, 50, 100),
  }),
  fc.constant({ kind: 'waive' as const }),
);

/** The charges and disputes of a statement, against its own sums and the ledger. */
async function expectWhole(loan: TestLoan, session: TestSession) {
  const statement = await statementOf(loan, session);
  const postings = await service.database
    .select()
    .from(ledgerPostings)
    .where(eq(ledgerPostings.loanId, loan.orderId));
  const sum = (of: readonly { readonly amountMinor: number }[]) =>
    of.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const receivable = postings.filter(({ account }) => account === 'receivable');
  expect(statement.remainingMinor).toBe(sum(receivable));
  expect(statement.heldMinor).toBe(0 - sum(postings.filter(({ account }) => account === 'suspense')));
  const charged = statement.charges?.reduce((total, { chargedMinor }) => total + chargedMinor, 0) ?? 0;
  const chargedInAll = statement.instalments.reduce((total, { chargedMinor }) => total + chargedMinor, 0);
  // What was lent is all that is charged beside the charges.
  expect(chargedInAll - charged).toBe(500_000);
  expect(statement.disputedMinor).toBeLessThanOrEqual(statement.dueMinor);
  const open = statement.disputes?.filter(({ state }) => state === 'open') ?? [];
  expect(new Set(open.map(({ chargeId }) => chargeId)).size).toBe(open.length);
  const received = statement.payments.reduce((total, { amountMinor }) => total + amountMinor, 0);
  expect(received).toBe(statement.paidMinor + statement.heldMinor);
  return statement;
}

test('on every history of charges, disputes and answers the figures are one statement, and reconcile', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      let days = 5;
      const { session, loan } = await someLoan(days);
      const { productId, orderId, orderNumber } = loan;
      let statement = await expectWhole(loan, session);
      for (const each of steps) {
        const open = statement.disputes?.filter(({ state }) => state === 'open') ?? [];
        const picked = 'pick' in each ? open[each.pick % Math.max(1, open.length)] : undefined;
        if (each.kind === 'wait') {
          days += each.days;
          setDay(days);
        } else if (each.kind === 'pay') {
          await pay(service, loan, Math.max(1, Math.round((statement.dueMinor * each.percent) / 100)));
        } else if (each.kind === 'waive') {
          await service.host(waiveCharge.path, { orderNumber, component: 'penalty', reason: 'as a favour' });
        } else if (each.kind === 'dispute') {
          const charge = statement.charges?.[each.pick % Math.max(1, statement.charges.length)];
          if (charge) await service.ask(disputeCharge, disputeOf(loan, charge.chargeId), session);
        } else if (picked && each.kind === 'withdraw') {
          await service.ask(withdrawDispute, { productId, orderId, disputeId: picked.disputeId }, session);
        } else if (picked && each.kind === 'reject') {
          await service.tell(rejectChargeDispute, { disputeId: picked.disputeId, answer: 'Va.' });
        } else if (picked && each.kind === 'uphold' && picked.amountMinor > 0) {
          const before = statement;
          const amountMinor = minorAmount(Math.max(1, Math.round((picked.amountMinor * each.percent) / 100)));
          const input = await service.tell(upholdChargeDispute, {
            ...{ disputeId: picked.disputeId, amountMinor, answer: 'No va.' },
          });
          const takenOff = input.takenOffMinor + input.vatTakenOffMinor;
          expect(input.takenOffMinor).toBe(amountMinor);
          const after = await expectWhole(loan, session);
          expect(before.remainingMinor - before.heldMinor - takenOff).toBe(
            after.remainingMinor - after.heldMinor,
          );
        }
        statement = await expectWhole(loan, session);
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
  const { disagreements } = await comparedBooks(service);
  expect(disagreements).toEqual([]);
});
