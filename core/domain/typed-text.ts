/** Invisible characters: marks of direction, joiners, byte order marks (Unicode category Cf). */
const unseen = /\p{Cf}/gu;

/**
 * A text with ASCII digits and plain letters (NFKC), without invisible characters. Superscripts and fractions stay, so that "5²" is never
 * read as 52.
 */
export function plainText(typed: string): string {
  return typed
    .replace(unseen, '')
    .replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** A name without blanks around it and without U+202A to U+202E and U+2066 to U+2069, which change the direction of the text after it. */
export function withoutTurns(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

/** The digits of a text as ASCII digits, whatever their script. */
export function digitsOf(typed: string): string {
  return plainText(typed).replace(/[^0-9]/g, '');
}

/** Unicode keeps the digits of a script in one run from 0 to 9; adjacent runs are whole tens. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
