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
import { ifRefused, type ProviderClient } from '../../provider-client.ts';
import type { RazorpayOptions } from '../../references/razorpay/account.ts';
import {
  createRazorpayClient,
  notes,
  provenEvent,
  type RazorpayEvent,
} from '../../references/razorpay/client.ts';
import {
  cardNote,
  listedSince,
  methodOf,
  outflowIn,
  type RazorpayOutflow,
  requirePayment,
} from '../../references/razorpay/outflows.ts';

/** Token of every card used on Razorpay's page, which does not tell us the card. */
const pageToken = 'razorpay-page';

/** A link expires shortly after we give it up; Razorpay's minimum is 15 minutes. */
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

/** Read first, since links and refunds of other systems may have another form. */
const record = z.object({ notes });

const refundMade = z.object({ status: z.string(), notes });

interface CardAccount {
  readonly client: ProviderClient;
  readonly takesCredit: boolean;
}

/**
 * Cards on Razorpay's own page: a payment link for each payment, for cards only. The borrower types the card there, and Razorpay may store it with
 * their consent (RBI's tokenisation rules), so each charge needs the borrower. A link carries our reference, and Razorpay creates one link per
 * reference.
 */
export function createRazorpayCards(
  options: RazorpayOptions & { readonly takesCredit: TakesCredit },
  now: () => Date = () => new Date(),
): HostedCardProvider {
  const client = createRazorpayClient(options);
  const account = { client, takesCredit: options.takesCredit(homeMarketOf('razorpay')) };
  return {
    charge: (charge, returnLink) => createLink(account, charge, returnLink, now()),
    query: (_reference, charge) => query(account, charge),
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
      cancel: (charge) => cancelLink(account, charge),
      async readRefund(charge, refundReference) {
        const path = await refundPath(client, charge, 'refunds');
        for await (const made of client.list(path, refundMade)) {
          if (made.notes[cardNote] === refundReference) return refundAnswerOf(made.status);
        }
        return 'unknown';
      },
      async refund(charge, { refundReference, amountMinor }) {
        const path = await refundPath(client, charge, 'refund');
        const refunded = refundPayment(client, path, {
          amount: amountMinor,
          receipt: refundReference,
          note: refundReference,
        });
        return ifRefused(
          refunded.then(({ status }) => refundAnswerOf(status)),
          (refusal) => {
            if (/idempotency/i.test(refusal.message)) throw refusal;
            return 'failed';
          },
        );
      },
    },
  };
}

async function createLink(
  account: CardAccount,
  charge: CardCharge,
  returnLink: string,
  now: Date,
): Promise<Exclude<ChargeOutcome, 'unknown'>> {
  const body: PaymentLinkRequest = {
    amount: charge.amountMinor,
    currency: charge.currency,
    accept_partial: false,
    reference_id: charge.reference,
    notes: { [cardNote]: charge.reference },
    expire_by: Math.floor(now.getTime() / 1000) + linkLifeSeconds,
    notify: { sms: false, email: false },
    reminder_enable: false,
    callback_url: returnLink,
    callback_method: 'get',
    options: {
      checkout: {
        method: { card: true, upi: false, netbanking: false, wallet: false },
        ...(!account.takesCredit && { config: debitAlone }),
      },
    },
  };
  const created = account.client.send('POST', '/payment_links', paymentLink, { body });
  return ifRefused(
    created.then((link) => outcomeOf(account, link, charge)),
    async () => {
      // Refused because the link exists already, or for good: then nothing can be charged.
      const state = await query(account, charge);
      return state === 'unknown' ? 'declined' : state;
    },
  );
}

async function query(account: CardAccount, charge: CardCharge): Promise<ChargeOutcome> {
  const link = await linkOf(account.client, charge);
  return link ? outcomeOf(account, link, charge) : 'unknown';
}

async function cancelLink(account: CardAccount, charge: CardCharge): Promise<ChargeOutcome> {
  const link = await linkOf(account.client, charge);
  if (!link) return 'unknown';
  const path = `/payment_links/${link.id}/cancel`;
  const cancelled = account.client.send('POST', path, paymentLink, { body: {} });
  return ifRefused(
    cancelled.then((after) => outcomeOf(account, after, charge)),
    () => query(account, charge),
  );
}

