import { type ReactNode, useEffect, useRef, useState } from 'react';
import { marks } from '#browser/marks.ts';
import { useServerView } from '#browser/use-server-view.ts';
import { minorUnitsTyped, textOfMinorUnits } from '#domain/money/typed-amount.ts';
import { nextAmount } from '#domain/repayment/amount-step.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { AmountField, type AmountFieldProperties } from '#ui/form/amount-field.tsx';
import { Button } from '#ui/form/button.tsx';
import styles from './amount-choice.module.css';

/** Ready words and figures, which the page contains as JSON. */
export interface AmountChoiceProperties {
  readonly title: string;
  readonly amounts: readonly {
    readonly name: string;
    readonly note: string;
    readonly amount: string;
    readonly link: string;
    readonly isShown: boolean;
  }[];
  /** Effect on the loan of paying more than the amount due; empty where only one amount can be paid. */
  readonly more: string;
  /** Fields that go along unseen: the loan and the session. */
  readonly keptFields: readonly (readonly [name: string, value: string])[];
  readonly field: AmountFieldProperties & { readonly largestMinor: number };
  readonly stepMinor: number;
  readonly less: string;
  readonly greater: string;
  readonly button: string;
  /** What the amount of the address does to the loan; empty if unknown. */
  readonly effect: string;
}

/** Another amount to pay (REPAY-2). In the browser it is chosen in steps too, and what it does to the loan follows. */
export function AmountChoice(first: AmountChoiceProperties): ReactNode {
  const { amounts, field, stepMinor, keptFields } = first;
  const { view, isStale, ask } = useServerView(first);
  const [isLive, setLive] = useState(false);
  const [isPayable, setPayable] = useState(true);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => setLive(true), []);
  const { largestMinor, notation } = field;

  const typedMinor = (input: HTMLInputElement) => minorUnitsTyped(input.value, notation) ?? 0;
  const follow = (typing: HTMLFormElement): void => {
    const minor = typedMinor(amountInputOf(typing));
    const isAmount = minor > 0 && minor <= largestMinor;
    setPayable(isAmount);
    if (isAmount) ask(typing);
  };
  const takeStep = (direction: 1 | -1): void => {
    if (!form.current) return;
    const input = amountInputOf(form.current);
    const minor = typedMinor(input);
    input.value = textOfMinorUnits(nextAmount({ minor, stepMinor, largestMinor }, direction), notation);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const step = (direction: 1 | -1, label: string) => (
    <Button kind="second" type="button" aria-label={label} onClick={() => takeStep(direction)}>
      {direction > 0 ? '+' : '−'}
    </Button>
  );

  return (
    <Fold title={first.title} isOpen={field.fault !== null}>
      <ul className={styles.amounts}>
        {amounts.map(({ name, note, amount, link, isShown }) => (
          <li key={name}>
            <a href={link} aria-current={isShown ? 'true' : undefined}>
              <span>
                <span className={styles.name}>{name}</span>
                {note && <small>{note}</small>}
              </span>
              <b className="num">{amount}</b>
            </a>
          </li>
        ))}
      </ul>
      {first.more && <p className={styles.more}>{first.more}</p>}
      <form
        method="get"
        className={styles.own}
        ref={form}
        onInput={({ currentTarget }) => follow(currentTarget)}
      >
        {keptFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <AmountField {...field} />
        <div className={isLive ? styles.steps : styles.unready}>
          {step(-1, first.less)}
          {step(1, first.greater)}
        </div>
        <p className={styles.effect} role="status" aria-busy={isStale || undefined}>
          {isPayable && view !== first && view.effect}
        </p>
        <Button kind="second" {...marks({ neverHeld: '' })}>
          {first.button}
        </Button>
      </form>
    </Fold>
  );
}

function amountInputOf(form: HTMLFormElement): HTMLInputElement {
  return form.elements.namedItem('amount') as HTMLInputElement;
}
