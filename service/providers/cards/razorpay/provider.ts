import { z } from 'zod';
import { bankConfirmationMinutes } from '#domain/card-payment/card-payment.ts';
import { homeMarketOf, marketsServedBy } from '#domain/market.ts';
import type {
  CardCharge,
  CardNotice,
  ChargeOutcome,
  HostedCardProvider,
  RefundAnswer,
  TakesCredit,
} from '../../ports/card-provider.ts';
import type { Outflow } from '../../ports/outflow.ts';
import {
  type IsKnown,
  readKnown,
  readSigned,
  UnknownObject,
  type WebhookEvent,
} from '../../ports/webhook.ts';
import type { RazorpayOptions } from '../../references/razorpay/account.ts';
import {
  createRazorpayClient,
  notes,
  provenEvent,
  type RazorpayClient,
  type RazorpayEvent,
  RazorpayRefusal,
} from '../../references/razorpay/client.ts';
import {
  cardNote,
  listedSince,
  methodOf,
  outflowIn,
  type RazorpayOutflow,
  requirePayment,
} from '../../references/razorpay/outflows.ts';

/** What stands for a card that is typed on Razorpay's page, or kept there with its holder's consent; we never know which. */
const pageToken = 'razorpay-page';

/** A link ends by itself a little after we give it up; Razorpay wants 15 minutes at least. */
const linkLifeSeconds = (bankConfirmationMinutes + 10) * 60;

const paymentLink = z.object({
  id: z.string().regex(/^plink_\w{1,60}$/),
  reference_id: z.string(),
  status: z.string(),
  amount: z.int().positive(),
  amount_paid: z.int().nonnegative(),
  currency: z.string(),
  short_url: z.url({ protocol: /^https?$/ }),
  notes,
  payments: z
    .array(z.object({ payment_id: z.string().regex(/^pay_\w{1,60}$/), status: z.string() }))
    .nullish(),
});
type PaymentLink = z.output<typeof paymentLink>;

const linkList = z.object({ payment_links: z.array(paymentLink) });

/** What of a link or a refund says whose it is: those of other systems are not read further. */
const record = z.object({ notes });

const refundMade = z.object({ status: z.string(), notes });

/**
 * Cards with Razorpay, on its own page: a payment link for each payment, which takes cards alone. The number is typed there, and
 * kept there where its holder agrees (RBI's rules of tokens); a charge always needs the borrower. A link bears our reference, and
 * Razorpay makes one for a reference only.
 */
export function createRazorpayCards(
  options: RazorpayOptions & { readonly takesCredit: TakesCredit },
  now: () => Date = () => new Date(),
): HostedCardProvider {
  const client = createRazorpayClient(options);
  const account = { client, takesCredit: options.takesCredit(homeMarketOf('razorpay')) };
  const outcomeOf = async (link: PaymentLink, charge: CardCharge) => {
    const outcome = outcomeOfLink(link, charge);
    return outcome === 'approved' ? takenOf(account, link) : outcome;
  };

  async function query(charge: CardCharge): Promise<ChargeOutcome> {
    const link = await linkOf(client, charge);
    return link ? outcomeOf(link, charge) : 'unknown';
  }

  async function refundPath(charge: CardCharge, act: 'refund' | 'refunds'): Promise<string> {
    const link = await linkOf(client, charge);
    const paid = link?.payments?.find(({ status }) => status === 'captured');
    if (!paid) throw new Error('There is no such charge to refund.');
    return `/payments/${paid.payment_id}/${act}`;
  }

  return {
    async charge(charge, returnLink) {
      const request: PaymentLinkRequest = {
        ...{ amount: charge.amountMinor, currency: charge.currency, accept_partial: false },
        ...{ reference_id: charge.reference, notes: { [cardNote]: charge.reference } },
        expire_by: Math.floor(now().getTime() / 1000) + linkLifeSeconds,
        ...{ notify: { sms: false, email: false }, reminder_enable: false },
        ...{ callback_url: returnLink, callback_method: 'get' },
        options: {
          checkout: {
            method: { card: true, upi: false, netbanking: false, wallet: false },
            ...(!account.takesCredit && { config: debitAlone }),
          },
        },
      };
      try {
        return await outcomeOf(await client.post('/payment_links', request, paymentLink), charge);
      } catch (error) {
        if (!(error instanceof RazorpayRefusal)) throw error;
        // Refused because there is one already, or for good: then there is none, and nothing can be charged.
        const state = await query(charge);
        return state === 'unknown' ? 'declined' : state;
      }
    },
    query: (_reference, charge) => query(charge),
    listen() {},
    hosted: {
      notifiers: [
        {
          name: 'razorpay',
          verify: async (message) => tell(account, provenEvent(message, options.account, now())),
          sweep: (since, isKnown) => sweep(account, { since, now: now(), isKnown }),
        },
      ],
      markets: [],
      pageIn: (market) =>
        marketsServedBy('razorpay', 'cards').includes(market)
          ? { cardToken: pageToken, name: 'Razorpay' }
          : null,
      knows: (cardToken) => cardToken === pageToken,
      startSaving: () => Promise.reject(new Error('Razorpay saves cards on its own page.')),
      readSaving: () => Promise.resolve('unknown'),
      async cancel(charge) {
        const link = await linkOf(client, charge);
        if (!link) return 'unknown';
        try {
          return await outcomeOf(
            await client.post(`/payment_links/${link.id}/cancel`, {}, paymentLink),
            charge,
          );
        } catch (error) {
          if (!(error instanceof RazorpayRefusal)) throw error;
          return query(charge);
        }
      },
      async readRefund(charge, refundReference) {
        for await (const made of client.list(await refundPath(charge, 'refunds'), refundMade)) {
          if (made.notes[cardNote] === refundReference) return refundAnswerOf(made.status);
        }
        return 'unknown';
      },
      async refund(charge, { refundReference, amountMinor }) {
        const request: RefundRequest = {
          ...{ amount: amountMinor, speed: 'normal', receipt: refundReference },
          notes: { [cardNote]: refundReference },
        };
        const path = await refundPath(charge, 'refund');
        try {
          const key = { 'X-Refund-Idempotency': refundReference };
          return refundAnswerOf((await client.post(path, request, refundMade, key)).status);
        } catch (error) {
          const isFinal = error instanceof RazorpayRefusal && !/idempotency/i.test(error.message);
          if (isFinal) return 'failed';
          throw error;
        }
      },
    },
  };
}

