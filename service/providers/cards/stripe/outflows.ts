import type Stripe from 'stripe';
import type { Outflow } from '../../ports/outflow.ts';
import { requireObject } from './client.ts';
import { chargeName } from './metadata.ts';

export interface StripeOutflow extends Omit<Outflow, 'payment'> {
  readonly intent: Stripe.PaymentIntent;
}

/**
 * Refunds that we did not request, such as those of the dashboard, and disputes. `charge.refunded` names no refund, so the refunds of its payment
 * are read.
 */
export async function outflowsIn(event: Stripe.Event, client: Stripe): Promise<StripeOutflow[]> {
  switch (event.type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return ofRefunds(client, [event.data.object]);
    case 'charge.refunded': {
      const paid = idOf(event.data.object.payment_intent);
      if (paid === null) return [];
      const isOurs = isMarked(event.data.object.metadata);
      const refunds = client.refunds.list({ payment_intent: paid, limit: 100 });
      const { data } = await requireObject(refunds.then(), { object: paid, isOurs });
      return ofRefunds(client, data);
    }
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { id, amount: amountMinor, currency, reason, payment_intent: paid } = event.data.object;
      const outcome = event.type === 'charge.dispute.funds_withdrawn' ? 'left' : 'came-back';
      const said = { id, cause: 'dispute', outcome, amountMinor, currency: currency.toUpperCase() } as const;
      return ofIntent(client, idOf(paid), [{ ...said, reason }]);
    }
    default:
      return [];
  }
}

const outcomes: Readonly<Record<string, Outflow['outcome']>> = {
  succeeded: 'left',
  failed: 'came-back',
  canceled: 'came-back',
};

async function ofRefunds(client: Stripe, refunds: readonly Stripe.Refund[]): Promise<StripeOutflow[]> {
  const outflows = refunds.flatMap((refund) => {
    const { id, amount: amountMinor, currency, status, reason, metadata } = refund;
    const outcome = outcomes[status ?? ''];
    if (metadata?.[chargeName] || outcome === undefined) return [];
    const said = { id, cause: 'refund', outcome, amountMinor, currency: currency.toUpperCase() } as const;
    return [{ ...said, reason: reason ?? '' }];
  });
  return ofIntent(client, idOf(refunds[0]?.payment_intent), outflows);
}

async function ofIntent(
  client: Stripe,
  intentId: string | null,
  outflows: readonly Omit<StripeOutflow, 'intent'>[],
): Promise<StripeOutflow[]> {
  if (intentId === null || outflows.length === 0) return [];
  const intent = await requireObject(
    client.paymentIntents.retrieve(intentId),
    { object: intentId },
    outflows,
  );
  return outflows.map((each) => ({ ...each, intent }));
}

function isMarked(metadata: Stripe.Metadata | null): boolean {
  return Object.keys(metadata ?? {}).some((name) => name.startsWith('llano_'));
}

function idOf(named: string | { readonly id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
