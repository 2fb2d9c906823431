import type { ReactNode } from 'react';
import styles from './strip.module.css';

/** A sum of a list: its name, what it is, and the part of the list that it is of. */
export interface StripSum {
  readonly name: string;
  readonly value: ReactNode;
  readonly href?: string;
  readonly isShown?: boolean;
}

/** Sums under the head of a list, each a link to its part. */
export function Strip({ sums }: { readonly sums: readonly StripSum[] }): ReactNode {
  return (
    <dl className={styles.strip}>
      {sums.map(({ name, value, href, isShown }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {href === undefined ? (
              value
            ) : (
              <a href={href} aria-current={isShown ? 'true' : undefined}>
                {value}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
