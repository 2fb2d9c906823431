import { countGraphemes, firstGraphemes } from '#domain/graphemes.ts';

/** A text field's value and where its caret stands, in UTF-16 units. */
export interface EditedText {
  readonly value: string;
  readonly caret: number;
}

/**
 * What is left of an edited text of at most `limit` graphemes: what was typed or pasted too much goes from before the
 * caret, so that nothing written earlier is lost (COMP-2).
 */
export function limitText({ value, caret }: EditedText, limit: number): EditedText {
  const excess = countGraphemes(value) - limit;
  if (excess <= 0) return { value, caret };
  const before = value.slice(0, caret);
  const record = firstGraphemes(before, Math.max(0, countGraphemes(before) - excess));
  return { value: firstGraphemes(record + value.slice(caret), limit), caret: record.length };
}
