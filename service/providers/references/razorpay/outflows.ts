import { z } from 'zod';
import { addDays } from '#domain/calendar.ts';
import { dayIn, homeMarketOf } from '#domain/market.ts';
import type { Outflow } from '../../ports/outflow.ts';
import { type IsKnown, readSigned, UnknownObject } from '../../ports/webhook.ts';
import { ifRefused, type ProviderClient } from '../../provider-client.ts';
import { notes, type RazorpayEvent } from './client.ts';

export interface RazorpayOutflow extends Omit<Outflow, 'payment'> {
  readonly paymentId: string;
  /** `card`, `upi` or `bank_transfer`; null if the message does not say. */
  readonly method: string | null;
}

export const cardNote = 'llano_reference';

const market = homeMarketOf('razorpay');

const paymentId = z.string().regex(/^pay_\w{1,60}$/);

const refund = z.object({
  id: z.string().min(1).max(100),
  amount: z.int().positive(),
  currency: z.string(),
  payment_id: paymentId,
  status: z.string(),
  notes,
});

const dispute = z.object({
  id: z.string().min(1).max(100),
  payment_id: paymentId,
  amount: z.int().nonnegative(),
  amount_deducted: z.int().nonnegative(),
  currency: z.string(),
  reason_code: z.string(),
});

const payment = z.object({ method: z.string().nullish(), captured: z.boolean().nullish() });
const madeBy = z.object({ method: z.string() });

const outcomes: Readonly<Record<string, Outflow['outcome']>> = { processed: 'left', failed: 'came-back' };

/**
 * Reads refunds that we did not request, and lost or won disputes. Razorpay refunds payments that were never captured by itself; those are
 * ignored.
 * @throws WebhookUnreadable
 */
export function outflowIn({ name, about }: RazorpayEvent): RazorpayOutflow | null {
  const paid = payment.safeParse(about.payment);
  const method = paid.success ? (paid.data.method ?? null) : null;
  switch (name) {
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed': {
      const made = readSigned(refund, about.refund);
      const outcome = outcomes[made.status];
      const isOurs = typeof made.notes[cardNote] === 'string';
      if (isOurs || outcome === undefined || (paid.success && paid.data.captured === false)) return null;
      const said = { id: made.id, cause: 'refund', outcome, amountMinor: made.amount, reason: '' } as const;
      const currency = made.currency.toUpperCase();
      return { ...said, currency, paymentId: made.payment_id, method };
    }
    case 'payment.dispute.lost':
    case 'payment.dispute.won': {
      const {
        id,
        payment_id: disputed,
        reason_code: reason,
        ...figures
      } = readSigned(dispute, about.dispute);
      const isLost = name === 'payment.dispute.lost';
      const amountMinor = isLost ? figures.amount_deducted : figures.amount;
      if (amountMinor === 0) return null;
      const said = { id, cause: 'dispute', outcome: isLost ? 'left' : 'came-back', amountMinor } as const;
      const currency = figures.currency.toUpperCase();
      return { ...said, reason, currency, paymentId: disputed, method };
    }
    default:
      return null;
  }
}

const listedPayment = z.looseObject({
  id: paymentId,
  status: z.string(),
  method: z.string(),
  amount: z.int(),
});
const listedRefund = z.looseObject({ id: z.string(), status: z.string() });
const listedDispute = z.looseObject({ id: z.string(), status: z.string() });
/** A settled payment, refund or adjustment; an adjustment may name its dispute. */
const settledEntry = z.looseObject({
  entity_id: z.string(),
  type: z.string(),
  amount: z.coerce.number().int(),
  method: z.string().nullish(),
  dispute_id: z.string().nullish(),
});

type Listed = { readonly event: RazorpayEvent } | { readonly payment: z.output<typeof listedPayment> };

interface Search {
  readonly since: Date;
  readonly now: Date;
  readonly methods: readonly string[];
  readonly isKnown: IsKnown;
}

const isTaken = ({ status }: { readonly status: string }) => status === 'captured' || status === 'refunded';

/**
 * Lists payments, refunds, disputes and settlements since a time; each is read when it is called. The id of an event combines the object's id and
 * status. Disputes are listed by their start, so all of them are read.
 */
export async function* listedSince(
  client: ProviderClient,
  search: Search,
): AsyncGenerator<() => Promise<Listed>> {
  const { since, methods, isKnown } = search;
  const from = Math.floor(since.getTime() / 1000);
  const seenIds = new Set<string>();
  for await (const payment of client.list(`/payments?from=${from}`, listedPayment)) {
    const { id, method, amount } = payment;
    seenIds.add(id);
    if (isTaken(payment) && methods.includes(method) && !(await isKnown(id, amount))) {
      yield async () => ({ payment });
    }
  }
  for await (const refund of client.list(`/refunds?from=${from}`, listedRefund)) {
    seenIds.add(refund.id);
    yield async () => ({ event: refundEvent(refund, search.now) });
  }
  for await (const dispute of client.list('/disputes', listedDispute)) {
    seenIds.add(dispute.id);
    yield async () => ({ event: disputeEvent(dispute, search.now) });
  }
  yield* settledSince(client, search, seenIds);
}

/** Settled entries that no other list contained; settlements are listed by the day on which the bank received them. */
async function* settledSince(
  client: ProviderClient,
  { since, now, methods, isKnown }: Search,
  seenIds: ReadonlySet<string>,
): AsyncGenerator<() => Promise<Listed>> {
  const today = dayIn(market, now);
  for (let day = dayIn(market, since); day <= today; day = addDays(day, 1)) {
    const [year, month, date] = day.split('-').map(Number);
    const path = `/settlements/recon/combined?year=${year}&month=${month}&day=${date}`;
    for await (const { entity_id: id, type, method, amount, dispute_id: disputeId } of client.list(
      path,
      settledEntry,
    )) {
      if (seenIds.has(disputeId ?? id)) continue;
      if (type === 'payment' && methods.includes(method ?? '') && !(await isKnown(id, amount))) {
        yield async () => ({ payment: await client.get(`/payments/${id}`, listedPayment) });
      }
      if (type === 'refund') {
        yield async () => ({ event: refundEvent(await client.get(`/refunds/${id}`, listedRefund), now) });
      }
      if (disputeId) {
        const disputePath = `/disputes/${disputeId}`;
        yield async () => ({ event: disputeEvent(await client.get(disputePath, listedDispute), now) });
      }
    }
  }
}

function refundEvent(refund: z.output<typeof listedRefund>, at: Date): RazorpayEvent {
  const { id, status } = refund;
  const name = `refund.${status === 'pending' ? 'created' : status}`;
  return { id: `${id} ${status}`, name, at, about: { refund } };
}

function disputeEvent(dispute: z.output<typeof listedDispute>, at: Date): RazorpayEvent {
  const { id, status } = dispute;
  return { id: `${id} ${status}`, name: `payment.dispute.${status}`, at, about: { dispute } };
}

/** The method of a payment, read from Razorpay if its message does not say. @throws UnknownObject */
export async function methodOf(client: ProviderClient, left: RazorpayOutflow): Promise<string> {
  return left.method ?? (await requirePayment(client, left)).method;
}

/** @throws UnknownObject if the account does not have the payment. */
export async function requirePayment(client: ProviderClient, left: RazorpayOutflow) {
  const { paymentId: object, method: _method, ...outflow } = left;
  return ifRefused(client.get(`/payments/${object}`, madeBy), () => {
    throw new UnknownObject({ object }, [outflow]);
  });
}
