import { expect, test } from 'vitest';
import { lend, noon, paymentOf, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays, localDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { minorAmount } from '../money/money.ts';
import { decide } from './decide.ts';
import { amountDueAt } from './early-settlement.ts';
import type { LoanState } from './state.ts';

const firstDue = localDate('2026-12-20');
const secondDue = localDate('2027-01-19');
const lastDue = localDate('2027-03-20');
const terms = { ...usualTerms, lateFeeNewMinor: minorAmount(100_000) };

/** What payments of the plan ask for before anything is paid. */
const plannedMinor = ({ loan }: LoanState) => loan.schedule.instalments.map(({ totalMinor }) => totalMinor);

const penaltiesOf = ({ instalments }: LoanState) =>
  instalments.reduce((sum, { charged }) => sum + charged.penalty, 0);

test('one centavo short on the due day is neither late nor charged, and due with the next payment', () => {
  const { lent, pay, lookOn } = lend(terms);
  const [first = 0, second = 0] = plannedMinor(lent);
  const paid = pay(lent, 'a', first - 1, firstDue).after;
  const later = lookOn(paid, addDays(firstDue, 20));
  expect([later.loan.status, penaltiesOf(later)]).toEqual(['to-repay', 0]);
  expect(amountDueAt(later, noon(addDays(firstDue, 20))).due).toMatchObject({
    ...{ amountMinor: second + 1, dueDate: secondDue, daysLate: 0, instalmentSequences: [1, 2] },
  });
});

test('what is missing does not add up: from the payment on that brings it to the tolerance, it is late', () => {
  const { lent, pay, lookOn } = lend(terms);
  const [first = 0, second = 0] = plannedMinor(lent);
  const one = pay(lent, 'a', first - 60, firstDue).after;
  const two = pay(one, 'b', second + 60 - 99, secondDue).after;
  expect(lookOn(two, addDays(secondDue, 1)).loan.status).toBe('to-repay');
  const short = pay(one, 'b', second + 60 - 100, secondDue).after;
  const late = lookOn(short, addDays(secondDue, 1));
  expect([late.loan.status, amountDueAt(late, noon(addDays(secondDue, 1))).due?.daysLate]).toEqual([
    'overdue',
    1,
  ]);
});

test('a payment that is late beside an old rest is as late as itself', () => {
  const { lent, pay, lookOn } = lend(terms);
  const [first = 0, second = 0] = plannedMinor(lent);
  const paid = pay(lent, 'a', first - 1, firstDue).after;
  const day = addDays(secondDue, 1);
  const late = lookOn(paid, day);
  expect(amountDueAt(late, noon(day)).due).toMatchObject({ dueDate: secondDue, daysLate: 1 });
  // The late fee is of the second payment alone; a day of penalty is 3 % of what it leaves unpaid.
  expect(penaltiesOf(late)).toBe(100_000 + Math.round(second * 0.03));
});

test('a rest below the tolerance at the end is let go and booked', () => {
  const { lent, pay, lookOn } = lend(terms);
  const [first = 0, second = 0, third = 0, fourth = 0] = plannedMinor(lent);
  const paid = pay(lent, 'a', first + second + third + fourth - 99, lastDue, lastDue).after;
  const end = lookOn(pay(lent, 'a', first + second + third, firstDue).after, firstDue);
  const last = pay(end, 'b', fourth - 99, lastDue).after;
  expect(last.loan.status).toBe('to-repay');
  const settled = lookOn(last, addDays(lastDue, 1));
  expect([settled.loan.status, remainingTotal(settled.instalments), penaltiesOf(settled)]).toEqual([
    ...['settled', 0, 0],
  ]);
  const waiver = settled.journal.find(({ kind }) => kind === 'waiver');
  expect(waiver?.postings).toContainEqual(
    expect.objectContaining({ account: 'waiver-expense', amountMinor: 99 }),
  );
  expect(paid.loan.status).toBe('overdue');
});

test('[DATE-1] who is in Tijuana is late when the day is over there too, and a payment of 22:30 there is in time', () => {
  const { lent, attempt } = lend({ ...terms, deadlineZone: 'America/Tijuana' });
  const [first = 0] = plannedMinor(lent);
  // 22:30 in Tijuana is half past midnight in Mexico City.
  const now = new Date('2026-12-21T00:30:00-06:00');
  const circumstances = {
    now,
    bookableThrough: null,
    closedThrough: null,
    nextId: () => crypto.randomUUID(),
  };
  const looked = decide(lent, { act: 'look' }, circumstances);
  if (looked instanceof CodedError) throw looked;
  expect([looked.after.loan.status, penaltiesOf(looked.after)]).toEqual(['to-repay', 0]);
  const payment = { ...paymentOf('a', first, firstDue), paidAt: now };
  const paid = decide(lent, { act: 'receive', payment, creditedAt: now, purpose: 'repay' }, circumstances);
  if (paid instanceof CodedError) throw paid;
  const next = attempt(paid.after, { act: 'look' }, addDays(firstDue, 1));
  if (next instanceof CodedError) throw next;
  expect([next.after.loan.status, penaltiesOf(next.after)]).toEqual(['to-repay', 0]);
  // Two hours later the day is over in both.
  const over = decide(
    lent,
    { act: 'look' },
    { ...circumstances, now: new Date('2026-12-21T02:00:00-06:00') },
  );
  if (over instanceof CodedError) throw over;
  expect(over.after.loan.status).toBe('overdue');
});

test('a product may say how little is let go, and 0 for nothing', () => {
  const { lent, pay, lookOn } = lend({ ...terms, penaltyBands: [], lateToleranceMinor: minorAmount(0) });
  const [first = 0] = plannedMinor(lent);
  const paid = pay(lent, 'a', first - 1, firstDue).after;
  const late = lookOn(paid, addDays(firstDue, 1));
  expect([late.loan.status, penaltiesOf(late)]).toEqual(['overdue', 1]);
});
