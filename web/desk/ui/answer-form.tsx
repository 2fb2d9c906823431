import type { ReactNode } from 'react';
import { Button } from '#ui/form/button.tsx';
import { Acts } from './acts.tsx';
import { DeskForm, type DeskFormDefinition, FormFields, type SentForm } from './desk-form.tsx';

/** Answers a borrower in words alone. */
export function AnswerForm({
  form,
  sent,
  action,
  prefix,
  title,
  send,
}: {
  readonly form: DeskFormDefinition;
  readonly sent: SentForm | undefined;
  readonly action: string;
  /** Stands before each field's name in its id. */
  readonly prefix?: string | undefined;
  readonly title: string;
  readonly send: string;
}): ReactNode {
  return (
    <DeskForm isPart form={form} sent={sent} action={action}>
      <h2>{title}</h2>
      <FormFields form={form} prefix={prefix} />
      <Acts gap={0}>
        <Button kind="second">{send}</Button>
      </Acts>
    </DeskForm>
  );
}
