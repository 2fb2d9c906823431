import Stripe from 'stripe';
import { currencyOf, type Market, marketOfCurrency } from '#domain/market.ts';
import type {
  CardCharge,
  CardNotice,
  ChargeOutcome,
  HostedCardProvider,
  HostedCards,
  RefundAnswer,
  SavingOutcome,
  SavingRequest,
  TakesCredit,
} from '../../ports/card-provider.ts';
import type { WebhookEvent } from '../../ports/webhook.ts';
import { savedCard } from '../saved-card.ts';
import {
  clientIn,
  ifStripeRefused,
  listedSince,
  type ProvenEvent,
  provenEvent,
  readEventWith,
  requireKind,
  requireObject,
  type StripeClients,
  type StripeOptions,
  stripeClients,
} from './client.ts';
import { chargeName } from './metadata.ts';
import { outflowsIn } from './outflows.ts';

const tokenForm = /^(cus_\w+):(pm_\w+)$/;

/** Error codes after which nothing is charged, now or later. */
const finalRefusals: readonly (string | undefined)[] = [
  'resource_missing',
  'amount_too_small',
  'amount_too_large',
  'payment_method_unexpected_state',
];

interface CardAccounts {
  readonly clients: StripeClients;
  readonly takesCredit: TakesCredit;
}

/**
 * Cards with Stripe: saved on Checkout in setup mode, charged by PaymentIntents with 3-D Secure by redirect, and reported by webhooks. A token
 * names the customer and the payment method, `cus_…:pm_…`. The metadata and the idempotency key of a charge hold our reference.
 */
export function createStripeCards({
  accounts,
  apiBase,
  takesCredit,
}: StripeOptions & { readonly takesCredit: TakesCredit }): HostedCardProvider {
  const clients = stripeClients({ accounts, apiBase });
  const cards = { clients, takesCredit };
  const read = (proven: ProvenEvent) => tell(cards, proven);
  return {
    charge: (charge, returnLink) => chargeCard(cards, charge, returnLink),
    async query(_reference, charge) {
      const intent = await intentOf(clientFor(clients, charge), charge);
      return intent ? outcomeOf(intent, charge) : 'unknown';
    },
    listen() {},
    hosted: {
      notifiers: [
        {
          name: 'stripe',
          verify: async (message) => readEventWith(provenEvent(message, accounts, clients), read),
          async *sweep(since, isKnown) {
            for await (const readNext of listedSince(clients, since, isKnown)) {
              yield async () => readEventWith(await readNext(), read);
            }
          },
        },
      ],
      markets: [...clients.keys()],
      knows: (cardToken) => tokenForm.test(cardToken),
      startSaving: (saving) => startSaving(clients, saving),
      readSaving: (id, market) => readSaving(cards, id, market),
      cancel: (charge) => cancelCharge(clientFor(clients, charge), charge),
      async readRefund(charge, refundReference) {
        const client = clientFor(clients, charge);
        const { id } = await requireIntent(client, charge);
        for await (const refund of client.refunds.list({ payment_intent: id, limit: 100 })) {
          if (refund.metadata?.[chargeName] === refundReference) return refundAnswerOf(refund.status);
        }
        return 'unknown';
      },
      refund: (charge, refund) => refundCharge(clientFor(clients, charge), charge, refund),
    },
  };
}

function clientFor(clients: StripeClients, { currency }: Pick<CardCharge, 'currency'>): Stripe {
  return clientIn(clients, marketOfCurrency(currency));
}

