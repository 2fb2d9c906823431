import type { CardNotice } from '#providers/ports/card-provider.ts';
import type { WebhookContext } from '../webhooks/answer-webhook.ts';
import { takeChargeNotice } from './charge.ts';
import { takeRefundNotice } from './refund-to-card.ts';
import { takeSaving } from './save-card.ts';

/** Handles the card provider's webhooks: charges, our refunds, saved cards. @returns whether it booked a payment. */
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
