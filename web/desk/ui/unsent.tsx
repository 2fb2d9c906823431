import type { ReactNode } from 'react';
import { fieldOf } from '#pages/open-screen.ts';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import type { DeskFormDefinition, SentForm } from './desk-form.tsx';
import { FactList, type ShownFact } from './facts.tsx';

/** Shows what somebody typed into a form that came too late, so that it is not lost. */
export function Unsent({
  sent,
  forms,
}: {
  readonly sent: SentForm;
  readonly forms: readonly DeskFormDefinition[];
}): ReactNode {
  const desk = useDesk();
  const form = forms.find(({ part }) => part === sent.part);
  const facts = Object.entries(form?.fields ?? {}).flatMap(([name, { label, choices }]): ShownFact[] => {
    const typed = fieldOf(sent.typed, name).trim();
    return label === undefined || choices || typed === '' ? [] : [[label, typed]];
  });
  return (
    <Note as="div" hasSpaceAbove tone="warn" isAlert>
      <p>
        <b>{desk.words.unsent}</b>
      </p>
      <FactList facts={facts} />
    </Note>
  );
}
