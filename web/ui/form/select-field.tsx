import type { ReactNode } from 'react';
import { descriptionOf, FieldFrame } from './field-frame.tsx';
import { Hold } from './hold.tsx';
import { useSent } from './sent-fields.ts';

export function SelectField({
  id,
  name = id,
  label,
  chosen,
  choices,
  choicesLanguage,
}: {
  /** Also the field's name, unless it has another. */
  readonly id: string;
  readonly name?: string;
  readonly label: string;
  readonly chosen: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly choicesLanguage?: string;
}): ReactNode {
  const { typed, fault, isFirstFault } = useSent(name);
  return (
    <FieldFrame id={id} label={label} error={fault}>
      <Hold>
        <select
          id={id}
          name={name}
          defaultValue={typed ?? chosen}
          lang={choicesLanguage}
          {...descriptionOf({ id, error: fault, hasFocus: isFirstFault })}
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
