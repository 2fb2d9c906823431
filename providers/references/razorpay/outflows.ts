import { z } from 'zod';
import type { Outflow } from '../../ports/outflow.ts';
import { readSigned } from '../../ports/webhook.ts';
import { notes, type RazorpayClient, type RazorpayEvent } from './client.ts';

/** Money that a message says left again or came back. */
export interface RazorpayOutflow extends Omit<Outflow, 'payment'> {
  /** The payment that it is of, and how that was made where the message says it: `card`, `upi`, `bank_transfer`. */
  readonly paymentId: string;
  readonly method: string | null;
}

/** Our id of a payment or a refund, in the notes of what Razorpay keeps for it. */
export const cardNote = 'llano_reference';

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

const listedPayment = z.looseObject({ id: paymentId, status: z.string(), method: z.string() });
const listedRefund = z.looseObject({ id: z.string(), status: z.string() });
const listedDispute = z.looseObject({ id: z.string(), status: z.string() });

/**
 * What the account's lists have of payments of some methods, refunds and disputes since a time, as the messages would tell it; each under an id
 * of what it is and what became of it. Disputes are listed by when they began, so that all of them are gone through.
 */
export async function* listedSince(
  client: RazorpayClient,
  since: Date,
  {
    methods,
    isKnown,
  }: { readonly methods: readonly string[]; readonly isKnown: (id: string) => Promise<boolean> },
): AsyncGenerator<{ readonly event: RazorpayEvent } | { readonly payment: z.output<typeof listedPayment> }> {
  const from = Math.floor(since.getTime() / 1000);
  for await (const payment of client.list(`/payments?from=${from}`, listedPayment)) {
    const isTaken = payment.status === 'captured' || payment.status === 'refunded';
    if (isTaken && methods.includes(payment.method) && !(await isKnown(payment.id))) yield { payment };
  }
  for await (const refund of client.list(`/refunds?from=${from}`, listedRefund)) {
    const { id, status } = refund;
    const name = `refund.${status === 'pending' ? 'created' : status}`;
    yield { event: { id: `${id} ${status}`, name, at: since, about: { refund } } };
  }
  for await (const dispute of client.list('/disputes', listedDispute)) {
    const { id, status } = dispute;
    const name = `payment.dispute.${status}`;
    yield { event: { id: `${id} ${status}`, name, at: since, about: { dispute } } };
  }
}

/** How a payment was made, asked for where its message does not say. */
export async function methodOf(
  client: RazorpayClient,
  { paymentId: id, method }: Pick<RazorpayOutflow, 'paymentId' | 'method'>,
): Promise<string> {
  return method ?? (await client.get(`/payments/${id}`, payment)).method ?? '';
}
