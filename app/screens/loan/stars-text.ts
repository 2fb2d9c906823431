import type { orderText } from '#content/messages/order.ts';
import type { TextsIn } from '#content/text-pack.ts';
import type { StarsText } from '../../ui/stars.tsx';

/** The texts of the star rating out of the order page's. */
export function starsText(text: TextsIn<typeof orderText>): StarsText {
  return {
    legend: text.rateLegend,
    names: [text.star1, text.star2, text.star3, text.star4, text.star5],
    worst: text.worst,
    best: text.best,
  };
}
