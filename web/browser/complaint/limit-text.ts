import { countGraphemes, firstGraphemes } from '#domain/graphemes.ts';

export interface EditedText {
  readonly value: string;
  readonly caret: number;
}

/** Cuts the text to `limit` graphemes by removing what was typed or pasted before the caret, so that older text stays (COMP-2). */
export function limitText({ value, caret }: EditedText, limit: number): EditedText {
  const excess = countGraphemes(value) - limit;
  if (excess <= 0) return { value, caret };
  const before = value.slice(0, caret);
  const record = firstGraphemes(before, Math.max(0, countGraphemes(before) - excess));
  return { value: firstGraphemes(record + value.slice(caret), limit), caret: record.length };
}
