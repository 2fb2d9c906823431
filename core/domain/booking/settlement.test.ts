import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDay, lend, noon, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { remainingTotal } from '../loan/instalment-state.ts';
import { addMinor, minorAmount } from '../money/money.ts';
import type { ProductTerms } from '../offer/product-terms.ts';
import { coolingOffExitOf } from './cooling-off.ts';
import { settlementOf } from './early-settlement.ts';
import { dueThrough } from './settlement.ts';
import type { LoanState } from './state.ts';

const settlesOn = (terms: ProductTerms, days: number) => {
  const { lent, lookOn } = lend(terms);
  const day = addDays(firstDay, days);
  return settlementOf(lookOn(lent, day), day);
};

test('[MONEY-5] a loan of 5,000.00 is settled by what was lent, its fee, interest of the days used and the tax on both', () => {
  const figures = [0, 1, 15, 30, 120].map((days) => {
    const { interestMinor, feeMinor, vatMinor, owedMinor, forgivenMinor } = settlesOn(usualTerms, days);
    return { days, interestMinor, feeMinor, vatMinor, owedMinor, forgivenMinor };
  });
  expect(figures.map(({ days, interestMinor, feeMinor }) => [days, interestMinor, feeMinor])).toEqual([
    ...[
      [0, 0, 30_000],
      [1, 247, 30_000],
      [15, 3_698, 30_000],
      [30, 7_397, 30_000],
    ],
    // Late by then, at all of its interest.
    [120, 18_493, 30_000],
  ]);
  expect(figures[2]).toMatchObject({ vatMinor: 5_392, owedMinor: 539_090, forgivenMinor: 17_162 });
});

test('[MONEY-5] where the terms say so the fee is charged for the days used, and all of the plan in terms of before', () => {
  expect(settlesOn({ ...usualTerms, earlyRepaymentFee: 'days-used' }, 15)).toMatchObject({ feeMinor: 3_750 });
  const { earlyRepayment: _, ...before } = usualTerms;
  expect(settlesOn(before, 15)).toMatchObject({ owedMinor: 556_252, forgivenMinor: 0 });
  expect(settlesOn({ ...usualTerms, earlyRepayment: 'whole-plan' }, 15)).toMatchObject({
    owedMinor: 556_252,
  });
});

test('[MONEY-5] within its days giving a loan back and settling it cost the same: neither fee nor penalty', () => {
  const terms = { ...usualTerms, coolingOffDays: 3 };
  const { lent } = lend(terms);
  for (const days of [0, 1, 3, 4]) {
    const day = addDays(firstDay, days);
    const settlement = settlementOf(lent, day);
    const exit = coolingOffExitOf({ ...lent, entries: lent.journal }, 0, day);
    expect(settlement.exitUntil).toBe(days <= 3 ? addDays(firstDay, 3) : null);
    expect(exit?.owedMinor ?? null).toBe(days <= 3 ? settlement.owedMinor : null);
    expect(settlement.feeMinor).toBe(days <= 3 ? 0 : 30_000);
  }
});

test('[MONEY-5] what is held counts towards what settles a loan', () => {
  const { lent, lookOn } = lend(usualTerms);
  const day = addDays(firstDay, 15);
  const state = lookOn(lent, day);
  const held = { ...state, loan: { ...state.loan, suspenseMinor: minorAmount(40_000) } };
  expect(settlementOf(held, day)).toMatchObject({ missingMinor: 499_090, owedMinor: 499_090 });
});

test('[MONEY-5] a payment of what settles a loan ends it, and what bounces then is owed as it was', () => {
  const { lent, pay, takeBack, lookOn } = lend(usualTerms);
  const [first, day] = [addDays(firstDay, 5), addDays(firstDay, 15)];
  const partly = pay(lent, 'first', minorAmount(150_000), first).after;
  const settlesMinor = settlementOf(lookOn(partly, day), day).owedMinor;
  expect(settlesMinor).toBe(539_090 - 150_000);
  const short = pay(partly, 'short', minorAmount(settlesMinor - 1), day).after;
  expect(short.loan.status).toBe('to-repay');
  const { after, booking } = pay(partly, 'second', settlesMinor, day, addDays(day, 4));
  expect(after.loan).toMatchObject({ status: 'settled', balanceMinor: 0, suspenseMinor: 0 });
  const told = booking.events.find(({ type }) => type === 'loan.settled-early');
  expect(told?.data).toMatchObject({
    settledOn: day,
    interestMinor: 14_795,
    feeMinor: 0,
    forgivenMinor: 17_162,
  });
  const movement = booking.movements.find(({ kind }) => kind === 'early-settlement');
  expect(movement).toMatchObject({ key: 'early-settlement:payment:second', occurredAt: noon(day) });
  for (const id of ['first', 'second']) {
    const amount = id === 'first' ? 150_000 : settlesMinor;
    const back = takeBack(after, id, amount, day, addDays(day, 5));
    const kept = id === 'first' ? settlesMinor : minorAmount(150_000);
    expect(remainingTotal(back.instalments), id).toBe(556_252 - kept);
  }
});

test('[MONEY-6] ninety-eight days late a loan of 5,000.00 owes its plan and at most as much again', () => {
  const { lent, lookOn, done } = lend(usualTerms);
  const day = addDays(firstDay, 128);
  const late = lookOn(lent, day);
  const penalties = late.instalments.map(({ charged }) => charged.penalty);
  expect(penalties[0]).toBe(late.loan.schedule.instalments[0]?.totalMinor);
  expect(addMinor(...penalties)).toBeLessThanOrEqual(500_000);
  // What the borrower is let off is not charged again.
  const waived = done(late, { act: 'waive', component: 'penalty', sequence: 1, reason: 'x' }, day).after;
  const later = lookOn(waived, addDays(day, 30));
  expect(later.instalments[0]?.charged.penalty).toBe(0);
});

test('only what was due by a day is due then: never a later payment, and never more than settles the loan', () => {
  const { lent, lookOn, pay } = lend({ ...usualTerms, coolingOffDays: 3 });
  const [first = firstDay] = lent.instalments.map(({ dueDate }) => dueDate);
  const dueOn = (state: LoanState, day: LocalDate) => {
    const { journal: entries, ...looked } = lookOn(state, day);
    return dueThrough({ ...looked, entries }, day);
  };
  expect(dueOn(lent, addDays(first, -1))).toBeNull();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 150 }), fc.integer({ min: 1, max: 556_251 }), (days, paidMinor) => {
      const day = addDays(firstDay, days);
      const paid = pay(lent, 'part', minorAmount(paidMinor), addDays(firstDay, 4)).after;
      const looked = lookOn(paid, day);
      const due = dueOn(paid, day);
      const unpaid = looked.instalments.filter((each) => each.dueDate <= day && remainingTotal([each]) > 0);
      expect(due?.instalmentSequences ?? []).toEqual(unpaid.map(({ sequence }) => sequence));
      const settlesMinor = settlementOf(looked, day).owedMinor;
      expect(due?.amountMinor ?? 0).toBe(Math.min(remainingTotal(unpaid), settlesMinor));
    }),
  );
});
