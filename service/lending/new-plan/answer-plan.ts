import { acceptNewPlan, declineNewPlan, type StatementNewPlan } from '#contract/calls/new-plan.ts';
import { inTransaction, type Queryable } from '#db/database.ts';
import { plannedToday } from '#domain/booking/new-plan.ts';
import { CodedError } from '#domain/error-code.ts';
import { plannedDebtKey } from '#domain/loan/new-plan.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { act } from '../ledger/act.ts';
import type { CurrentLoan } from '../ledger/loan-course.ts';
import { type LoanOf, loanOfBorrower } from '../ledger/loans.ts';
import { type NewPlanRecord, newPlanRecord } from '../ledger/states.ts';
import { newPlansOf } from './store.ts';

const asBorrower = (context: BorrowerContext) => ({ ...context, actor: 'borrower' });

export const newPlanCalls: readonly AnsweredCall[] = [
  answerBorrower(acceptNewPlan, async (context, { planId, seen, ...named }) => {
    const loan = await loanOfBorrower(context, named);
    const command = { act: 'accept-plan', planId: planId.toLowerCase(), seen } as const;
    return inTransaction(context.database, async (transaction) => {
      const { answer } = await act(transaction, loan, command, asBorrower(context));
      return answer;
    });
  }),
  answerBorrower(declineNewPlan, async (context, { planId, ...named }) => {
    const loan = await loanOfBorrower(context, named);
    const command = { act: 'decline-plan', planId: planId.toLowerCase() } as const;
    return inTransaction(context.database, async (transaction) => {
      await act(transaction, loan, command, asBorrower(context));
      return { planId };
    });
  }),
];

/** The new plans of a loan that its borrower sees, newest first: the open proposal and the agreed ones. */
export function shownNewPlans(current: CurrentLoan): StatementNewPlan[] {
  const { newPlans, today } = current;
  return newPlans.flatMap((plan): StatementNewPlan[] => {
    const { id: planId, state, terms, validThrough } = plan;
    const agreed = agreedView(plan);
    if (agreed) return [agreed];
    const facts = { planId, state, moratoriumDays: terms.moratoriumDays, validThrough };
    if (state !== 'proposed' || validThrough < today) return [];
    const planned = plannedToday(current, terms, today);
    if (planned instanceof CodedError) return [];
    const { owedMinor, waivedMinor } = planned;
    const payments = planned.payments.map(({ dueDate, amountMinor }) => ({ dueDate, amountMinor }));
    const seen = plannedDebtKey(planned, today);
    return [{ ...facts, agreedOn: '', owedMinor, waivedMinor, payments, seen }];
  });
}

export async function agreedNewPlans(database: Queryable, loan: LoanOf): Promise<StatementNewPlan[]> {
  const rows = await newPlansOf(database, loan);
  return rows.map(newPlanRecord).flatMap((plan) => agreedView(plan) ?? []);
}

/** An agreed plan; null for another. */
function agreedView(plan: NewPlanRecord): StatementNewPlan | null {
  const { id: planId, state, terms, validThrough, agreedOn, owedMinor, waivedMinor } = plan;
  if (agreedOn === null || owedMinor === null || waivedMinor === null) return null;
  const payments = plan.payments.map(({ dueDate, amountMinor }) => ({ dueDate, amountMinor }));
  const { moratoriumDays } = terms;
  return {
    planId,
    state,
    moratoriumDays,
    validThrough,
    agreedOn,
    owedMinor,
    waivedMinor,
    payments,
    seen: '',
  };
}
