import type { ReactNode } from 'react';
import { chargeName } from '#content/messages/charge-dispute.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { changedFigures, type DeskEffect } from '#domain/desk/effect.ts';
import { allocationOrder } from '#domain/repayment/allocation.ts';
import { useDeskText } from '../desk-context.ts';
import { LoanState } from '../loan/loan-state.tsx';
import { Changes } from '../ui/before-after.tsx';
import { Fact, FactList } from '../ui/facts.tsx';

export function BeforeAfter({
  effect,
  hasComponents = false,
}: {
  readonly effect: DeskEffect;
  /** Also shows the unpaid amount of each component, changed or not. */
  readonly hasComponents?: boolean;
}): ReactNode {
  const { other, currency, orderNumber } = effect;
  if (!other) return <LoanChanges effect={effect} hasComponents={hasComponents} />;
  const both = [
    { ...effect, orderNumber },
    { ...other, currency },
  ];
  return both.map((each) => (
    <section className="g3" key={each.orderNumber} aria-label={each.orderNumber ?? undefined}>
      <h2 className="num">{each.orderNumber}</h2>
      <LoanChanges effect={each} hasComponents={hasComponents} />
    </section>
  ));
}

function LoanChanges({
  effect,
  hasComponents,
}: {
  readonly effect: Pick<DeskEffect, 'before' | 'after' | 'currency' | 'payments' | 'cash'>;
  readonly hasComponents: boolean;
}): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  const { before, after, currency, payments = [], cash } = effect;
  const money = (minor: number) => desk.money(minor, currency);
  if (cash) {
    const names = ['settledMinor', 'feeMinor', 'differenceMinor'] as const;
    return <FactList facts={names.map((name) => [text[name], money(cash[name])])} />;
  }
  if (!before || !after) return <p className="hint">{text.noLoan}</p>;
  const figures = changedFigures(effect);
  const isStatusNew = before.status !== after.status;
  const isUnchanged = figures.length === 0 && !isStatusNew && payments.length === 0;
  const states = isStatusNew
    ? [
        {
          name: text.state,
          before: <LoanState status={before.status} language={desk.language} />,
          after: <LoanState status={after.status} language={desk.language} />,
        },
      ]
    : [];
  const components = allocationOrder.flatMap((component) => {
    const [from, to] = [before.unpaidMinor?.[component] ?? 0, after.unpaidMinor?.[component] ?? 0];
    if (!hasComponents || (from === 0 && to === 0)) return [];
    const name = component === 'vat' ? chargeName('vat', desk.language, currency) : text[`part-${component}`];
    return [{ name, before: money(from), after: money(to) }];
  });
  return (
    <>
      {isUnchanged ? (
        <p className="hint">{text.unchanged}</p>
      ) : (
        <Changes
          label={text.beforeAfter}
          becomes={text.becomes}
          changes={[
            ...figures.map((name) => ({
              name: text[name],
              before: money(before[name]),
              after: money(after[name]),
            })),
            ...states,
          ]}
        />
      )}
      {components.length > 0 && (
        <>
          <p className="hint">{text.unpaid}</p>
          <Changes label={text.unpaid} becomes={text.becomes} changes={components} />
        </>
      )}
      {payments.length > 0 && (
        <FactList label={text.planPayments}>
          {payments.map(({ dueDate, amountMinor }) => (
            <Fact key={dueDate} name={dueDate}>
              {money(amountMinor)}
            </Fact>
          ))}
        </FactList>
      )}
    </>
  );
}
