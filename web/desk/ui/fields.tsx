import type { ComponentProps, ReactNode } from 'react';
import styles from './fields.module.css';
import partStyles from './part.module.css';

/** A part of a page that is a form of a few fields; all other properties are the form's. */
export function FormPart({
  children,
  ...form
}: Omit<ComponentProps<'form'>, 'className' | 'method' | 'noValidate'>): ReactNode {
  return (
    <form className={`${partStyles.part} ${styles.fields} narrow`} method="post" {...form} noValidate>
      {children}
    </form>
  );
}

/** Fields and texts, one below the other. */
export function Fields({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.fields}>{children}</div>;
}

/** Short fields beside each other. */
export function Pairs({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.pairs}>{children}</div>;
}
