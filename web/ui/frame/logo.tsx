import type { ReactNode } from 'react';
import styles from './logo.module.css';

export function Logo({ name, link }: { readonly name: string; readonly link: string }): ReactNode {
  return (
    <a className={styles.logo} href={link}>
      <Sign sizePx={32} />
      {name}
    </a>
  );
}

export function Sign({ sizePx }: { readonly sizePx: number }): ReactNode {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--action)" />
      <path d="M9 20a7 7 0 0 1 14 0z" fill="var(--on-action)" />
      <path d="M5 23.5h22" stroke="var(--on-action)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
