import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { WebhookContext } from '../webhooks/answer-webhook.ts';
import { takeChargeNotice } from './charge.ts';
import { takeRefundNotice } from './refund-to-card.ts';
import { takeSaving } from './save-card.ts';

/**
 * Takes in what the card provider tells by itself: of charges, refunds of ours, and cards that were saved.
 * @returns whether it booked a payment.
 */
export async function takeCardNotice(context: WebhookContext, notice: CardNotice): Promise<boolean> {
  if (notice.about === 'charge') return takeChargeNotice(context, notice);
  if (notice.about === 'refund') {
    await takeRefundNotice(context, notice);
    return false;
  }
  const { transaction, clock, random } = context;
  const { reference: id, outcome } = notice;
  await takeSaving(transaction, { id, outcome }, { now: clock.now(), random });
  return false;
}
