/** Whether two names may be one person's: the longer contains all words of the shorter, in any order, without accents. */
export function isSamePayer(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return shorter.length > 0 && shorter.every((word) => longer.includes(word));
}

function wordsOf(name: string): string[] {
  const plain = name.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return plain.toUpperCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
