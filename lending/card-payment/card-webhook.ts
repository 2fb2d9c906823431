import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { WebhookContext } from '../webhooks/answer-webhook.ts';
import { takeChargeNotice } from './charge.ts';
import { takeRefundNotice } from './refund-to-card.ts';
import { takeSaving } from './save-card.ts';

/** Takes in what the card provider tells by itself: of charges, refunds of ours, and cards that were saved. */
export async function takeCardNotice(context: WebhookContext, notice: CardNotice): Promise<void> {
  if (notice.about === 'charge') return takeChargeNotice(context, notice);
  if (notice.about === 'refund') return takeRefundNotice(context, notice);
  const { transaction, clock, random } = context;
  const { reference: id, outcome } = notice;
  await takeSaving(transaction, { id, outcome }, { now: clock.now(), random });
}
