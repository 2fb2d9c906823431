import type { ReactNode } from 'react';
import arrow from './disclosure.module.css';
import { Summary } from './summary.tsx';
import { Tile } from './tile.tsx';
import styles from './way.module.css';

/** Ways to pay; browsers with `<details name>` keep one open. */
export function Ways({ children }: { readonly children: ReactNode }): ReactNode {
  return <div>{children}</div>;
}

/** One way to pay: name, duration and cost when closed, instructions when open. */
export function Way({
  icon,
  logo,
  title,
  note,
  isOpen,
  id,
  children,
}: {
  readonly icon: string;
  /** A checked image address. */
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
