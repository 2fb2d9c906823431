import { type ComponentProps, type ReactNode, use } from 'react';
import { KitContext } from '../kit-context.ts';
import { FieldFrame, tiedTo } from './field-frame.tsx';
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
  const typed = use(KitContext).typed?.get(input.name ?? '');
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <Hold>
        <input
          id={id}
          {...input}
          {...(typeof typed === 'string' && { defaultValue: typed })}
          {...tiedTo({ id, hint, error, describedBy: input['aria-describedby'] })}
        />
      </Hold>
    </FieldFrame>
  );
}
