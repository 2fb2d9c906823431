import fc from 'fast-check';
import { expect, test } from 'vitest';
import { approvedLoan, firstDay, noon } from '#tests/setup/lent-loan.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { startOfDayIn } from '../market.ts';
import { addMinor, minorAmount, zeroMinor } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import { type Booking, evolve } from './booking.ts';
import { type Command, decide } from './decide.ts';
import { deferrals } from './movement.ts';
import type { Circumstances, LoanState } from './state.ts';

const terms: ProductTerms = {
  ...{ productId: 'mx-120', market: 'MX', currency: 'MXN', instalmentCount: 4, instalmentDays: 30 },
  ...{ annualInterestPpm: 180_000, dailyInterestPpm: 493, feePpm: 60_000, vatPpm: 160_000 },
  ...{ allowsPrepayment: true, pausesPenaltyOnClaim: true, pausesPenaltyOnDispute: true },
  penaltyBands: [
    { fromDay: 1, dailyPpm: 30_000 },
    { fromDay: 31, dailyPpm: 10_000 },
  ],
  ...{ lateFeeNewMinor: minorAmount(10_000), lateFeeRepeatMinor: zeroMinor },
  ...{ extensionDailyPpm: 10_000, extensionMaxDays: 7, extensionCostMaxPpm: 300_000 },
  ...{
    minimumMinor: minorAmount(100_000),
    maximumMinor: minorAmount(1_000_000),
    stepMinor: minorAmount(10_000),
  },
};
let idCount = 0;
const nextId = () => {
  idCount += 1;
  return `00000000-0000-7000-8000-${String(idCount).padStart(12, '0')}`;
};
const on = (day: LocalDate): Circumstances => ({
  now: noon(day),
  bookableThrough: null,
  closedThrough: null,
  actor: 'host',
  nextId,
});

const approved = approvedLoan(terms);

function done(state: LoanState, command: Command, day: LocalDate) {
  const decision = decide(state, command, on(day));
  if (decision instanceof CodedError) throw decision;
  return decision;
}

const refusalOf = (state: LoanState, command: Command, day: LocalDate) => {
  const decision = decide(state, command, on(day));
  return decision instanceof CodedError ? [decision.code, decision.field] : null;
};

const paidOut = done(approved, { act: 'disburse', reference: 'T1' }, firstDay).after;

const received = (id: string, amount: number, day: LocalDate) => ({
  act: 'receive' as const,
  payment: {
    ...{
      id,
      provider: 'spei',
      eventId: id,
      trackingKey: null,
      reference: 'LL-1',
      amountMinor: minorAmount(amount),
    },
    ...{ paidAt: noon(day), outcome: 'unmatched' as const },
  },
  creditedAt: noon(day),
  purpose: 'repay' as const,
});

const paymentOf = (command: Command) =>
  command.act === 'receive' ? { ...command.payment, outcome: 'posted' as const } : null;

/** What of a loan its borrower sees: what each instalment owes and when, what is held, where it stands. */
const figuresOf = ({ loan, instalments }: LoanState) => ({
  status: loan.status,
  balanceMinor: loan.balanceMinor,
  heldMinor: loan.suspenseMinor,
  instalments: instalments.map(({ dueDate, charged, paid }) => ({ dueDate, charged, paid })),
});

/** What holds of every booking and of the loan that it leaves. */
function expectSound(before: LoanState, booking: Booking, after: LoanState): void {
  for (const { postings } of booking.movements) {
    expect(addMinor(...postings.map(({ amountMinor }) => amountMinor))).toBe(0);
    expect(postings.every(({ amountMinor }) => amountMinor !== 0)).toBe(true);
  }
  for (const made of [booking.movements, booking.statuses]) {
    const ids = made.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
  }
  expect(new Set([...booking.movements, ...booking.statuses].map(({ id }) => id)).size).toBe(
    booking.movements.length + booking.statuses.length,
  );
  expect(new Set([...before.journal, ...booking.movements].map(({ key }) => key)).size).toBe(
    before.journal.length + booking.movements.length,
  );
  expect(evolve(before, booking)).toEqual(after);
  const { balanceMinor, suspenseMinor, status } = after.loan;
  expect(balanceMinor).toBe(remainingTotal(after.instalments));
  expect(suspenseMinor).toBeGreaterThanOrEqual(0);
  if (status !== 'sold') expect(balanceMinor === 0 || suspenseMinor === 0).toBe(true);
  const isOut = after.loan.writtenOffAt !== null || status === 'sold';
  expect(addMinor(after.derecognised['derecognised-receivable'], isOut ? balanceMinor : zeroMinor)).toBe(0);
}

const freeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
};

type Step = { readonly days: number; readonly act: string; readonly share: number; readonly ago: number };
const anyStep: fc.Arbitrary<Step> = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  act: fc.constantFrom(
    ...[
      'receive',
      'receive',
      'receive',
      'look',
      'waive',
      'take-back',
      'take-back-waiver',
      'take-back-penalties',
    ],
    ...['dispute', 'answer', 'write-off', 'reinstate', 'sell', 'refund', 'fail-refund', 'cool-off'],
  ),
  share: fc.constantFrom(1, 30, 60, 100, 101, 250, 1000),
  ago: fc.integer({ min: 0, max: 5 }),
});

/** What a step asks of a loan as it stands; undefined where there is nothing to ask. */
function commandOf(
  state: LoanState,
  { act, share, ago }: Step,
  day: LocalDate,
  count: number,
): Command | undefined {
  const { journal, disputes, loan } = state;
  const reason = 'test';
  const last = (kind: string) => journal.findLast((entry) => entry.kind === kind && entry.isStanding);
  const amountMinor = minorAmount(Math.max(1, Math.floor((loan.balanceMinor * share) / 100)));
  const refund = { reason, reference: null, id: `r${count}`, amountMinor: loan.suspenseMinor };
  const [dispute] = disputes.filter((each) => each.state === 'open');
  const payment = last('payment');
  const refunded = last('refund');
  switch (act) {
    case 'receive':
      return received(`p${count}`, amountMinor, [firstDay, addDays(day, -ago)].sort()[1] ?? day);
    case 'waive':
      return { act, component: share > 50 ? 'penalty' : 'fee', reason };
    case 'take-back-waiver':
      return { act, transactionId: last('waiver')?.id ?? '', reason };
    case 'take-back':
      return payment && { act, payment: { ...bareOf(payment.key), outcome: 'posted' }, reason };
    case 'take-back-penalties':
      return { act, fromDay: addDays(day, -ago), throughDay: day, reason };
    case 'dispute':
      return {
        act: 'dispute-charge',
        charge: { sequence: 1, kind: share > 50 ? 'penalty' : 'fee' },
        reason: 'other',
        words: 'x',
        language: 'es',
      };
    case 'answer':
      return (
        dispute && { act: 'answer-dispute', dispute, answer: 'x', amountMinor: share > 50 ? undefined : null }
      );
    case 'refund':
      return loan.suspenseMinor > 0
        ? { act: 'request-refund', refund: { ...refund, state: 'requested' } }
        : undefined;
    case 'fail-refund':
      return (
        refunded && {
          act,
          refund: { ...refund, id: refunded.key.split(':')[1] ?? '', state: 'requested' },
          reason,
        }
      );
    case 'sell':
      return { act, priceMinor: minorAmount(share), reason };
    case 'cool-off':
      return { act, coolingOffDays: { MX: 200 }, reason };
    case 'write-off':
    case 'reinstate':
      return { act, reason };
    default:
      return { act: 'look' };
  }
}

const bareOf = (key: string) => ({
  ...{
    id: key.replace('payment:', ''),
    provider: 'spei',
    eventId: key,
    trackingKey: null,
    reference: 'LL-1',
  },
  ...{ amountMinor: minorAmount(1), paidAt: noon(firstDay) },
});

