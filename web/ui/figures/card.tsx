import type { ReactNode } from 'react';
import styles from './card.module.css';
import { Fold } from './fold.tsx';
import { Tile } from './tile.tsx';

/** What is copied or compared, in a box of its own: a picture, a title, a line, and its contents. */
export function Card({
  id,
  icon,
  logo,
  title,
  titleAs: Title = 'h3',
  tag,
  note,
  children,
}: {
  /** Where a link leads. */
  readonly id?: string;
  /** An outline of `icons.tsx` or a drawing of its own, where there is no logo. */
  readonly icon: ReactNode;
  /** A checked address of an image. */
  readonly logo?: string | null;
  /** Empty for none. */
  readonly title: string;
  readonly titleAs?: 'h2' | 'h3';
  /** What sets it apart from the cards beside it, in two words. */
  readonly tag?: string | undefined;
  readonly note?: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <article className={styles.card} id={id}>
      <div className={styles.head}>
        <Tile icon={icon} logo={logo} />
        <div>
          {title && <Title>{title}</Title>}
          {note && <p className="hint">{note}</p>}
        </div>
        {tag && <span className={styles.tag}>{tag}</span>}
      </div>
      {children}
    </article>
  );
}

/** Cards below each other, each a way to go on, with its own cost. */
export function CardStack({ children }: { readonly children: ReactNode }): ReactNode {
  return <section className={styles.stack}>{children}</section>;
}

/** What stands on a card for who asks. */
export function CardFold({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={styles.fold}>
      <Fold title={title}>{children}</Fold>
    </div>
  );
}

/** The buttons of a card, side by side while they fit. */
export function CardActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
