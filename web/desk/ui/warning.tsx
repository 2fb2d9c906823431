import type { ReactNode } from 'react';
import { Note } from '#ui/notice/note.tsx';

/** Why something was not done, read aloud at once; nothing without words. */
export function Warning({ words }: { readonly words: string | undefined }): ReactNode {
  return (
    words && (
      <Note as="div" tone="warn" isAlert>
        <p>{words}</p>
      </Note>
    )
  );
}
