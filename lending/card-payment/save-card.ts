import type { PaymentPurpose } from '#contract/calls/repayment.ts';
import { inTransaction, type Transaction } from '#db/database.ts';
import { cardSavingMinutes } from '#domain/card-payment/card-payment.ts';
import { CodedError } from '#domain/error-code.ts';
import { languageParameter } from '#domain/language.ts';
import type { HostedCards, SavedCardFacts, SavingOutcome } from '#providers/ports/card-provider.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { type EventContext, recordEvent } from '../events/record-event.ts';
import { describeFailure } from '../http/answer.ts';
import { requireBorrower } from '../http/session.ts';
import { purposeInAddress } from './charge.ts';
import {
  type CardRecord,
  cardSavingOf,
  cardTokensOf,
  finishCardSaving,
  insertCardSaving,
  keepSavingId,
  lockCardSaving,
  payerOf,
  saveCard,
  savingCountOf,
} from './store.ts';

/** Forms for cards that a borrower may open in an hour. */
const savingsPerHour = 10;

/** Who asks for a form, and for which loan they want to pay. */
export interface SavingRequest {
  readonly credentials: Readonly<Record<'sessionId' | 'userId' | 'deviceId', string>>;
  readonly language: 'es' | 'en';
  readonly key: { readonly productId: string; readonly orderId: string };
  /** The page that asks, which the borrower comes back to. */
  readonly from: 'payWay' | 'repay';
  /** What is to be paid there. */
  readonly purpose?: PaymentPurpose | undefined;
}

/** What became of a form for a card. */
export type SavingState = 'saved' | 'open' | 'given-up';

/** The provider's form for cards in a market; null where there is none. */
export function hostedCardsIn(
  { cards }: Pick<LendingDependencies, 'cards'>,
  market: HostedCards['markets'][number],
): HostedCards | null {
  return cards?.hosted?.markets.includes(market) ? cards.hosted : null;
}

/**
 * Opens the provider's form for a card, where the borrower types its number: this service never sees one.
 * @returns its address.
 * @throws CodedError 'session-required'; 'not-found' where no card can be saved; 'too-many-requests'.
 */
export async function startCardSaving(
  dependencies: LendingDependencies,
  { credentials, language, key, from, purpose }: SavingRequest,
): Promise<string> {
  const { database, clock, random, configuration, pagesOrigin } = dependencies;
  const borrower = await borrowerOf(dependencies, credentials);
  const hosted = hostedCardsIn(dependencies, borrower.market);
  if (!hosted) throw new CodedError('not-found');
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
  const opened = await hosted.startSaving({
    reference: id,
    market: borrower.market,
    language,
    returnLink: linkWith({ cardSaving: id }),
    leaveLink: linkWith({}),
    savedTokens: await cardTokensOf(database, borrower.id),
    borrower: await payerOf(database, borrower.id),
  });
  await keepSavingId(database, id, opened.id);
  return opened.link;
}

/**
 * What became of a form that the borrower comes back from; the provider is asked where its message did not come yet.
 * @returns null for a form that is not this borrower's.
 */
export async function cardSavingState(
  dependencies: LendingDependencies,
  { credentials, id }: { readonly credentials: SavingRequest['credentials']; readonly id: string },
): Promise<SavingState | null> {
  const { database, clock, random, logger } = dependencies;
  const borrower = await borrowerOf(dependencies, credentials);
  const saving = await cardSavingOf(database, borrower.id, id);
  if (!saving) return null;
  const hosted = hostedCardsIn(dependencies, borrower.market);
  if (saving.state !== 'open' || saving.providerId === null || !hosted) return saving.state;
  try {
    const outcome = await hosted.readSaving(saving.providerId, borrower.market);
    return await inTransaction(database, (transaction) =>
      takeSaving(transaction, { id, outcome }, { now: clock.now(), random }),
    );
  } catch (error) {
    logger.warn('asking about a card form failed', describeFailure(error));
    return 'open';
  }
}

/** Takes in what became of a form, in any order and however often: a card is saved once, and the lender told so. */
export async function takeSaving(
  transaction: Transaction,
  { id, outcome }: { readonly id: string; readonly outcome: SavingOutcome },
  { now, random }: EventContext,
): Promise<SavingState> {
  const saving = await lockCardSaving(transaction, id);
  if (!saving || saving.state === 'saved') return saving?.state ?? 'given-up';
  if (typeof outcome === 'object') {
    const card = { borrowerId: saving.borrowerId, ...outcome };
    const { id: cardId } = await saveCardOnce(transaction, card, { now, random });
    await finishCardSaving(transaction, id, { state: 'saved', cardId });
    return 'saved';
  }
  const isOver = now.getTime() - saving.startedAt.getTime() > cardSavingMinutes * 60_000;
  if (outcome === 'open' && !isOver) return saving.state;
  await finishCardSaving(transaction, id, { state: 'given-up' });
  return 'given-up';
}

/** Saves a card, or names anew the one that a borrower has under the same token; the lender is told of a new one. */
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

async function borrowerOf(
  { database, clock, configuration }: LendingDependencies,
  { sessionId, userId, deviceId }: SavingRequest['credentials'],
) {
  const named = { sessionIds: [sessionId], userIds: [userId], deviceIds: [deviceId] };
  return requireBorrower(database, named, {
    now: clock.now(),
    idleMinutes: configuration.sessionIdleMinutes,
  });
}
