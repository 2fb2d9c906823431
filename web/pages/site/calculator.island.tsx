import { type ReactNode, useRef } from 'react';
import { marks } from '#browser/marks.ts';
import { useServerView } from '#browser/use-server-view.ts';
import { CostScale, type ScaledSum } from '#ui/figures/cost-scale.tsx';
import { FoldAfter } from '#ui/figures/fold.tsx';
import { Rows } from '#ui/figures/rows.tsx';
import { Button } from '#ui/form/button.tsx';
import { Chips } from '#ui/form/chips.tsx';
import styles from './home-sections.module.css';

export const calculatorId = 'calculadora';

interface Row {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

interface Choice {
  readonly legend: string;
  readonly chips: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
}

/** Ready words and figures, which the page contains as JSON. */
export interface CalculatorProperties {
  readonly heading: string;
  /** Fields that go along unseen, such as the language. */
  readonly keptFields: readonly (readonly [name: string, value: string])[];
  readonly amount: Choice & { readonly error?: string | undefined };
  readonly payments: Choice;
  readonly button: string;
  readonly note: string;
  readonly received: ScaledSum;
  readonly repaid: ScaledSum;
  readonly cost: ScaledSum;
  readonly result: readonly Row[];
  readonly forInformation: string;
  readonly date: string;
  readonly madeUpOf: string;
  readonly parts: readonly Row[];
}

/** What a loan costs, by amount and number of payments (SITE-1). In the browser the figures follow each choice. */
export function Calculator(first: CalculatorProperties): ReactNode {
  const { view, isStale, ask } = useServerView(first);
  const form = useRef<HTMLFormElement>(null);
  return (
    <div className={styles.two}>
      <form
        className={styles.calculator}
        method="get"
        action={`#${calculatorId}`}
        ref={form}
        onChange={() => form.current && ask(form.current)}
      >
        <h2>{view.heading}</h2>
        {first.keptFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Chips name="amount" isWide {...view.amount} />
        <Chips name="payments" {...view.payments} />
        <Button kind="second" {...marks({ neverHeld: '' })}>
          {view.button}
        </Button>
        <p className="hint">{view.note}</p>
      </form>
      <div className={styles.card} aria-busy={isStale || undefined}>
        <CostScale received={view.received} repaid={view.repaid} cost={view.cost} />
        <div className={styles.result}>
          <Rows rows={view.result} />
        </div>
        <p className="hint">
          {view.forInformation} <span className="num">{view.date}</span>.
        </p>
        <FoldAfter title={view.madeUpOf}>
          <Rows rows={view.parts} />
        </FoldAfter>
        <p className="sr" role="status">
          {view !== first && `${view.repaid.label} ${view.repaid.amount}`}
        </p>
      </div>
    </div>
  );
}
