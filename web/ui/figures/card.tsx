import type { ReactNode } from 'react';
import styles from './card.module.css';
import { Fold } from './fold.tsx';
import { Tile } from './tile.tsx';

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
  readonly id?: string;
  /** An SVG path from `icons.tsx` or an element; shown when there is no logo. */
  readonly icon: ReactNode;
  /** A checked image address. */
  readonly logo?: string | null;
  readonly title: string;
  readonly titleAs?: 'h2' | 'h3';
  /** Short label, about two words, that distinguishes this card from the others. */
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

export function CardStack({ children }: { readonly children: ReactNode }): ReactNode {
  return <section className={styles.stack}>{children}</section>;
}

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

export function CardActions({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.actions}>{children}</div>;
}
