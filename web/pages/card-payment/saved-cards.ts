import type { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import type { SavedCard } from '#contract/calls/card-payment.ts';
import { groupedCardNumber, isWholeCardNumber } from '#domain/card-payment/card-number.ts';
import type { PickView } from '#ui/form/picks.tsx';

/** The borrower's cards as choices, numbers in groups of 4 (PAYWAY-1). */
export function cardPicks(
  cards: readonly SavedCard[],
  { unnamedCard }: Pick<TextsIn<typeof payWithCardText>, 'unnamedCard'>,
): PickView[] {
  return cards.map((card, index) => ({
    value: cardValue(card),
    label: card.bankName || fill(unnamedCard, { number: index + 1 }),
    note: groupedCardNumber(card.cardNumber),
  }));
}

/**
 * A card as the value of its radio button: the commit returns all that the list said of it (PAYWAY-2), and the backend checks it.
 * A whole card number is omitted and looked up again for the commit.
 */
export function cardValue({ cardId, bankName, bankCode, cardNumber }: SavedCard): string {
  const shown = isWholeCardNumber(cardNumber) ? {} : { cardNumber };
  return new URLSearchParams({ cardId, bankName, bankCode, ...shown }).toString();
}

/** Null if no card was chosen; `cardNumber` is null where the page may not have it. */
export function cardOfValue(
  value: string,
): (Omit<SavedCard, 'cardNumber'> & { readonly cardNumber: string | null }) | null {
  const fields = new URLSearchParams(value);
  const field = (name: string): string => fields.get(name) ?? '';
  const cardId = field('cardId');
  if (cardId === '') return null;
  return {
    cardId,
    bankName: field('bankName'),
    bankCode: field('bankCode'),
    cardNumber: fields.get('cardNumber'),
  };
}
