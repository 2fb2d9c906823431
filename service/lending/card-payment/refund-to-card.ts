import { inTransaction, type Queryable, type Transaction } from '#db/database.ts';
import { isId } from '#db/new-id.ts';
import type { CardNotice, RefundAnswer } from '#providers/ports/card-provider.ts';
import { currentTime } from '../clock.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { describeFailure } from '../http/answer.ts';
import { findProviderEvent } from '../ledger/payments.ts';
import { stepRefund } from '../ledger/refunds.ts';
import { inTime } from '../provider-in-time.ts';
import type { WebhookContext } from '../webhooks/answer-webhook.ts';
import { chargeOf } from './charge.ts';
import { type CardRefundRecord, cardRefundOf, chargeDetailsOf, claimCardRefunds } from './store.ts';

const askAgainMs = 60_000;

/**
 * Asks the provider to refund requested amounts to cards, and records the answers. Each refund is looked up first, so that a lost answer or
 * a crash sends nothing twice. Several processes may run it at once. A refund that fails is left for the next run.
 */
export async function sendCardRefunds(dependencies: LendingDependencies): Promise<void> {
  const { database, cards, clock, logger, random } = dependencies;
  const hosted = cards?.hosted;
  if (!hosted) return;
  const now = clock.now();
  const before = new Date(now.getTime() - askAgainMs);
  for (const refund of await claimCardRefunds(database, { before, now })) {
    try {
      const details = await chargeDetailsOf(database, refund.cardPaymentId);
      if (!details) continue;
      const charge = chargeOf(refund.cardPaymentId, details);
      const { id: refundReference, amountMinor } = refund;
      const state = await inTime(hosted.readRefund(charge, refundReference));
      const outcome =
        state === 'unknown' && (await isUnreversed(database, refund.cardPaymentId))
          ? await inTime(hosted.refund(charge, { refundReference, amountMinor }))
          : state;
      await inTransaction(database, async (transaction) => {
        const loanTime = await currentTime(dependencies, transaction);
        await takeRefundAnswer(transaction, refund.id, outcome === 'unknown' ? 'failed' : outcome, {
          now: loanTime,
          random,
          logger,
        });
      });
    } catch (error) {
      logger.warn('a provider did not answer a card refund', {
        refund: refund.id,
        ...describeFailure(error),
      });
    }
  }
}

/** Whether a card payment was not reversed since its refund was requested. */
async function isUnreversed(database: Queryable, eventId: string): Promise<boolean> {
  const paid = await findProviderEvent(database, { provider: 'card', eventId });
  return paid?.outcome === 'posted';
}

/** Records a provider's webhook about a refund; ignores one that is not ours. */
export async function takeRefundNotice(
  { transaction, logger, now, random }: WebhookContext,
  { reference, outcome }: Extract<CardNotice, { about: 'refund' }>,
): Promise<void> {
  if (isId(reference)) await takeRefundAnswer(transaction, reference, outcome, { now, random, logger });
}

/** In any order and however often: books a refund as sent once, and holds the money again when it came back later. */
async function takeRefundAnswer(
  transaction: Transaction,
  id: string,
  answer: RefundAnswer,
  { logger, ...context }: Pick<WebhookContext, 'now' | 'random' | 'logger'>,
): Promise<void> {
  const refund: CardRefundRecord | undefined = await cardRefundOf(transaction, id);
  if (!refund || answer === 'pending') return;
  if (answer === 'failed') {
    const reason = "refused by the card's provider";
    await stepRefund(transaction, refund, { act: 'fail-refund', reason }, context);
  } else if (refund.state === 'failed') {
    logger.error('a refund to a card succeeded after it had failed', { refund: id });
  } else {
    await stepRefund(transaction, refund, { act: 'send-refund', reference: `card:${id}` }, context);
  }
}
