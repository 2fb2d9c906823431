import type { ReactNode } from 'react';
import { deskQueueText } from '#content/messages/desk-queue.ts';
import type { DeskColleague } from '#contract/desk-page.ts';
import { SelectField } from '#ui/form/select-field.tsx';
import { useDesk } from '../desk-context.ts';

/** Filters a list by assignee: anybody, oneself, nobody, or a colleague. */
export function HolderField({
  chosen,
  colleagues,
}: {
  readonly chosen: string | undefined;
  readonly colleagues: readonly DeskColleague[];
}): ReactNode {
  const desk = useDesk();
  const text = deskQueueText[desk.language];
  const others = colleagues.filter(({ personId }) => personId !== desk.person.personId);
  return (
    <SelectField
      id="with"
      label={text.with}
      chosen={chosen ?? ''}
      choices={[
        ['', text.anyone],
        ['me', text.me],
        ['nobody', text.noOne],
        ...others.map(({ personId, name }) => [personId, name] as const),
      ]}
    />
  );
}
