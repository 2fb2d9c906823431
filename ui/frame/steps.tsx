import type { ReactNode } from 'react';
import styles from './steps.module.css';

/** All that a form asks for over several pages, in one line: what is behind, where it is, what is still to come. */
export function Steps({
  label,
  names,
  current,
}: {
  readonly label: string;
  readonly names: readonly string[];
  /** The place in `names` of the page that is shown, from 0. */
  readonly current: number;
}): ReactNode {
  return (
    <ol className={styles.steps} aria-label={label}>
      {names.map((name, place) => (
        <li
          key={name}
          className={place < current ? styles.done : undefined}
          aria-current={place === current ? 'step' : undefined}
          data-number={place + 1}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
