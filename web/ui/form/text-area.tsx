import type { ComponentProps, ReactNode } from 'react';
import { descriptionOf, FieldFrame } from './field-frame.tsx';
import { Hold } from './hold.tsx';
import { useSent } from './sent-fields.ts';
import styles from './text-area.module.css';

export function TextArea({
  id,
  label,
  hint,
  error: givenError,
  ...area
}: Omit<ComponentProps<'textarea'>, 'className'> & {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}): ReactNode {
  const { typed, fault, isFirstFault } = useSent(area.name);
  const error = givenError ?? fault;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <Hold>
        <textarea
          id={id}
          className={styles.area}
          {...descriptionOf({ id, hint, error, hasFocus: isFirstFault })}
          {...area}
          defaultValue={typed ?? area.defaultValue}
        />
      </Hold>
    </FieldFrame>
  );
}
