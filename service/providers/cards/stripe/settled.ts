import type Stripe from 'stripe';
import type { IsKnown } from '../../ports/webhook.ts';
import { chargeName, movementName, referenceName } from './metadata.ts';

/** Balance transactions of payments, refunds and disputes (docs.stripe.com/reports/balance-transaction-types). */
const settledTypes = [
  'charge',
  'payment',
  'refund',
  'payment_refund',
  'refund_failure',
  'payment_failure_refund',
  'payment_reversal',
  'adjustment',
] as const;

/** Only the newest cash balance transactions of a customer are read. */
export const movementLimit = 100;

/**
 * Events for the balance transactions since a time: unknown payments of ours, and every refund and dispute. Stripe lists events for 30 days, but
 * balance transactions for ever.
 */
export async function* settledSince(
  client: Stripe,
  created: { readonly gte: number },
  isKnown: IsKnown,
): AsyncGenerator<() => Promise<Stripe.Event>> {
  for (const type of settledTypes) {
    const list = client.balanceTransactions.list({ type, created, limit: 100, expand: ['data.source'] });
    for await (const { id, amount, source, created: at } of list) {
      if (typeof source !== 'object' || source === null) continue;
      const asEvent = (name: string, object: object) =>
        ({ id, type: name, created: at, data: { object } }) as Stripe.Event;
      if (source.object === 'refund') yield async () => asEvent('refund.updated', source);
      if (source.object === 'dispute') {
        const name = `charge.dispute.funds_${amount < 0 ? 'withdrawn' : 'reinstated'}`;
        yield async () => asEvent(name, source);
      }
      if (source.object === 'charge') {
        for await (const [name, read] of paidBy(client, source, isKnown)) {
          yield async () => asEvent(name, await read());
        }
      }
    }
  }
}

type NamedEvent = readonly [name: string, read: () => Promise<object>];

/** Unknown payments of a charge: a card, a voucher, or transfers into a cash balance. */
async function* paidBy(
  client: Stripe,
  { amount, metadata, payment_intent: named, customer, paid }: Stripe.Charge,
  isKnown: IsKnown,
): AsyncGenerator<NamedEvent> {
  const intentId = typeof named === 'string' ? named : named?.id;
  if (!paid || intentId === undefined) return;
  if (metadata[movementName] && customer !== null) {
    const id = typeof customer === 'string' ? customer : customer.id;
    const { data } = await client.customers.listCashBalanceTransactions(id, { limit: movementLimit });
    for (const movement of data) {
      const isNews = movement.type === 'funded' && !(await isKnown(movement.id, movement.net_amount));
      if (isNews) yield ['customer_cash_balance_transaction.created', async () => movement];
    }
  }
  const paymentId = metadata[chargeName] ?? (metadata[referenceName] ? intentId : undefined);
  if (paymentId === undefined || (await isKnown(paymentId, amount))) return;
  yield ['payment_intent.succeeded', () => client.paymentIntents.retrieve(intentId)];
}
