import type { ReactNode } from 'react';
import { Button } from '#ui/form/button.tsx';
import { useDesk } from '../desk-context.ts';
import { Acts } from './acts.tsx';
import { TextField } from './field.tsx';
import { FormPart } from './fields.tsx';

/** Answers a borrower in words alone, and sends them as `answer`. */
export function AnswerForm({
  action,
  part,
  id,
  title,
  label,
  hint,
  typed = '',
  error,
  send,
}: {
  readonly action: string;
  /** What tells the form from the page's others, where that is said. */
  readonly part?: string;
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly hint: string;
  readonly typed?: string | undefined;
  readonly error: string | undefined;
  readonly send: string;
}): ReactNode {
  const desk = useDesk();
  return (
    <FormPart action={action}>
      {part !== undefined && <input type="hidden" name="part" value={part} />}
      <input type="hidden" name="step" value={desk.newId()} />
      <h2>{title}</h2>
      <TextField
        id={id}
        name="answer"
        label={label}
        value={typed}
        hint={hint}
        error={error}
        maxLength={300}
        isRequired
      />
      <Acts gap={0}>
        <Button kind="second">{send}</Button>
      </Acts>
    </FormPart>
  );
}
