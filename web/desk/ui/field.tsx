import type { ReactNode } from 'react';
import { Field } from '#ui/form/field.tsx';

export function TextField({
  id,
  name = id,
  label,
  value,
  hint,
  error,
  inputMode,
  type,
  maxLength = 400,
  isRequired = false,
  hasFocus = false,
}: {
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly value: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly inputMode?: 'decimal' | 'numeric';
  readonly type?: 'date';
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  readonly hasFocus?: boolean;
}): ReactNode {
  return (
    <Field
      id={id}
      name={name}
      label={label}
      hint={hint}
      error={error}
      defaultValue={value}
      inputMode={inputMode}
      type={type}
      maxLength={maxLength}
      required={isRequired}
      autoFocus={hasFocus}
      autoComplete="off"
    />
  );
}
