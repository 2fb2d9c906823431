import type { ReactNode } from 'react';
import type { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { amountFromText, amountInField } from '#domain/money/amount-input.ts';
import { type MinorAmount, zeroMinor } from '#domain/money/money.ts';
import { Fold } from '../ui/figures/fold.tsx';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Words } from '../ui/words.tsx';
import styles from './amount-choice.module.css';

type Texts = TextsIn<typeof repayText>;

/** The amount that an address asks to pay, checked against what is owed. */
export interface AskedAmount {
  /** As it was written; empty for none. */
  readonly typed: string;
  /** Null where none or a wrong one was asked for. */
  readonly minor: MinorAmount | null;
  readonly fault: 'not-an-amount' | 'too-much' | null;
}

/**
 * Reads the amount of an address.
 * @param typed as the borrower wrote it; empty for none.
 * @param statement null where the backend has none: nothing can be checked then, and nothing is taken.
 */
export function askedAmount(typed: string, statement: LoanStatement | null): AskedAmount {
  if (typed === '' || statement === null) return { typed: '', minor: null, fault: null };
  const minor = amountFromText(typed);
  if (minor === null || minor <= zeroMinor) return { typed, minor: null, fault: 'not-an-amount' };
  return minor > statement.largestMinor
    ? { typed, minor: null, fault: 'too-much' }
    : { typed, minor, fault: null };
}

/** The amounts that may be paid today, and another one, checked against the debt (`browser/amount-limit.ts` as it is typed). */
export function AmountChoice({
  statement,
  asked,
  shownMinor,
  linkFor,
  keptFields,
  text,
  money,
}: {
  readonly statement: LoanStatement;
  readonly asked: AskedAmount;
  /** What the page is about to have paid. */
  readonly shownMinor: MinorAmount;
  readonly linkFor: (amountMinor: MinorAmount) => string;
  /** What a form that asks for another amount has to carry on. */
  readonly keptFields: readonly (readonly [name: string, value: string])[];
  readonly text: Texts;
  readonly money: (amountMinor: MinorAmount) => string;
}): ReactNode {
  const { amounts, largestMinor, remainingMinor } = statement;
  const names = {
    'this-payment': text.thisPayment,
    'all-overdue': text.allOverdue,
    everything: text.everything,
  };
  const isListed = amounts.some(({ amountMinor }) => amountMinor === shownMinor);
  const tooMuch = fill(largestMinor < remainingMinor ? text.tooMuchNow : text.tooMuch, {
    amount: money(largestMinor),
  });
  const faults = { 'not-an-amount': text.notAnAmount, 'too-much': tooMuch };
  return (
    <section>
      <h2>{text.howMuch}</h2>
      <ul className={styles.amounts}>
        {amounts.map(({ kind, amountMinor }) => (
          <li key={kind}>
            <a href={linkFor(amountMinor)} aria-current={amountMinor === shownMinor ? 'true' : undefined}>
              <span>
                {names[kind]}
                {kind === 'everything' && <small>{text.everythingNote}</small>}
              </span>
              <b className="num">{money(amountMinor)}</b>
            </a>
          </li>
        ))}
      </ul>
      <Fold title={text.anotherAmount} isOpen={asked.fault !== null || !isListed}>
        <form method="get">
          {keptFields.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Field
            id="amount"
            name="amount"
            label={text.amount}
            hint={text.amountHint}
            error={asked.fault === null ? undefined : faults[asked.fault]}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            required
            autoFocus={asked.fault !== null}
            defaultValue={asked.fault === null ? amountInField(shownMinor) : asked.typed.slice(0, 20)}
            data-largest-minor={largestMinor}
            data-too-much={tooMuch}
            data-not-an-amount={text.notAnAmount}
          />
          <output className="hint" htmlFor="amount" data-amount-says="" />
          <Button kind="second">{text.useAmount}</Button>
        </form>
      </Fold>
    </section>
  );
}

/** Which payment is asked for, and whether it is late. */
export function DueLine({
  statement: { dueSequences, instalments, daysLate },
  date,
  text,
}: {
  readonly statement: LoanStatement;
  /** The due date, ready to show. */
  readonly date: string;
  readonly text: Texts;
}): ReactNode {
  const [number = 1] = dueSequences;
  const values = { number, count: instalments.length, date, days: daysLate };
  const isMany = dueSequences.length > 1;
  const late = daysLate === 1 ? text.lateOneDay : text.lateDays;
  const line =
    daysLate === 0
      ? fill(text.onTime, values)
      : isMany
        ? fill(text.lateMany, { ...values, count: dueSequences.length })
        : fill(late, values);
  return (
    <p className="gap">
      <Words text={line} />
    </p>
  );
}
