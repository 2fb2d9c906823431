import { type ComponentProps, type ReactNode, use } from 'react';
import styles from './check.module.css';
import { FieldError } from './field-error.tsx';
import { SentContext } from './sent-fields.ts';

export function Check({
  id,
  error,
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'className' | 'type'> & {
  readonly id: string;
  readonly error?: string | undefined;
}): ReactNode {
  const { typed } = use(SentContext);
  return (
    <div>
      <label className={styles.check}>
        <input
          type="checkbox"
          id={id}
          {...input}
          {...(typed && input.name && { defaultChecked: typed.has(input.name) })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
