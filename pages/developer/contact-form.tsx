import type { ReactNode } from 'react';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { contactMaxLength } from './contact.ts';
import type { PreviewText } from './preview-text.ts';

/** A contact to send; the server checks it, thanks for it and keeps nothing (TEST-1). */
export function ContactForm({
  refused,
  text,
}: {
  readonly refused: { readonly typed: string; readonly error: string } | null;
  readonly text: PreviewText;
}): ReactNode {
  return (
    <section>
      <h2>{text.contactTitle}</h2>
      <form method="post" action="#contact" className="stack" noValidate>
        <Field
          id="contact"
          name="contact"
          label={text.contact}
          defaultValue={refused?.typed}
          error={refused?.error}
          maxLength={contactMaxLength}
          autoComplete="off"
        />
        <Button kind="second">{text.contactSend}</Button>
      </form>
    </section>
  );
}
