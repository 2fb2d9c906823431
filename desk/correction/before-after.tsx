import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { changedFigures, type DeskEffect } from '#domain/desk/effect.ts';
import { useDesk } from '../desk-context.ts';
import { LoanState } from '../loan/loan-state.tsx';
import { Changes } from '../ui/before-after.tsx';
import { Fact, FactList } from '../ui/facts.tsx';

/** What a correction does, in figures: each before and after. */
export function BeforeAfter({ effect }: { readonly effect: DeskEffect }): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  const { before, after, currency, payments = [] } = effect;
  if (!before || !after) return <p className="hint">{text.wholePayment}</p>;
  const figures = changedFigures(effect);
  const isStatusNew = before.status !== after.status;
  if (figures.length === 0 && !isStatusNew && payments.length === 0)
    return <p className="hint">{text.unchanged}</p>;
  const states = isStatusNew
    ? [
        {
          name: text.state,
          before: <LoanState status={before.status} language={desk.language} />,
          after: <LoanState status={after.status} language={desk.language} />,
        },
      ]
    : [];
  return (
    <>
      <Changes
        label={text.beforeAfter}
        becomes={text.becomes}
        changes={[
          ...figures.map((name) => ({
            name: text[name],
            before: desk.money(before[name], currency),
            after: desk.money(after[name], currency),
          })),
          ...states,
        ]}
      />
      {payments.length > 0 && (
        <FactList label={text.planPayments}>
          {payments.map(({ dueDate, amountMinor }) => (
            <Fact key={dueDate} name={dueDate}>
              {desk.money(amountMinor, currency)}
            </Fact>
          ))}
        </FactList>
      )}
    </>
  );
}
