import type { ReactNode } from 'react';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
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
    <div className="field">
      <label htmlFor={id}>{text.reason}</label>
      <div className="hold">
        <textarea
          id={id}
          name="reason"
          maxLength={200}
          defaultValue={value}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-hint`}
        />
      </div>
      <p className="hint" id={`${id}-hint`}>
        {text.reasonHint}
      </p>
    </div>
  );
}
