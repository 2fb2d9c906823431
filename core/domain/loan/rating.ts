/** A rating in stars. */
export type Score = 1 | 2 | 3 | 4 | 5;

/** Whether a number from outside is a rating of 1 to 5 whole stars (ORDER-6). */
export function isScore(value: number): value is Score {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}

/** Whether the host's own rating prompt follows: only after five stars (ORDER-6). */
export function asksNativePrompt(score: Score): boolean {
  return score === 5;
}
