/**
 * One grapheme, for browsers without `Intl.Segmenter`: a line end, a flag, an emoji with modifiers and joined emoji, or a character with
 * its marks. Close to UAX 29 for typed text; Hangul and Indic conjuncts written in parts count as several.
 */
const graphemePattern =
  /\r\n|\p{RI}\p{RI}|\p{Extended_Pictographic}[\p{M}\p{EMod}\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\p{M}\p{EMod}\u{e0020}-\u{e007f}]*)*\u200d?|[^\p{Cc}\u2028\u2029][\p{M}\p{EMod}\u200c\u200d]*|./gsu;

export function graphemesByPattern(text: string): string[] {
  return text.match(graphemePattern) ?? [];
}

/** User-perceived characters of a text, in order, nothing lost (COMP-2; UAX 29). Browser and server both count with it. */
export function graphemesOf(text: string): string[] {
  if (typeof Intl === 'undefined' || !('Segmenter' in Intl)) return graphemesByPattern(text);
  const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

export function countGraphemes(text: string): number {
  return graphemesOf(text).length;
}

export function firstGraphemes(text: string, count: number): string {
  return text.length <= count ? text : graphemesOf(text).slice(0, count).join('');
}
