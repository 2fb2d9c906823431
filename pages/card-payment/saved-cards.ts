import type { SavedCard } from '#contract/calls/card-payment.ts';
import { groupedCardNumber } from '#domain/card-payment/card-number.ts';
import type { PickView } from '../ui/form/picks.tsx';
import { cardValue } from './card-choice.ts';

/** The cards to choose from, in two runs: the code opens after the first. */
export interface CardPicks {
  readonly count: number;
  readonly chosen: PickView | null;
  /** Up to and with the chosen one; all when none is. */
  readonly first: readonly PickView[];
  readonly rest: readonly PickView[];
}

/** The borrower's cards, numbers in groups of 4; none is chosen unless a code is asked for (PAYWAY-1). */
export function cardPicks(cards: readonly SavedCard[], chosenCardId: string): CardPicks {
  const picks = cards.map((card) => ({
    value: cardValue(card),
    label: card.bankName,
    note: groupedCardNumber(card.cardNumber),
  }));
  const chosenIndex = cards.findIndex(({ cardId }) => cardId === chosenCardId);
  const split = chosenIndex < 0 ? picks.length : chosenIndex + 1;
  return {
    count: picks.length,
    chosen: picks[chosenIndex] ?? null,
    first: picks.slice(0, split),
    rest: picks.slice(split),
  };
}
