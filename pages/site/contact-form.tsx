import type { ReactNode } from 'react';
import type { contactText } from '#content/messages/site.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { ContactMessage } from '../pages-config.ts';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { TextArea } from '../ui/form/text-area.tsx';
import styles from './contact-form.module.css';
import { type ContactFieldName, contactFieldLimits } from './contact-message.ts';

/** Input attributes of the fields of one line. */
const lines = [
  { name: 'name', autoComplete: 'name' },
  { name: 'telephone', type: 'tel', autoComplete: 'tel' },
  { name: 'email', type: 'email', autoComplete: 'email' },
] as const;

/**
 * Name, telephone, email and remark (SITE-4). The browser checks nothing, so that an empty field gets the page's own
 * words.
 */
export function ContactForm({
  text,
  submitLink,
  refused,
}: {
  readonly text: TextsIn<typeof contactText>;
  readonly submitLink: string;
  readonly refused: {
    readonly typed: ContactMessage;
    readonly missing: readonly ContactFieldName[];
  } | null;
}): ReactNode {
  const field = (name: ContactFieldName) => ({
    id: name,
    name,
    label: text[name],
    maxLength: contactFieldLimits[name],
    defaultValue: refused?.typed[name],
    'aria-required': true,
    error: refused?.missing.includes(name) ? text[`${name}Missing`] : undefined,
  });
  return (
    <form className={styles.form} method="post" action={submitLink} noValidate>
      {lines.map(({ name, ...attributes }) => (
        <Field key={name} {...field(name)} {...attributes} />
      ))}
      <TextArea {...field('remark')} />
      <Button>{text.submit}</Button>
    </form>
  );
}
