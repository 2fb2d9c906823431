/**
 * One grapheme where the platform cannot tell: a line end, a flag, an emoji with its modifiers and joined emoji, or any
 * character with its marks. Close to Unicode's rules (UAX 29) for text that people type; Hangul and Indic conjuncts that
 * are written in parts count as several.
 */
const graphemePattern =
  /\r\n|\p{RI}\p{RI}|\p{Extended_Pictographic}[\p{M}\p{EMod}\u{e0020}-\u{e007f}]*(?:\u200d\p{Extended_Pictographic}[\p{M}\p{EMod}\u{e0020}-\u{e007f}]*)*\u200d?|[^\p{Cc}\u2028\u2029][\p{M}\p{EMod}\u200c\u200d]*|./gsu;

/** The graphemes of a text by the pattern alone, for browsers without `Intl.Segmenter`. */
export function graphemesByPattern(text: string): string[] {
  return text.match(graphemePattern) ?? [];
}

/**
 * The graphemes of a text: what a person calls characters, in order, nothing lost (COMP-2; Unicode UAX 29). Browser and
 * server both count with this.
 */
export function graphemesOf(text: string): string[] {
  if (typeof Intl === 'undefined' || !('Segmenter' in Intl)) return graphemesByPattern(text);
  const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many graphemes a text has. */
export function countGraphemes(text: string): number {
  return graphemesOf(text).length;
}

/** The first `count` graphemes of a text; the text itself when it has no more. */
export function firstGraphemes(text: string, count: number): string {
  return text.length <= count ? text : graphemesOf(text).slice(0, count).join('');
}
