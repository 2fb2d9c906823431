import type { ReactNode } from 'react';
import type { OpenDesk } from '../open-desk.ts';
import { TextField } from './field.tsx';

/** Answers a borrower in words alone, and sends them as `answer`. */
export function AnswerForm({
  desk,
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
  readonly desk: OpenDesk;
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
  return (
    <form className="part fields narrow" method="post" action={action} noValidate>
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
      <div className="acts">
        <button className="btn second" type="submit">
          {send}
        </button>
      </div>
    </form>
  );
}
