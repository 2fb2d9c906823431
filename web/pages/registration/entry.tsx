import type { ComponentProps, ReactNode } from 'react';
import { marks } from '#browser/marks.ts';
import { Slot } from '#ui/form/enhanced-form.tsx';
import { FieldError } from '#ui/form/field-error.tsx';
import { Hold } from '#ui/form/hold.tsx';
import styles from './entry.module.css';

/**
 * A field of the landing page. `prefix` is inside it, `above` over it; `fault` is the message that script shows
 * (`web/browser/registration-form.ts`). All other properties go to the input.
 */
export function Entry({
  id,
  label,
  hint,
  error,
  fault,
  prefix,
  above,
  beside,
  hintId = hint ? `${id}-hint` : '',
  isCode = false,
  isQuestion = false,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'prefix'> & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error: string | undefined;
  readonly fault: string;
  readonly prefix?: string;
  readonly above?: ReactNode;
  readonly beside?: ReactNode;
  readonly hintId?: string;
  readonly isCode?: boolean;
  readonly isQuestion?: boolean;
}): ReactNode {
  const errorId = `${id}-error`;
  return (
    <div className={isCode ? styles.code : styles.entry}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={isQuestion ? styles.riddle : 'hint'} id={hintId}>
          {hint}
        </p>
      )}
      {above}
      <div className={styles.line}>
        <Hold>
          {prefix && <span>{prefix}</span>}
          <input
            id={id}
            name={id}
            required
            {...input}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${hintId} ${error ? errorId : ''}`.trim() || undefined}
          />
        </Hold>
        {beside}
      </div>
      <template {...marks({ fault: id })}>
        <FieldError id={errorId}>{fault}</FieldError>
      </template>
      <Slot name={errorId}>
        {error && (
          <FieldError id={errorId} isToastToo>
            {error}
          </FieldError>
        )}
      </Slot>
    </div>
  );
}
