import { homeMarketOf, marketsServedBy } from '#domain/market.ts';
import { minorAmount } from '#domain/money/money.ts';
import { savedCard } from '../cards/saved-card.ts';
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
} from '../ports/card-provider.ts';
import type { Outflow } from '../ports/outflow.ts';
import type { WebhookEvent } from '../ports/webhook.ts';
import { ifRefused } from '../provider-client.ts';
import {
  type Conekta,
  type ConektaCharge,
  type ConektaOptions,
  type ConektaOrder,
  cancelOrder,
  cardsOf,
  chargesOf,
  conektaVerifier,
  connectConekta,
  createCustomer,
  createOrder,
  findOrder,
  listedSince,
  noteOf,
  outflowsOf,
  payerOf,
  type ReadEvent,
  readEventWhole,
  readMessage,
  readOrder,
  refundOrder,
  refundsOf,
  writeMetadata,
} from './client.ts';

const tokenForm = /^(cus_\w+):(src_\w+)$/;

const chargeName = 'llano_reference';
const savingName = 'llano_saving';
/** Precedes our id of a refund; the value is its position among the order's refunds and its amount, `0:15000`. */
const refundPrefix = 'llano_refund_';

/** Authorised while a card is saved, then cancelled at once: Conekta's form saves no card without a payment. */
const heldMinor = minorAmount(1_000);
const formMinutes = 60;

/** Conekta's clock may differ from ours by this. */
const clockSkewMs = 120_000;
const findForMs = 15 * 60_000;

const heldFor = { es: 'Verificación de su tarjeta', en: 'Verification of your card' } as const;

interface CardAccount {
  readonly conekta: Conekta;
  readonly options: ConektaOptions;
  readonly takesCredit: boolean;
}

/**
 * Cards with Conekta: saved on its payment page by a payment that is authorised and cancelled, charged by orders with 3-D Secure if Conekta
 * asks for it, and reported by webhooks. A token names the customer and the card, `cus_…:src_…`.
 */
export function createConektaCards(
  options: ConektaOptions & { readonly takesCredit: TakesCredit },
): HostedCardProvider {
  const conekta = connectConekta(options);
  const account = { conekta, options, takesCredit: options.takesCredit(homeMarketOf('conekta')) };
  const verifyMessage = conektaVerifier(options);
  return {
    charge: (charge, returnLink) => chargeCard(account, charge, returnLink),
    async query(_reference, charge) {
      const order = await orderOf(conekta, charge);
      return order ? outcomeOf(order, charge) : 'unknown';
    },
    listen() {},
    hosted: {
      notifiers: [
        {
          name: 'conekta',
          verify: async (message) => tell(account, await readMessage(conekta, message, verifyMessage)),
          async *sweep(since, isKnown) {
            for await (const read of listedSince(conekta, since, isKnown))
              yield async () => tell(account, await readEventWhole(conekta, await read()));
          },
        },
      ],
      markets: marketsServedBy('conekta', 'cards'),
      knows: (cardToken) => tokenForm.test(cardToken),
      startSaving: (saving) => startSaving(account, saving),
      readSaving: (id) => readSaving(account, id),
      async cancel(charge) {
        const order = await orderOf(conekta, charge);
        return order ? outcomeOf(await cancelOrder(conekta, order.id), charge) : 'unknown';
      },
      readRefund: async (charge, refundReference) =>
        refundAnswer(await knownOrderOf(conekta, charge), refundReference),
      refund: (charge, refund) => refundCard(conekta, charge, refund),
    },
  };
}

async function chargeCard(
  { conekta, takesCredit }: CardAccount,
  charge: CardCharge,
  returnLink: string,
): ReturnType<HostedCardProvider['charge']> {
  const { customer, source } = partsOf(charge.cardToken);
  const { reference, amountMinor } = charge;
  // Without idempotency keys, an order that a lost answer left behind has to be found first.
  const existing = await orderOf(conekta, charge);
  if (existing) return outcomeOf(existing, charge);
  if (!takesCredit) {
    const used = (await cardsOf(conekta, customer)).find(({ id }) => id === source);
    if (used?.card_type === 'credit') return 'credit';
  }
  const payment = { type: 'card', payment_source_id: source } as const;
  const order = createOrder(conekta, {
    customer_info: { customer_id: customer },
    line_items: [{ name: 'Pago', unit_price: amountMinor, quantity: 1 }],
    charges: [{ amount: amountMinor, payment_method: payment, reference_id: reference }],
    metadata: { [chargeName]: reference },
    three_ds_mode: 'smart',
    return_url: returnLink,
  });
  return ifRefused(
    order.then((made) => outcomeOf(made, charge)),
    () => 'declined',
  );
}

/** The order of a charge, looked for around the time of its request; null if the charge never reached Conekta. */
async function orderOf(
  conekta: Conekta,
  { reference: value, askedAt, cardToken }: CardCharge,
): Promise<ConektaOrder | null> {
  partsOf(cardToken);
  if (!askedAt) throw new Error('The time of the charge is unknown.');
  const from = new Date(askedAt.getTime() - clockSkewMs);
  return findOrder(conekta, { name: chargeName, value, from, forMs: findForMs });
}

async function knownOrderOf(conekta: Conekta, charge: CardCharge): Promise<ConektaOrder> {
  const order = await orderOf(conekta, charge);
  if (!order) throw new Error('There is no such charge to refund.');
  return order;
}

