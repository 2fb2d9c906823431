import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export function EmptyState({
  scene,
  headingAs: Heading = 'h2',
  heading,
  line,
  children,
}: {
  readonly scene?: ReactNode;
  readonly headingAs?: 'h1' | 'h2';
  readonly heading: string;
  readonly line: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <section className={styles.empty} data-tone="plain">
      {scene}
      <Heading>{heading}</Heading>
      <p className="hint">{line}</p>
      {children}
    </section>
  );
}
