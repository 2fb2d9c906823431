import type { ComponentProps, ReactNode } from 'react';
import { descriptionOf, FieldFrame } from './field-frame.tsx';
import { Hold } from './hold.tsx';
import { useSent } from './sent-fields.ts';

/** A labelled input with hint and error. All other properties go to the input. */
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
  const { typed, fault, isFirstFault } = useSent(input.name);
  const error = givenError ?? fault;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <Hold>
        <input
          id={id}
          {...input}
          {...(typed !== undefined && { defaultValue: typed })}
          {...descriptionOf({
            id,
            hint,
            error,
            describedBy: input['aria-describedby'],
            hasFocus: isFirstFault || input.autoFocus === true,
          })}
        />
      </Hold>
    </FieldFrame>
  );
}
