import type { ComponentProps, ReactNode } from 'react';
import { Summary } from '../figures/summary.tsx';
import { Icon } from './icons.tsx';
import styles from './link-list.module.css';

export function LinkList({ children }: { readonly children: ReactNode }): ReactNode {
  return <ul className={styles.list}>{children}</ul>;
}

export function LinkBand({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <section className={styles.band}>
      <LinkList>{children}</LinkList>
    </section>
  );
}

type LineIcon = string | ReactNode;

/** A row that links to another screen. `mark` labels the current choice. Other properties go to the link. */
export function LinkLine({
  icon,
  isHeavy = false,
  note,
  mark,
  hidden,
  children,
  ...link
}: Omit<ComponentProps<'a'>, 'className'> & {
  readonly icon?: LineIcon;
  /** Makes the row as prominent as the one for paying. */
  readonly isHeavy?: boolean;
  readonly note?: ReactNode;
  readonly mark?: string | undefined;
}): ReactNode {
  return (
    <li hidden={hidden}>
      <a
        className={isHeavy ? `${styles.line} ${styles.heavy}` : styles.line}
        aria-current={mark ? true : undefined}
        {...link}
      >
        <Drawing icon={icon} />
        <span>{children}</span>
        {note && <small className={styles.note}>{note}</small>}
        {mark && <span className={styles.mark}>{mark}</span>}
      </a>
    </li>
  );
}

export function TextLine({
  icon,
  children,
}: {
  readonly icon?: LineIcon;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li>
      <p className={`${styles.line} ${styles.still}`}>
        <Drawing icon={icon} />
        {children}
      </p>
    </li>
  );
}

/** A row that expands. `note` is shown below its title; links can point to `id`. */
export function FoldLine({
  icon,
  isHeavy = false,
  title,
  note,
  id,
  isOpen = false,
  children,
}: {
  readonly icon?: LineIcon;
  readonly isHeavy?: boolean;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly id?: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li id={id}>
      <details className={styles.fold} open={isOpen}>
        <Summary className={isHeavy ? `${styles.line} ${styles.heavy}` : styles.line}>
          <Drawing icon={icon} />
          <span>
            {title}
            {note && <small>{note}</small>}
          </span>
        </Summary>
        <div className={icon === undefined ? styles.under : styles.wide}>{children}</div>
      </details>
    </li>
  );
}

function Drawing({ icon }: { readonly icon: LineIcon }): ReactNode {
  return typeof icon === 'string' ? <Icon path={icon} /> : icon;
}
