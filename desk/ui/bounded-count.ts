import { countMax } from '#contract/desk.ts';

/** A count as a page says it; what was counted no further than the most is `50+`. */
export function boundedCount(count: number): string {
  return count > countMax ? `${countMax}+` : String(count);
}
