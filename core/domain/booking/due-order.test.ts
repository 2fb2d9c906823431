import { expect, test } from 'vitest';
import { firstDay, lend, noon, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { dueNow, remainingTotal } from '../loan/instalment-state.ts';
import { plannedDebtKey } from '../loan/new-plan.ts';
import { statementOf } from '../loan/statement.ts';
import { zeroMinor } from '../money/money.ts';
import { amountDueAt } from './early-settlement.ts';
import { plannedToday } from './new-plan.ts';

// Whatever else befalls a loan, tests/oracle compares the order of its payments with a plain model's.

test('[MONEY-5] after a new plan with earlier days and a reversed payment, the first due instalment is requested, shown and paid first', () => {
  const { lent, done, lookOn, pay, takeBack } = lend({ ...usualTerms, earlyRepayment: 'whole-plan' });
  const day = addDays(firstDay, 2);
  const firstMinor = remainingTotal(lent.instalments.slice(0, 1));
  const paid = pay(lent, 'bounces', firstMinor, firstDay).after;
  const terms = { moratoriumDays: 0, spread: { count: 2, days: 10 }, waivesPenalties: false };
  const proposed = done(paid, { act: 'propose-plan', terms, validDays: 7, reason: 'in difficulty' }, day);
  const planned = plannedToday(lookOn(proposed.after, day), terms, day);
  if (planned instanceof CodedError) throw planned;
  const seen = plannedDebtKey(planned, day);
  const accept = { act: 'accept-plan', planId: proposed.answer.planId, seen } as const;
  const state = takeBack(done(proposed.after, accept, day).after, 'bounces', firstMinor, firstDay, day);
  // The plan made payments 5 and 6, of the days 12 and 22; the first one, of day 30, is owed again.
  expect(dueNow(state.instalments, day, zeroMinor)?.instalmentSequences).toEqual([5]);
  const facts = { ...amountDueAt(state, noon(day)), allowsPrepayment: true };
  const shown = statementOf(state.instalments, day, facts);
  expect(shown.dueDate).toBe(addDays(firstDay, 12));
  const dates = shown.instalments.map(({ dueDate }) => dueDate);
  expect(dates).toEqual(dates.toSorted());
  const owedOn = (sequence: number, of = state) =>
    remainingTotal(of.instalments.filter((each) => each.sequence === sequence));
  const after = pay(state, 'part', owedOn(5) + owedOn(6), day).after;
  expect([5, 6, 1].map((sequence) => owedOn(sequence, after))).toEqual([0, 0, firstMinor]);
});
