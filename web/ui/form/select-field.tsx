import type { ReactNode } from 'react';
import { FieldFrame } from './field-frame.tsx';
import { Hold } from './hold.tsx';

/** A labelled choice of one of several short texts. */
export function SelectField({
  id,
  label,
  chosen,
  choices,
  choicesLanguage,
}: {
  /** Also its name in the form. */
  readonly id: string;
  readonly label: string;
  /** The value that is chosen at first. */
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Of the texts where it is not the page's. */
  readonly choicesLanguage?: string;
}): ReactNode {
  return (
    <FieldFrame id={id} label={label}>
      <Hold>
        <select id={id} name={id} defaultValue={chosen} lang={choicesLanguage}>
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </Hold>
    </FieldFrame>
  );
}