test('whatever is decided on a loan is sound, and how it then stands follows from what is written', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 30 }), (steps) => {
      let [state, day] = [freeze(paidOut), firstDay];
      steps.forEach((step, count) => {
        day = addDays(day, step.days);
        const command = commandOf(state, step, day, count);
        const decision = command && decide(state, command, on(day));
        if (!decision || decision instanceof CodedError) return;
        expectSound(state, decision.booking, decision.after);
        state = freeze(decision.after);
      });
    }),
    { numRuns: Number(process.env.DECISION_RUNS ?? 500) },
  );
});

test('a payment reported late leaves what it would have left when it came', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 130 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 700_000 }),
      (paidAfter, reportedAfter, amount) => {
        const paidOn = addDays(firstDay, paidAfter);
        const today = addDays(paidOn, reportedAfter);
        const seen = done(paidOut, { act: 'look' }, today).after;
        const late = done(seen, received('p', amount, paidOn), today).after;
        const inTime = done(
          done(paidOut, received('p', amount, paidOn), paidOn).after,
          { act: 'look' },
          today,
        ).after;
        expect(figuresOf(late)).toEqual(figuresOf(inTime));
      },
    ),
  );
});

test('a waiver, a payment, a dispute in whole and a write-off each taken back restore every figure', () => {
  fc.assert(
    fc.property(fc.integer({ min: 31, max: 140 }), fc.integer({ min: 1, max: 700_000 }), (days, amount) => {
      const day = addDays(firstDay, days);
      const seen = done(paidOut, { act: 'look' }, day).after;
      const waived = done(seen, { act: 'waive', component: 'penalty', reason: 'x' }, day);
      const transactionId = waived.booking.movements[0]?.id ?? '';
      const back = done(waived.after, { act: 'take-back-waiver', transactionId, reason: 'x' }, day).after;
      expect(figuresOf(back)).toEqual(figuresOf(seen));
      const receive = received('p', amount, day);
      const paid = done(seen, receive, day).after;
      const payment = paymentOf(receive);
      if (!payment) throw new Error('no payment');
      const bounced = done(paid, { act: 'take-back', payment, reason: 'x' }, day).after;
      expect(figuresOf(bounced)).toEqual(figuresOf(seen));
      const lost = done(seen, { act: 'write-off', reason: 'x' }, day).after;
      const state = done(lost, { act: 'reinstate', reason: 'x' }, day).after;
      expect(figuresOf(state)).toEqual(figuresOf(seen));
      expect(state.derecognised).toEqual(seen.derecognised);
    }),
  );
});

test('days are booked once, up to the last that may be, and cost nothing while they pause', () => {
  const late = addDays(firstDay, 40);
  const until = addDays(firstDay, 35);
  const outcome = decide(paidOut, { act: 'look' }, { ...on(late), bookableThrough: until });
  if (outcome instanceof CodedError) throw outcome;
  expect(outcome.after.instalments[0]?.accruedThrough).toBe(until);
  expect(outcome.booking.movements).toHaveLength(6);
  expect(done(outcome.after, { act: 'look' }, until).booking.movements).toEqual([]);
  const pauses = [
    { causeId: 'c', fromDay: addDays(firstDay, 32), throughDay: addDays(firstDay, 33), part: null },
  ];
  expect(done({ ...paidOut, pauses }, { act: 'look' }, until).booking.movements).toHaveLength(4);
});

