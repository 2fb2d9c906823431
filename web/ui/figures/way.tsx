import type { ReactNode } from 'react';
import arrow from './disclosure.module.css';
import { Summary } from './summary.tsx';
import { Tile } from './tile.tsx';
import styles from './way.module.css';

/** Ways to the same end below each other: one is open at a time where the browser keeps it so. */
export function Ways({ children }: { readonly children: ReactNode }): ReactNode {
  return <div>{children}</div>;
}

/** One of the ways: a picture and a name, how long it takes and what it costs while it is closed, and how to use it. */
export function Way({
  icon,
  logo,
  title,
  note,
  isOpen,
  id,
  children,
}: {
  /** An outline of `icons.tsx`, where there is no logo. */
  readonly icon: string;
  /** A checked address of an image. */
  readonly logo?: string | null;
  readonly title: string;
  readonly note: string;
  readonly isOpen: boolean;
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <details className={styles.way} name="way" id={id} open={isOpen}>
      <Summary className={arrow.summary}>
        <Tile icon={icon} logo={logo} />
        <span className={styles.words}>
          {title}
          {note && <small>{note}</small>}
        </span>
      </Summary>
      <div className={`stack ${styles.inside}`}>{children}</div>
    </details>
  );
}
