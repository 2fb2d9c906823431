import type Stripe from 'stripe';
import type { Outflow } from '../../ports/outflow.ts';
import { ofAccount } from './client.ts';
import { chargeName } from './metadata.ts';

/** Money that an event says left again or came back, and the PaymentIntent it is of. */
export interface StripeOutflow extends Omit<Outflow, 'payment'> {
  readonly intent: Stripe.PaymentIntent;
}

/**
 * What an event says of money that left again, by refunds that we did not ask for, begun in the dashboard for instance, and by disputes, or that came back.
 * `charge.refunded` names no refund, so those of its payment are asked for.
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
      const asked = client.refunds.list({ payment_intent: paid, limit: 100 });
      const { data } = await ofAccount(asked.then(), { object: paid, isOurs });
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

/** Those of one payment that are not ours and that something became of. */
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
  const intent = await ofAccount(client.paymentIntents.retrieve(intentId), { object: intentId }, outflows);
  return outflows.map((each) => ({ ...each, intent }));
}

/** Whether an object bears an id of ours. */
function isMarked(metadata: Stripe.Metadata | null): boolean {
  return Object.keys(metadata ?? {}).some((name) => name.startsWith('llano_'));
}

function idOf(named: string | { readonly id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
