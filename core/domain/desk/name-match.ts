/** How a name has the typed words: all whole, all at least as beginnings, or some with one wrong letter. */
export type NameMatch = 'whole' | 'beginning' | 'near';

const matches: readonly NameMatch[] = ['whole', 'beginning', 'near'];

/** The best match of each typed word among the words of a name, and the worst of these; null where one has none. */
export function nameMatchOf(typed: readonly string[], words: readonly string[]): NameMatch | null {
  const ranks = typed.map((part) => Math.min(...words.map((word) => rankOf(part, word))));
  return matches[Math.max(...ranks)] ?? null;
}

function rankOf(part: string, word: string): number {
  if (part === word) return 0;
  if (word.startsWith(part)) return 1;
  return isOneLetterOff(part, word) ? 2 : matches.length;
}

/** Whether one letter more, less or other, or two neighbours changed round, make one word of the other. */
export function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = [[...one], [...other]].sort((a, b) => a.length - b.length) as [string[], string[]];
  const start = long.findIndex((letter, place) => letter !== short[place]);
  if (start === -1 || long.length - short.length > 1) return false;
  const hasSameEnd = (shortFrom: number, longFrom: number) =>
    short.slice(shortFrom).join('') === long.slice(longFrom).join('');
  if (long.length > short.length) return hasSameEnd(start, start + 1);
  const areTurned = short[start] === long[start + 1] && short[start + 1] === long[start];
  return hasSameEnd(start + 1, start + 1) || (areTurned && hasSameEnd(start + 2, start + 2));
}
