import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstDay, lend, noon, paymentOf, usualTerms } from '#tests/setup/lent-loan.ts';
import { addDays, type LocalDate } from '../calendar.ts';
import { CodedError } from '../error-code.ts';
import { dueNow, remainingTotal } from '../loan/instalment-state.ts';
import { type NewPlanTerms, plannedDebtKey } from '../loan/new-plan.ts';
import { statementOf } from '../loan/statement.ts';
import { addMinor, zeroMinor } from '../money/money.ts';
import { askedOf } from './early-settlement.ts';
import { currentExtension } from './extension.ts';
import { plannedToday } from './new-plan.ts';
import type { InstalmentRecord, LoanState } from './state.ts';

const anyTerms = fc.record({
  moratoriumDays: fc.constantFrom(0, 0, 3),
  spread: fc.record({ count: fc.integer({ min: 1, max: 3 }), days: fc.integer({ min: 1, max: 20 }) }),
  waivesPenalties: fc.boolean(),
});
const anyStep = fc.oneof(
  fc.record({
    act: fc.constantFrom('repay' as const, 'repay' as const, 'extend' as const),
    percent: fc.constantFrom(3, 10, 30, 60, 100),
  }),
  fc.record({ act: fc.constant('take-back' as const), which: fc.nat({ max: 5 }) }),
  fc.record({ act: fc.constant('plan' as const), terms: anyTerms }),
);
const anyHistory = fc.array(fc.tuple(fc.nat({ max: 25 }), anyStep), { minLength: 3, maxLength: 12 });

const paidOn = ({ paid }: Pick<InstalmentRecord, 'paid'>) => addMinor(...Object.values(paid));

/** By the calendar, those of one day by number. */
function byCalendar(instalments: readonly InstalmentRecord[]): InstalmentRecord[] {
  const place = ({ dueDate, sequence }: InstalmentRecord) =>
    `${dueDate} ${String(sequence).padStart(4, '0')}`;
  return [...instalments].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

/** What is asked for begins with the earliest day on which something unpaid is due, and is all that is late with it. */
function expectEarliestAsked(state: LoanState, day: LocalDate): void {
  const unpaid = byCalendar(state.instalments).filter((record) => remainingTotal([record]) > 0);
  const late = unpaid.filter(({ dueDate }) => dueDate < day);
  const asked = late.length > 0 ? late : unpaid.slice(0, 1);
  const due = dueNow(state.instalments, day, zeroMinor);
  expect(due?.dueDate).toBe(unpaid[0]?.dueDate);
  expect(due?.instalmentSequences ?? []).toEqual(asked.map(({ sequence }) => sequence));
  const shown = statementOf(state.instalments, day, {
    ...askedOf(state, noon(day)),
    allowsPrepayment: true,
  });
  expect(shown.dueDate).toBe(unpaid[0]?.dueDate ?? null);
  expect(shown.instalments.map(({ dueDate }) => dueDate)).toEqual(
    state.instalments.map(({ dueDate }) => dueDate).sort(),
  );
}

/** Money reached no payment of the plan while one that is due before it is still owed. */
function expectEarliestPaid(before: LoanState, { instalments }: LoanState): void {
  const inOrder = byCalendar(instalments);
  const firstOwed = inOrder.findIndex((record) => remainingTotal([record]) > 0);
  const lastReached = inOrder.findLastIndex((record) => {
    const earlier = before.instalments.find(({ id }) => id === record.id);
    return paidOn(record) > (earlier ? paidOn(earlier) : 0);
  });
  if (firstOwed >= 0) expect(lastReached).toBeLessThanOrEqual(firstOwed);
}

/** The loan once a new plan was proposed and agreed on a day; unchanged where it cannot be. */
function agreeOn(
  { attempt, done, lookOn }: ReturnType<typeof lend>,
  state: LoanState,
  terms: NewPlanTerms,
  day: LocalDate,
): LoanState {
  const proposal = { act: 'propose-plan', terms, validDays: 7, reason: 'in difficulty' } as const;
  const proposed = attempt(state, proposal, day);
  if (proposed instanceof CodedError) return state;
  const planned = plannedToday(lookOn(proposed.after, day), terms, day);
  if (planned instanceof CodedError) return state;
  const accepted = { act: 'accept-plan', planId: proposed.answer.planId } as const;
  return done(proposed.after, { ...accepted, seen: plannedDebtKey(planned, day) }, day).after;
}

test('[MONEY-5] after new plans of earlier days and payments taken back, what is due first is asked for and paid first', () => {
  let outOfTurn = 0;
  fc.assert(
    fc.property(
      fc.constantFrom('days-used' as const, 'whole-plan' as const),
      anyHistory,
      (early, history) => {
        const loan = lend({
          ...usualTerms,
          lateToleranceMinor: zeroMinor,
          earlyRepayment: early,
          extensionCostMaxPpm: 0,
        });
        const standing = new Map<string, { readonly amount: number; readonly day: LocalDate }>();
        let [state, day] = [loan.lent, firstDay];
        for (const [count, [days, step]] of history.entries()) {
          day = addDays(day, days);
          state = loan.lookOn(state, day);
          expectEarliestAsked(state, day);
          if (step.act === 'plan') state = agreeOn(loan, state, step.terms, day);
          if (step.act === 'take-back') {
            const [name, payment] = [...standing][step.which] ?? [];
            if (name === undefined || payment === undefined) continue;
            standing.delete(name);
            state = loan.takeBack(state, name, payment.amount, payment.day, day);
          }
          if (step.act === 'repay' || step.act === 'extend') {
            const name = `p${count}`;
            const amount = Math.max(1, Math.floor((state.loan.balanceMinor * step.percent) / 100));
            standing.set(name, { amount, day });
            const offered = step.act === 'extend' ? offeredOn(state, day) : state;
            const payment = paymentOf(name, amount, day);
            const receive = {
              act: 'receive',
              payment,
              creditedAt: payment.paidAt,
              purpose: step.act,
            } as const;
            const { after } = loan.done(offered, receive, day);
            if (step.act === 'repay') expectEarliestPaid(state, after);
            state = after;
          }
          expectEarliestAsked(state, day);
          const unpaid = state.instalments.filter((record) => remainingTotal([record]) > 0);
          outOfTurn += Number(byCalendar(unpaid).some((record, place) => record !== unpaid[place]));
        }
      },
    ),
    { numRuns: Number(process.env.DECISION_RUNS ?? 500) },
  );
  expect(outOfTurn).toBeGreaterThan(0);
});

/** The loan with an extension offered that waits for its payment. */
function offeredOn(state: LoanState, day: LocalDate): LoanState {
  const current = currentExtension(state.loan, state.instalments, day);
  if (typeof current === 'string') return state;
  const { sequences } = current;
  const offer = { id: `e${day}`, state: 'awaiting-payment' as const, sequences, paymentEventId: null };
  return { ...state, extensions: [...state.extensions.filter((each) => each.state === 'in-effect'), offer] };
}
