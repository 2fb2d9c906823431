import type { loanText } from '#content/messages/loan.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { StarsText } from '../ui/form/stars.tsx';

/** The texts of the star rating out of the order page's. */
export function starsText(text: TextsIn<typeof loanText>): StarsText {
  return {
    legend: text.rateLegend,
    names: [text.star1, text.star2, text.star3, text.star4, text.star5],
    worst: text.worst,
    best: text.best,
  };
}
