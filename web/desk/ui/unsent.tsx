import type { ReactNode } from 'react';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { FactList, type ShownFact } from './facts.tsx';

/** What somebody wrote in a form that came after another answer: nothing of it was done, and nothing of it is lost. */
export function Unsent({
  fields,
}: {
  /** The fields by name; those that are empty are left out. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}): ReactNode {
  const desk = useDesk();
  const facts: readonly ShownFact[] = fields.filter(([, value]) => value.trim() !== '');
  return (
    <Note as="div" isApart tone="warn" isAlert>
      <p>
        <b>{desk.words.unsent}</b>
      </p>
      <FactList facts={facts} />
    </Note>
  );
}
