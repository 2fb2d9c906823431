import { type ReactNode, useId, useState } from 'react';
import { fill } from '#content/text-pack.ts';
import type { Language } from '#domain/language.ts';
import { minorAmountFromText } from '#domain/money/money.ts';
import { type AmountStyle, formatMoney } from '#domain/money/money-format.ts';
import { Rows } from '../ui/figures/rows.tsx';
import { Button } from '../ui/form/button.tsx';
import { Check } from '../ui/form/check.tsx';
import { Field } from '../ui/form/field.tsx';
import type { PreviewText } from './preview-text.ts';
import styles from './sandbox-panel.module.css';
import type { LoanView } from './sandbox-view.ts';

interface LoanPanelProperties {
  readonly loan: LoanView;
  /** Holds the page's main button. */
  readonly isNext: boolean;
  readonly text: PreviewText;
  readonly language: Language;
  readonly amountStyle: AmountStyle;
  /** An amount that was refused, as typed. */
  readonly refusedTyped: string | null;
}

/** One open loan: how it stands, and what the lender can do to it. */
export function LoanPanel(properties: LoanPanelProperties): ReactNode {
  const { loan, isNext, text } = properties;
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 className="num" id={titleId}>
          {loan.orderNumber}
        </h2>
        <span className={styles.tag} data-tone={loan.tone}>
          {loan.status}
        </span>
      </div>
      {loan.payments.length > 0 && (
        <Rows
          rows={[
            { label: text.due, value: loan.due },
            { label: text.dueDate, value: <span className="num">{loan.dueDate}</span> },
            { label: text.remaining, value: loan.remaining },
          ]}
        />
      )}
      <form method="post" className={`gap ${styles.deeds}`}>
        <input type="hidden" name="orderNumber" value={loan.orderNumber} />
        {loan.deeds.map(({ label, value }, index) => (
          <Button key={value} kind={isNext && index === 0 ? 'main' : 'second'} name="act" value={value}>
            {label}
          </Button>
        ))}
        {loan.payments.length > 0 && <h3>{text.receive}</h3>}
        {loan.payments.map(({ label, amount, value }, index) => (
          <Button key={value} kind={isNext && index === 0 ? 'main' : 'second'} name="act" value={value}>
            {label} <span className="num">{amount}</span>
          </Button>
        ))}
      </form>
      {loan.payments.length > 0 && <OtherPayment {...properties} />}
      <p className={styles.links}>
        {loan.links.map(({ label, href }) => (
          <a key={href} className={styles.link} href={href}>
            {label}
          </a>
        ))}
      </p>
    </section>
  );
}

function OtherPayment({ loan, text, language, amountStyle, refusedTyped }: LoanPanelProperties): ReactNode {
  const id = `amount-${loan.orderNumber}`;
  const [typed, setTyped] = useState(refusedTyped ?? String(loan.dueMinor));
  return (
    <form method="post" action={`#${id}`} className="gap stack">
      <input type="hidden" name="orderNumber" value={loan.orderNumber} />
      <Field
        id={id}
        name="amountMinor"
        label={text.otherAmount}
        hint={amountHint(typed, text.otherAmountHint, (minor) => formatMoney(minor, language, amountStyle))}
        error={refusedTyped === null ? undefined : text.amountInvalid}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Check id={`${id}-twice`} name="isDeliveredTwice">
        {text.deliveredTwice}
      </Check>
      <Button kind="second" name="act" value="receive-payment">
        {text.receiveOther}
      </Button>
    </form>
  );
}

function amountHint(
  typed: string,
  hint: PreviewText['otherAmountHint'],
  money: (minor: ReturnType<typeof minorAmountFromText>) => string,
): string | undefined {
  try {
    const minor = minorAmountFromText(typed.trim());
    return fill(hint, { minor, amount: money(minor) });
  } catch {
    return undefined;
  }
}
