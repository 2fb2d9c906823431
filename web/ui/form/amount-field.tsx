import type { ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import type { AmountNotation } from '#domain/money/typed-amount.ts';
import { Field } from './field.tsx';
import errorStyles from './field-error.module.css';

type AmountFault = 'not-an-amount' | 'too-much';

/** Long enough for an amount with its currency before and after, so that no pasted text is cut. */
export const amountMaxLength = 60;

export interface AmountFieldProperties {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly fault: AmountFault | null;
  /** Error messages; empty where a fault cannot occur. */
  readonly faults: Readonly<Record<AmountFault, string>>;
  readonly largestMinor: number | null;
  /** Of the amount's currency. */
  readonly notation: AmountNotation;
  readonly isRequired?: boolean;
}

/** A field for an amount, checked against the debt while typed too (`web/browser/amount-limit.ts`). */
export function AmountField({
  label,
  hint,
  value,
  fault,
  faults,
  largestMinor,
  notation: { decimals, writings },
  isRequired = false,
}: AmountFieldProperties): ReactNode {
  return (
    <>
      <Field
        id="amount"
        name="amount"
        label={label}
        hint={hint}
        error={fault === null ? undefined : faults[fault]}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        maxLength={amountMaxLength}
        required={isRequired}
        autoFocus={fault !== null}
        defaultValue={value}
        {...marks({
          largestMinor: largestMinor ?? undefined,
          decimals,
          writings: JSON.stringify(writings),
          tooMuch: faults['too-much'] || undefined,
          notAnAmount: faults['not-an-amount'],
        })}
      />
      <output className={errorStyles.error} htmlFor="amount" {...marks({ amountSays: '' })} />
    </>
  );
}
