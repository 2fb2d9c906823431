import { type ComponentProps, type ReactNode, use } from 'react';
import { TypedContext } from '../other-language.ts';
import styles from './field.module.css';
import { FieldError } from './field-error.tsx';
import { Hold } from './hold.tsx';

/**
 * A labelled input; `error` says what to do, is tied to the input and marks it. All other properties are the input's.
 */
export function Field({
  id,
  label,
  hint,
  error,
  ...input
}: Omit<ComponentProps<'input'>, 'className'> & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}): ReactNode {
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  const typed = use(TypedContext)?.get(input.name ?? '');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <Hold>
        <input
          id={id}
          {...input}
          {...(typeof typed === 'string' && { defaultValue: typed })}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${hintId} ${errorId}`.trim() || undefined}
        />
      </Hold>
      {errorId && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
