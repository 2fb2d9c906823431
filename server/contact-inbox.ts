import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ContactInbox } from '#pages/site/contact-message.ts';

const fileName = 'contact-messages.jsonl';

/**
 * An inbox that adds each message of the contact page as one line of JSON to a file in `folder`, which only the
 * server's user may read (SITE-4).
 */
export function createContactInbox(folder: string, now: () => Date): ContactInbox {
  return {
    async keep({ name, telephone, email, remark }) {
      const line = JSON.stringify({ receivedAt: now().toISOString(), name, telephone, email, remark });
      await mkdir(folder, { recursive: true });
      await appendFile(path.join(folder, fileName), `${line}\n`, { mode: 0o600 });
    },
  };
}
