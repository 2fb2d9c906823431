import type { ReactNode } from 'react';
import styles from './list-search.module.css';

export function SearchBar({ children }: { readonly children: ReactNode }): ReactNode {
  return <search className={styles.search}>{children}</search>;
}
