import { type Database, inTransaction } from '#db/database.ts';
import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { Outflow } from '#providers/ports/outflow.ts';
import type { Deposit } from '#providers/ports/payment-references.ts';
import type { IsKnown, UnknownFacts, WebhookEvent } from '#providers/ports/webhook.ts';
import { takeCardNotice } from './card-payment/card-webhook.ts';
import { currentTime } from './clock.ts';
import type { LendingDependencies } from './dependencies.ts';
import { describeFailure } from './http/answer.ts';
import { findProviderEvent } from './ledger/payments.ts';
import { closeReferences, takeDeposits } from './repayment/deposits.ts';
import { takeOutflow } from './repayment/outflows.ts';
import { answerWebhook, type WebhookContext } from './webhooks/answer-webhook.ts';
import { requireNotOurs } from './webhooks/unknown-object.ts';

/** One message of a provider, with the parts that concern this service. */
interface Notice {
  readonly card: CardNotice | null;
  readonly deposits: readonly Deposit[] | null;
  readonly outflows: readonly (Outflow & { readonly at: Date | undefined })[];
  readonly closed: readonly string[];
  /** An object that the provider's account does not have. */
  readonly unknown: UnknownFacts | null;
}

function notifiersOf({ cards, references }: Pick<LendingDependencies, 'cards' | 'references'>) {
  const ofCards = cards?.hosted?.notifiers ?? [];
  const ofReferences = [...references.providers, ...references.notifiers];
  const names = new Set([...ofCards, ...ofReferences].map(({ name }) => name));
  return [...names].map((name) => ({
    name,
    cards: ofCards.find((notifier) => notifier.name === name) ?? null,
    references: ofReferences.find((notifier) => notifier.name === name) ?? null,
  }));
}

function toldBy(
  card: WebhookEvent<CardNotice> | undefined,
  deposits: WebhookEvent<readonly Deposit[]> | undefined,
): Notice | null {
  const notice = {
    card: card?.notice ?? null,
    deposits: deposits?.notice ?? null,
    outflows: [card, deposits].flatMap((told) =>
      (told?.outflows ?? []).map((each) => ({ ...each, at: told?.at })),
    ),
    closed: deposits?.closed ?? [],
    unknown: card?.unknown ?? deposits?.unknown ?? null,
  };
  const isNews = [notice.card, notice.deposits, notice.unknown].some((told) => told !== null);
  return isNews || notice.outflows.length + notice.closed.length > 0 ? notice : null;
}

/** Records a provider's message. @returns how many of its payments were unknown. */
async function take(
  name: string,
  { card, deposits, outflows, closed, unknown }: Notice,
  context: WebhookContext,
): Promise<number> {
  if (unknown) await requireNotOurs(context.transaction, name, unknown, context);
  let newCount = 0;
  if (card && (await takeCardNotice(context, card))) newCount += 1;
  if (deposits) newCount += await takeDeposits(context.transaction, name, deposits, context);
  for (const outflow of outflows) {
    const toldAt = outflow.at ?? context.clock.now();
    if (await takeOutflow(context.transaction, name, outflow, context, toldAt)) newCount += 1;
  }
  await closeReferences(context.transaction, name, closed, context);
  return newCount;
}

export function answeredWebhooks(dependencies: Pick<LendingDependencies, 'cards' | 'references'>) {
  return notifiersOf(dependencies).map(({ name, cards, references }) =>
    answerWebhook<Notice>(
      name,
      async (message) => {
        const card = await cards?.verify(message);
        const deposits = card?.unknown ? undefined : await references?.verify(message);
        return { id: '', ...deposits, ...card, notice: toldBy(card, deposits) };
      },
      async (context, notice) => void (await take(name, notice, context)),
    ),
  );
}

export function sweptProviders(dependencies: Pick<LendingDependencies, 'cards' | 'references'>): string[] {
  return notifiersOf(dependencies)
    .filter(({ cards, references }) => cards?.sweep || references?.sweep)
    .map(({ name }) => name);
}

/**
 * Records what a provider's lists contain since a time and no message reported. Money found so is an error in the log: the provider's
 * messages do not arrive. A bad entry does not stop the others. @returns `failed` where an entry could not be recorded.
 */
export async function sweepProvider(
  dependencies: LendingDependencies,
  name: string,
  since: Date,
): Promise<'done' | 'failed'> {
  const { database, hostDatabase, logger, ...others } = dependencies;
  const isKnown: IsKnown = async (eventId, amountMinor) => {
    const event =
      (await findProviderEvent(database, { provider: name, eventId })) ??
      (await findProviderEvent(database, { provider: 'card', eventId }));
    return event?.amountMinor === amountMinor;
  };
  let foundCount = 0;
  let failedCount = 0;
  async function takeEach(read: () => Promise<Notice | null>): Promise<void> {
    try {
      const notice = await read();
      if (notice) foundCount += await takeApart(hostDatabase, notice);
    } catch (error) {
      failedCount += 1;
      logger.error('the list of a provider was not imported', { provider: name, ...describeFailure(error) });
    }
  }
  const takeApart = (apart: Database, notice: Notice) =>
    inTransaction(apart, async (transaction) => {
      const now = await currentTime(dependencies, transaction);
      return take(name, notice, { ...others, logger, transaction, now });
    });
  const notifiers = notifiersOf(dependencies).find((each) => each.name === name);
  for await (const read of notifiers?.references?.sweep?.(since, isKnown) ?? []) {
    await takeEach(async () => toldBy(undefined, await read()));
  }
  for await (const read of notifiers?.cards?.sweep?.(since, isKnown) ?? []) {
    await takeEach(async () => toldBy(await read(), undefined));
  }
  if (foundCount > 0) {
    logger.error('money was found that no provider message reported', { provider: name, foundCount });
    dependencies.providerHeard?.(name, 'found', foundCount);
  }
  return failedCount > 0 ? 'failed' : 'done';
}
