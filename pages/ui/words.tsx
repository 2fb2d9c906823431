import type { ReactNode } from 'react';

const date = /(\d{4}-\d{2}-\d{2})/;

/** A text in which no date is broken across lines: browsers break after a hyphen. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return text.split(date).map((part, index) =>
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
