import type { ReactNode } from 'react';
import { FieldFrame, tiedTo } from './field-frame.tsx';
import { Hold } from './hold.tsx';
import { useSent } from './sent-fields.ts';

/** A labelled choice of one of several short texts. */
export function SelectField({
  id,
  name = id,
  label,
  chosen,
  choices,
  choicesLanguage,
}: {
  /** Also its name in the form, where that is not another. */
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  /** The value that is chosen at first. */
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Of the texts where it is not the page's. */
  readonly choicesLanguage?: string;
}): ReactNode {
  const { typed, fault } = useSent(name);
  return (
    <FieldFrame id={id} label={label} error={fault}>
      <Hold>
        <select
          id={id}
          name={name}
          defaultValue={typed ?? chosen}
          lang={choicesLanguage}
          {...tiedTo({ id, error: fault })}
        >
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
