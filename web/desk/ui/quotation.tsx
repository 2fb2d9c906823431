import type { ReactNode } from 'react';
import styles from './quotation.module.css';

export function Quotation({ text }: { readonly text: string }): ReactNode {
  return <blockquote className={styles.said}>{text}</blockquote>;
}
