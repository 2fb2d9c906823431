import type { ComponentProps, ReactNode } from 'react';
import styles from './fields.module.css';
import partStyles from './part.module.css';

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

export function Fields({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.fields}>{children}</div>;
}

/** Lays short fields side by side where they fit. */
export function Pairs({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={styles.pairs}>{children}</div>;
}
