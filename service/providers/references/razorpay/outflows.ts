import { z } from 'zod';
import { addDays } from '#domain/calendar.ts';
import { dayIn, homeMarketOf } from '#domain/market.ts';
import type { Outflow } from '../../ports/outflow.ts';
import { type IsKnown, readSigned, UnknownObject } from '../../ports/webhook.ts';
import { notes, type RazorpayClient, type RazorpayEvent, RazorpayRefusal } from './client.ts';

/** Money that a message says left again or came back. */
export interface RazorpayOutflow extends Omit<Outflow, 'payment'> {
  /** The payment that it is of, and how that was made where the message says it: `card`, `upi`, `bank_transfer`. */
  readonly paymentId: string;
  readonly method: string | null;
}

/** Our id of a payment or a refund, in the notes of what Razorpay keeps for it. */
export const cardNote = 'llano_reference';

/** Whose days settlements go by. */
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
 * What a message says of money that left again or came back, by refunds that we did not ask for, and by disputes that were lost
 * or won. A refund of a payment that was never captured is Razorpay's own, of money that was never told of.
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
  ...{ id: paymentId, status: z.string(), method: z.string(), amount: z.int() },
});
const listedRefund = z.looseObject({ id: z.string(), status: z.string() });
const listedDispute = z.looseObject({ id: z.string(), status: z.string() });
/** What was settled: a payment, a refund, or an adjustment, which names its dispute where it is of one. */
const settledEntry = z.looseObject({
  ...{ entity_id: z.string(), type: z.string(), amount: z.coerce.number().int() },
  ...{ method: z.string().nullish(), dispute_id: z.string().nullish() },
});

/** What a list has: a payment, or what a message of something else would have told. */
type Listed = { readonly event: RazorpayEvent } | { readonly payment: z.output<typeof listedPayment> };

/** What goes through the lists of an account looks for. */
interface Search {
  readonly since: Date;
  readonly now: Date;
  /** How payments that it is about are made. */
  readonly methods: readonly string[];
  readonly isKnown: IsKnown;
}

const isTaken = ({ status }: { readonly status: string }) => status === 'captured' || status === 'refunded';

/**
 * What the account's lists have of payments of some methods, refunds, disputes and settlements since a time, as the messages would tell it; each
 * under an id of what it is and what became of it, and read when it is asked for. Disputes are listed by when they began, so that all of them are gone through.
 */
export async function* listedSince(
  client: RazorpayClient,
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

/** What was settled on the days since a time and no other list had: settlements are listed by the day they arrived at the bank. */
async function* settledSince(
  client: RazorpayClient,
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

/** How a payment was made, asked for where its message does not say. @throws UnknownObject */
export async function methodOf(client: RazorpayClient, left: RazorpayOutflow): Promise<string> {
  return left.method ?? (await requirePayment(client, left)).method;
}

/** A payment that the account has, whoever's it is. @throws UnknownObject for one that it does not have. */
export async function requirePayment(client: RazorpayClient, left: RazorpayOutflow) {
  const { paymentId: object, method: _method, ...outflow } = left;
  return client.get(`/payments/${object}`, madeBy).catch((error: unknown) => {
    throw error instanceof RazorpayRefusal ? new UnknownObject({ object }, [outflow]) : error;
  });
}
