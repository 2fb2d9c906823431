/** Characters that show nothing: marks of direction, joiners, byte order marks (Unicode category Cf). */
const unseen = /\p{Cf}/gu;

/**
 * A text in which digits of every script are ASCII digits and full-width letters are plain (NFKC), without unseen characters. A
 * superscript or a fraction stays as it is, so that "5²" never reads as 52.
 */
export function plainText(typed: string): string {
  return typed
    .replace(unseen, '')
    .replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** A name without blanks around it and without U+202A to U+202E and U+2066 to U+2069, which turn the text that follows it. */
export function withoutTurns(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').trim();
}

/** The digits of a text in any script, as ASCII digits. */
export function digitsOf(typed: string): string {
  return plainText(typed).replace(/[^0-9]/g, '');
}

/** Unicode keeps the digits of a script in one run from 0 to 9; runs that touch are whole tens. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
