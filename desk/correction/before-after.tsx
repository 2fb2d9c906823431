import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { changedFigures, type DeskEffect } from '#domain/desk/effect.ts';
import { LoanState } from '../loan/loan-state.tsx';
import type { OpenDesk } from '../open-desk.ts';

/** What a correction does, in figures: each before and after. */
export function BeforeAfter({
  desk,
  effect,
}: {
  readonly desk: OpenDesk;
  readonly effect: DeskEffect;
}): ReactNode {
  const text = deskCorrectionText[desk.language];
  const { before, after, currency } = effect;
  if (!before || !after) return <p className="hint">{text.wholePayment}</p>;
  const figures = changedFigures(effect);
  const isStatusNew = before.status !== after.status;
  if (figures.length === 0 && !isStatusNew) return <p className="hint">{text.unchanged}</p>;
  const row = (name: string, from: ReactNode, to: ReactNode) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd className="num">{from}</dd>
      <dd className="to">
        <span aria-hidden="true">→</span>
        <span className="sr">{text.becomes}</span>
      </dd>
      <dd className="num">{to}</dd>
    </div>
  );
  return (
    <dl className="ba" aria-label={text.beforeAfter}>
      {figures.map((name) =>
        row(text[name], desk.money(before[name], currency), desk.money(after[name], currency)),
      )}
      {isStatusNew &&
        row(
          text.state,
          <LoanState status={before.status} language={desk.language} />,
          <LoanState status={after.status} language={desk.language} />,
        )}
    </dl>
  );
}