/** Only debit cards are offered on the page, as razorpay.com/docs has it (payment links, options and config). */
const debitAlone = {
  display: {
    blocks: { debit: { name: 'Debit card', instruments: [{ method: 'card', types: ['debit'] }] } },
    sequence: ['block.debit'],
    preferences: { show_default_blocks: false },
  },
};

/** A payment link as asked for. */
export interface PaymentLinkRequest {
  readonly amount: number;
  readonly currency: string;
  readonly accept_partial: boolean;
  readonly reference_id: string;
  readonly notes: Record<string, string>;
  readonly expire_by: number;
  readonly notify: { readonly sms: boolean; readonly email: boolean };
  readonly reminder_enable: boolean;
  readonly callback_url: string;
  readonly callback_method: string;
  readonly options: {
    readonly checkout: {
      readonly method: Readonly<Record<'card' | 'upi' | 'netbanking' | 'wallet', boolean>>;
      readonly config?: typeof debitAlone;
    };
  };
}

/** A refund as asked for. */
export interface RefundRequest {
  readonly amount: number;
  readonly speed: 'normal';
  readonly receipt: string;
  readonly notes: Record<string, string>;
}

/** The link of a charge; Razorpay lists links by our reference, under which there is one at most. */
async function linkOf(client: RazorpayClient, { reference }: CardCharge): Promise<PaymentLink | undefined> {
  const path = `/payment_links?reference_id=${encodeURIComponent(reference)}`;
  const { payment_links: links } = await client.get(path, linkList);
  return links.find((link) => link.reference_id === reference);
}

/** An account, and whether credit cards are taken with it. */
interface CardAccount {
  readonly client: RazorpayClient;
  readonly takesCredit: boolean;
}

const paidByCard = z.object({
  amount: z.int().positive(),
  card: z.object({ type: z.string().nullish() }).nullish(),
});

const refundOfPayment = z.object({ amount: z.int() });

/**
 * What a paid link comes to: Razorpay says only afterwards which card it was, so what a credit card paid goes back where none is taken, whole
 * and once.
 */
