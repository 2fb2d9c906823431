import { expect, test } from 'vitest';
import { firstDay, lend, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import { startOfDayIn } from '../market.ts';
import { addMinor, minorAmount } from '../money/money.ts';
import { deferrals } from './movement.ts';

// Rare histories, each of which was once decided wrongly; tests/oracle compares whatever else is decided with a plain model.

const terms = { ...usualTerms, earlyRepayment: 'whole-plan', lateFeeNewMinor: minorAmount(10_000) } as const;
const { lent, attempt, done, lookOn, pay, takeBack } = lend(terms);
const later = (days: number) => addDays(firstDay, days);
const reason = 'x';

/** The loan with an extension offered for a payment of the plan, which a payment of a day then buys. */
function extend(state: typeof lent, sequence: number, amount: number, paidOn: number, today = paidOn) {
  const offered = {
    id: 'x',
    state: 'awaiting-payment' as const,
    sequences: [sequence],
    paymentEventId: null,
  };
  return pay({ ...state, extensions: [offered] }, 'extending', amount, later(paidOn), later(today), 'extend')
    .after;
}

test('an extension that is reported late charges no day again that a correction settled since', () => {
  const back = { act: 'take-back-penalties', fromDay: later(39), throughDay: later(43), reason } as const;
  const corrected = done(lent, back, later(43)).after;
  const extended = extend(corrected, 1, 60_000, 28, 43);
  const [first] = extended.instalments;
  expect([first?.dueDate, first?.extendedFrom]).toEqual([later(37), later(30)]);
  expect(first?.charged.penalty).toBe(corrected.instalments[0]?.charged.penalty);
  const tomorrow = done(extended, { act: 'look' }, later(44)).booking.movements;
  expect(tomorrow.map(({ occurredAt }) => occurredAt)).toEqual([startOfDayIn('MX', later(44))]);
});

test('what a payment recovered before a loan was taken back among the assets is not taken off what is recovered since', () => {
  const writeOff = { act: 'write-off', reason } as const;
  const recovered = pay(done(lent, writeOff, later(40)).after, 'before', 1_000, later(41)).after;
  const running = done(recovered, { act: 'reinstate', reason }, later(42)).after;
  const again = pay(done(running, writeOff, later(43)).after, 'since', 300, later(44)).after;
  const { derecognised, journal } = takeBack(again, 'before', 1_000, later(41), later(45));
  expect(derecognised['recovery-income']).toBe(-300);
  const ofWriteOffs = journal.filter(({ kind }) => kind === 'write-off').flatMap(({ postings }) => postings);
  const cleared = ofWriteOffs.filter((each) =>
    deferrals.some(({ account, component }) => each.account === account && each.component === component),
  );
  const clearedMinor = addMinor(...cleared.map(({ amountMinor }) => amountMinor));
  expect(clearedMinor).toBeGreaterThan(0);
  const lostMinor = addMinor(derecognised['write-off-expense'], clearedMinor);
  expect(lostMinor + derecognised['derecognised-receivable']).toBe(300);
});

test('days that were charged ahead by a wrong clock, and taken back by a payment, are charged when they come', () => {
  const paid = pay(lookOn(lent, later(36)), 'p', 1_000, later(33)).after;
  const { movements } = done(paid, { act: 'look' }, later(36)).booking;
  expect(movements.map(({ occurredAt }) => occurredAt)).toEqual(
    [34, 35, 36].map((days) => startOfDayIn('MX', later(days))),
  );
});

test('a loan is not given back while what a refund took beyond all that came in is owed', () => {
  const held = pay(lent, 'whole', 600_000, firstDay).after;
  const amountMinor = held.loan.suspenseMinor;
  expect(amountMinor).toBeGreaterThan(1_000);
  const refund = { id: 'r', reason, reference: null, state: 'requested', amountMinor } as const;
  const refunded = done(held, { act: 'request-refund', refund }, firstDay).after;
  const bounced = takeBack(refunded, 'whole', 600_000, firstDay);
  const coolOff = { act: 'cool-off', coolingOffDays: { MX: 3 }, reason } as const;
  const repaid = pay(bounced, 'lent', 500_000, firstDay).after;
  expect(attempt(repaid, coolOff, firstDay)).toMatchObject({ code: 'status-conflict' });
  const all = pay(repaid, 'all', amountMinor, firstDay).after;
  expect(done(all, coolOff, firstDay).after.loan.status).toBe('settled');
});

test('a late fee is charged once, also if a payment that is reported late caused it first and its instalment is late again', () => {
  const late = pay(lookOn(lent, later(55)), 'p', 1_000, later(40), later(62)).after;
  const rest = pay(late, 'first', late.loan.balanceMinor - 400_000, later(62)).after;
  const second = extend(rest, 2, 60_000, 62).instalments[1];
  const { journal } = lookOn(extend(rest, 2, 60_000, 62), addDays(second?.dueDate ?? firstDay, 3));
  const fees = journal.filter(({ kind, key }) => kind === 'late-fee' && key.includes(second?.id ?? ''));
  expect([second?.extendedFrom, fees.length]).toEqual([later(60), 1]);
});

test('an extension that is reported late charges no day twice whose penalty a late report had charged again', () => {
  const anew = pay(lookOn(lent, later(37)), 'told-late', 1_000, later(36), later(42)).after;
  const part = pay(anew, 'part', 40_000, later(42)).after;
  const extended = extend(part, 1, 80_000, 28, 42);
  expect(extended.instalments[0]?.dueDate).toBe(later(37));
  expect(extended.instalments[0]?.charged.penalty).toBe(part.instalments[0]?.charged.penalty);
});
