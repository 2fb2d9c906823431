import {
  type CardSavingRequest,
  type CardSavingState,
  readCardSaving,
  startCardSaving,
} from '#contract/calls/card-saving.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { cardSavingMinutes } from '#domain/card-payment/card-payment.ts';
import { CodedError, orNotFound } from '#domain/error-code.ts';
import { languageParameter } from '#domain/language.ts';
import type { HostedCards, SavedCardFacts, SavingOutcome } from '#providers/ports/card-provider.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';
import { describeFailure } from '../http/answer.ts';
import { type AnsweredCall, answerBorrower, type BorrowerContext } from '../http/answer-call.ts';
import { purposeInAddress } from './charge.ts';
import {
  type CardRecord,
  cardSavingOf,
  cardTokensOf,
  finishCardSaving,
  insertCardSaving,
  lockCardSaving,
  payerOf,
  saveCard,
  savingCountOf,
  storeSavingProviderId,
} from './store.ts';

const savingsPerHour = 10;

export const cardSavingCalls: readonly AnsweredCall[] = [
  answerBorrower(startCardSaving, openForm),
  answerBorrower(readCardSaving, formState),
];

export function hostedCardsIn(
  { cards }: Pick<LendingDependencies, 'cards'>,
  market: HostedCards['markets'][number],
): HostedCards | null {
  return cards?.hosted?.markets.includes(market) ? cards.hosted : null;
}

/**
 * Opens the provider's form for a card, where the borrower types its number: this service never sees one. @throws CodedError 'not-found'
 * where no card can be saved; 'too-many-requests'; 'service-unavailable' while the provider does not answer.
 */
async function openForm(
  context: BorrowerContext,
  { from, purpose, ...key }: CardSavingRequest,
): Promise<{ link: string }> {
  const { database, borrower, clock, language, random, configuration, pagesOrigin, logger } = context;
  const hosted = orNotFound(hostedCardsIn(context, borrower.market));
  const startedAt = clock.now();
  const since = new Date(startedAt.getTime() - 3_600_000);
  if ((await savingCountOf(database, borrower.id, since)) >= savingsPerHour) {
    throw new CodedError('too-many-requests');
  }
  const id = random.id();
  await insertCardSaving(database, { id, borrowerId: borrower.id, startedAt });
  const linkWith = (own: Readonly<Record<string, string>>) => {
    const address = new URLSearchParams({
      ...key,
      ...purposeInAddress(purpose),
      ...own,
      lang: languageParameter(language),
    });
    return `${pagesOrigin()}${configuration.paths[from]}?${address}`;
  };
  const [savedTokens, payer] = await Promise.all([
    cardTokensOf(database, borrower.id),
    payerOf(database, borrower.id),
  ]);
  const form = {
    reference: id,
    market: borrower.market,
    language,
    returnLink: linkWith({ cardSaving: id }),
    leaveLink: linkWith({}),
    savedTokens,
    borrower: payer,
  };
  const opened = await hosted.startSaving(form).catch((error: unknown) => {
    logger.warn('a card form could not be opened', describeFailure(error));
    throw new CodedError('service-unavailable');
  });
  await storeSavingProviderId(database, { id, borrowerId: borrower.id }, opened.id);
  return { link: opened.link };
}

/**
 * The result of a form from which the borrower returns; asks the provider where its webhook has not come yet. @throws CodedError
 * 'not-found' for a form that is not this borrower's.
 */
async function formState(
  context: BorrowerContext,
  { savingId: id }: { readonly savingId: string },
): Promise<{ state: CardSavingState }> {
  const { database, borrower, clock, random, logger } = context;
  const saving = orNotFound(await cardSavingOf(database, borrower.id, id));
  const hosted = hostedCardsIn(context, borrower.market);
  if (saving.state !== 'open' || saving.providerId === null || !hosted) return { state: saving.state };
  try {
    const outcome = await hosted.readSaving(saving.providerId, borrower.market);
    const state = await inTransaction(database, (transaction) =>
      takeSaving(transaction, { id, outcome }, { now: clock.now(), random }),
    );
    return { state };
  } catch (error) {
    logger.warn('querying a card form failed', describeFailure(error));
    return { state: 'open' };
  }
}

/** Records the result of a form, in any order and however often: a card is saved once, with one event. */
export async function takeSaving(
  transaction: Transaction,
  { id, outcome }: { readonly id: string; readonly outcome: SavingOutcome },
  { now, random }: EventContext,
): Promise<CardSavingState> {
  const saving = await lockCardSaving(transaction, id);
  if (!saving || saving.state === 'saved') return saving?.state ?? 'given-up';
  if (typeof outcome === 'object') {
    const card = { borrowerId: saving.borrowerId, ...outcome };
    const { id: cardId } = await saveCardOnce(transaction, card, { now, random });
    await finishCardSaving(transaction, saving, { state: 'saved', cardId });
    return 'saved';
  }
  if (outcome === 'credit') {
    await finishCardSaving(transaction, saving, { state: 'credit-refused' });
    return 'credit-refused';
  }
  const isOver = now.getTime() - saving.startedAt.getTime() > cardSavingMinutes * 60_000;
  if (outcome === 'open' && !isOver) return saving.state;
  await finishCardSaving(transaction, saving, { state: 'given-up' });
  return 'given-up';
}

/** Saves a card, or updates the one that the borrower has under the same token; only a new one is an event. */
export async function saveCardOnce(
  transaction: Transaction,
  card: SavedCardFacts & { readonly borrowerId: string },
  { now, random }: EventContext,
): Promise<CardRecord> {
  const id = random.id();
  const saved = await saveCard(transaction, { id, ...card, savedAt: now });
  if (saved.id === id) {
    const { borrowerId, bankName, maskedNumber } = card;
    const data = { cardId: id, borrowerId, bankName, maskedNumber };
    recordEvent(transaction, { type: 'card.saved', subjectId: id, data }, { now, random });
  }
  return saved;
}