test.each<[string, LoanState, Command, readonly unknown[]]>([
  ['pay out twice', paidOut, { act: 'disburse', reference: 'T2' }, ['status-conflict', undefined]],
  ['approve what runs', paidOut, { act: 'approve' }, ['status-conflict', undefined]],
  ['cancel what runs', paidOut, { act: 'cancel', reason: 'x' }, ['status-conflict', undefined]],
  [
    'waive nothing',
    paidOut,
    { act: 'waive', component: 'penalty', reason: 'x' },
    ['status-conflict', undefined],
  ],
  [
    'waive more than is owed',
    paidOut,
    { act: 'waive', component: 'fee', amountMinor: minorAmount(30_001), reason: 'x' },
    ['request-invalid', 'amountMinor'],
  ],
  [
    'waive an instalment that is not there',
    paidOut,
    { act: 'waive', component: 'fee', sequence: 5, reason: 'x' },
    ['request-invalid', 'sequence'],
  ],
  [
    'take back no waiver',
    paidOut,
    { act: 'take-back-waiver', transactionId: 'none', reason: 'x' },
    ['not-found', 'transactionId'],
  ],
  ['reinstate what runs', paidOut, { act: 'reinstate', reason: 'x' }, ['status-conflict', undefined]],
  [
    'write off what is not paid out',
    approved,
    { act: 'write-off', reason: 'x' },
    ['status-conflict', undefined],
  ],
  [
    'sell what is not paid out',
    approved,
    { act: 'sell', priceMinor: zeroMinor, reason: 'x' },
    ['status-conflict', undefined],
  ],
  [
    'give back what was not repaid',
    paidOut,
    { act: 'cool-off', coolingOffDays: { MX: 3 }, reason: 'x' },
    ['status-conflict', undefined],
  ],
  [
    'give back on a day to come',
    paidOut,
    { act: 'cool-off', returnedOn: addDays(firstDay, 1), coolingOffDays: { MX: 3 }, reason: 'x' },
    ['request-invalid', 'returnedOn'],
  ],
  [
    'refund more than is held',
    paidOut,
    {
      act: 'request-refund',
      refund: { id: 'r', amountMinor: minorAmount(1), state: 'requested', reason: 'x', reference: null },
    },
    ['request-invalid', 'amountMinor'],
  ],
  [
    'dispute what is not charged',
    paidOut,
    {
      act: 'dispute-charge',
      charge: { sequence: 1, kind: 'penalty' },
      reason: 'other',
      words: 'x',
      language: 'es',
    },
    ['not-found', 'chargeId'],
  ],
])('it is refused to %s', (_what, state, command, refusal) => {
  expect(refusalOf(state, command, firstDay)).toEqual(refusal);
});

test('an extension that is told late charges no day again that was settled by a correction since', () => {
  const due = addDays(firstDay, 30);
  const paidOn = addDays(due, -2);
  const today = addDays(due, 13);
  const offered = { id: 'x', state: 'awaiting-payment' as const, sequences: [1], paymentEventId: null };
  const request = { ...paidOut, extensions: [offered] };
  const act = 'take-back-penalties';
  const corrected = done(
    request,
    { act, fromDay: addDays(due, 9), throughDay: today, reason: 'x' },
    today,
  ).after;
  const extended = done(corrected, { ...received('p', 60_000, paidOn), purpose: 'extend' }, today).after;
  const [first] = extended.instalments;
  expect([first?.dueDate, first?.extendedFrom]).toEqual([addDays(due, 7), due]);
  expect(first?.charged.penalty).toBe(corrected.instalments[0]?.charged.penalty);
  const tomorrow = done(extended, { act: 'look' }, addDays(today, 1)).booking.movements;
  expect(tomorrow.map(({ occurredAt }) => occurredAt)).toEqual([startOfDayIn('MX', addDays(today, 1))]);
});

test('what a payment recovered before a loan was taken back among the assets is not taken off what is recovered since', () => {
  const later = (days: number) => addDays(firstDay, 40 + days);
  const writeOff: Command = { act: 'write-off', reason: 'x' };
  const before = received('before', 1_000, later(1));
  const recovered = done(done(paidOut, writeOff, later(0)).after, before, later(1)).after;
  const running = done(recovered, { act: 'reinstate', reason: 'x' }, later(2)).after;
  const again = done(
    done(running, writeOff, later(3)).after,
    received('since', 300, later(4)),
    later(4),
  ).after;
  const payment = paymentOf(before);
  if (!payment) throw new Error('no payment');
  const { derecognised, journal } = done(again, { act: 'take-back', payment, reason: 'x' }, later(5)).after;
  expect(derecognised['recovery-income']).toBe(-300);
  const cleared = deferrals.map(({ account, component }) => {
    const ofWriteOffs = journal.filter(({ kind }) => kind === 'write-off');
    const own = ofWriteOffs.flatMap(({ postings }) => postings);
    return own.filter((each) => each.account === account && each.component === component);
  });
  const clearedMinor = addMinor(...cleared.flat().map(({ amountMinor }) => amountMinor));
  expect(clearedMinor).toBeGreaterThan(0);
  const lostMinor = addMinor(derecognised['write-off-expense'], clearedMinor);
  expect(lostMinor + derecognised['derecognised-receivable']).toBe(300);
});

