import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { TextArea } from '#ui/form/text-area.tsx';
import { useDesk } from '../desk-context.ts';

/** Where somebody writes why they do something. @param id its own on the page. */
export function ReasonField({
  id,
  value,
  isWrong,
}: {
  readonly id: string;
  readonly value: string | undefined;
  readonly isWrong: boolean;
}): ReactNode {
  const desk = useDesk();
  const text = deskCorrectionText[desk.language];
  return (
    <TextArea
      id={id}
      name="reason"
      label={text.reason}
      hint={text.reasonHint}
      maxLength={200}
      defaultValue={value}
      aria-invalid={isWrong || undefined}
    />
  );
}
