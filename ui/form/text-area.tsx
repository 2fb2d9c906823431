import type { ComponentProps, ReactNode } from 'react';
import fieldStyles from './field.module.css';
import { FieldError } from './field-error.tsx';
import { Hold } from './hold.tsx';
import styles from './text-area.module.css';

/** A labelled text of several lines; `error` says what to do. All other properties are the text area's. */
export function TextArea({
  id,
  label,
  hint,
  error,
  ...area
}: Omit<ComponentProps<'textarea'>, 'className'> & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}): ReactNode {
  const hintId = hint ? `${id}-hint` : '';
  const errorId = error ? `${id}-error` : '';
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={fieldStyles.hint} id={hintId}>
          {hint}
        </p>
      )}
      <Hold>
        <textarea
          id={id}
          className={styles.area}
          {...area}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${hintId} ${errorId}`.trim() || undefined}
        />
      </Hold>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
