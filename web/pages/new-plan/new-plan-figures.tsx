import type { ReactNode } from 'react';
import { newPlanText } from '#content/messages/new-plan.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import type { StatementNewPlan } from '#contract/calls/new-plan.ts';
import { subtractMinor } from '#domain/money/money.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { type Row, Rows } from '#ui/figures/rows.tsx';
import { usePage, useText } from '../page-context.tsx';

/** The plan that needs the borrower's answer; undefined for none. */
export function waitingPlan(statement: LoanStatement | null): StatementNewPlan | undefined {
  return statement?.newPlans.find(({ state, seen }) => state === 'proposed' && seen !== '');
}

/** Newest first. */
export function agreedPlans(statement: LoanStatement | null): StatementNewPlan[] {
  return statement?.newPlans.filter(({ agreedOn }) => agreedOn !== '') ?? [];
}

export function NewPlanFigures({ plan }: { readonly plan: StatementNewPlan }): ReactNode {
  const { money, dates } = usePage();
  const text = useText(newPlanText);
  const { owedMinor, waivedMinor, payments } = plan;
  const [first] = payments;
  const rows: Row[] = [
    { label: text.owed, value: money(owedMinor) },
    ...(waivedMinor > 0 ? [{ label: text.waived, value: `− ${money(waivedMinor)}` }] : []),
    { label: text.total, value: money(subtractMinor(owedMinor, waivedMinor)), isTotal: true },
    ...(first
      ? [
          { label: text.count, value: payments.length },
          { label: fill(text.first, { date: dates.day(first.dueDate) }), value: money(first.amountMinor) },
        ]
      : []),
  ];
  return (
    <>
      <Rows rows={rows} />
      {payments.length > 1 && (
        <Fold title={text.all}>
          <PlannedPayments plan={plan} />
        </Fold>
      )}
    </>
  );
}

function PlannedPayments({ plan: { payments } }: { readonly plan: StatementNewPlan }): ReactNode {
  const { money, dates } = usePage();
  return (
    <Rows
      isDense
      rows={payments.map(({ dueDate, amountMinor }) => ({
        label: dates.day(dueDate),
        value: money(amountMinor),
      }))}
    />
  );
}

export function NewPlanHistory({ plans }: { readonly plans: readonly StatementNewPlan[] }): ReactNode {
  const { money, dates } = usePage();
  const text = useText(newPlanText);
  return plans.map((plan) => (
    <div key={plan.planId}>
      <h3>
        {fill(text.agreedOn, { date: dates.day(plan.agreedOn) })}
        {plan.state === 'undone' && `. ${text.undone}`}
      </h3>
      <Rows
        isDense
        rows={[
          { label: text.owed, value: money(plan.owedMinor) },
          ...(plan.waivedMinor > 0 ? [{ label: text.waived, value: `− ${money(plan.waivedMinor)}` }] : []),
        ]}
      />
      <PlannedPayments plan={plan} />
    </div>
  ));
}
