import type { ReactNode } from 'react';
import { isDay } from '#domain/iso-day.ts';

/** Dates, and numbers of loans, receipts and complaints: `2026-12-20`, `LL-2026-100001`, `RC-2340FB35AB`. */
const unbroken = /(\d{4}-\d{2}-\d{2}|\b[A-Z]{2}(?:-[0-9A-Z]+)+)/;

export function hasDay(text: string): boolean {
  return /\b\d{4}-\d{2}-\d{2}\b/.test(text);
}

/** Ends a person's text with a full stop where it has none. */
export function asSentence(written: string): string {
  const text = written.trim();
  return text === '' || /[.!?…][\p{Pe}\p{Pf}"']*$/u.test(text) ? text : `${text}.`;
}

/**
 * Text whose dates and numbers do not break across lines, as browsers would after a hyphen.
 * @param shortDay shortens dates that the page shows whole too (DATE-1).
 */
export function Words({
  text,
  shortDay,
}: {
  readonly text: string;
  readonly shortDay?: ((day: string) => string) | undefined;
}): ReactNode {
  return text.split(unbroken).map((part, index) =>
    shortDay && index % 2 === 1 && isDay(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <time key={index} className="num" dateTime={part}>
        {shortDay(part)}
      </time>
    ) : index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <span key={index} className="num">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
