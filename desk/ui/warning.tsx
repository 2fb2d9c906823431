import type { ReactNode } from 'react';

/** Why something was not done, read aloud at once; nothing without words. */
export function Warning({ words }: { readonly words: string | undefined }): ReactNode {
  return (
    words && (
      <div className="note" data-tone="warn" role="alert">
        <p>{words}</p>
      </div>
    )
  );
}
