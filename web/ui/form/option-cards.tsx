import type { ReactNode } from 'react';
import styles from './option-cards.module.css';

export interface OptionCard {
  readonly name: string;
  readonly steps: readonly { readonly label: string; readonly date: string; readonly amount: string }[];
  readonly total: { readonly label: string; readonly amount: string };
}

/** Options with their full cost, side by side or stacked. None stands out. */
export function OptionCards({ options }: { readonly options: readonly OptionCard[] }): ReactNode {
  return (
    <div className={styles.frame}>
      <ul className={styles.options}>
        {options.map(({ name, steps, total }) => (
          <li key={name} className={styles.option}>
            <h3>{name}</h3>
            <dl>
              {steps.map(({ label, date, amount }) => (
                <div key={label}>
                  <dt>
                    {label} <span className="num">{date}</span>
                  </dt>
                  <dd className="num">{amount}</dd>
                </div>
              ))}
              <div className={styles.total}>
                <dt>{total.label}</dt>
                <dd className="num">{total.amount}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}