async function startSaving(
  { conekta, options }: CardAccount,
  { reference, language, returnLink, leaveLink, savedTokens, borrower }: SavingRequest,
): ReturnType<HostedCards['startSaving']> {
  const match = savedTokens.find((token) => tokenForm.test(token));
  const metadata = { [savingName]: reference };
  const customer = match
    ? partsOf(match).customer
    : await createCustomer(conekta, { ...payerOf(borrower, options), metadata });
  const order = await createOrder(conekta, {
    customer_info: { customer_id: customer },
    line_items: [{ name: heldFor[language], unit_price: heldMinor, quantity: 1 }],
    metadata,
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
}

async function readSaving({ conekta, takesCredit }: CardAccount, id: string): Promise<SavingOutcome> {
  const order = await readOrder(conekta, id);
  const customer = order.customer_info?.customer_id;
  const used = chargesOf(order).find(isCardUsed);
  if (!used || !customer) return isOver(order) ? 'given-up' : 'open';
  await releaseHold(conekta, order, used);
  const card = (await cardsOf(conekta, customer)).find(({ last4 }) => last4 === used.payment_method.last4);
  if (!card) return 'open';
  if (!takesCredit && card.card_type === 'credit') return 'credit';
  return savedCard(`${customer}:${card.id}`, card.brand ?? '', card.last4 ?? '');
}

/** Cancels the authorisation, or refunds it on an account that does not support authorisations. */
async function releaseHold(
  conekta: Conekta,
  { id, payment_status: status }: ConektaOrder,
  { amount }: ConektaCharge,
): Promise<void> {
  if (status === 'pre_authorized') {
    const { payment_status: after } = await cancelOrder(conekta, id);
    if (after === 'pre_authorized') throw new Error('Conekta did not release the hold on a card.');
  }
  if (status === 'paid') await refundOrder(conekta, id, amount);
}

async function refundCard(
  conekta: Conekta,
  charge: CardCharge,
  { refundReference, amountMinor }: { readonly refundReference: string; readonly amountMinor: number },
): Promise<RefundAnswer> {
  const order = await knownOrderOf(conekta, charge);
  const record = refundAnswer(order, refundReference);
  if (record !== 'unknown') return record;
  const before = refundsIn(order);
  const refundedMinor = before.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  if (amountMinor > charge.amountMinor - refundedMinor) return 'failed';
  const metadata = order.metadata ?? {};
  const name = `${refundPrefix}${refundReference}`;
  await writeMetadata(conekta, order.id, { ...metadata, [name]: `${before.length}:${amountMinor}` });
  const refunded = await ifRefused(refundOrder(conekta, order.id, amountMinor), () => null);
  if (!refunded) {
    await writeMetadata(conekta, order.id, { ...metadata, [name]: '' });
    return 'failed';
  }
  const answer = refundAnswer(refunded, refundReference);
  return answer === 'unknown' ? 'pending' : answer;
}

async function tell(
  account: CardAccount,
  { event, left, unknown }: ReadEvent,
): Promise<WebhookEvent<CardNotice>> {
  const { id, type, at, order } = event;
  const outflows = left ? cardOutflows(left) : [];
  if (!order) return { id, at, notice: null, outflows, ...(unknown && { unknown }) };
  const saving = noteOf(order, savingName);
  if (saving === null) return { id, at, notice: noticeOf(type, order), outflows };
  const isNews = type === 'order.pre_authorized' || type === 'order.paid' || isOver(order);
  if (!isNews) return { id, notice: null };
  return { id, notice: { about: 'saving', reference: saving, outcome: await readSaving(account, order.id) } };
}

/** Origins that a borrower is sent to: the card form and 3-D Secure, from Conekta's API description and its samples. */
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

function isCardUsed({ status, payment_method: method }: ConektaCharge): boolean {
  return Boolean(method.last4) && usedStatuses.includes(status);
}

function refundsIn(order: ConektaOrder) {
  return chargesOf(order).flatMap(refundsOf);
}

function refundNames(order: ConektaOrder): string[] {
  return Object.keys(order.metadata ?? {})
    .filter((name) => name.startsWith(refundPrefix))
    .map((name) => name.slice(refundPrefix.length));
}

/**
 * Finds one of our refunds. Conekta stores no id of ours with a refund, so the order's metadata holds its position. `ambiguous` if another refund
 * took that position.
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

function refundAnswer(order: ConektaOrder, refundReference: string): RefundAnswer | 'unknown' {
  const refund = refundOf(order, refundReference);
  if (refund === 'ambiguous') throw new Error('Several refunds of Conekta could be ours.');
  if (refund === 'unknown') return 'unknown';
  if (refund.status === 'pending') return 'pending';
  return refund.status === 'failed' || refund.status === 'declined' ? 'failed' : 'succeeded';
}

/** Outflows of one of our charges, except refunds that we requested. */
function cardOutflows(order: ConektaOrder): Outflow[] {
  const charge = noteOf(order, chargeName);
  if (charge === null) return [];
  const refundRequests = refundNames(order).flatMap((name) => {
    const refund = refundOf(order, name);
    return typeof refund === 'object' ? [refund.id] : [];
  });
  return outflowsOf(order, () => ({ charge })).filter(({ id }) => !refundRequests.includes(id));
}

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
