import type { ReactNode } from 'react';
import { paymentWords } from '#content/market-words.ts';
import { repayText } from '#content/messages/repay.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { LoanStatement } from '#contract/calls/loan.ts';
import { exampleAmount } from '#domain/money/amount-input.ts';
import type { MinorAmount } from '#domain/money/money.ts';
import type { PrepaymentRule } from '#domain/offer/product-term-table.ts';
import { amountFieldValue, type TypedAmount } from '#domain/repayment/typed-amount.ts';
import { Fold } from '#ui/figures/fold.tsx';
import { AmountField } from '#ui/form/amount-field.tsx';
import { Button } from '#ui/form/button.tsx';
import { usePage, useText } from '../page-context.tsx';
import styles from './amount-choice.module.css';

type AmountKind = LoanStatement['amounts'][number]['kind'];

/** The kind of an amount; null for an amount that the borrower chose. */
export function kindOfAmount(statement: LoanStatement | null, amountMinor: MinorAmount): AmountKind | null {
  return statement?.amounts.find((each) => each.amountMinor === amountMinor)?.kind ?? null;
}

export function amountName(
  text: TextsIn<typeof repayText>,
  words: ReturnType<typeof paymentWords>,
  kind: AmountKind | null,
): string {
  switch (kind) {
    case 'this-payment':
      return fill(text.thisPayment, words);
    case 'all-overdue':
      return text.allOverdue;
    case 'everything':
      return text.everything;
    case null:
      return text.chosenAmount;
  }
}

export function AmountChoice({
  statement,
  typed,
  request: amount,
  shownMinor,
  links,
}: {
  readonly statement: LoanStatement;
  /** As in the address; empty for none. */
  readonly typed: string;
  readonly request: TypedAmount;
  readonly shownMinor: MinorAmount;
  readonly links: {
    readonly amount: (amountMinor: MinorAmount) => string;
    readonly keptFields: readonly (readonly [name: string, value: string])[];
  };
}): ReactNode {
  const text = useText(repayText);
  const { money, currency, market, language } = usePage();
  const { amounts, largestMinor, settlesMinor, savesMinor, remainingMinor, prepayment } = statement;
  const everythingNote =
    savesMinor > 0 ? fill(text.everythingSaves, { amount: money(savesMinor) }) : text.everythingNote;
  const tooMuch = fill(largestMinor < (settlesMinor ?? remainingMinor) ? text.tooMuchNow : text.tooMuch, {
    amount: money(largestMinor),
  });
  const words = paymentWords(market, language);
  const beyond = statement.daysLate > 0 ? fill(text.beyondLate, words) : text.beyond;
  const moreWords = (rule: PrepaymentRule) =>
    rule === 'next-payments'
      ? fill(text['more-next-payments'], words)
      : fill(text[`more-${rule}`], { ...words, Beyond: beyond });
  const faults = {
    'not-an-amount': fill(text.notAnAmount, { example: exampleAmount(currency) }),
    'too-much': tooMuch,
  };
  return (
    <Fold title={text.anotherAmount} isOpen={amount.fault !== null}>
      <ul className={styles.amounts}>
        {amounts.map(({ kind, amountMinor }) => (
          <li key={kind}>
            <a
              href={links.amount(amountMinor)}
              aria-current={amountMinor === shownMinor ? 'true' : undefined}
            >
              <span>
                <span className={styles.name}>{amountName(text, words, kind)}</span>
                {kind === 'everything' && <small>{everythingNote}</small>}
              </span>
              <b className="num">{money(amountMinor)}</b>
            </a>
          </li>
        ))}
      </ul>
      {prepayment !== null && amounts.length > 1 && <p className={styles.more}>{moreWords(prepayment)}</p>}
      <form method="get" className={styles.own}>
        {links.keptFields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <AmountField
          label={text.amount}
          hint={fill(text.amountHint, { example: exampleAmount(currency) })}
          value={amountFieldValue(amount, typed, shownMinor, currency)}
          fault={amount.fault}
          faults={faults}
          largestMinor={largestMinor}
          currency={currency}
          isRequired
        />
        <Button kind="second">{text.useAmount}</Button>
      </form>
    </Fold>
  );
}
