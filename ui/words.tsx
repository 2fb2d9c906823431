import type { ReactNode } from 'react';

/** Dates, and numbers of loans, receipts and complaints: `2026-12-20`, `LL-2026-100001`, `RC-2340FB35AB`. */
const unbroken = /(\d{4}-\d{2}-\d{2}|\b[A-Z]{2}(?:-[0-9A-Z]+)+)/;

/** What a person wrote, ended so that a sentence may follow it. */
export function asSentence(written: string): string {
  const text = written.trim();
  return text === '' || /[.!?…][\p{Pe}\p{Pf}"']*$/u.test(text) ? text : `${text}.`;
}

/** A text in which no date and no number of ours is broken across lines: browsers break after a hyphen. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return text.split(unbroken).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <span key={index} className="num">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