test('days that were charged ahead by a wrong clock, and taken back by a payment, are charged when they come', () => {
  const [today, ahead] = [addDays(firstDay, 33), addDays(firstDay, 36)];
  const leapt = done(paidOut, { act: 'look' }, ahead).after;
  const paid = done(leapt, received('p', 1_000, today), today).after;
  const { movements } = done(paid, { act: 'look' }, ahead).booking;
  expect(movements.map(({ occurredAt }) => occurredAt)).toEqual(
    [34, 35, 36].map((days) => startOfDayIn('MX', addDays(firstDay, days))),
  );
});

test('a loan is not given back while what a refund took beyond all that came in is owed', () => {
  const refund = { id: 'r', reason: 'x', reference: null, state: 'requested' as const };
  const whole = received('whole', 600_000, firstDay);
  const held = done(paidOut, whole, firstDay).after;
  const amountMinor = held.loan.suspenseMinor;
  expect(amountMinor).toBeGreaterThan(1_000);
  const command = { act: 'request-refund', refund: { ...refund, amountMinor } } as const;
  const refunded = done(held, command, firstDay).after;
  const payment = paymentOf(whole);
  if (!payment) throw new Error('no payment');
  const bounced = done(refunded, { act: 'take-back', payment, reason: 'x' }, firstDay).after;
  const coolOff = { act: 'cool-off', coolingOffDays: { MX: 3 }, reason: 'x' } as const;
  const lent = done(bounced, received('lent', 500_000, firstDay), firstDay).after;
  expect(refusalOf(lent, coolOff, firstDay)).toEqual(['status-conflict', undefined]);
  const all = done(lent, received('all', amountMinor, firstDay), firstDay).after;
  expect(done(all, coolOff, firstDay).after.loan.status).toBe('settled');
});

test('a late fee is charged once, also where a payment told late had it charged first and its payment is late again', () => {
  const second = addDays(firstDay, 60);
  const [paidOn, event] = [addDays(firstDay, 40), addDays(second, 2)];
  const seen = done(paidOut, { act: 'look' }, addDays(second, -5)).after;
  const late = done(seen, received('p', 1_000, paidOn), event).after;
  const rest = done(late, received('first', late.loan.balanceMinor - 400_000, event), event).after;
  const offered = { id: 'x', state: 'awaiting-payment' as const, sequences: [2], paymentEventId: null };
  const extending = { ...received('extending', 60_000, event), purpose: 'extend' } as const;
  const extended = done({ ...rest, extensions: [offered] }, extending, event).after;
  const again = addDays(extended.instalments[1]?.dueDate ?? event, 3);
  const { journal } = done(extended, { act: 'look' }, again).after;
  const { id } = extended.instalments[1] ?? { id: '' };
  const fees = journal.filter((entry) => entry.kind === 'late-fee' && entry.key.includes(id));
  expect([extended.instalments[1]?.extendedFrom, fees.length]).toEqual([second, 1]);
});

test('an extension that is told late charges no day twice whose penalty a late report had charged anew', () => {
  const due = addDays(firstDay, 30);
  const on = (days: number) => addDays(due, days);
  const seen = done(paidOut, { act: 'look' }, on(7)).after;
  const anew = done(seen, received('told-late', 1_000, on(6)), on(12)).after;
  const part = done(anew, received('part', 40_000, on(12)), on(12)).after;
  const offered = { id: 'x', state: 'awaiting-payment' as const, sequences: [1], paymentEventId: null };
  const extending = { ...received('extending', 80_000, on(-2)), purpose: 'extend' } as const;
  const extended = done({ ...part, extensions: [offered] }, extending, on(12)).after;
  expect(extended.instalments[0]?.dueDate).toBe(on(7));
  expect(extended.instalments[0]?.charged.penalty).toBe(part.instalments[0]?.charged.penalty);
});
