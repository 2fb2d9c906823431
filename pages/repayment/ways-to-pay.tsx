import type { ReactNode } from 'react';
import styles from './ways-to-pay.module.css';

/** The ways to pay that stand on the page, to go to each from wherever one is; nothing for a single one. */
export function WaysToPay({
  groups,
  label,
}: {
  readonly groups: readonly { readonly id: string; readonly title: string }[];
  readonly label: string;
}): ReactNode {
  if (groups.length < 2) return null;
  return (
    <nav className={styles.ways} aria-label={label}>
      {groups.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}
