import type { ReactNode } from 'react';
import type { Tone } from '../tone.ts';
import styles from './tags.module.css';

export function Tags({
  tags,
  tone,
  children,
}: {
  readonly tags: readonly string[];
  readonly tone?: Tone;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className={styles.tags}>
      {tags.map((tag) => (
        <span className={styles.tag} data-tone={tone} key={tag}>
          {tag}
        </span>
      ))}
      {children && <span className={styles.end}>{children}</span>}
    </div>
  );
}