async function chargeCard(
  { clients, takesCredit }: CardAccounts,
  charge: CardCharge,
  returnLink: string,
): ReturnType<HostedCardProvider['charge']> {
  const { customer, paymentMethod } = partsOf(charge.cardToken);
  const client = clientFor(clients, charge);
  const create = async () => {
    if (!takesCredit(marketOfCurrency(charge.currency))) {
      const { card } = await client.paymentMethods.retrieve(paymentMethod);
      if (card?.funding === 'credit') return 'credit';
    }
    const intent = await client.paymentIntents.create(
      {
        amount: charge.amountMinor,
        currency: charge.currency.toLowerCase(),
        customer,
        payment_method: paymentMethod,
        allowed_payment_method_types: ['card'],
        confirm: true,
        return_url: returnLink,
        metadata: { [chargeName]: charge.reference },
      },
      { idempotencyKey: `charge-${charge.reference}` },
    );
    return outcomeOf(intent, charge);
  };
  try {
    return await create();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError || isFinal(error, finalRefusals)) return 'declined';
    throw error;
  }
}

function isFinal(error: unknown, finalCodes: readonly (string | undefined)[]): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && finalCodes.includes(error.code);
}

async function startSaving(
  clients: StripeClients,
  { reference, market, language, returnLink, leaveLink, savedTokens }: SavingRequest,
): ReturnType<HostedCards['startSaving']> {
  const match = savedTokens.find((token) => tokenForm.test(token));
  const session = await clientIn(clients, market).checkout.sessions.create(
    {
      mode: 'setup',
      currency: currencyOf(market).toLowerCase(),
      allowed_payment_method_types: ['card'],
      client_reference_id: reference,
      success_url: returnLink,
      cancel_url: leaveLink,
      locale: language === 'es' ? 'es-419' : 'en',
      ...(match ? { customer: partsOf(match).customer } : { customer_creation: 'always' }),
    },
    { idempotencyKey: `saving-${reference}` },
  );
  if (!session.url) throw new Error('Stripe gave no address of its form.');
  return { id: session.id, link: session.url };
}

async function readSaving({ clients, takesCredit }: CardAccounts, id: string, market: Market) {
  const session = await clientIn(clients, market).checkout.sessions.retrieve(id, {
    expand: ['setup_intent.payment_method'],
  });
  return savingOutcome(requireKind('checkout.session', session), takesCredit(market));
}

async function cancelCharge(client: Stripe, charge: CardCharge): Promise<ChargeOutcome> {
  const intent = await intentOf(client, charge);
  if (!intent) return 'unknown';
  const cancelled = client.paymentIntents.cancel(
    intent.id,
    { cancellation_reason: 'abandoned' },
    { idempotencyKey: `cancel-${charge.reference}` },
  );
  const after = await ifStripeRefused(cancelled, () => client.paymentIntents.retrieve(intent.id));
  return outcomeOf(after, charge);
}

async function requireIntent(client: Stripe, charge: CardCharge): Promise<Stripe.PaymentIntent> {
  const intent = await intentOf(client, charge);
  if (!intent) throw new Error('There is no such charge to refund.');
  return intent;
}

async function refundCharge(
  client: Stripe,
  charge: CardCharge,
  { refundReference, amountMinor }: { readonly refundReference: string; readonly amountMinor: number },
): Promise<RefundAnswer> {
  const { id } = await requireIntent(client, charge);
  const refunded = client.refunds.create(
    { payment_intent: id, amount: amountMinor, metadata: { [chargeName]: refundReference } },
    { idempotencyKey: `refund-${refundReference}` },
  );
  return ifStripeRefused(
    refunded.then(({ status }) => refundAnswerOf(status)),
    (error) => {
      if (!isFinal(error, finalRefundRefusals)) throw error;
      return 'failed';
    },
  );
}

async function tell(cards: CardAccounts, proven: ProvenEvent): Promise<WebhookEvent<CardNotice>> {
  const { event, market } = proven;
  const outflows = (await outflowsIn(event, clientIn(cards.clients, market))).flatMap(
    ({ intent, ...outflow }) => {
      const charge = intent.metadata[chargeName];
      return charge ? [{ ...outflow, payment: { charge } }] : [];
    },
  );
  const notice = await noticeOf(cards, proven);
  const at = new Date(event.created * 1000);
  return { id: event.id, at, notice, outflows, acknowledgement: { received: true } };
}

