export type Score = 1 | 2 | 3 | 4 | 5;

export function isScore(value: number): value is Score {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}

/** Whether the host's rating prompt follows: only after five stars (ORDER-6). */
export function asksNativePrompt(score: Score): boolean {
  return score === 5;
}
