import type { ReactNode } from 'react';
import styles from './strip.module.css';

export interface StripSum {
  readonly name: string;
  readonly value: ReactNode;
  readonly href?: string;
  readonly isShown?: boolean;
}

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
