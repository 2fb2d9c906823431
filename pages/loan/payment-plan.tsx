import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { paymentPlanText } from '#content/messages/payment-plan.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { addMinor, subtractMinor } from '#domain/money/money.ts';
import { Rows } from '#ui/figures/rows.tsx';
import { ButtonLink } from '#ui/form/button.tsx';
import { Words } from '#ui/words.tsx';
import { usePage, useText } from '../page-context.tsx';
import { sumInWords } from './extension-sum.ts';
import { shownSum } from './shown-sum.ts';

/**
 * Where an extension costs more than its product lets it: what it would cost, a way to talk, and how what is due could be paid in
 * parts. Nothing where an extension may be sold, or the backend proposes no plan.
 */
export function PaymentPlan({
  statement,
  isInFold = false,
}: {
  readonly statement: LoanStatement | null;
  /** Whether it stands in a fold that has its title. */
  readonly isInFold?: boolean;
}): ReactNode {
  const page = usePage();
  const text = useText(paymentPlanText);
  const { language, helpLink, currency, money, dates } = page;
  const plan = statement?.paymentPlan;
  if (!plan || addMinor(plan.feeMinor, plan.vatMinor) > plan.payTodayMinor) return null;
  const Part = isInFold ? 'div' : 'section';
  const penaltyMinor = subtractMinor(plan.payTodayMinor, addMinor(plan.feeMinor, plan.vatMinor));
  const amount = money(plan.payTodayMinor);
  const parts = sumInWords(
    [
      { name: text.penaltyPart, amountMinor: penaltyMinor },
      { name: text.extendPart, amountMinor: plan.feeMinor },
      { name: chargeName('vat', language, currency), amountMinor: plan.vatMinor },
    ],
    money,
  );
  const sum = penaltyMinor > 0 || plan.vatMinor > 0 ? fill(text.sum, { amount, parts }) : amount;
  const { rows: planned, sumMinor: dueMinor } = shownSum(page, plan.parts, ({ partMinor }) => partMinor);
  return (
    <>
      <Part id="payment-plan">
        {!isInFold && <h2>{text.title}</h2>}
        <p>
          <Words
            text={plan.days === 1 ? fill(text.whyOneDay, { sum }) : fill(text.why, { days: plan.days, sum })}
          />
        </p>
        <p>{text.invitation}</p>
        <ButtonLink href={helpLink} kind="second">
          {text.talk}
        </ButtonLink>
      </Part>
      {planned.length > 0 && (
        <Part>
          <h2>{text.planTitle}</h2>
          <p>
            <Words text={fill(text.planLine, { amount: money(dueMinor), count: planned.length })} />
          </p>
          <Rows
            rows={planned.map(({ date, partMinor, scheduledMinor, payMinor }) => ({
              label: dates.day(date),
              note: scheduledMinor > 0 && (
                <Words
                  text={`${text.duePart} ${money(partMinor)} + ${text.scheduled} ${money(scheduledMinor)}`}
                />
              ),
              value: <span className="num">{money(payMinor)}</span>,
            }))}
          />
          <p className="hint gap">{text.proposal}</p>
        </Part>
      )}
    </>
  );
}
