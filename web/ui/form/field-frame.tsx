import type { ReactNode } from 'react';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';

interface FieldWords {
  readonly id: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

export function FieldFrame({
  id,
  label,
  hint,
  error,
  children,
}: FieldWords & { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** Attributes that tie an input to its hint and error. */
export function descriptionOf({
  id,
  hint,
  error,
  describedBy,
  hasFocus = false,
}: FieldWords & {
  readonly describedBy?: string | undefined;
  /** Whether the browser focuses the input when the page opens. */
  readonly hasFocus?: boolean;
}): {
  readonly autoFocus: true | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
} {
  const names = [describedBy, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    autoFocus: hasFocus || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': names || undefined,
  };
}
