import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A figure to compare: its name, its value and what it includes; empty for nothing. */
export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly note: string;
}

/** The few figures of an offer that are compared with those of others, in a grid. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className="num">{value}</span>
            {note && (
              <>
                {' '}
                <small>{note}</small>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