async function takenOf(
  { client, takesCredit }: CardAccount,
  { payments, reference_id: reference }: Pick<PaymentLink, 'payments' | 'reference_id'>,
): Promise<'approved' | 'credit'> {
  const paid = payments?.find(({ status }) => status === 'captured' || status === 'refunded');
  if (takesCredit || !paid) return 'approved';
  const path = `/payments/${paid.payment_id}`;
  const { amount, card } = await client.get(`${path}?expand[]=card`, paidByCard).catch((error: unknown) => {
    throw error instanceof RazorpayRefusal
      ? new UnknownObject({ object: paid.payment_id, isOurs: true })
      : error;
  });
  if (card?.type !== 'credit') return 'approved';
  let leftMinor = amount;
  for await (const refund of client.list(`${path}/refunds`, refundOfPayment)) leftMinor -= refund.amount;
  const request: RefundRequest = {
    ...{ amount: leftMinor, speed: 'normal', receipt: reference },
    notes: { [cardNote]: `credit-${reference}` },
  };
  const key = { 'X-Refund-Idempotency': `credit-${reference}` };
  if (leftMinor > 0) await client.post(`${path}/refund`, request, refundMade, key);
  return 'credit';
}

function outcomeOfLink(link: PaymentLink, charge: CardCharge): Exclude<ChargeOutcome, 'unknown'> {
  if (link.amount !== charge.amountMinor || link.currency !== charge.currency) {
    throw new Error('Razorpay knows this charge with another amount.');
  }
  switch (link.status) {
    case 'paid':
      return 'approved';
    case 'cancelled':
    case 'expired':
      return 'declined';
    case 'created':
      return { answer: 'requires-action', link: link.short_url };
    default:
      throw new Error(`A payment link that takes no parts is ${link.status}.`);
  }
}

const refundAnswers: Readonly<Record<string, RefundAnswer>> = { processed: 'succeeded', failed: 'failed' };

function refundAnswerOf(status: string): RefundAnswer {
  return refundAnswers[status] ?? 'pending';
}

/** What the account's lists have of cards on pages of ours. */
async function* sweep(
  account: CardAccount,
  search: { readonly since: Date; readonly now: Date; readonly isKnown: IsKnown },
) {
  const { client } = account;
  for await (const read of listedSince(client, { ...search, methods: ['card'] })) {
    yield async (): Promise<WebhookEvent<CardNotice>> => {
      const listed = await read();
      if ('event' in listed) return tell(account, listed.event);
      const { id } = listed.payment;
      const { payment_links: links } = await client.get(`/payment_links?payment_id=${id}`, linkList);
      const about = { payment_link: links[0] };
      return links[0]
        ? { id, notice: await noticeOf(account, { id, name: 'payment_link.paid', at: search.since, about }) }
        : { id, notice: null };
    };
  }
}

async function tell(account: CardAccount, event: RazorpayEvent): Promise<WebhookEvent<CardNotice>> {
  const { id, at } = event;
  return readKnown({ id, at }, async () => {
    const notice = await noticeOf(account, event);
    const left = outflowIn(event);
    return { id, at, notice, outflows: left ? await outflowsOf(account.client, left) : [] };
  });
}

async function noticeOf(account: CardAccount, { name, about }: RazorpayEvent): Promise<CardNotice | null> {
  switch (name) {
    case 'payment_link.paid':
    case 'payment_link.cancelled':
    case 'payment_link.expired': {
      const reference = readSigned(record, about.payment_link).notes[cardNote];
      if (typeof reference !== 'string') return null;
      const link = readSigned(paymentLink, about.payment_link);
      const isPaid = name === 'payment_link.paid';
      const { amount, amount_paid: paidMinor, currency } = link;
      return {
        ...{ about: 'charge', reference, outcome: isPaid ? await takenOf(account, link) : 'declined' },
        ...{ amountMinor: isPaid ? paidMinor : amount, currency: currency.toUpperCase() },
      };
    }
    case 'refund.created':
    case 'refund.processed':
    case 'refund.failed': {
      const reference = readSigned(record, about.refund).notes[cardNote];
      if (typeof reference !== 'string') return null;
      const refund = readSigned(refundMade, about.refund);
      return { about: 'refund', reference, outcome: refundAnswerOf(refund.status) };
    }
    default:
      return null;
  }
}

/** Of the payment of a charge of ours: its link names that. */
async function outflowsOf(client: RazorpayClient, left: RazorpayOutflow): Promise<Outflow[]> {
  if ((await methodOf(client, left)) !== 'card') return [];
  const { paymentId, method: _method, ...outflow } = left;
  const { payment_links: links } = await client.get(`/payment_links?payment_id=${paymentId}`, linkList);
  const charge = links[0]?.notes[cardNote];
  if (!links[0]) await requirePayment(client, left);
  return typeof charge === 'string' ? [{ ...outflow, payment: { charge } }] : [];
}
