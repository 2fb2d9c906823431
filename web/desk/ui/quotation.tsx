import type { ReactNode } from 'react';
import styles from './quotation.module.css';

/** A text that somebody wrote, with its line breaks. */
export function Quotation({ text }: { readonly text: string }): ReactNode {
  return <blockquote className={styles.said}>{text}</blockquote>;
}
