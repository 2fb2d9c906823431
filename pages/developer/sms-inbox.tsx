import type { ReactNode } from 'react';
import { Rows } from '../ui/figures/rows.tsx';
import type { PreviewText } from './preview-text.ts';

/** A text message as the page shows it. */
export interface ShownMessage {
  readonly messageId: string;
  readonly to: string;
  readonly body: string;
}

/** The text messages that development keeps instead of sending them (TEST-1). */
export function SmsInbox({
  messages,
  text,
}: {
  readonly messages: readonly ShownMessage[];
  readonly text: PreviewText;
}): ReactNode {
  return (
    <section>
      <h2>{text.inboxTitle}</h2>
      <p className="hint">{text.inboxHint}</p>
      {messages.length === 0 && <p>{text.inboxEmpty}</p>}
      <Rows rows={messages.map(({ to, body }) => ({ label: to, value: body }))} />
    </section>
  );
}