async function noticeOf(cards: CardAccounts, { event, market }: ProvenEvent): Promise<CardNotice | null> {
  switch (event.type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
    case 'payment_intent.requires_action':
      return chargeNotice(event.data.object);
    case 'checkout.session.completed':
    case 'checkout.session.expired': {
      const { id, mode, client_reference_id: reference } = event.data.object;
      if (mode !== 'setup' || !reference) return null;
      const about = { object: id, names: [reference] };
      return {
        about: 'saving',
        reference,
        outcome: await requireObject(readSaving(cards, id, market), about),
      };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const { metadata, status } = event.data.object;
      const reference = metadata?.[chargeName];
      return reference ? { about: 'refund', reference, outcome: refundAnswerOf(status) } : null;
    }
    default:
      return null;
  }
}

const refundAnswers: Readonly<Record<string, RefundAnswer>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Error codes after which no money is refunded, now or later. */
const finalRefundRefusals: readonly (string | undefined)[] = [
  'charge_already_refunded',
  'charge_disputed',
  'refund_disputed_payment',
  'amount_too_large',
  'insufficient_funds',
];

function refundAnswerOf(status: string | null): RefundAnswer {
  return refundAnswers[status ?? 'pending'] ?? 'pending';
}

function partsOf(cardToken: string): { readonly customer: string; readonly paymentMethod: string } {
  const [, customer, paymentMethod] = tokenForm.exec(cardToken) ?? [];
  if (!customer || !paymentMethod) throw new Error('The card is not one of Stripe.');
  return { customer, paymentMethod };
}

/** Reads the customer's list, since Stripe's search shows new charges only later. */
async function intentOf(
  client: Stripe,
  { reference, cardToken }: CardCharge,
): Promise<Stripe.PaymentIntent | undefined> {
  const { customer } = partsOf(cardToken);
  for await (const intent of client.paymentIntents.list({ customer, limit: 100 })) {
    if (intent.metadata[chargeName] === reference) return intent;
  }
}

function outcomeOf(intent: Stripe.PaymentIntent, charge: CardCharge): Exclude<ChargeOutcome, 'unknown'> {
  const isSame = intent.amount === charge.amountMinor && intent.currency === charge.currency.toLowerCase();
  const isWhole = intent.status !== 'succeeded' || intent.amount_received === charge.amountMinor;
  if (!isSame || !isWhole) throw new Error('Stripe knows the charge with another amount.');
  return stateOf(intent);
}

function stateOf({ status, next_action: action }: Stripe.PaymentIntent): Exclude<ChargeOutcome, 'unknown'> {
  switch (status) {
    case 'succeeded':
      return 'approved';
    case 'requires_payment_method':
    case 'canceled':
      return 'declined';
    case 'requires_action': {
      const link = action?.redirect_to_url?.url;
      return link ? { answer: 'requires-action', link } : 'pending';
    }
    default:
      return 'pending';
  }
}

function chargeNotice(intent: Stripe.PaymentIntent): CardNotice | null {
  const reference = intent.metadata[chargeName];
  if (!reference) return null;
  const amountMinor = intent.status === 'succeeded' ? intent.amount_received : intent.amount;
  const currency = intent.currency.toUpperCase();
  return { about: 'charge', reference, outcome: stateOf(intent), amountMinor, currency };
}

function savingOutcome(
  { status, customer, setup_intent: intent }: Stripe.Checkout.Session,
  takesCredit: boolean,
): SavingOutcome {
  if (status === 'expired') return 'given-up';
  const method = typeof intent === 'object' && intent?.status === 'succeeded' ? intent.payment_method : null;
  if (status !== 'complete' || typeof method !== 'object' || method === null) return 'open';
  if (!takesCredit && method.card?.funding === 'credit') return 'credit';
  const customerId = typeof customer === 'string' ? customer : customer?.id;
  if (!customerId || !method.card) return 'given-up';
  return savedCard(`${customerId}:${method.id}`, method.card.brand, method.card.last4);
}
