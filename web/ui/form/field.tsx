import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, tiedTo } from './field-frame.tsx';
import { Hold } from './hold.tsx';
import { useSent } from './sent-fields.ts';

/**
 * A labelled input; `error` says what to do, is tied to the input and marks it. All other properties are the input's.
 */
export function Field({
  id,
  label,
  hint,
  error: givenError,
  ...input
}: Omit<ComponentProps<'input'>, 'className'> & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}): ReactNode {
  const { typed, fault } = useSent(input.name);
  const error = givenError ?? fault;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <Hold>
        <input
          id={id}
          {...input}
          {...(typed !== undefined && { defaultValue: typed })}
          {...tiedTo({ id, hint, error, describedBy: input['aria-describedby'] })}
        />
      </Hold>
    </FieldFrame>
  );
}
