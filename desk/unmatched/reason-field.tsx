import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { TextArea } from '#ui/form/text-area.tsx';
import type { OpenDesk } from '../open-desk.ts';

/** Where somebody writes why they do something. @param id its own on the page. */
export function ReasonField({
  desk,
  id,
  value,
  isWrong,
}: {
  readonly desk: OpenDesk;
  readonly id: string;
  readonly value: string | undefined;
  readonly isWrong: boolean;
}): ReactNode {
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
