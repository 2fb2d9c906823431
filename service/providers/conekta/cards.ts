import { homeMarketOf, marketsServedBy } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import type {
  CardCharge,
  CardNotice,
  ChargeOutcome,
  HostedCardProvider,
  HostedCards,
  RefundAnswer,
  SavedCardFacts,
  TakesCredit,
} from '../ports/card-provider.ts';
import type { Outflow } from '../ports/outflow.ts';
import type { IsKnown, WebhookEvent, WebhookMessage } from '../ports/webhook.ts';
import {
  type ConektaCard,
  type ConektaCharge,
  type ConektaOptions,
  type ConektaOrder,
  ConektaRefusal,
  chargesOf,
  conektaClient,
  conektaVerifier,
  noteOf,
  outflowsOf,
  payerOf,
  type ReadEvent,
  readEventWhole,
  readMessage,
  refundsOf,
} from './client.ts';

/** A customer and a card of theirs. */
const tokenForm = /^(cus_\w+):(src_\w+)$/;

/** Our id of a charge in the metadata of its order, and of a form for a card. */
const chargeName = 'llano_reference';
const savingName = 'llano_saving';
/** Before our id of a refund; its value says where among the charge's refunds it stands, and its amount. */
const refundPrefix = 'llano_refund_';

/** What is held on a card while it is saved, and let go at once: Conekta's form saves no card without a payment. */
const heldMinor = minorAmount(1_000);
const formMinutes = 60;

/** How long before and after we asked Conekta's clock may say an order was made. */
const clockSkewMs = 120_000;
const findForMs = 15 * 60_000;

const heldFor = { es: 'Verificación de su tarjeta', en: 'Verification of your card' } as const;

/**
 * Cards with Conekta: saved on its own payment page by a payment that is only held and let go again, charged by orders with
 * 3-D Secure where Conekta finds it needed, and told by webhooks. A token is the customer and the card, `cus_…:src_…`.
 */
