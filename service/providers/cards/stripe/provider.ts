import Stripe from 'stripe';
import { currencyOf, type Market, marketOfCurrency } from '#domain/market.ts';
import type {
  CardCharge,
  CardNotice,
  ChargeOutcome,
  HostedCardProvider,
  HostedCards,
  RefundAnswer,
  SavedCardFacts,
  SavingOutcome,
  TakesCredit,
} from '../../ports/card-provider.ts';
import type { IsKnown, WebhookEvent, WebhookMessage } from '../../ports/webhook.ts';
import {
  listedSince,
  ofAccount,
  ofKind,
  type ProvenEvent,
  provenEvent,
  readAsking,
  type StripeOptions,
  stripeClients,
} from './client.ts';
import { chargeName } from './metadata.ts';
import { outflowsIn } from './outflows.ts';

/** A customer and their payment method. */
const tokenForm = /^(cus_\w+):(pm_\w+)$/;

/** Refusals after which nothing was charged and nothing will be. */
const finalRefusals: readonly (string | undefined)[] = [
  'resource_missing',
  'amount_too_small',
  'amount_too_large',
  'payment_method_unexpected_state',
];

/**
 * Cards with Stripe: saved on Checkout in setup mode, charged by PaymentIntents with 3-D Secure by redirect, and told by
 * webhooks. A token is the customer and the payment method, `cus_…:pm_…`. A charge bears our reference in its metadata and in
 * its idempotency key.
 */
export function createStripeCards({
  accounts,
  apiBase,
  takesCredit,
}: StripeOptions & { readonly takesCredit: TakesCredit }): HostedCardProvider {
  const clients = stripeClients({ accounts, apiBase });
  const clientIn = (market: Market): Stripe => {
    const client = clients.get(market);
    if (!client) throw new Error(`There is no Stripe account for ${market}.`);
    return client;
  };
  const clientFor = ({ currency }: Pick<CardCharge, 'currency'>) => clientIn(marketOfCurrency(currency));

  const readSaving: HostedCards['readSaving'] = async (id, market) => {
    const session = await clientIn(market).checkout.sessions.retrieve(id, {
      expand: ['setup_intent.payment_method'],
    });
    return savingOutcome(ofKind('checkout.session', session), takesCredit(market));
  };

  /** Whether a charge is with a credit card where none is taken; its issuer says so to Stripe (`card.funding`). */
  async function isRefusedCredit(charge: CardCharge, paymentMethod: string): Promise<boolean> {
    if (takesCredit(marketOfCurrency(charge.currency))) return false;
    const { card } = await clientFor(charge).paymentMethods.retrieve(paymentMethod);
    return card?.funding === 'credit';
  }

  async function noticeOf(event: Stripe.Event, market: Market): Promise<CardNotice | null> {
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
        const outcome = await ofAccount(readSaving(id, market), { object: id, names: [reference] });
        return { about: 'saving', reference, outcome };
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

  async function report({ event, market }: ProvenEvent): Promise<WebhookEvent<CardNotice>> {
    const outflows = (await outflowsIn(event, clientIn(market))).flatMap(({ intent, ...outflow }) => {
      const charge = intent.metadata[chargeName];
      return charge ? [{ ...outflow, payment: { charge } }] : [];
    });
    const notice = await noticeOf(event, market);
    const at = new Date(event.created * 1000);
    return { id: event.id, at, notice, outflows, acknowledgement: { received: true } };
  }

  const verify = async (message: WebhookMessage) =>
    readAsking(provenEvent(message, accounts, clients), report);

  async function* sweep(since: Date, isKnown: IsKnown) {
    for await (const read of listedSince(clients, since, isKnown)) {
      yield async () => readAsking(await read(), report);
    }
  }

  return {
    async charge(charge, returnLink) {
      const { customer, paymentMethod } = partsOf(charge.cardToken);
      try {
        if (await isRefusedCredit(charge, paymentMethod)) return 'credit';
        const intent = await clientFor(charge).paymentIntents.create(
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
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return 'declined';
        const isFinal =
          error instanceof Stripe.errors.StripeInvalidRequestError && finalRefusals.includes(error.code);
        if (isFinal) return 'declined';
        throw error;
      }
    },
    async query(_reference, charge) {
      const intent = await intentOf(clientFor(charge), charge);
      return intent ? outcomeOf(intent, charge) : 'unknown';
    },
    listen() {},
    hosted: {
      notifiers: [{ name: 'stripe', verify, sweep }],
      markets: [...clients.keys()],
      knows: (cardToken) => tokenForm.test(cardToken),
      async startSaving({ reference, market, language, returnLink, leaveLink, savedTokens }) {
        const match = savedTokens.find((token) => tokenForm.test(token));
        const session = await clientIn(market).checkout.sessions.create(
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
      },
      readSaving,
      async cancel(charge) {
        const client = clientFor(charge);
        const intent = await intentOf(client, charge);
        if (!intent) return 'unknown';
        try {
          const cancelled = await client.paymentIntents.cancel(
            intent.id,
            { cancellation_reason: 'abandoned' },
            { idempotencyKey: `cancel-${charge.reference}` },
          );
          return outcomeOf(cancelled, charge);
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return outcomeOf(await client.paymentIntents.retrieve(intent.id), charge);
        }
      },
      async readRefund(charge, refundReference) {
        const client = clientFor(charge);
        const intent = await intentOf(client, charge);
        if (!intent) throw new Error('There is no such charge to refund.');
        for await (const refund of client.refunds.list({ payment_intent: intent.id, limit: 100 })) {
          if (refund.metadata?.[chargeName] === refundReference) return refundAnswerOf(refund.status);
        }
        return 'unknown';
      },
      async refund(charge, { refundReference, amountMinor }) {
        const client = clientFor(charge);
        const intent = await intentOf(client, charge);
        if (!intent) throw new Error('There is no such charge to refund.');
        try {
          const { status } = await client.refunds.create(
            {
              payment_intent: intent.id,
              amount: amountMinor,
              metadata: { [chargeName]: refundReference },
            },
            { idempotencyKey: `refund-${refundReference}` },
          );
          return refundAnswerOf(status);
        } catch (error) {
          const isFinal =
            error instanceof Stripe.errors.StripeInvalidRequestError &&
            finalRefundRefusals.includes(error.code);
          if (isFinal) return 'failed';
          throw error;
        }
      },
    },
  };
}

const refundAnswers: Readonly<Record<string, RefundAnswer>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

/** Refusals after which no money went back and none will. */
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

/** The charge with our reference among those of its customer: lists show at once what was made, searches do not. */
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
  return customerId && method.card ? cardOf(customerId, method.id, method.card) : 'given-up';
}

function cardOf(customer: string, id: string, { brand, last4 }: Stripe.PaymentMethod.Card): SavedCardFacts {
  return {
    cardToken: `${customer}:${id}`,
    bankName: brandNames[brand] ?? 'Tarjeta',
    bankCode: '',
    maskedNumber: `************${last4}`,
  };
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  rupay: 'RuPay',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};
