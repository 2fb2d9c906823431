import type { ReactNode } from 'react';
import { Icon } from '../frame/icons.tsx';
import styles from './card.module.css';

/** What is copied or compared, in a box of its own: a picture, a title, a line, and its contents. */
export function Card({
  icon,
  logo,
  title,
  note,
  children,
}: {
  /** An outline of `icons.tsx`, where there is no logo. */
  readonly icon: string;
  /** A checked address of an image. */
  readonly logo?: string | null;
  /** Empty for none. */
  readonly title: string;
  readonly note?: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <span className={styles.tile}>
          {logo ? <img src={logo} width="40" height="40" alt="" /> : <Icon path={icon} />}
        </span>
        <div>
          {title && <h3>{title}</h3>}
          {note && <p className="hint">{note}</p>}
        </div>
      </div>
      {children}
    </article>
  );
}

/** The buttons of a card, side by side while they fit. */
export function CardActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
