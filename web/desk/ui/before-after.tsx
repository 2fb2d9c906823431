import type { ReactNode } from 'react';
import styles from './before-after.module.css';

export interface Change<Value extends ReactNode = string> {
  readonly name: string;
  readonly before: Value;
  readonly after: Value;
}

export function Changes({
  label,
  becomes,
  changes,
  areTexts = false,
}: {
  readonly label: string;
  readonly becomes: string;
  readonly changes: readonly Change<ReactNode>[];
  readonly areTexts?: boolean;
}): ReactNode {
  const kind = areTexts ? undefined : 'num';
  return (
    <dl className={areTexts ? `${styles.figures} ${styles.texts}` : styles.figures} aria-label={label}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={kind}>{before}</dd>
          <dd className={styles.to}>
            <span aria-hidden="true">→</span>
            <span className="sr">{becomes}</span>
          </dd>
          <dd className={kind}>{after}</dd>
        </div>
      ))}
    </dl>
  );
}
