import type { ComponentProps, ReactNode } from 'react';
import styles from './still.module.css';

/**
 * Markup that stands still: the server writes it, and in the browser React leaves it as it is, so that neither the code
 * of its components nor the work of hydrating them is spent there. Write the children as
 * `{import.meta.env.SSR && <Parts />}`: the browser build then drops `Parts` and keeps its styles. Handlers given to
 * `Still` hear the events of what is inside. What changes without a new page belongs outside.
 */
export function Still({ children, ...attributes }: Omit<ComponentProps<'div'>, 'className'>): ReactNode {
  if (import.meta.env.SSR) {
    return (
      <div className={styles.still} {...attributes}>
        {children}
      </div>
    );
  }
  return (
    <div
      className={styles.still}
      {...attributes}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: always empty; React keeps what the server wrote.
      dangerouslySetInnerHTML={nothing}
    />
  );
}

const nothing = { __html: '' };