async function outcomeOf(
  account: CardAccount,
  link: PaymentLink,
  charge: CardCharge,
): Promise<Exclude<ChargeOutcome, 'unknown'>> {
  const outcome = outcomeOfLink(link, charge);
  return outcome === 'approved' ? returnCredit(account, link) : outcome;
}

async function refundPath(
  client: ProviderClient,
  charge: CardCharge,
  act: 'refund' | 'refunds',
): Promise<string> {
  const link = await linkOf(client, charge);
  const paid = link?.payments?.find(({ status }) => status === 'captured');
  if (!paid) throw new Error('There is no such charge to refund.');
  return `/payments/${paid.payment_id}/${act}`;
}

/** Refunds once per note: Razorpay takes an idempotency key here. */
function refundPayment(
  client: ProviderClient,
  path: string,
  { amount, receipt, note }: { readonly amount: number; readonly receipt: string; readonly note: string },
) {
  const body: RefundRequest = { amount, speed: 'normal', receipt, notes: { [cardNote]: note } };
  return client.send('POST', path, refundMade, { body, headers: { 'X-Refund-Idempotency': note } });
}

/** Offers only debit cards on the page (razorpay.com/docs, payment links, options and config). */
const debitAlone = {
  display: {
    blocks: { debit: { name: 'Debit card', instruments: [{ method: 'card', types: ['debit'] }] } },
    sequence: ['block.debit'],
    preferences: { show_default_blocks: false },
  },
};

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

export interface RefundRequest {
  readonly amount: number;
  readonly speed: 'normal';
  readonly receipt: string;
  readonly notes: Record<string, string>;
}

/** Razorpay lists links by our reference, at most one per reference. */
async function linkOf(client: ProviderClient, { reference }: CardCharge): Promise<PaymentLink | undefined> {
  const path = `/payment_links?reference_id=${encodeURIComponent(reference)}`;
  const { payment_links: links } = await client.get(path, linkList);
  return links.find((link) => link.reference_id === reference);
}

const paidByCard = z.object({
  amount: z.int().positive(),
  card: z.object({ type: z.string().nullish() }).nullish(),
});

const refundOfPayment = z.object({ amount: z.int() });

/**
 * Refunds a credit card's payment once and whole if credit cards are not taken: Razorpay tells the kind of card only after the payment.
 */
async function returnCredit(
  { client, takesCredit }: CardAccount,
  { payments, reference_id: reference }: Pick<PaymentLink, 'payments' | 'reference_id'>,
): Promise<'approved' | 'credit'> {
  const paid = payments?.find(({ status }) => status === 'captured' || status === 'refunded');
  if (takesCredit || !paid) return 'approved';
  const path = `/payments/${paid.payment_id}`;
  const { amount, card } = await ifRefused(client.get(`${path}?expand[]=card`, paidByCard), () => {
    throw new UnknownObject({ object: paid.payment_id, isOurs: true });
  });
  if (card?.type !== 'credit') return 'approved';
  let leftMinor = amount;
  for await (const refund of client.list(`${path}/refunds`, refundOfPayment)) leftMinor -= refund.amount;
  if (leftMinor > 0) {
    const note = `credit-${reference}`;
    await refundPayment(client, `${path}/refund`, { amount: leftMinor, receipt: reference, note });
  }
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
        about: 'charge',
        reference,
        outcome: isPaid ? await returnCredit(account, link) : 'declined',
        amountMinor: isPaid ? paidMinor : amount,
        currency: currency.toUpperCase(),
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

/** The link of a payment carries our reference of the charge. */
async function outflowsOf(client: ProviderClient, left: RazorpayOutflow): Promise<Outflow[]> {
  if ((await methodOf(client, left)) !== 'card') return [];
  const { paymentId, method: _method, ...outflow } = left;
  const { payment_links: links } = await client.get(`/payment_links?payment_id=${paymentId}`, linkList);
  const charge = links[0]?.notes[cardNote];
  if (!links[0]) await requirePayment(client, left);
  return typeof charge === 'string' ? [{ ...outflow, payment: { charge } }] : [];
}
