import type { ReactNode } from 'react';
import { Note } from '#ui/notice/note.tsx';

/** A refusal, which screen readers announce; nothing without words. */
export function Warning({ words }: { readonly words: string | undefined }): ReactNode {
  return (
    words && (
      <Note as="div" tone="warn" isAlert>
        <p>{words}</p>
      </Note>
    )
  );
}
