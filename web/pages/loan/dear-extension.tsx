import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { dearExtensionText } from '#content/messages/dear-extension.ts';
import { newPlanText } from '#content/messages/new-plan.ts';
import { fill } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { addMinor, subtractMinor } from '#domain/money/money.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { Words } from '#ui/words.tsx';
import { waitingPlan } from '../new-plan/new-plan-figures.tsx';
import { newPlanPath } from '../new-plan/new-plan-path.ts';
import { usePage, useText } from '../page-context.tsx';
import { sumInWords } from './extension-words.ts';

/** Shown where an extension costs more than its product allows: its price, and help or the lender's new plan. */
export function DearExtension({
  statement,
  isInFold = false,
}: {
  readonly statement: LoanStatement | null;
  readonly isInFold?: boolean;
}): ReactNode {
  const page = usePage();
  const text = useText(dearExtensionText);
  const { language, helpLink, currency, money, key, link } = page;
  const planText = useText(newPlanText);
  const plan = statement?.dearExtension;
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
  return (
    <Part id="dear-extension">
      {!isInFold && <h2>{text.title}</h2>}
      <p>
        <Words
          text={plan.days === 1 ? fill(text.whyOneDay, { sum }) : fill(text.why, { days: plan.days, sum })}
        />
      </p>
      <p>{text.invitation}</p>
      {waitingPlan(statement) ? (
        <ButtonLink href={link(newPlanPath, key)} kind="second">
          {planText.offered}
        </ButtonLink>
      ) : (
        <ButtonLink href={helpLink} kind="second">
          {text.talk}
        </ButtonLink>
      )}
    </Part>
  );
}
