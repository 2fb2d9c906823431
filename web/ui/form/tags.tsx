import type { ReactNode } from 'react';
import type { Tone } from '../tone.ts';
import styles from './tags.module.css';

/** Words that say what something is, side by side; `children` follow at the end of the line. */
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
