import type { ReactNode } from 'react';
import styles from './tabs.module.css';

export interface Tab {
  readonly title: string;
  readonly link: string;
  readonly isCurrent: boolean;
}

export function Tabs({ tabs, label }: { readonly tabs: readonly Tab[]; readonly label: string }): ReactNode {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ title, link, isCurrent }) => (
        <a key={link} className={styles.tab} href={link} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