export function createConektaCards(
  options: ConektaOptions & { readonly takesCredit: TakesCredit },
): HostedCardProvider {
  const takesCredit = options.takesCredit(homeMarketOf('conekta'));
  const client = conektaClient(options);
  const verifyMessage = conektaVerifier(options);

  /** The order of a charge among those of its time; null for one that never reached Conekta. */
  async function orderOf({ reference: value, askedAt, cardToken }: CardCharge): Promise<ConektaOrder | null> {
    partsOf(cardToken);
    if (!askedAt) throw new Error('It is not known when the charge was asked for.');
    const from = new Date(askedAt.getTime() - clockSkewMs);
    return client.findOrder({ name: chargeName, value, from, forMs: findForMs });
  }

  async function knownOrderOf(charge: CardCharge): Promise<ConektaOrder> {
    const order = await orderOf(charge);
    if (!order) throw new Error('There is no such charge to refund.');
    return order;
  }

  const readSaving: HostedCards['readSaving'] = async (id) => {
    const order = await client.readOrder(id);
    const customer = order.customer_info?.customer_id;
    const used = chargesOf(order).find(isCardUsed);
    if (!used || !customer) return isOver(order) ? 'given-up' : 'open';
    await letGo(order, used);
    const card = (await client.cardsOf(customer)).find(({ last4 }) => last4 === used.payment_method.last4);
    if (!card) return 'open';
    return isRefusedCredit(card) ? 'credit' : cardFacts(customer, card);
  };

  const isRefusedCredit = ({ card_type: kind }: ConektaCard) => !takesCredit && kind === 'credit';

  /** Lets go what was held on a card, or gives back what an account without holds took. */
  async function letGo({ id, payment_status: status }: ConektaOrder, { amount }: ConektaCharge) {
    if (status === 'pre_authorized') {
      const { payment_status: after } = await client.cancelOrder(id);
      if (after === 'pre_authorized') throw new Error('Conekta did not let go what was held on a card.');
    }
    if (status === 'paid') await client.refundOrder(id, amount);
  }

  async function tell({ event, left, unknown }: ReadEvent): Promise<WebhookEvent<CardNotice>> {
    const { id, type, at, order } = event;
    const outflows = left ? cardOutflows(left) : [];
    if (!order) return { id, at, notice: null, outflows, ...(unknown && { unknown }) };
    const saving = noteOf(order, savingName);
    if (saving !== null) {
      const isNews = type === 'order.pre_authorized' || type === 'order.paid' || isOver(order);
      if (!isNews) return { id, notice: null };
      const outcome = await readSaving(order.id, homeMarketOf('conekta'));
      return { id, notice: { about: 'saving', reference: saving, outcome } };
    }
    return { id, at, notice: noticeOf(type, order), outflows };
  }

  const verify = async (message: WebhookMessage) => tell(await readMessage(message, verifyMessage, client));

  async function* sweep(since: Date, isKnown: IsKnown) {
    for await (const read of client.listedSince(since, isKnown))
      yield async () => tell(await readEventWhole(await read(), client));
  }

  return {
    async charge(charge, returnLink) {
      const { customer, source } = partsOf(charge.cardToken);
      const { reference, amountMinor } = charge;
      // Conekta knows no idempotency keys: what was asked for before is found and not asked for again.
      const made = await orderOf(charge);
      if (made) return outcomeOf(made, charge);
      const used = takesCredit ? undefined : (await client.cardsOf(customer)).find(({ id }) => id === source);
      if (used && isRefusedCredit(used)) return 'credit';
      try {
        const order = await client.createOrder({
          customer_info: { customer_id: customer },
          line_items: [{ name: 'Pago', unit_price: amountMinor, quantity: 1 }],
          charges: [
            {
              amount: amountMinor,
              payment_method: { type: 'card', payment_source_id: source },
              reference_id: reference,
            },
          ],
          metadata: { [chargeName]: reference },
          three_ds_mode: 'smart',
          return_url: returnLink,
        });
        return outcomeOf(order, charge);
      } catch (error) {
        if (error instanceof ConektaRefusal) return 'declined';
        throw error;
      }
    },
    async query(_reference, charge) {
      const order = await orderOf(charge);
      return order ? outcomeOf(order, charge) : 'unknown';
    },
    listen() {},
    hosted: {
      notifiers: [{ name: 'conekta', verify, sweep }],
      markets: marketsServedBy('conekta', 'cards'),
      knows: (cardToken) => tokenForm.test(cardToken),
      async startSaving({ reference, language, returnLink, leaveLink, savedTokens, borrower }) {
        const match = savedTokens.find((token) => tokenForm.test(token));
        const customer = match
          ? partsOf(match).customer
          : await client.createCustomer({
              ...payerOf(borrower, options),
              metadata: { [savingName]: reference },
            });
        const order = await client.createOrder({
          customer_info: { customer_id: customer },
          line_items: [{ name: heldFor[language], unit_price: heldMinor, quantity: 1 }],
          metadata: { [savingName]: reference },
          pre_authorize: true,
          checkout: {
            type: 'HostedPayment',
            allowed_payment_methods: ['card'],
            name: heldFor[language],
            force_save_card: true,
            on_demand_enabled: true,
            success_url: returnLink,
            failure_url: leaveLink,
            redirection_time: 4,
            expires_at: Math.floor(Date.now() / 1000) + formMinutes * 60,
          },
        });
        const link = order.checkout?.url;
        if (!link) throw new Error('Conekta gave no address of its form.');
        return { id: order.id, link };
      },
      readSaving,
      async cancel(charge) {
        const order = await orderOf(charge);
        return order ? outcomeOf(await client.cancelOrder(order.id), charge) : 'unknown';
      },
      readRefund: async (charge, refundReference) =>
        refundAnswer(await knownOrderOf(charge), refundReference),
      async refund(charge, { refundReference, amountMinor }) {
        const order = await knownOrderOf(charge);
        const record = refundAnswer(order, refundReference);
        if (record !== 'unknown') return record;
        const before = refundsIn(order);
        const givenBackMinor = before.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
        if (amountMinor > charge.amountMinor - givenBackMinor) return 'failed';
        const metadata = order.metadata ?? {};
        const name = `${refundPrefix}${refundReference}`;
        await client.writeMetadata(order.id, { ...metadata, [name]: `${before.length}:${amountMinor}` });
        try {
          const after = await client.refundOrder(order.id, amountMinor);
          const answer = refundAnswer(after, refundReference);
          return answer === 'unknown' ? 'pending' : answer;
        } catch (error) {
          if (!(error instanceof ConektaRefusal)) throw error;
          await client.writeMetadata(order.id, { ...metadata, [name]: '' });
          return 'failed';
        }
      },
    },
  };
}

/** Where Conekta sends a borrower: the form for a card, and the way to the bank, as its description and its samples name them. */
export const conektaOrigins: readonly string[] = [
  'https://pay.conekta.com',
  'https://pay.conekta.io',
  'https://3ds-pay.conekta.com',
];

function partsOf(cardToken: string): { readonly customer: string; readonly source: string } {
  const [, customer, source] = tokenForm.exec(cardToken) ?? [];
  if (!customer || !source) throw new Error('The card is not one of Conekta.');
  return { customer, source };
}

const approvedStatuses: readonly string[] = ['paid', 'refunded', 'partially_refunded', 'charged_back'];
const declinedStatuses: readonly string[] = ['declined', 'canceled', 'expired', 'voided', 'fraudulent'];

function stateOf({ payment_status: status, next_action: action }: ConektaOrder) {
  if (approvedStatuses.includes(status ?? '')) return 'approved';
  if (declinedStatuses.includes(status ?? '')) return 'declined';
  const link = action?.redirect_to_url?.url;
  return link ? { answer: 'requires-action' as const, link } : 'pending';
}

