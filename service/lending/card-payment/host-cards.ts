import { listSavedCards, putSavedCard, removeSavedCard } from '#contract/host/saved-card.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { saveCardOnce } from './save-card.ts';
import { type CardRecord, hasBorrower, newestCardsOf, removeCard } from './store.ts';

const cardsShown = 100;

export const answeredCardCalls: readonly AnsweredHostCall[] = [
  answerHost(putSavedCard, async ({ transaction, now, random }, { actor: _actor, ...card }) => {
    if (!(await hasBorrower(transaction, card.borrowerId))) throw new CodedError('not-found', 'borrowerId');
    const saved = await saveCardOnce(transaction, card, { now, random });
    return { data: cardView(saved) };
  }),
  answerHost(listSavedCards, async ({ transaction }, { borrowerId }) => ({
    data: { cards: (await newestCardsOf(transaction, borrowerId, cardsShown)).map(cardView) },
  })),
  answerHost(removeSavedCard, async ({ transaction, now }, { cardId }) => {
    const removed = orNotFound(await removeCard(transaction, cardId, now), 'cardId');
    return { data: cardView(removed) };
  }),
];

function cardView({ id: cardId, cardToken: _token, ...card }: CardRecord) {
  return { cardId, ...card };
}
