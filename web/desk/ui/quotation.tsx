import type { ReactNode } from 'react';
import styles from './quotation.module.css';

/** What somebody wrote, line by line as they wrote it. */
export function Quotation({ text }: { readonly text: string }): ReactNode {
  return <blockquote className={styles.said}>{text}</blockquote>;
}