/** What was taken of an order. */
function paidMinorOf(order: ConektaOrder): number {
  return chargesOf(order).reduce((sum, { amount, paid_at: paidAt }) => sum + (paidAt ? amount : 0), 0);
}

function outcomeOf(order: ConektaOrder, charge: CardCharge): Exclude<ChargeOutcome, 'unknown'> {
  const outcome = stateOf(order);
  const amountMinor = outcome === 'approved' ? paidMinorOf(order) : order.amount;
  if (amountMinor !== charge.amountMinor || order.currency !== charge.currency) {
    throw new Error('Conekta knows the charge with another amount.');
  }
  return outcome;
}

function isOver({ payment_status: status }: ConektaOrder): boolean {
  return declinedStatuses.includes(status ?? '');
}

const usedStatuses: readonly string[] = [
  'pre_authorized',
  'voided',
  'canceled',
  'reversed',
  ...approvedStatuses,
];

/** Whether a card was good for what was to be held on it. */
function isCardUsed({ status, payment_method: method }: ConektaCharge): boolean {
  return Boolean(method.last4) && usedStatuses.includes(status);
}

function cardFacts(customer: string, card: ConektaCard) {
  return {
    cardToken: `${customer}:${card.id}`,
    bankName: brandNames[card.brand?.toLowerCase() ?? ''] ?? 'Tarjeta',
    bankCode: '',
    maskedNumber: `************${card.last4}`,
  } satisfies SavedCardFacts;
}

const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  amex: 'American Express',
  american_express: 'American Express',
  carnet: 'Carnet',
};

/** The refunds of an order's payment, oldest first. */
function refundsIn(order: ConektaOrder) {
  return chargesOf(order).flatMap(refundsOf);
}

/** Our ids of the refunds of an order that we asked for. */
function refundNames(order: ConektaOrder): string[] {
  return Object.keys(order.metadata ?? {})
    .filter((name) => name.startsWith(refundPrefix))
    .map((name) => name.slice(refundPrefix.length));
}

/**
 * Which of an order's refunds is one of ours: Conekta keeps no id of ours with one, so the order's metadata says where it stands. It cannot
 * be told where another took its place.
 */
function refundOf(order: ConektaOrder, refundReference: string) {
  const note = noteOf(order, `${refundPrefix}${refundReference}`);
  const [place = '', amountMinor = ''] = note?.split(':') ?? [];
  const refund = note === null ? undefined : refundsIn(order)[Number(place)];
  if (!refund) return 'unknown';
  const atPlace = refundNames(order).filter((name) => placeOf(order, name) === Number(place));
  const isOurs = atPlace.length === 1 && Math.abs(refund.amount) === Number(amountMinor);
  return isOurs ? refund : 'ambiguous';
}

/** What became of a refund of ours. */
function refundAnswer(order: ConektaOrder, refundReference: string): RefundAnswer | 'unknown' {
  const refund = refundOf(order, refundReference);
  if (refund === 'ambiguous') throw new Error('It cannot be told which refund of Conekta is ours.');
  if (refund === 'unknown') return 'unknown';
  if (refund.status === 'pending') return 'pending';
  return refund.status === 'failed' || refund.status === 'declined' ? 'failed' : 'succeeded';
}

/** What left of a charge of ours otherwise than by refunds that we asked for. */
function cardOutflows(order: ConektaOrder): Outflow[] {
  const charge = noteOf(order, chargeName);
  if (charge === null) return [];
  const refundRequests = refundNames(order).flatMap((name) => {
    const refund = refundOf(order, name);
    return typeof refund === 'object' ? [refund.id] : [];
  });
  return outflowsOf(order, () => ({ charge })).filter(({ id }) => !refundRequests.includes(id));
}

/** What an event tells of a charge of ours. */
function noticeOf(type: string, order: ConektaOrder): CardNotice | null {
  const reference = noteOf(order, chargeName);
  if (reference === null) return null;
  const currency = order.currency.toUpperCase();
  if (type === 'order.charged_back') return null;
  if (type === 'order.refunded' || type === 'order.partially_refunded') return refundNotice(order);
  const outcome = stateOf(order);
  if (outcome === 'pending') return null;
  const amountMinor = outcome === 'approved' ? paidMinorOf(order) : order.amount;
  return { about: 'charge', reference, outcome, amountMinor, currency };
}

/** The newest refund of ours that Conekta has. */
function refundNotice(order: ConektaOrder): CardNotice | null {
  const notice = refundNames(order)
    .filter((name) => typeof refundOf(order, name) === 'object')
    .sort((one, other) => placeOf(order, other) - placeOf(order, one));
  const [reference] = notice;
  if (reference === undefined) return null;
  const outcome = refundAnswer(order, reference);
  return outcome === 'unknown' ? null : { about: 'refund', reference, outcome };
}

function placeOf(order: ConektaOrder, refundReference: string): number {
  return Number(noteOf(order, `${refundPrefix}${refundReference}`)?.split(':')[0] ?? -1);
}
