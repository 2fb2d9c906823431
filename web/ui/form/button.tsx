import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

/** `main` is the one filled button of a screen; `danger` cannot be undone. */
export type ButtonKind = 'main' | 'second' | 'quiet' | 'danger';

const classNames: Readonly<Record<ButtonKind, string | undefined>> = {
  main: styles.button,
  second: styles.second,
  quiet: styles.quiet,
  danger: styles.danger,
};

/** Submits its form unless `type="button"`. */
export function Button({
  kind = 'main',
  ...attributes
}: Omit<ComponentProps<'button'>, 'className'> & { readonly kind?: ButtonKind }): ReactNode {
  return <button className={classNames[kind]} {...attributes} />;
}

export function ButtonLink({
  kind = 'main',
  children,
  ...attributes
}: Omit<ComponentProps<'a'>, 'className'> & { readonly kind?: ButtonKind }): ReactNode {
  return (
    <a className={classNames[kind]} {...attributes}>
      {children}
    </a>
  );
}
